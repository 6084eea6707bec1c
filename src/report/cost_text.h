/* The cost of a command, and an exploration, as text. */
#ifndef REPORT_COST_TEXT_H
#define REPORT_COST_TEXT_H

#include <stdbool.h>
#include <stdio.h>
#include "run/effort.h"
#include "search/search.h"
#include "verify/exploration.h"

/* Adds the peak memory of the program; `together`: of all processes, which call it together. */
void cost_weigh(struct cost *cost, bool together);

/* Prints the cost. `kept`: what the memory of a single search is for; its counts are printed
 * elsewhere. NULL: of many searches, with their counts. */
void cost_print(const struct cost *cost, const char *kept);
/* The cost of a command that began at `start` (effort_now), in one process. */
struct cost cost_since(double start, struct cost cost);

/* The counts over all placements, and the invariants that hold or are broken. */
void explored_print(FILE *out, const struct setting *setting, const struct program *program,
                    const struct exploration_result *explored);

#endif
