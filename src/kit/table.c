/* Looking rows up, and checking that every cell has an answer.  The cells' guards are checked against each other
 * while running (table_row), since only a state can say whether two guards overlap. */
#include "kit/table.h"

int table_row(const struct table *table, unsigned state, unsigned event, const struct step *step) {
  int found = NO_ROW;
  for (unsigned i = 0; i < table->row_count; i++) {
    const struct row *row = &table->rows[i];
    if (!(row->in >> state & 1) || !(row->on >> event & 1)) continue;
    if (row->when && row->when(step) == row->negated) continue;
    if (found != NO_ROW) return ROW_OVERLAP;
    found = (int)i;
  }
  return found;
}

/* What a cell's rows amount to, without running their guards. */
struct cell { unsigned guarded, unguarded; };

static struct cell cell_of(const struct table *table, unsigned state, unsigned event) {
  struct cell cell = { 0, 0 };
  for (unsigned i = 0; i < table->row_count; i++) {
    const struct row *row = &table->rows[i];
    if (!(row->in >> state & 1) || !(row->on >> event & 1)) continue;
    if (row->when) cell.guarded++;
    else cell.unguarded++;
  }
  return cell;
}

static bool check_cell(const struct table *table, const char *name, unsigned state, unsigned event,
                       struct diagnostic *error) {
  struct cell cell = cell_of(table, state, event);
  const char *fault = NULL;
  if (cell.guarded + cell.unguarded == 0) fault = "has no row";
  else if (cell.unguarded > 1) fault = "has two rows without a guard";
  else if (cell.unguarded == 1 && cell.guarded) fault = "has a row without a guard beside guarded ones";
  else if (cell.guarded == 1) fault = "has one guarded row and nothing for the rest";
  if (!fault) return true;
  return diagnose_plain(error, "table %s: cell %s/%s %s", name, table->states[state], table->events[event], fault);
}

static bool check_row(const struct table *table, const char *name, const struct row *row, struct diagnostic *error) {
  uint32_t states = table->state_count == 32 ? ~0u : (1u << table->state_count) - 1;
  const char *fault = NULL;
  if (!row->in || row->in & ~states) fault = "an unknown state";
  else if (!row->on || row->on & ~table->alphabet) fault = "an event that the controller cannot see";
  else if (row->next & (row->next - 1) || row->next & ~states) fault = "a next state that is not one state";
  else if (!row->source) fault = "no source";
  if (!fault) return true;
  return diagnose_plain(error, "table %s: the row at line %u has %s", name, row->line, fault);
}

bool table_check(const struct table *table, const char *name, struct diagnostic *error) {
  for (unsigned i = 0; i < table->row_count; i++)
    if (!check_row(table, name, &table->rows[i], error)) return false;
  for (unsigned state = 0; state < table->state_count; state++)
    for (unsigned event = 0; event < table->event_count; event++)
      if (table->alphabet >> event & 1 && !check_cell(table, name, state, event, error)) return false;
  return true;
}

unsigned row_action_count(const struct row *row) {
  unsigned count = 0;
  while (count < ROW_ACTIONS_MAX && row->actions[count]) count++;
  return count;
}

struct transition_counts table_transitions(const struct table *table) {
  struct transition_counts counts = { 0 };
  for (unsigned i = 0; i < table->row_count; i++) {
    const struct row *row = &table->rows[i];
    if (row->kind != ROW_ACT) continue;
    unsigned events = (unsigned)__builtin_popcountll(row->on), all = (unsigned)__builtin_popcount(row->in) * events;
    uint32_t transient = row->next & ~table->stable ? row->in : row->in & ~table->stable;
    if (row->marks & MARK_VARIANT) counts.of_variants += all;
    else if (row->marks & MARK_UNCOUNTED) counts.uncounted += all;
    else counts.counted += all;
    if (!(row->marks & MARK_VARIANT)) counts.transient += (unsigned)__builtin_popcount(transient) * events;
  }
  return counts;
}
