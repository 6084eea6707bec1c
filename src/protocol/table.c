/* Finds the row of a cell, cites rows, and counts transitions.  Only a state can tell whether two
 * guards overlap, so table_row compares them in each step. */
#include "protocol/table.h"

#include <string.h>
#include "protocol/crash_handler.h"

int table_row(const struct table *table, unsigned state, unsigned event, const struct step *step) {
  int found = NO_ROW;
  if (state >= STATES_MAX || event >= EVENTS_MAX) return NO_ROW;
  for (unsigned i = 0; i < table->row_count; i++) {
    const struct row *row = &table->rows[i];
    if (!(row->in >> state & 1) || !(row->on >> event & 1)) continue;
    running_row.row = row; /* a crash in the guard names it */
    if (row->when && row->when(step) == row->negated) continue;
    if (found != NO_ROW) return ROW_OVERLAP;
    found = (int)i;
  }
  return found;
}

unsigned table_row_action_count(const struct row *row) {
  unsigned count = 0;
  while (count < ROW_ACTIONS_MAX && row->actions[count]) count++;
  return count;
}

/* Behind a comma of the names as written: at the name, without the star of a repaired action. */
static const char *at_name(const char *at, bool *repaired) {
  at += strspn(at, ", ");
  *repaired = *at == '*';
  return at + *repaired;
}

const char *row_action_name(const struct row *row, unsigned index, size_t *length) {
  const char *at = row->action_names ? row->action_names : "?";
  bool repaired;
  for (unsigned i = 0; i < index && strchr(at, ','); i++) at = strchr(at, ',') + 1;
  at = at_name(at, &repaired);
  *length = strcspn(at, ",");
  return at;
}

void row_add_actions(struct text *text, const struct row *row, bool marked) {
  const char *separator = "";
  bool repaired;
  if (!row->action_names || !*row->action_names) return;
  for (const char *at = row->action_names; at; at = strchr(at, ',')) {
    at = at_name(at, &repaired);
    text_add(text, "%s%.*s", separator, (int)strcspn(at, ","), at);
    if (marked && repaired) text_add(text, " (repaired)");
    separator = ", ";
  }
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
