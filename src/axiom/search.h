/* The search for candidate executions: its limits, its results, its stages and the step between
 * them. */
#ifndef AXIOM_SEARCH_H
#define AXIOM_SEARCH_H

#include <time.h>
#include "axiom/execution.h"
#include "axiom/judge.h"
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

void thread_symmetry_find(struct thread_symmetry *symmetry, const struct program *program);
void thread_symmetry_free(struct thread_symmetry *symmetry);

/* Is the choice so far the least among its images under each swap?  True if a later choice may
 * decide. */
bool thread_symmetry_least_paths(const struct thread_symmetry *symmetry,
                                 const struct execution *execution);
bool thread_symmetry_least_sources(const struct thread_symmetry *symmetry,
                                   const struct execution *execution);

/* Adds every image of every outcome. */
void thread_symmetry_close(const struct thread_symmetry *symmetry, const struct program *program,
                           struct outcome_set *outcomes);

/* ---- the search ---- */

struct search {
  const struct judge_options *options;
  struct judgement *judgement;
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
/* Asks the axioms of a level; false also if the search is to stop. */
bool search_passes(struct execution *x, unsigned level);
/* Asks the axioms of the stage at work, and runs the next stage. */
void search_next(struct execution *x);

/* ---- the stages, in their order; judge.c has the table ---- */

void reads_choose(struct execution *x);
/* Adds to the known part of co, which is closed, what atomicity says of the reads that have a
 * source. false: that makes a cycle. */
bool reads_stay_atomic(struct execution *x, uint64_t *must);
/* Fails if two barriers that meet ask for different quorums. */
void barriers_choose(struct execution *x);
void fences_choose(struct execution *x);
void coherence_choose(struct execution *x);
void withs_choose(struct execution *x);
/* Finds the cells that the program observes. */
void outcomes_find_observed(struct execution *x);
/* Counts the outcomes of a complete execution if it is consistent. */
void outcomes_judge(struct execution *x);
/* May the choices so far lead to an outcome that the filter keeps?  If only new outcomes are
 * wanted: to a new one, or to a new flag?  `order`: the known part of co.  The axioms were asked up
 * to `level`. */
bool outcomes_wanted(struct execution *x, const uint64_t *order, unsigned level);
/* May the filter, if there is one, still hold of the registers that are known so far? */
bool outcomes_meet_filter(struct execution *x);

/* Why no execution has an outcome, in words; the caller frees the text. */
char *no_outcome_reason(const struct execution *x, const struct paths *paths, const char *model);

#endif
