/* Checks a record at start-up: omissions, contradictions, and names.
 *
 * The rule: an omission is refused, or harmless, or printed with the verdict; it never switches a
 * check off in silence.  All findings are reported at once, each with the file and line of the
 * record or of the row.
 *
 * The compiler measures the arrays that a record points to (SYSTEM, system.h).  A count beyond the
 * array is refused before anything reads there. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "protocol/record.h"
#include "protocol/record_claims.h"
#include "protocol/table_check.h"

/* The record of a system; for a copy, the record of its name; or NULL. */
static const struct record *record_of(const struct system *system) {
  const struct record *named = NULL;
  for (const struct record *record = record_newest(); record; record = record->next) {
    if (record->system == system) return record;
    const char *name = record->system->name;
    if (name && system->name && !strcmp(name, system->name)) named = record;
  }
  return named;
}

const char *system_file(const struct system *system, unsigned *line) {
  const struct record *record = record_of(system);
  if (record) *line = record->line;
  return record ? record->file : NULL;
}

const char *system_path(const struct system *system) {
  const struct record *record = record_of(system);
  return record ? record->path : NULL;
}

void record_finding(struct record_check *check, const char *format, ...) {
  va_list arguments;
  char *message = NULL;
  va_start(arguments, format);
  int length = vasprintf(&message, format, arguments);
  va_end(arguments);
  findings_add(&check->findings, check->file, check->line, "%s: %s", check->name,
               length < 0 ? "" : message);
  if (length >= 0) free(message);
}

bool record_is_filled(const void *entry, size_t size) {
  const unsigned char *bytes = entry;
  for (size_t i = 0; i < size; i++)
    if (bytes[i]) return true;
  return false;
}

/* --- sizes --- */

/* Checks that an array of `size` bytes holds `count` items: exactly as many, or at least.  `kind`:
 * the name of its kind of controller, or NULL.  true: it may be read. */
static bool agrees(struct record_check *check, const char *kind, const char *what, size_t size,
                   size_t item, unsigned count, bool exactly) {
  if (size == SIZE_UNKNOWN || size == count * item || (size > count * item && !exactly))
    return true;
  record_finding(check, "%s%s%s: the record counts %u, and the array holds %zu", kind ? kind : "",
                 kind ? ": " : "", what, count, size / item);
  return count * item <= size;
}

/* true: no array is too short, so the rest can be checked. */
static bool check_sizes(struct record_check *check, const struct record *record) {
  const struct system *system = check->system;
  struct record_sizes sizes;
  if (!record) return true;
  record->measure(&sizes);
  bool good = system->events != record->system->events ||
              agrees(check, NULL, "names of events", sizes.events, sizeof *system->events,
                     system->event_count, false);
  for (unsigned k = 0; k < KINDS_MAX && system->kinds[k].name; k++) {
    const struct table *table = &system->kinds[k].table,
                       *measured = &record->system->kinds[k].table;
    const char *kind = system->kinds[k].name;
    if (table->rows == measured->rows && table->row_count == measured->row_count)
      good &= agrees(check, kind, "rows of its table", sizes.kinds[k].rows, sizeof *table->rows,
                     table->row_count, true);
    if (table->states == measured->states)
      good &= agrees(check, kind, "names of states", sizes.kinds[k].states, sizeof *table->states,
                     table->state_count, false);
    if (table->events == measured->events && table->events != system->events)
      good &= agrees(check, kind, "names of events of its table", sizes.kinds[k].events,
                     sizeof *table->events, table->event_count, false);
  }
  return good;
}

/* --- the record as a whole --- */

static bool is_blank(const char *text) { return !text || !*text; }

/* true: the rest can be read. */
static bool check_head(struct record_check *check) {
  const struct system *system = check->system;
  if (is_blank(system->name) || is_blank(system->title) || is_blank(system->source) ||
      is_blank(system->not_modelled) || !system->lower)
    record_finding(check,
                   "the record lacks a name, title, source, lowering, or what is not modelled");
  unsigned same = 0;
  for (const struct system *const *other = systems(); *other; other++)
    same += (*other)->name && system->name && !strcmp((*other)->name, system->name);
  if (same > 1)
    record_finding(check, "%u records have this name: the other one would never be looked at",
                   same);
  if (!system->events) record_finding(check, "the record has no names of events (.events)");
  if (system->event_count < EVENT_OWN || system->event_count > EVENTS_MAX)
    record_finding(check, "it has %u events, expected %u to %u", system->event_count, EVENT_OWN,
                   EVENTS_MAX);
  if (!system->kinds[0].name)
    record_finding(check, "the record has no kind of controller with a name");
  return system->events && system->event_count >= EVENT_OWN && system->event_count <= EVENTS_MAX &&
         system->kinds[0].name;
}

/* The kinds that can see an event, as a set. */
static unsigned seen_by(const struct system *system, unsigned event) {
  unsigned kinds = 0;
  for (unsigned k = 0; k < KINDS_MAX && system->kinds[k].name; k++)
    kinds |= (unsigned)(system->kinds[k].table.alphabet >> event & 1) << k;
  return kinds;
}

