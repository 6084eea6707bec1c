/* Finds the row of a cell, and checks that every cell has one.  Only a state can tell whether two
 * guards overlap, so table_row compares them in each step. */
#include "protocol/table.h"

#include <string.h>
#include "base/memory.h"

static bool covers(const struct row *row, unsigned state, unsigned event) {
  return row->in >> state & 1 && row->on >> event & 1;
}

int table_row(const struct table *table, unsigned state, unsigned event, const struct step *step) {
  int found = NO_ROW;
  for (unsigned i = 0; i < table->row_count; i++) {
    const struct row *row = &table->rows[i];
    if (!covers(row, state, event)) continue;
    if (row->when && row->when(step) == row->negated) continue;
    if (found != NO_ROW) return ROW_OVERLAP;
    found = (int)i;
  }
  return found;
}

/* The numbers of a cell's rows with and without a guard. */
struct table_cell {
  unsigned guarded, unguarded;
};

static struct table_cell cell_of(const struct table *table, unsigned state, unsigned event) {
  struct table_cell cell = { 0, 0 };
  for (unsigned i = 0; i < table->row_count; i++) {
    const struct row *row = &table->rows[i];
    if (!covers(row, state, event)) continue;
    if (row->when) cell.guarded++;
    else cell.unguarded++;
  }
  return cell;
}

/* The place of the table as a whole: that of its first row. */
static const char *file_of(const struct table *table) {
  return table->row_count ? table->rows[0].file : NULL;
}
static unsigned line_of(const struct table *table) {
  return table->row_count ? table->rows[0].line : 0;
}

/* The places of a cell's rows: ", models/x/x.c:61 and models/x/x.c:62". */
static void add_places(struct text *text, const struct table *table, unsigned state,
                       unsigned event) {
  const char *separator = ", ";
  for (unsigned i = 0; i < table->row_count; i++) {
    const struct row *row = &table->rows[i];
    if (!covers(row, state, event)) continue;
    text_add(text, "%s%s:%u", separator, row->file ? row->file : "line", row->line);
    separator = " and ";
  }
}

static void check_cell(const struct table *table, const char *name, unsigned state, unsigned event,
                       struct findings *findings) {
  struct table_cell cell = cell_of(table, state, event);
  const char *fault = NULL;
  if (cell.guarded + cell.unguarded == 0) fault = "has no row";
  else if (cell.unguarded > 1) fault = "has two rows without a guard";
  else if (cell.unguarded == 1 && cell.guarded)
    fault = "has a row without a guard beside guarded ones";
  else if (cell.guarded == 1) fault = "has one guarded row and nothing for the rest";
  if (!fault) return;
  struct text places = { 0 };
  add_places(&places, table, state, event);
  findings_add(findings, file_of(table), line_of(table), "table %s: cell %s/%s %s%s", name,
               table->states[state], table->events[event], fault, places.bytes ? places.bytes : "");
  text_free(&places);
}

static uint32_t states_of(const struct table *table) {
  return table->state_count >= STATES_MAX ? ~0u : (1u << table->state_count) - 1;
}

static void check_row(const struct table *table, const char *name, const struct row *row,
                      struct findings *findings) {
  uint32_t states = states_of(table);
  uint64_t unseen = row->on & ~table->alphabet;
  const char *fault = NULL, *event = "";
  if (!row->in || row->in & ~states) fault = "an unknown state";
  else if (!row->on || unseen) fault = "an event that the controller cannot see";
  else if (row->next & (row->next - 1) || row->next & ~states)
    fault = "a next state that is not one state";
  else if (!row->source) fault = "no source";
  if (!fault) return;
  unsigned first = unseen ? (unsigned)__builtin_ctzll(unseen) : table->event_count;
  if (first < table->event_count) event = table->events[first];
  findings_add(findings, row->file, row->line, "table %s: the row \"%s\" has %s%s%s", name,
               row->source ? row->source : "", fault, *event ? ": " : "", event);
}

