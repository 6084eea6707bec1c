/* Threads that nothing tells apart, and the executions that differ by nothing but their names. */
#ifndef AXIOM_THREAD_SYMMETRY_H
#define AXIOM_THREAD_SYMMETRY_H

#include "axiom/execution.h"
#include "litmus/outcome.h"

/* The pairs of threads that may change places, in every one of which the lower number stands first.
 * Not told apart: the same code, registers of the same initial values, the same scopes shared with
 * every other thread, and whatever is observed of one is observed of the other. */
struct thread_swap {
  unsigned char low, high;
};
struct thread_symmetry {
  struct thread_swap *swaps;
  unsigned count;
};

void thread_symmetry_find(struct thread_symmetry *symmetry, const struct program *program);
void thread_symmetry_free(struct thread_symmetry *symmetry);

/* Is the choice of paths, or what is chosen of it and of the reads' sources, the least among its
 * images under each swap?  What is not chosen yet may decide later. */
bool thread_symmetry_least_paths(const struct thread_symmetry *symmetry,
                                 const struct execution *execution);
bool thread_symmetry_least_sources(const struct thread_symmetry *symmetry,
                                   const struct execution *execution);

/* Adds every image of every outcome. */
void thread_symmetry_close(const struct thread_symmetry *symmetry, const struct program *program,
                           struct outcome_set *outcomes);

#endif
