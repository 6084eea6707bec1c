/* Prints the walks of all threads as a litmus test. */
#ifndef EXTRACT_PRINT_TEST_H
#define EXTRACT_PRINT_TEST_H

#include "base/text.h"
#include "extract/walk.h"

/* A walk of each thread, in the order of the threads; false with a diagnostic. */
bool print_test(struct text *out, struct extraction *extraction, const struct walk *walks);

#endif
