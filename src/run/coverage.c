/* A cell is a row, a state and an event. */
#include "run/coverage.h"

#include "base/memory.h"
#include "machine/kept.h"

void coverage_add(struct coverage *coverage, const struct machine *machine,
                  const struct system *system) {
  for (unsigned k = 0; k < KINDS_MAX && system->kinds[k].name; k++) {
    const struct table *table = &system->kinds[k].table;
    for (unsigned r = 0; r < table->row_count; r++)
      for (unsigned s = 0; s < table->state_count; s++)
        for (unsigned e = 0; e < table->event_count; e++)
          if (table->rows[r].in >> s & 1 && table->rows[r].on >> e & 1 &&
              machine_fired(machine, k, r, s, e))
            coverage->fired[k][r][s] |= 1ull << e;
  }
}

/* A claim is vacuous if nothing that it speaks of ever happened. Source: I. Beer et al., Efficient
 * detection of vacuity in temporal model checking, FMSD 2001. */

void exercise_add(struct exercise *exercise, const struct machine *machine) {
  if (!exercise->coverage) exercise->coverage = memory_new(1, sizeof *exercise->coverage);
  coverage_add(exercise->coverage, machine, machine_shape(machine)->system);
  exercise->evidence |= machine_evidence(machine);
}

void exercise_clear(struct exercise *exercise) {
  memory_free(exercise->coverage);
  exercise->coverage = NULL;
}

static bool has_fired(const struct coverage *coverage, unsigned kind, unsigned row) {
  for (unsigned state = 0; state < STATES_MAX; state++)
    if (coverage->fired[kind][row][state]) return true;
  return false;
}

void exercise_unfired(const struct exercise *exercise, const struct system *system,
                      void (*visit)(void *context, const struct controller_kind *kind,
                                    const struct row *row),
                      void *context) {
  for (unsigned k = 0; exercise->coverage && k < KINDS_MAX && system->kinds[k].name; k++) {
    const struct table *table = &system->kinds[k].table;
    for (unsigned r = 0; r < table->row_count; r++) {
      const struct row *row = &table->rows[r];
      if (row->kind == ROW_NEVER || row->marks & MARK_VARIANT ||
          has_fired(exercise->coverage, k, r))
        continue;
      visit(context, &system->kinds[k], row);
    }
  }
}

const char *exercise_vacuous(const struct exercise *exercise, enum property property) {
  unsigned seen = exercise->evidence;
  switch (property) {
  case PROPERTY_SWMR:
    if (!(seen & (SEEN_READABLE | SEEN_WRITABLE))) return "no copy was ever readable or writable";
    return seen & SEEN_WRITABLE ? NULL : "no copy was ever writable";
  case PROPERTY_DATA_VALUE:
    if (!(seen & (SEEN_READABLE | SEEN_WRITABLE))) return "no copy was ever readable";
    return seen & SEEN_PERFORMED ? NULL : "no store was ever performed";
  case PROPERTY_SWMR_LOGICAL:
  case PROPERTY_VALUE_LOGICAL: return seen & SEEN_PERFORMED ? NULL : "no store was ever performed";
  case PROPERTY_LOAD_VALUE:
    return seen & SEEN_ANSWERED ? NULL : "no load was ever answered with a copy's word";
  default: return NULL;
  }
}
