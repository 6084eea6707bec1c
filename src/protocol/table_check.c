/* Checks a table at start-up.  Every cell must have a row, and its rows must be able to partition
 * it.  A finding names the file and the line, the cell or the row, and what to write.  The page
 * docs/table-errors.md lists them. */
#include "protocol/table_check.h"

#include <string.h>
#include "base/memory.h"
#include "protocol/missing_rows.h"

enum { ROWS_MAX = 255 };

static bool sees(const struct table *table, unsigned event) { return table->alphabet >> event & 1; }

/* --- cells --- */

/* The numbers of a cell's rows with and without a guard. */
struct table_cell {
  unsigned guarded, unguarded;
};

static struct table_cell cell_of(const struct table *table, unsigned state, unsigned event) {
  struct table_cell cell = { 0, 0 };
  for (unsigned i = 0; i < table->row_count; i++) {
    const struct row *row = &table->rows[i];
    if (!row_covers(row, state, event)) continue;
    if (row->when) cell.guarded++;
    else cell.unguarded++;
  }
  return cell;
}

/* What is wrong with a cell that has rows, and what to do; NULL: nothing. */
struct cell_fault {
  const char *fault, *advice;
};

static struct cell_fault fault_of(struct table_cell cell) {
  if (cell.unguarded > 1)
    return (struct cell_fault){ "two rows without a guard",
                                "take the cell out of one of them, or give each a guard" };
  if (cell.unguarded == 1 && cell.guarded)
    return (struct cell_fault){ "a row without a guard beside guarded ones",
                                "give it the guard that holds when no other does" };
  if (cell.guarded == 1)
    return (struct cell_fault){ "one guarded row and nothing for the rest",
                                "add a row whose guard holds when this one does not" };
  return (struct cell_fault){ NULL, NULL };
}

/* Have two cells the same rows? */
static bool are_alike(const struct table *table, unsigned state, unsigned event, unsigned state2,
                      unsigned event2) {
  for (unsigned i = 0; i < table->row_count; i++)
    if (row_covers(&table->rows[i], state, event) != row_covers(&table->rows[i], state2, event2))
      return false;
  return true;
}

/* "cell V/LOAD has", or "cells V/LOAD, V/STORE have": this cell and later ones with its rows.
 * false: an earlier cell has the same rows, so it has been told. */
static bool add_cells(struct text *text, const struct table *table, unsigned state,
                      unsigned event) {
  unsigned count = 0;
  for (unsigned s = 0; s < table->state_count; s++)
    for (unsigned e = 0; e < table->event_count; e++) {
      if (!sees(table, e) || !are_alike(table, state, event, s, e)) continue;
      if (!count && (s != state || e != event)) return false;
      text_add(text, "%s%s/%s", count++ ? ", " : "", table->states[s], table->events[e]);
    }
  text_add(text, count > 1 ? " have " : " has ");
  return true;
}

/* "broadcast.c:51 "fill" (nobody) and broadcast.c:52 "fill" (somebody)": a cell's rows and their
 * guards. Returns the last one. */
static const struct row *add_cited(struct text *text, const struct table *table, unsigned state,
                                   unsigned event) {
  const struct row *last = NULL;
  for (unsigned i = 0; i < table->row_count; i++) {
    const struct row *row = &table->rows[i];
    if (!row_covers(row, state, event)) continue;
    text_add(text, last ? " and " : "");
    row_cite(text, row);
    if (row->when) text_add(text, " (%s)", row->when_name);
    last = row;
  }
  return last;
}

static void check_cell(const struct table *table, const char *name, unsigned state, unsigned event,
                       struct findings *findings) {
  struct cell_fault wrong = fault_of(cell_of(table, state, event));
  struct text cells = { 0 }, rows = { 0 };
  if (!wrong.fault) return;
  if (add_cells(&cells, table, state, event)) {
    const struct row *last = add_cited(&rows, table, state, event);
    findings_add(findings, last->file, last->line, "table %s: %s %s%s: %s; %s", name,
                 strchr(cells.bytes, ',') ? "cells" : "cell", cells.bytes, wrong.fault, rows.bytes,
                 wrong.advice);
  }
  text_free(&cells);
  text_free(&rows);
}

/* The first cell without a row, as "I/DATA". */
static void add_first_missing(struct text *text, const struct table *table,
                              const uint32_t missing[EVENTS_MAX]) {
  for (unsigned event = 0; event < table->event_count; event++)
    if (missing[event]) {
      text_add(text, "%s/%s", table->states[__builtin_ctz(missing[event])], table->events[event]);
      return;
    }
}

/* Cells without a row are told at once, with rows to paste behind the last row of the table. */
static void check_missing(const struct table *table, const char *name, struct findings *findings) {
  uint32_t missing[EVENTS_MAX] = { 0 };
  struct text rows = { 0 }, first = { 0 };
  const struct row *last = &table->rows[table->row_count - 1];
  for (unsigned state = 0; state < table->state_count; state++)
    for (unsigned event = 0; event < table->event_count; event++) {
      struct table_cell cell = cell_of(table, state, event);
      if (sees(table, event) && !cell.guarded && !cell.unguarded) missing[event] |= 1u << state;
    }
  unsigned count = missing_rows_add(&rows, table, missing);
  if (count == 1) {
    text_add(&first, "cell ");
    add_first_missing(&first, table, missing);
    text_add(&first, " has");
  } else {
    text_add(&first, "%u cells have", count);
  }
  if (count)
    findings_add(findings, last->file, last->line,
                 "table %s: %s no row; paste below this line, with STALL or ROW for NEVER where "
                 "the event can come:%s",
                 name, first.bytes, rows.bytes);
  text_free(&rows);
  text_free(&first);
}

