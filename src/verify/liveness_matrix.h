/* The liveness of every test on every machine. */
#ifndef VERIFY_LIVENESS_MATRIX_H
#define VERIFY_LIVENESS_MATRIX_H

#include "run/suite.h"
#include "verify/liveness.h"
#include "run/cost.h"
#include "run/effort.h"

/* A test on a machine, over all its placements. */
struct liveness_cell {
  const struct test *test;
  const struct setting *setting;
  enum progress_level found, due; /* due: as far as the program lets */
  struct placement placement; /* the first with least progress, and the options of its machine; or
                                 that is not excused */
  struct machine_options options;
  bool unexcused;    /* somewhere there is less than is due and than the record claims there */
  bool approximated; /* some machine was large, and had to do without evictions
                        (effort.quick_states) */
  unsigned placements;
  struct cost cost; /* by its placements */
  enum search_end end;
  enum liveness_verdict verdict;
  char *fault; /* LIVENESS_UNSUPPORTED: why */
};

struct liveness_matrix {
  const struct suite *suite;
  const struct setting *settings;
  unsigned setting_count;
  struct liveness_question question;
  struct setting atomic[2]; /* `sc`, and what stands in for it where there are transactions */
  struct liveness_cell *reference; /* by test: on one of them */
  struct liveness_cell *cells;     /* [test][setting] */
  struct cost cost;                /* by the cells, and by what they are compared with */
};

struct liveness_matrix *liveness_matrix_run(const struct suite *suite,
                                            const struct setting *settings, unsigned setting_count,
                                            const struct liveness_question *question,
                                            const struct effort *effort);
void liveness_matrix_free(struct liveness_matrix *matrix);
/* What a test's header says that the program has (Progress=...); false: nothing. */
bool liveness_expected(const struct program *program, enum progress_level *level);
/* Is nothing asked of models, since the program has none and no header says so? */
bool liveness_asks_nothing(const struct liveness_cell *reference);
int liveness_matrix_status(const struct liveness_matrix *matrix);

#endif
