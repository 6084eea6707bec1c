/* The list of systems; settings, that is, a system with a variant, a core and parameters. */
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "protocol/record.h"

/* A record without a name is sorted to the front; record.c refuses it. */
static const char *name_or_none(const struct system *system) {
  return system->name ? system->name : "";
}

static struct record *newest;
static const struct system **sorted_systems; /* as long as the program runs */
static size_t system_count;

void record_enter(struct record *record) {
  const struct system **systems =
      realloc(sorted_systems, (system_count + 2) * sizeof *sorted_systems);
  if (!systems) abort();
  size_t at = system_count++;
  for (; at && strcmp(name_or_none(systems[at - 1]), name_or_none(record->system)) > 0; at--)
    systems[at] = systems[at - 1];
  systems[at] = record->system;
  systems[system_count] = NULL;
  sorted_systems = systems;
  record->next = newest;
  newest = record;
}

struct record *record_newest(void) {
  return newest;
}

const struct system *const *systems(void) {
  static const struct system *const none[] = { NULL };
  return sorted_systems ? sorted_systems : none;
}

const struct system *system_find(const char *name, unsigned length) {
  for (const struct system *const *system = systems(); *system; system++)
    if (strlen(name_or_none(*system)) == length && !strncmp(name_or_none(*system), name, length))
      return *system;
  return NULL;
}

bool system_has_banks(const struct system *system) {
  for (unsigned k = 0; k < KINDS_MAX && system->kinds[k].name; k++)
    if (system->kinds[k].instances == ONE_PER_BANK) return true;
  return false;
}

bool system_forgets(const struct system *system) {
  for (unsigned k = 0; k < KINDS_MAX && system->kinds[k].name; k++)
    if (system->kinds[k].promises.drop_dead_values) return true;
  return system->promises.outdates;
}

const char *core_kind_name(enum core_kind kind) {
  static const char *const names[] = { "io", "gpu", "weak" };
  return names[kind];
}

const char *property_name(enum property property) {
  static const char *const names[] = { "swmr",          "data-value",    "swmr-logical",
                                       "value-logical", "own-invariant", "deadlock",
                                       "never",         "overflow",      "serialisable",
                                       "opacity",       "strict",        "outcome",
                                       "witness",       "load-value",    "snapshot" };
  return names[property];
}

static const struct variant *variant_find(const struct system *system, const char *name) {
  for (unsigned i = 0; i < VARIANTS_MAX && system->variants[i].name; i++)
    if (!strcmp(system->variants[i].name, name)) return &system->variants[i];
  return NULL;
}

/* Reports an unknown name, with the known ones.  Releases `names`; returns false. */
static bool report_unknown(const struct system *system, const char *what, const char *name,
                           size_t length, struct text *names, struct diagnostic *error) {
  const char *path = system_path(system);
  diagnostic_plain(error, "%s has no %s \"%.*s\" (it has %s); see `turnsole list models %s`",
                   system->name, what, (int)length, name, names->length ? names->bytes : "none",
                   path ? path : system->name);
  text_free(names);
  return false;
}

static bool no_variant(const struct system *system, const char *name, struct diagnostic *error) {
  struct text names = { 0 };
  for (unsigned i = 0; i < VARIANTS_MAX && system->variants[i].name; i++)
    text_add(&names, "%s%s", i ? ", " : "", system->variants[i].name);
  return report_unknown(system, "variant", name, strlen(name), &names, error);
}

static bool no_parameter(const struct system *system, const char *name, size_t length,
                         struct diagnostic *error) {
  struct text names = { 0 };
  for (unsigned i = 0; i < PARAMETERS_MAX && system->parameters[i].name; i++)
    text_add(&names, "%s%s", i ? ", " : "", system->parameters[i].name);
  return report_unknown(system, "parameter", name, length, &names, error);
}

