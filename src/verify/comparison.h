/* Two memory models compared on the same tests. */
#ifndef VERIFY_COMPARISON_H
#define VERIFY_COMPARISON_H

#include "run/effort.h"
#include "run/suite.h"

struct compared {
  struct judgement judgement[2];
  struct diagnostic error;
  bool good;
  const char *inapplicable; /* the model that lacks the test's transactions, or NULL */
};
/* Judges each test by both models. The caller frees the array by memory_free. */
struct compared *comparison_run(const struct suite *suite, struct cat_model *const models[2],
                                const struct effort *effort);
/* Does only one model leave the test undefined, or allow some outcome? */
bool comparison_differs(const struct program *program, const struct compared *comparison);

/* Counts of tests that differ, by direction. */
struct comparison_totals {
  unsigned judged, differ;
  unsigned more[2]; /* the model allows more than the other */
  unsigned both;    /* each allows what the other forbids */
  unsigned undefined;
};
void comparison_count(struct comparison_totals *totals, const struct program *program,
                      const struct compared *comparison);

#endif
