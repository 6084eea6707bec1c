/* One test on one machine, in every placement. */
#ifndef VERIFY_EXPLORATION_H
#define VERIFY_EXPLORATION_H

#include "run/cost.h"
#include "run/counterexample.h"
#include "run/effort.h"
#include "run/placements.h"

struct exploration {
  struct setting setting;
  struct effort effort;
  uint64_t placement; /* only the N-th; 0: every one */
};

/* What all placements reached. */
struct explored {
  struct outcome_set *outcomes;
  struct cost cost; /* a search each */
  uint64_t broken;
  bool blocked, complete;
  bool ends;       /* some run comes to its end, though the test's filter may leave it out */
  uint64_t limits; /* as in struct matrix_cell */
};
/* false, with a message, where a placement cannot be built.  The outcomes are the caller's. */
bool exploration_run(const struct exploration *exploration, const struct program *program,
                     const struct placements *placements, struct explored *explored,
                     struct diagnostic *error);
/* Why there is no outcome, to be released by memory_free; NULL where there is one, or one may be
 * missing. */
char *exploration_nothing(const struct exploration *exploration, const struct program *program,
                          const struct placements *placements, const struct explored *explored);
/* The shortest run over all placements that breaks one of `stop_at` or, with PROPERTY_WITNESS,
 * meets `seek`; the first of several.  NULL: none was found, and `*complete` says whether there is
 * none. */
struct counterexample *exploration_shortest(const struct exploration *exploration,
                                            const struct program *program,
                                            const struct placements *placements, uint64_t stop_at,
                                            const struct condition *seek, bool *complete);

#endif