/* --- rows --- */

static uint32_t states_of(const struct table *table) {
  return table->state_count >= STATES_MAX ? ~0u : (1u << table->state_count) - 1;
}

static void add_events(struct text *text, const struct table *table, uint64_t events) {
  const char *separator = "";
  for (unsigned e = 0; e < 64; e++) {
    if (!(events >> e & 1)) continue;
    if (e < table->event_count) text_add(text, "%s%s", separator, table->events[e]);
    else text_add(text, "%sevent %u", separator, e);
    separator = ", ";
  }
}

/* The fault of a row, and what to do, or nothing. */
static void add_row_fault(struct text *text, const struct table *table, const struct row *row) {
  uint32_t states = states_of(table);
  uint64_t unseen = row->on & ~table->alphabet;
  if (!row->in) text_add(text, "has no state: write the set of states that it answers in");
  else if (row->in & ~states)
    text_add(text, "has an unknown state, number %u: the table names %u states (0 to %u)",
             31 - (unsigned)__builtin_clz(row->in), table->state_count, table->state_count - 1);
  else if (!row->on) text_add(text, "has no event: write the set of events that it answers");
  else if (unseen) {
    text_add(text, "has an event that the controller cannot see: ");
    add_events(text, table, unseen);
    text_add(text, "; take it out of the row, or add it to the alphabet of the table");
  } else if (row->next & ~states)
    text_add(text, "has a next state that is not one state of the table: it names %u (0 to %u)",
             table->state_count, table->state_count - 1);
  else if (row->next & (row->next - 1))
    text_add(text, "has a next state that is not one state, but %d: write one, or SAME",
             __builtin_popcount(row->next));
  else if (!row->source)
    text_add(text, "has no source: write a text, such as the place in the paper");
}

static void check_row(const struct table *table, const char *name, const struct row *row,
                      struct findings *findings) {
  struct text fault = { 0 };
  add_row_fault(&fault, table, row);
  if (fault.length)
    findings_add(findings, row->file, row->line, "table %s: the row \"%s\" %s", name,
                 row->source ? row->source : "", fault.bytes);
  text_free(&fault);
}

/* --- the table as a whole --- */

/* The place of the table as a whole: that of its first row. */
static const char *file_of(const struct table *table) {
  return table->row_count ? table->rows[0].file : NULL;
}
static unsigned line_of(const struct table *table) {
  return table->row_count ? table->rows[0].line : 0;
}

/* Finds names that are missing, empty or repeated.  `of` names the list: "rcc/L1: state". */
static void find_missing_names(const char *const *names, unsigned count, const char *of,
                               const char *file, unsigned line, struct findings *findings) {
  for (unsigned i = 0; i < count; i++) {
    if (!names[i] || !*names[i]) {
      findings_add(findings, file, line, "%s %u has no name: the list of names is too short", of,
                   i);
      continue;
    }
    for (unsigned k = 0; k < i; k++)
      if (names[k] && !strcmp(names[k], names[i]))
        findings_add(findings, file, line, "%s %u has the name of %s %u, \"%s\"", of, i,
                     strrchr(of, ' ') ? strrchr(of, ' ') + 1 : of, k, names[i]);
  }
}

static void check_numbers(const struct table *table, const char *name, struct findings *findings) {
  const char *file = file_of(table);
  unsigned line = line_of(table);
  if (!table->rows || !table->row_count)
    findings_add(findings, file, line, "table %s: it has no rows", name);
  if (table->row_count > ROWS_MAX)
    findings_add(findings, file, line, "table %s: more than %d rows: it has %u", name, ROWS_MAX,
                 table->row_count);
  if (!table->states || !table->state_count || table->state_count > STATES_MAX)
    findings_add(findings, file, line, "table %s: it has %u states, expected 1 to %u", name,
                 table->state_count, STATES_MAX);
  if (!table->events || !table->event_count || table->event_count > EVENTS_MAX)
    findings_add(findings, file, line, "table %s: it has %u events, expected 1 to %u", name,
                 table->event_count, EVENTS_MAX);
  if (!table->alphabet)
    findings_add(findings, file, line,
                 "table %s: it can see no event; give the set of its events as the alphabet", name);
}

/* Is the table whole enough to check its cells? */
static bool check_shape(const struct table *table, const char *name, struct findings *findings) {
  unsigned before = findings->count;
  const char *file = file_of(table);
  unsigned line = line_of(table);
  check_numbers(table, name, findings);
  if (findings->count > before) return false;
  if (table->alphabet >> table->event_count)
    findings_add(findings, file, line, "table %s: it can see event %u, and %u events have names",
                 name, 63 - (unsigned)__builtin_clzll(table->alphabet), table->event_count);
  if (!table->stable)
    findings_add(findings, file, line,
                 "table %s: no state is stable; give the set of states in which a line can rest",
                 name);
  if (table->stable & ~states_of(table))
    findings_add(findings, file, line,
                 "table %s: a stable state is an unknown state: number %u of %u (0 to %u)", name,
                 31 - (unsigned)__builtin_clz(table->stable), table->state_count,
                 table->state_count - 1);
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
  check_missing(table, name, findings);
  for (unsigned state = 0; state < table->state_count; state++)
    for (unsigned event = 0; event < table->event_count; event++)
      if (sees(table, event)) check_cell(table, name, state, event, findings);
}

bool table_check(const struct table *table, const char *name, struct diagnostic *error) {
  struct findings findings = { { 0 } };
  table_findings(table, name, &findings);
  return findings_told(&findings, error);
}
