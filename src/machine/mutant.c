/* See mutant.h.  A mutant drops an action, negates a guard, or enters another state.  These are the
 * effects of typing errors and misreadings.  A survivor shows a hole in the suite, or the change is
 * no fault.  (Mutation analysis: DeMillo, Lipton and Sayward 1978.) */
#include <string.h>
#include "base/memory.h"
#include "base/printing.h"
#include "machine/machine_private.h"
#include "machine/mutant.h"

/* Calls visit for each mutant until it returns true.  Returns true if it did. */
static bool each(const struct system *system,
                 bool (*visit)(void *context, const struct mutant *mutant), void *context) {
  for (unsigned k = 0; k < KINDS_MAX && system->kinds[k].name; k++) {
    const struct table *table = &system->kinds[k].table;
    for (unsigned r = 0; r < table->row_count; r++) {
      const struct row *row = &table->rows[r];
      if (row->kind != ROW_ACT) continue;
      for (unsigned a = 0; a < table_row_action_count(row); a++)
        if (visit(context, &(struct mutant){ k, r, MUTANT_DROP_ACTION, a })) return true;
      if (row->when && visit(context, &(struct mutant){ k, r, MUTANT_NEGATE_GUARD, 0 }))
        return true;
      for (unsigned s = 0; row->next != SAME && s < table->state_count; s++)
        if (row->next != 1u << s && visit(context, &(struct mutant){ k, r, MUTANT_NEXT_STATE, s }))
          return true;
    }
  }
  return false;
}

struct mutant_pick {
  unsigned left;
  struct mutant mutant;
};

static bool pick(void *context, const struct mutant *mutant) {
  struct mutant_pick *p = context;
  p->mutant = *mutant;
  return p->left-- == 0;
}

unsigned mutant_count(const struct system *system) {
  struct mutant_pick p = { .left = ~0u };
  each(system, pick, &p);
  return ~0u - p.left;
}

struct mutant mutant_at(const struct system *system, unsigned index) {
  struct mutant_pick p = { .left = index };
  each(system, pick, &p);
  return p.mutant;
}

static void print_set(FILE *out, const char *const *names, uint64_t set) {
  const char *separator = "";
  for (unsigned i = 0; i < 64; i++)
    if (set >> i & 1) {
      fprintf(out, "%s%s", separator, names[i]);
      separator = "|";
    }
}

void mutant_print(FILE *out, const struct system *system, const struct mutant *mutant) {
  const struct table *table = &system->kinds[mutant->kind].table;
  const struct row *row = &table->rows[mutant->row];
  fprintf(out, "%s [%s] ", system->kinds[mutant->kind].name, row->source);
  print_set(out, table->states, row->in);
  fputc('/', out);
  print_set(out, table->events, row->on);
  if (row->when) fprintf(out, " when %s", row->when_name);
  size_t length;
  const char *name = row_action_name(row, mutant->detail, &length);
  switch (mutant->fault) {
  case MUTANT_DROP_ACTION: fprintf(out, ": without %.*s", (int)length, name); break;
  case MUTANT_NEGATE_GUARD: fprintf(out, ": when not %s", row->when_name); break;
  case MUTANT_NEXT_STATE:
    fprintf(out, ": to %s instead of ", table->states[mutant->detail]);
    print_set(out, table->states, row->next);
    break;
  }
}

char *mutant_text(const struct system *system, const struct mutant *mutant) {
  struct printing printing;
  mutant_print(printing_begin(&printing), system, mutant);
  return printing_take(&printing);
}

struct row *mutant_rows(const struct table *table, const struct mutant *mutant) {
  struct row *rows = memory_new(table->row_count, sizeof *rows), *row = &rows[mutant->row];
  memcpy(rows, table->rows, table->row_count * sizeof *rows);
  switch (mutant->fault) {
  case MUTANT_DROP_ACTION:
    memmove(&row->actions[mutant->detail], &row->actions[mutant->detail + 1],
            (ROW_ACTIONS_MAX - mutant->detail - 1) * sizeof *row->actions);
    row->actions[ROW_ACTIONS_MAX - 1] = NULL;
    break;
  case MUTANT_NEGATE_GUARD: row->negated = true; break;
  case MUTANT_NEXT_STATE: row->next = 1u << mutant->detail; break;
  }
  return rows;
}

bool mutant_plant(struct machine *machine, const struct mutant *mutant, struct diagnostic *error) {
  struct table *table = &machine->shape.tables[mutant->kind];
  if (mutant->row >= table->row_count)
    return diagnostic_plain(error, "%s: no such mutant", machine->shape.system->name);
  machine->mutated = mutant_rows(table, mutant);
  table->rows = machine->mutated;
  return true;
}
