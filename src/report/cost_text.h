/* What a command took, for a person. */
#ifndef REPORT_COST_TEXT_H
#define REPORT_COST_TEXT_H

#include <stdbool.h>
#include "explore/search.h"
#include "run/cost.h"

/* Of one search or, in a proof, of several, `largest` being the states of the one that held most.
 */
struct cost cost_of_search(const struct search_result *result, uint64_t largest);
/* Adds the memory of the program; `together`: of all ranks, each of which asks. */
void cost_weigh(struct cost *cost, bool together);

/* Of one search, whose counts stand elsewhere, `kept` is what the memory is for; NULL: of many,
 * with their counts, if they are told nowhere else. */
void cost_print(const struct cost *cost, const char *kept);
/* What is told so of a command that began at `start` (effort_now), with counts or without; by one
 * rank. */
struct cost cost_since(double start, struct cost cost);

#endif
