/* JUnit's XML: a list of suites, each with its cases. */
#ifndef REPORT_JUNIT_H
#define REPORT_JUNIT_H

#include <stdio.h>

/* Cases of a suite, all and by kind. */
struct junit_counts {
  unsigned tests, failures, errors, skipped;
};
/* `kind` is "failure", "error", "skipped", or NULL for a case that passed. */
void junit_count(struct junit_counts *counts, const char *kind);

void junit_begin(FILE *out, const char *command);
void junit_end(FILE *out);
void junit_suite_open(FILE *out, const char *name, const struct junit_counts *counts);
void junit_suite_close(FILE *out);
void junit_case(FILE *out, const char *suite, const char *name, const char *kind,
                const char *message);

#endif
