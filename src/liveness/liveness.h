/* Progress: not only that nothing bad happens, but that something good does.
 *
 * A goal is a set of states ("thread 1 is done", "the request of core 0 is answered").  Two
 * questions, of every goal:
 *
 *   possible     from every reachable state it can still be reached (AG EF): whoever fails this has
 * a deadlock, a part of the machine that is stuck while the rest runs on, or a livelock that
 * nothing can end; guaranteed   every run that is fair reaches it, from every reachable state (AG
 * AF under fairness).
 *
 * What is fair goes by classes of steps.  A step of a class is owed by whoever takes it: under weak
 * fairness, a class one of whose steps can be taken from some point on for ever is taken again and
 * again; under strong fairness, so is a class one of whose steps can be taken again and again.  A
 * step of no class is owed by nobody, and a run may also end for good in any state in which nothing
 * is owed: so an eviction may rescue a thread, but need not.
 *
 * A model that abstracts may have runs that what it stands for has not.  Those can be left out that
 * take certain steps again and again, but certain others only finitely often: `when` without
 * `then`, a Streett pair.  No class is owed any less for that, and nothing is more possible.
 *
 * A counterexample is a lasso: a run to some state (the stem), and from there a loop back to it
 * (empty where the run ends for good) that is fair and never meets the goal. */
#ifndef LIVENESS_LIVENESS_H
#define LIVENESS_LIVENESS_H

#include "search/search.h"

enum { GOALS_MAX = 32 };

/* What is asked of a model.  NOT_OWED is the class of steps that are not owed. */
enum { NOT_OWED = 0 };
struct pairs {
  uint64_t when, then;
}; /* of which pairs a step is a `when`, and of which a `then`: sets */
static inline void pairs_add(struct pairs *all, struct pairs more) {
  all->when |= more.when;
  all->then |= more.then;
}
static inline uint64_t pairs_broken(struct pairs all) { return all.when & ~all.then; }

struct obligations {
  unsigned goals;
  uint32_t possible, guaranteed; /* of which goals what is asked: sets */
  uint32_t (*met)(const struct model *model, void *worker,
                  const slot_t *state); /* the goals that hold in a state */
  /* During a visit: the class of the step that is shown, by content. */
  uint64_t (*owed)(const struct model *model, void *worker);
  bool (*is_strong)(const struct model *model, uint64_t class);
  /* Likewise: its pairs, `to` being where it leads.  NULL: there are none. */
  struct pairs (*pairs)(const struct model *model, void *worker, const slot_t *to);
};

static inline struct pairs pairs_of_step(const struct obligations *obligations,
                                         const struct model *model, void *worker,
                                         const slot_t *to) {
  return obligations->pairs ? obligations->pairs(model, worker, to) : (struct pairs){ 0, 0 };
}

enum progress_kind { POSSIBLE_PROGRESS, GUARANTEED_PROGRESS };

/* trace.states[loop] is the state that the trace also ends with; loop == trace.length: the run ends
 * for good. */
struct lasso {
  struct trace trace;
  unsigned loop;
  enum progress_kind refutes;
  unsigned goal; /* the one that the loop never meets */
  unsigned lost; /* POSSIBLE_PROGRESS: from this state of the trace on, nothing leads to the goal
                    any more */
};

struct progress {
  struct search_result search;    /* that found the states; no answers where it is not complete */
  enum search_end end;            /* SEARCH_COMPLETE: both questions are answered */
  uint32_t impossible, avoidable; /* the goals that fail to be possible; to be guaranteed */
  unsigned classes,
      strong; /* classes of steps that occur, and how many of them are strongly fair */
  struct lasso
      *lasso;     /* of the first goal that is impossible, else of the first that is avoidable */
  uint64_t bytes; /* memory, at the peak */
  double seconds;
};

/* Searches the whole model within the options (whose stop_at is ignored), and answers.  To be
 * cleared by the caller. */
struct progress progress_check(const struct model *model, const struct obligations *obligations,
                               const struct search_options *options);
void progress_clear(struct progress *progress);

/* Does every step of the lasso exist, is its loop one, fair, and without its goal?  Asks the model
 * alone. */
bool lasso_replays(const struct model *model, const struct obligations *obligations,
                   const struct lasso *lasso);
void lasso_free(struct lasso *lasso);

#endif
