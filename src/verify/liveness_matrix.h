/* The liveness of every test on every machine. */
#ifndef VERIFY_LIVENESS_MATRIX_H
#define VERIFY_LIVENESS_MATRIX_H

#include "run/cost.h"
#include "run/effort.h"
#include "run/suite.h"
#include "verify/liveness.h"

/* A test on a machine, over all its placements. */
struct liveness_cell {
  const struct test *test;
  const struct setting *setting;
  enum progress_level found, due; /* due: the program's own level */
  /* the first unexcused placement, or else the first of the lowest level, and its options */
  struct placement placement;
  struct machine_options options;
  bool unexcused;    /* some placement has less than is due and than the record claims there */
  bool approximated; /* some machine was searched without evictions (effort.quick_states) */
  unsigned placements;
  struct cost cost;
  enum search_end end;
  enum liveness_verdict verdict;
  char *fault; /* LIVENESS_UNSUPPORTED: why */
};

struct liveness_matrix {
  const struct suite *suite;
  const struct setting *settings;
  unsigned setting_count;
  struct liveness_question question;
  struct setting atomic[2];        /* `sc`, and its substitute for transactions */
  struct liveness_cell *reference; /* by test: on one of `atomic` */
  struct liveness_cell *cells;     /* [test][setting] */
  struct cost cost;                /* of cells and references */
};

struct liveness_matrix *liveness_matrix_run(const struct suite *suite,
                                            const struct setting *settings, unsigned setting_count,
                                            const struct liveness_question *question,
                                            const struct effort *effort);
void liveness_matrix_free(struct liveness_matrix *matrix);
/* The level that the test's header states (Progress=...); false: it states none. */
bool liveness_expected(const struct program *program, enum progress_level *level);
/* Is nothing asked of models, since the program has no liveness and its header does not say so? */
bool liveness_asks_nothing(const struct liveness_cell *reference);
int liveness_matrix_status(const struct liveness_matrix *matrix);

#endif
