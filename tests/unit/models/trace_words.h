/* A trace in words, which do not depend on the numbers of states; to be released with free().
 * Without a trace (NULL) there are no words. */
#ifndef TESTS_MODELS_TRACE_WORDS_H
#define TESTS_MODELS_TRACE_WORDS_H

#include "search/search.h"

char *trace_words(const struct model *model, const struct trace *trace);

#endif