static int *value_of(struct setting *setting, const char *name, size_t length,
                     const struct parameter **parameter) {
  for (unsigned i = 0; i < PARAMETERS_MAX && setting->system->parameters[i].name; i++)
    if (strlen(setting->system->parameters[i].name) == length &&
        !strncmp(setting->system->parameters[i].name, name, length)) {
      *parameter = &setting->system->parameters[i];
      return &setting->values[i];
    }
  return NULL;
}

static bool no_model(const char *name, size_t length, struct diagnostic *error) {
  struct nearest nearest = { name, length, NULL, 0 };
  char near[NEAREST_ROOM];
  for (const struct system *const *system = systems(); *system; system++)
    text_offer(&nearest, name_or_none(*system));
  return diagnostic_plain(error, "no such model: %.*s%s (`turnsole list models` names them)",
                          (int)length, name, text_suggestion(&nearest, near));
}

bool setting_parse(struct setting *setting, const char *text, struct diagnostic *error) {
  size_t length = strcspn(text, ":");
  const struct system *system = system_find(text, (unsigned)length);
  if (!system) return no_model(text, length, error);
  return setting_in(setting, system, text, error);
}

/* Sets core and parameters from the records of the system and the variant.  Returns NULL, or the
 * name of a parameter that the variant sets and the system lacks. */
static const char *take_records(struct setting *setting) {
  setting->core = setting->system->core;
  for (unsigned i = 0; i < PARAMETERS_MAX; i++)
    setting->values[i] = setting->system->parameters[i].initial;
  for (unsigned i = 0; setting->variant && i < 4 && setting->variant->settings[i].name; i++) {
    const struct parameter *parameter;
    const char *name = setting->variant->settings[i].name;
    int *value = value_of(setting, name, strlen(name), &parameter);
    if (!value) return name;
    *value = setting->variant->settings[i].value;
  }
  return NULL;
}

const char *setting_of_variant(struct setting *setting, const struct system *system,
                               const struct variant *variant) {
  memset(setting, 0, sizeof *setting);
  setting->system = system;
  setting->variant = variant;
  return take_records(setting);
}

bool setting_in(struct setting *setting, const struct system *system, const char *text,
                struct diagnostic *error) {
  size_t length = strcspn(text, ":");
  const struct variant *variant = text[length] ? variant_find(system, text + length + 1) : NULL;
  if (text[length] && !variant) return no_variant(system, text + length + 1, error);
  const char *unknown = setting_of_variant(setting, system, variant);
  return !unknown ||
         diagnostic_plain(error, "%s: the variant sets an unknown parameter \"%s\"", text, unknown);
}

bool setting_assign(struct setting *setting, const char *assignment, struct diagnostic *error) {
  size_t length = strcspn(assignment, "=");
  const struct parameter *parameter = NULL;
  int *value = value_of(setting, assignment, length, &parameter);
  if (!value) return no_parameter(setting->system, assignment, length, error);
  char *end = NULL;
  long number = assignment[length] ? strtol(assignment + length + 1, &end, 10) : 0;
  if (!end || *end || end == assignment + length + 1 || number < parameter->least ||
      number > parameter->greatest)
    return diagnostic_plain(error, "%s: expected a number from %d to %d in \"%s\"",
                            setting->system->name, parameter->least, parameter->greatest,
                            assignment);
  *value = (int)number;
  return true;
}

bool setting_core(struct setting *setting, const char *name, struct diagnostic *error) {
  for (unsigned kind = 0; kind < CORE_KINDS; kind++)
    if (!strcmp(core_kind_name((enum core_kind)kind), name)) {
      if (!setting->system->claims[kind].offered)
        return diagnostic_plain(error, "%s does not run with %s cores", setting->system->name,
                                name);
      setting->core = (enum core_kind)kind;
      return true;
    }
  return diagnostic_plain(error, "no such core: %s (io, gpu or weak)", name);
}

const char *setting_claims(const struct setting *setting) {
  if (setting->variant && setting->variant->memory_models) return setting->variant->memory_models;
  const char *claims = setting->system->claims[setting->core].memory_models;
  return claims ? claims : "";
}

