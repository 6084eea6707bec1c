/* The cost of a command as text. */
#ifndef REPORT_COST_TEXT_H
#define REPORT_COST_TEXT_H

#include <stdbool.h>
#include "search/search.h"
#include "run/cost.h"

/* The cost of one search, or of a proof's searches; `largest`: states of the one that took most
 * memory. */
struct cost cost_of_search(const struct search_result *result, uint64_t largest);
/* Adds the peak memory of the program; `together`: of all processes, which call it together. */
void cost_weigh(struct cost *cost, bool together);

/* Prints the cost. `kept`: what the memory of a single search is for; its counts are printed
 * elsewhere. NULL: of many searches, with their counts. */
void cost_print(const struct cost *cost, const char *kept);
/* The cost of a command that began at `start` (effort_now), in one process. */
struct cost cost_since(double start, struct cost cost);

#endif
