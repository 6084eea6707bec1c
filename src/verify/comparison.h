/* What two memory models say of the same tests. */
#ifndef VERIFY_COMPARISON_H
#define VERIFY_COMPARISON_H

#include "run/effort.h"
#include "run/suite.h"

struct compared {
  struct judgement judgement[2];
  struct diagnostic error;
  bool good;
  const char *inapplicable; /* the model that knows nothing of its transactions, or NULL */
};
/* One for each test of the suite, to be released by memory_free. */
struct compared *comparison_run(const struct suite *suite, struct cat_model *const models[2],
                                const struct effort *effort);
/* Whether only one model leaves the test undefined, or allows some outcome. */
bool comparison_differs(const struct program *program, const struct compared *comparison);

/* Tests that differ, by direction. */
struct comparison_totals {
  unsigned judged, differ;
  unsigned more[2]; /* the model allows more than the other */
  unsigned both;    /* each allows what the other forbids */
  unsigned undefined;
};
void comparison_count(struct comparison_totals *totals, const struct program *program,
                      const struct compared *comparison);

#endif
