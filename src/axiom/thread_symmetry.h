/* Threads that nothing tells apart, and the executions that differ by nothing but their names. */
#ifndef AXIOM_THREAD_SYMMETRY_H
#define AXIOM_THREAD_SYMMETRY_H

#include "axiom/execution.h"

/* The pairs of threads that may change places, in every one of which the lower number stands first.
 * Not told apart: the same code, registers of the same initial values, the same scopes shared with
 * every other thread, and whatever is observed of one is observed of the other. */
struct thread_swap {
  unsigned char low, high;
};
struct likeness {
  struct thread_swap *swaps;
  unsigned count;
};

void likeness_find(struct likeness *likeness, const struct program *program);
void likeness_free(struct likeness *likeness);

/* Is the choice of paths, or what is chosen of it and of the reads' sources, the least among its
 * images under each swap?  What is not chosen yet may decide later. */
bool likeness_least_paths(const struct likeness *likeness, const struct execution *execution);
bool likeness_least_sources(const struct likeness *likeness, const struct execution *execution);

/* Adds every image of every outcome. */
void likeness_close(const struct likeness *likeness, const struct program *program,
                    struct outcome_set *outcomes);

#endif
