/* Counterexamples to liveness: a run to some state, and from there a loop back to it. */
#ifndef LIVENESS_LASSO_H
#define LIVENESS_LASSO_H

#include "liveness/obligations.h"
#include "search/trace.h"

struct components;

enum liveness_kind { LIVENESS_POSSIBLE, LIVENESS_GUARANTEED };

struct lasso {
  struct trace trace; /* ends with the state at `loop` */
  unsigned loop;      /* where the loop begins; trace.length: the run ends for good */
  enum liveness_kind refutes;
  unsigned goal; /* which the loop never meets */
  unsigned lost; /* LIVENESS_POSSIBLE: from this state on, nothing leads to the goal */
};

/* The lasso goes by a shortest way from the start to the node `entry`.  It goes on to the nearest
 * living node, and round a fair loop from there.  The caller fills in `refutes` and `goal`.  NULL:
 * there is none. */
struct lasso *lasso_make(struct components *components, uint32_t entry);
void lasso_free(struct lasso *lasso); /* NULL is fine */

/* Asks only the model, without a graph: does every step of the lasso exist?  Is its loop one,
 * fair, and without its goal? */
bool lasso_replays(const struct model *model, const struct obligations *obligations,
                   const struct lasso *lasso);

#endif
