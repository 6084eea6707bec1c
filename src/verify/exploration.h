/* One test on one machine, in every placement. */
#ifndef VERIFY_EXPLORATION_H
#define VERIFY_EXPLORATION_H

#include "run/effort.h"
#include "run/counterexample.h"
#include "run/placements.h"
#include "run/subject.h"

struct exploration {
  struct setting setting;
  struct effort effort;
  uint64_t placement; /* the only one to explore; 0: all */
};

/* Is the p-th placement explored? */
bool exploration_asks(const struct exploration *exploration, unsigned p);
struct subject exploration_subject(const struct exploration *exploration,
                                   const struct program *program,
                                   const struct placement *placement);
struct search_options exploration_limits(const struct exploration *exploration);

/* The results over all placements. */
struct exploration_result {
  struct outcome_set *outcomes;
  struct cost cost; /* of all searches */
  uint64_t broken;
  bool blocked, complete;
  bool ends;       /* some run ends, though the test's filter may leave it out */
  uint64_t limits; /* as in struct matrix_cell */
};
/* Returns false, with an error, where a placement cannot be built. The caller frees the
 * outcomes. */
bool exploration_run(const struct exploration *exploration, const struct program *program,
                     const struct placements *placements, struct exploration_result *explored,
                     struct diagnostic *error);
/* Why no outcome was reached, to be freed by memory_free; NULL where one was, or may be missing. */
char *exploration_nothing(const struct exploration *exploration, const struct program *program,
                          const struct placements *placements,
                          const struct exploration_result *explored);
/* The shortest run over all placements that breaks a property of `stop_at`, or that meets `seek`
 * with PROPERTY_WITNESS. NULL: none was found; `*complete` says whether there is none. */
struct counterexample *exploration_shortest(const struct exploration *exploration,
                                            const struct program *program,
                                            const struct placements *placements, uint64_t stop_at,
                                            const struct condition *seek, bool *complete);

#endif