/* Two messages may have one name, as in their source, if each entry of `messages` has it. */
static bool are_called_the_same(const struct system *system, unsigned a, unsigned b) {
  const char *name = system->messages[a].name, *other = system->messages[b].name;
  return name && other && !strcmp(name, other) && !strcmp(name, system->events[a]);
}

/* Each event has a name, and no controller sees two of one name. */
static void check_events(struct record_check *check) {
  const struct system *system = check->system;
  for (unsigned i = 0; i < system->event_count; i++) {
    if (is_blank(system->events[i])) record_finding(check, "event %u has no name (.events)", i);
    for (unsigned k = 0; k < i && !is_blank(system->events[i]); k++)
      if (seen_by(system, i) & seen_by(system, k) && !is_blank(system->events[k]) &&
          !strcmp(system->events[k], system->events[i]) && !are_called_the_same(system, k, i))
        record_finding(check, "events %u and %u, which one controller sees, are both called %s", k,
                       i, system->events[i]);
  }
}

/* --- networks and messages --- */

static const struct parameter *parameter_counted(const struct system *system, unsigned number) {
  for (unsigned i = 0; i < PARAMETERS_MAX && system->parameters[i].name; i++)
    if (i + 1 == number) return &system->parameters[i];
  return NULL;
}

/* A name that an option takes is one word. */
static void check_word(struct record_check *check, const char *what, const char *name) {
  if (name[strcspn(name, " \t\n")])
    record_finding(check, "%s \"%s\" has a blank in its name: expected one word", what, name);
}

/* A parameter that changes the order needs an entry of `instead` for each value from 1 on. */
static void check_network(struct record_check *check, const struct network *network,
                          unsigned number) {
  enum { ORDERS = sizeof network->instead / sizeof *network->instead };
  const struct parameter *parameter = parameter_counted(check->system, network->instead_where);
  if (is_blank(network->name)) {
    record_finding(check, "network %u has no name (.networks[].name)", number);
    return;
  }
  if (network->instead_where &&
      (!parameter || parameter->least < 0 || parameter->greatest > ORDERS))
    record_finding(check, "the order of network %s goes by no parameter that is 0 to %d",
                   network->name, ORDERS);
  if (!network->capacity)
    record_finding(
        check, "network %s has no capacity: no message could be sent; set .capacity to 1 or more",
        network->name);
  if (network->order > FIFO_PER_LINE)
    record_finding(check, "network %s: .order is none of UNORDERED, FIFO, FIFO_PER_LINE",
                   network->name);
  if (network->senders >> check->kinds)
    record_finding(check, "network %s: .senders names a kind that .kinds lacks", network->name);
}

/* May its lease run down while it is in flight?  An ample message's never would. */
static bool runs_down(const struct system *system, const struct message_kind *kind) {
  bool timed = lease_meant(kind->lease, kind->times) != NO_LEASE;
  for (unsigned i = 0; i < TIMES; i++) timed |= kind->times[i] != NULL;
  return timed && system->time == TIME_REMAINING;
}

static void check_networks(struct record_check *check) {
  const struct system *system = check->system;
  const char *names[NETWORKS_MAX];
  if (system->network_count > NETWORKS_MAX) {
    record_finding(check, "too many networks");
    return;
  }
  for (unsigned i = 0; i < NETWORKS_MAX; i++) {
    names[i] = system->networks[i].name;
    if (i < system->network_count) check_network(check, &system->networks[i], i);
    else if (record_is_filled(&system->networks[i], sizeof *system->networks))
      record_omission(check, "network %u is filled in, and network_count is %u", i,
                      system->network_count);
  }
  for (unsigned i = 0; i < system->network_count; i++)
    for (unsigned k = 0; k < i; k++)
      if (names[i] && names[k] && !strcmp(names[i], names[k]))
        record_finding(check, "networks %u and %u are both called %s", k, i, names[i]);
}

static void check_message(struct record_check *check, unsigned event) {
  const struct system *system = check->system;
  const struct message_kind *kind = &system->messages[event];
  if (event < EVENT_OWN)
    record_finding(check, "message %s has the number of event %u, which is none of its own",
                   kind->name, event);
  if (event >= system->event_count)
    record_finding(check, "message %s is event %u, and %u events have names", kind->name, event,
                   system->event_count);
  else if (!is_blank(system->events[event]) && strcmp(system->events[event], kind->name))
    record_finding(check, "message %s is event %u, whose name is %s", kind->name, event,
                   system->events[event]);
  if (kind->network >= system->network_count || kind->instead >= system->network_count)
    record_finding(check, "message %s is on no network: .network is beyond .network_count",
                   kind->name);
  if (kind->instead_where ? !parameter_counted(system, kind->instead_where) : kind->instead)
    record_finding(check, "message %s goes by another network where no parameter says so",
                   kind->name);
  if (kind->promises.commutes && system->networks[kind->network].order != UNORDERED)
    record_finding(check, "message %s commutes, though its network has an order", kind->name);
  if (kind->promises.ample && runs_down(system, kind))
    record_finding(check, "message %s is ample, and what it carries runs down on its way",
                   kind->name);
  if (kind->promises.ample_where && !kind->promises.ample)
    record_finding(check, "message %s says where it is ample, and not that it is", kind->name);
}

