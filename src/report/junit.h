/* A writer of JUnit's XML, as CI servers read it. */
#ifndef REPORT_JUNIT_H
#define REPORT_JUNIT_H

#include <stdio.h>
#include "base/printing.h"
#include "report/place.h"

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

struct junit_test {
  const char *name;
  const char *kind;    /* "failure", "error", "skipped"; NULL: it passed, and has no message */
  const char *message; /* one line; known failures are skipped, and theirs begins with "known: " */
  const char *body;    /* NULL: none */
  double seconds;
};
void junit_case(struct junit_suite *suite, const struct junit_test *test,
                const struct report_place *place);
void junit_suite_end(struct junit_suite *suite, FILE *out); /* writes it */

#endif
