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

/* Which transitions were counted: a set of next states for each state and event. */
struct transition_set {
  uint32_t next[STATES_MAX][EVENTS_MAX];
};

/* Counts a row's transitions that are new, and those of them that touch a transient state. */
static unsigned count_new(const struct table *table, const struct row *row,
                          struct transition_set *seen, unsigned *transient) {
  unsigned count = 0;
  for (unsigned s = 0; s < table->state_count; s++)
    for (unsigned e = 0; e < table->event_count; e++) {
      uint32_t next = row->next == SAME ? 1u << s : row->next;
      if (!row_covers(row, s, e) || seen->next[s][e] & next) continue;
      seen->next[s][e] |= next;
      *transient += ((1u << s | next) & ~table->stable) != 0;
      count++;
    }
  return count;
}

static unsigned count_group(const struct table *table, unsigned mask, unsigned marks,
                            struct transition_set *seen, unsigned *transient) {
  unsigned count = 0;
  for (unsigned i = 0; i < table->row_count; i++) {
    const struct row *row = &table->rows[i];
    if (row->kind == ROW_ACT && (row->marks & mask) == marks)
      count += count_new(table, row, seen, transient);
  }
  return count;
}

struct transition_counts table_transitions(const struct table *table) {
  struct transition_set seen = { 0 };
  struct transition_counts counts = { 0 };
  unsigned ignored = 0;
  counts.of_source = count_group(table, ~0u, 0, &seen, &counts.transient);
  counts.inferred = count_group(table, ~0u, MARK_INFERRED, &seen, &counts.transient);
  counts.of_variants = count_group(table, MARK_VARIANT, MARK_VARIANT, &seen, &ignored);
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
