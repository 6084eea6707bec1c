/* The search for candidate executions: its limits, its results, its stages and the step between
 * them. */
#ifndef AXIOM_SEARCH_H
#define AXIOM_SEARCH_H

#include <time.h>
#include "axiom/execution.h"
#include "axiom/candidates.h"
#include "litmus/outcome.h"

/* ---- like threads ---- */

/* Two like threads, which may change places.  They have the same code, initial registers and
 * observed registers, and share the same scopes with every other thread. */
struct thread_swap {
  unsigned char low, high;
};
struct thread_symmetry {
  struct thread_swap *swaps;
  unsigned count;
};

/* ---- the search ---- */

struct search {
  const struct judge_options *options;
  struct judgement *judgement;
  size_t too_many;      /* events that a candidate has, if they are more than EVENTS_MAX; or 0 */
  judge_visitor *visit; /* or NULL */
  void *context;        /* of the visitor */
  bool updates;         /* a read-modify-write is one event */
  uint64_t fenced;      /* tags of the read-modify-writes that stand between two fences */
  struct paths paths[THREADS_MAX];
  int64_t *outcome;
  bool *decided;  /* the entries of `outcome` that are known before the execution is complete */
  bool counted;   /* the execution in work meets the filter, if there is one */
  uint64_t flags; /* raised in some consistent execution */
  unsigned observed[CELLS_MAX], observed_count; /* physical cells */
  int64_t final[CELLS_MAX];                     /* by physical cell */
  struct cells cells;
  struct thread_symmetry symmetry;
  unsigned finals; /* choices of final values looked at */
  bool only_new;   /* outcomes are wanted */
  struct timespec started;
  uint64_t steps;
};

double search_seconds(const struct search *search);
/* Sets `stop` when a limit is reached; to be called wherever the search may spend time. */
void search_check_limits(struct execution *x);
/* Refuses the program if the recursion that orders pairs of writes or of fences is too deep for the
 * stack, which only more than 64 events can make it; at: an event of the pair. */
bool search_too_deep(struct execution *x, unsigned at);
/* Asks the axioms of a level; false also if the search is to stop. */
bool search_passes(struct execution *x, unsigned level);
/* Asks the axioms of the stage at work, and runs the next stage. */
void search_next(struct execution *x);

#endif
