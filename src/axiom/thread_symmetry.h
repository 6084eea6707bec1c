/* Symmetry of threads: only the least of several images is built. */
#ifndef AXIOM_THREAD_SYMMETRY_H
#define AXIOM_THREAD_SYMMETRY_H

#include "axiom/search.h"

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

#endif
