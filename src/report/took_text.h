/* Time and memory of a command. */
#ifndef REPORT_TOOK_TEXT_H
#define REPORT_TOOK_TEXT_H

#include <stdbool.h>
#include "explore/search.h"
#include "verify/took.h"

/* Of one search, or of the several of a proof; `largest`: states of the one that held most. */
struct took took_of_search(const struct search_result *result, uint64_t largest);
/* Adds the memory of the program; `together`: of all processes, each of which asks. */
void took_weigh(struct took *took, bool together);
/* Adds the time since `start` (effort_now), and the memory of one process. */
struct took took_since(double start, struct took took);
/* `kept`: what the memory of a single search holds, whose counts stand elsewhere; NULL: of many
 * searches, with their counts. */
void took_print(const struct took *took, const char *kept);

#endif
