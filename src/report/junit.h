/* A writer of JUnit's XML, as CI servers read it. */
#ifndef REPORT_JUNIT_H
#define REPORT_JUNIT_H

#include <stdio.h>
#include "base/printing.h"

void junit_begin(FILE *out, const char *command); /* "run" */
void junit_end(FILE *out);

/* Cases are kept until their counts, which stand before them, are known. */
struct junit_suite {
  const char *name;
  unsigned tests, failures, errors, skipped;
  struct printing cases;
  FILE *memory;
};
void junit_suite_begin(struct junit_suite *suite, const char *name);
/* `kind`: "failure", "error", "skipped", or NULL for a case that passed, which has no message. */
void junit_case(struct junit_suite *suite, const char *name, const char *kind, const char *message);
void junit_suite_end(struct junit_suite *suite, FILE *out); /* writes it */

#endif
