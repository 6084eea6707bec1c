/* Liveness: does everything that was begun come to its end?
 *
 * A goal is a set of states, such as "thread 1 is done".  Two questions, of every goal:
 *
 *   possible     It can be reached from every reachable state (AG EF).  A deadlock breaks this, and
 *                a part that is stuck while the rest runs on, and a livelock without a way out.
 *   guaranteed   Every fair run reaches it from every reachable state (AG AF under fairness).
 *
 * Fairness goes by classes of steps.  Under weak fairness, a class that can be taken from some
 * point on for ever is taken again and again.  Under strong fairness, so is a class that can be
 * taken again and again.  A step of no class is never owed.  A run may also end for good in a
 * state in which nothing is owed: an eviction may rescue a thread, but need not.
 *
 * An abstract model may have runs that the real one does not.  A Streett pair leaves out runs that
 * take its `when` again and again but its `then` only finitely often.  This changes nothing of what
 * is owed, or possible.
 *
 * A counterexample is a lasso. It is a run to some state, and from there a fair loop that never
 * meets the goal, or an end for good. */
#ifndef LIVENESS_LIVENESS_H
#define LIVENESS_LIVENESS_H

#include "liveness/lasso.h"
#include "liveness/obligations.h"
#include "search/search.h"

struct liveness {
  struct search_result search; /* which found the states; no answers where it is not complete */
  enum search_end end;         /* SEARCH_COMPLETE: both questions are answered */
  uint32_t impossible;         /* the goals that are not possible */
  uint32_t avoidable;          /* the goals that are not guaranteed */
  unsigned classes, strong;    /* classes of steps that occur; strongly fair ones */
  struct lasso *lasso;         /* of the first impossible goal, else of the first avoidable one */
  uint64_t bytes;              /* memory, at the peak */
  double seconds;
};

/* Searches the whole model within the options, whose stop_at is ignored, and answers.  To be
 * cleared by the caller. */
struct liveness liveness_check(const struct model *model, const struct obligations *obligations,
                               const struct search_options *options);
void liveness_clear(struct liveness *liveness);

#endif
