/* A cell is a row, a state and an event. */
#include "run/coverage.h"

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