/* Finds names that are missing, empty or repeated.  `of` names the list: "rcc/L1: state". */
static void find_missing_names(const char *const *names, unsigned count, const char *of,
                               const char *file, unsigned line, struct findings *findings) {
  for (unsigned i = 0; i < count; i++) {
    if (!names[i] || !*names[i]) {
      findings_add(findings, file, line, "%s %u has no name", of, i);
      continue;
    }
    for (unsigned k = 0; k < i; k++)
      if (names[k] && !strcmp(names[k], names[i]))
        findings_add(findings, file, line, "%s %u has the name of %s %u, \"%s\"", of, i,
                     strrchr(of, ' ') ? strrchr(of, ' ') + 1 : of, k, names[i]);
  }
}

/* Is the table whole enough to check its cells? */
static bool check_shape(const struct table *table, const char *name, struct findings *findings) {
  unsigned before = findings->count;
  const char *file = file_of(table);
  unsigned line = line_of(table);
  if (!table->rows || !table->row_count)
    findings_add(findings, file, line, "table %s: it has no rows", name);
  if (table->row_count > 255)
    findings_add(findings, file, line, "table %s: more than 255 rows", name);
  if (!table->states || !table->state_count || table->state_count > STATES_MAX)
    findings_add(findings, file, line, "table %s: it has %u states, expected 1 to %u", name,
                 table->state_count, STATES_MAX);
  if (!table->events || !table->event_count || table->event_count > EVENTS_MAX)
    findings_add(findings, file, line, "table %s: it has %u events, expected 1 to %u", name,
                 table->event_count, EVENTS_MAX);
  if (!table->alphabet) findings_add(findings, file, line, "table %s: it can see no event", name);
  if (findings->count > before) return false;
  if (table->alphabet >> table->event_count)
    findings_add(findings, file, line, "table %s: it can see event %u, and %u events have names",
                 name, 63 - (unsigned)__builtin_clzll(table->alphabet), table->event_count);
  if (!table->stable) findings_add(findings, file, line, "table %s: no state is stable", name);
  if (table->stable & ~states_of(table))
    findings_add(findings, file, line, "table %s: a stable state is an unknown state", name);
  char *of = memory_format("table %s: state", name);
  find_missing_names(table->states, table->state_count, of, file, line, findings);
  memory_free(of);
  for (unsigned e = 0; e < table->event_count; e++)
    if (!table->events[e])
      findings_add(findings, file, line, "table %s: event %u has no name", name, e);
  return findings->count == before;
}

void table_findings(const struct table *table, const char *name, struct findings *findings) {
  if (!check_shape(table, name, findings)) return;
  for (unsigned i = 0; i < table->row_count; i++) check_row(table, name, &table->rows[i], findings);
  for (unsigned state = 0; state < table->state_count; state++)
    for (unsigned event = 0; event < table->event_count; event++)
      if (table->alphabet >> event & 1) check_cell(table, name, state, event, findings);
}

bool table_check(const struct table *table, const char *name, struct diagnostic *error) {
  struct findings findings = { { 0 } };
  table_findings(table, name, &findings);
  return findings_told(&findings, error);
}

unsigned table_row_action_count(const struct row *row) {
  unsigned count = 0;
  while (count < ROW_ACTIONS_MAX && row->actions[count]) count++;
  return count;
}

struct transition_counts table_transitions(const struct table *table) {
  struct transition_counts counts = { 0 };
  for (unsigned i = 0; i < table->row_count; i++) {
    const struct row *row = &table->rows[i];
    if (row->kind != ROW_ACT) continue;
    unsigned events = (unsigned)__builtin_popcountll(row->on),
             all = (unsigned)__builtin_popcount(row->in) * events;
    uint32_t transient = row->next & ~table->stable ? row->in : row->in & ~table->stable;
    if (row->marks & MARK_VARIANT) counts.of_variants += all;
    else if (row->marks & MARK_UNCOUNTED) counts.uncounted += all;
    else counts.counted += all;
    if (!(row->marks & MARK_VARIANT))
      counts.transient += (unsigned)__builtin_popcount(transient) * events;
  }
  return counts;
}

const char *row_file(const struct row *row) {
  if (!row->file) return "?";
  const char *slash = strrchr(row->file, '/');
  return slash ? slash + 1 : row->file;
}

void row_cite(struct text *text, const struct row *row) {
  text_add(text, "%s:%u \"%s\"", row_file(row), row->line, row->source ? row->source : "");
}