static void check_messages(struct record_check *check) {
  const struct system *system = check->system;
  for (unsigned i = 0; i < EVENTS_MAX; i++) {
    const struct message_kind *kind = &system->messages[i];
    if (!record_is_filled(kind, sizeof *kind)) continue;
    if (is_blank(kind->name)) record_omission(check, "message %u is filled in, and has no name", i);
    else check_message(check, i);
  }
}

/* --- parameters and variants --- */

static void check_parameters(struct record_check *check) {
  const struct system *system = check->system;
  for (unsigned i = 0, ended = 0; i < PARAMETERS_MAX; i++) {
    const struct parameter *p = &system->parameters[i];
    ended |= !p->name;
    if (ended && record_is_filled(p, sizeof *p))
      record_omission(check, "parameter %u stands behind one that has no name", i);
    if (ended) continue;
    if (!*p->name) record_finding(check, "parameter %u has no name", i);
    check_word(check, "parameter", p->name);
    if (p->least > p->greatest || p->initial < p->least || p->initial > p->greatest)
      record_finding(check, "parameter %s is %d, expected %d to %d", p->name, p->initial, p->least,
                     p->greatest);
    for (unsigned k = 0; k < i; k++)
      if (!strcmp(system->parameters[k].name, p->name))
        record_finding(check, "parameters %u and %u are both called %s", k, i, p->name);
  }
}

static const struct parameter *parameter_named(const struct system *system, const char *name) {
  for (unsigned i = 0; i < PARAMETERS_MAX && system->parameters[i].name; i++)
    if (!strcmp(system->parameters[i].name, name)) return &system->parameters[i];
  return NULL;
}

static void check_variant(struct record_check *check, const struct variant *variant) {
  for (unsigned i = 0;
       i < sizeof variant->settings / sizeof *variant->settings && variant->settings[i].name; i++) {
    const struct parameter *p = parameter_named(check->system, variant->settings[i].name);
    int value = variant->settings[i].value;
    if (!p)
      record_finding(check, "variant %s sets an unknown parameter \"%s\"", variant->name,
                     variant->settings[i].name);
    else if (value < p->least || value > p->greatest)
      record_finding(check, "variant %s sets %s to %d, expected %d to %d", variant->name, p->name,
                     value, p->least, p->greatest);
  }
  unsigned bits =
      variant->invariants_lost | variant->invariants_unclaimed | variant->invariants_claimed;
  if (bits >> PROPERTIES)
    record_finding(check, "variant %s names a property that there is not", variant->name);
}

static void check_variants(struct record_check *check) {
  const struct system *system = check->system;
  for (unsigned i = 0, ended = 0; i < VARIANTS_MAX; i++) {
    const struct variant *variant = &system->variants[i];
    ended |= !variant->name;
    if (ended && record_is_filled(variant, sizeof *variant))
      record_omission(check, "variant %u stands behind one that has no name", i);
    if (ended) continue;
    if (!*variant->name) record_finding(check, "variant %u has no name", i);
    check_word(check, "variant", variant->name);
    for (unsigned k = 0; k < i; k++)
      if (!strcmp(system->variants[k].name, variant->name))
        record_finding(check, "variants %u and %u are both called %s", k, i, variant->name);
    check_variant(check, variant);
  }
}

static void check_tables(const struct system *system, const char *system_name,
                         struct findings *findings) {
  for (unsigned i = 0; i < KINDS_MAX && system->kinds[i].name; i++) {
    char *name = memory_format("%s/%s", system_name, system->kinds[i].name);
    table_findings(&system->kinds[i].table, name, findings);
    memory_free(name);
  }
}

bool system_tables_check(const struct system *system, struct diagnostic *error) {
  struct findings findings = { { 0 } };
  check_tables(system, system->name, &findings);
  return findings_told(&findings, error);
}

static bool check(const struct system *system, bool in_part, struct diagnostic *error) {
  const struct record *record = record_of(system);
  struct record_check all = { .system = system,
                              .in_part = in_part,
                              .name = is_blank(system->name) ? "a system" : system->name,
                              .file = record ? record->file : NULL,
                              .line = record ? record->line : 0 };
  while (all.kinds < KINDS_MAX && system->kinds[all.kinds].name) all.kinds++;
  bool readable = check_head(&all);
  if (check_sizes(&all, record) && readable) {
    check_events(&all);
    check_networks(&all);
    if (system->network_count <= NETWORKS_MAX) check_messages(&all);
    check_parameters(&all);
    check_variants(&all);
    check_tables(system, all.name, &all.findings);
    record_check_kinds(&all);
    record_check_claims(&all);
    record_check_promises(&all);
  }
  return findings_told(&all.findings, error);
}

bool system_check(const struct system *system, struct diagnostic *error) {
  return check(system, false, error);
}
bool system_runs(const struct system *system, struct diagnostic *error) {
  return check(system, true, error);
}
