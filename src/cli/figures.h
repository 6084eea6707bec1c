/* What a command took, for a person. */
#ifndef CLI_FIGURES_H
#define CLI_FIGURES_H

#include "verify/effort.h"

/* Of one search, or several after each other, `largest` being the states of the one which held most; with the memory of the
 * program.  By all ranks. */
struct took figures_of(const struct search_result *result, uint64_t largest);
/* With the memory of the program.  By all ranks. */
struct took figures_of_many(struct took took);

/* `kept` is what the memory is for. */
void figures_print(const struct search_result *result, const struct took *took, const char *kept);
void figures_print_many(const struct took *took);
/* Time and memory alone, of all since `start` (effort_now).  By all ranks. */
void figures_print_since(double start);

#endif
