/* What a search took, for a person. */
#ifndef CLI_FIGURES_H
#define CLI_FIGURES_H

#include "explore/search.h"

/* `kept` is what the memory is for; `largest` the states of the one search, of those that were made, which held so much. */
void figures_print(const struct search_result *result, const char *kept, uint64_t largest);

#endif
