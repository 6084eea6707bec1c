/* A trace in words: what is shown of it, whatever the numbers; to be released with free().  Of no
 * trace (NULL) there are no words. */
#ifndef TESTS_MODELS_TRACE_WORDS_H
#define TESTS_MODELS_TRACE_WORDS_H

#include "search/search.h"

char *trace_words(const struct model *model, const struct trace *trace);

#endif
