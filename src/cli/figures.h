/* What a command took, for a person. */
#ifndef CLI_FIGURES_H
#define CLI_FIGURES_H

#include <stdbool.h>
#include "explore/search.h"
#include "run/cost.h"

/* Of one search or, in a proof, of several, `largest` being the states of the one that held most.
 */
struct cost figures_of(const struct search_result *result, uint64_t largest);
/* Adds the memory of the program; `together`: of all ranks, each of which asks. */
void figures_weigh(struct cost *cost, bool together);

/* Of one search, whose counts stand elsewhere, `kept` is what the memory is for; NULL: of many,
 * with their counts, if they are told nowhere else. */
void figures_print(const struct cost *cost, const char *kept);
/* What is told so of a command that began at `start` (effort_now), with counts or without; by one
 * rank. */
struct cost figures_since(double start, struct cost cost);

#endif