const char *setting_fails(const struct setting *setting) {
  const char *fails =
      setting->variant ? setting->variant->fails : setting->system->claims[setting->core].fails;
  return fails ? fails : "";
}

bool record_lines_always_share_clock(const struct setting *setting) {
  (void)setting;
  return true;
}

bool setting_lines_share_clock(const struct setting *setting) {
  return setting->system->promises.lines_share_clock &&
         setting->system->promises.lines_share_clock(setting);
}

bool setting_is_as_recorded(const struct setting *setting) {
  struct setting own = { .system = setting->system, .variant = setting->variant };
  return !take_records(&own) && own.core == setting->core &&
         !memcmp(own.values, setting->values, sizeof own.values);
}

bool setting_is_plain(const struct setting *setting) {
  return !setting->variant && setting_is_as_recorded(setting);
}

bool setting_is_broken(const struct setting *setting) {
  struct setting plain = { .system = setting->system, .core = setting->core };
  return setting->variant && *setting_fails(setting) &&
         strcmp(setting_fails(setting), setting_fails(&plain));
}

unsigned setting_losses(const struct setting *setting) {
  return setting->variant ? setting->variant->invariants_lost : 0;
}

unsigned setting_invariants(const struct setting *setting) {
  unsigned all = setting->system->invariants | CLAIM(PROPERTY_DEADLOCK) | CLAIM(PROPERTY_NEVER) |
                 CLAIM(PROPERTY_OVERFLOW);
  if (!setting->variant) return all;
  all |= setting->variant->invariants_claimed;
  unsigned lost = setting_losses(setting) | setting->variant->invariants_unclaimed;
  if (lost & CLAIM(PROPERTY_SNAPSHOT)) lost |= CLAIM(PROPERTY_SERIALISABLE);
  if (lost & CLAIM(PROPERTY_SERIALISABLE))
    lost |= CLAIM(PROPERTY_STRICT); /* strict implies serialisable */
  if (lost & CLAIM(PROPERTY_DATA_VALUE))
    lost |= CLAIM(PROPERTY_LOAD_VALUE); /* a load that hits an old copy returns its value */
  return all & ~lost;
}

unsigned setting_invariants_of_programs(const struct setting *setting) {
  return setting_invariants(setting) & ~CLAIM(PROPERTY_LOAD_VALUE);
}

struct progress_claim progress_with_stale_copies(const struct setting *setting) {
  (void)setting;
  return (struct progress_claim){ PROGRESS_POSSIBLE, PROGRESS_GUARANTEED, .all_on_one_sm = true,
                                  .all_with_acquires = true };
}

struct progress_claim progress_with_endless_leases(const struct setting *setting) {
  (void)setting;
  return (struct progress_claim){ PROGRESS_POSSIBLE, PROGRESS_GUARANTEED, .all_on_one_sm = true };
}

struct progress_claim setting_progress(const struct setting *setting) {
  if (setting->system->progress) return setting->system->progress(setting);
  return (struct progress_claim){ .threads = PROGRESS_GUARANTEED, .requests = PROGRESS_GUARANTEED };
}

const char *progress_level_name(enum progress_level level) {
  static const char *const names[] = { "none", "possible", "guaranteed" };
  return names[level];
}

char *setting_name(const struct setting *setting) {
  if (!setting->variant) return memory_format("%s", setting->system->name);
  return memory_format("%s:%s", setting->system->name, setting->variant->name);
}

bool setting_per_address(const struct setting *setting) {
  return setting->system->promises.per_address && setting->system->promises.per_address(setting);
}

bool record_always_per_address(const struct setting *setting) {
  (void)setting;
  return true;
}

uint64_t system_not_asked(const struct system *system) {
  if (system->transactions.begin) return 0;
  return system->kinds[0].table.alphabet & REQUESTS & ~system->client;
}
