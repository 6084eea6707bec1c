/* The states of each level, as slices of the indices that the visited set gave them. */
#ifndef SEARCH_FRONTIER_H
#define SEARCH_FRONTIER_H

#include <stddef.h>
#include "base/vector.h"
#include "states/visited.h"

/* A slice is the unit of work of one thread. */
enum { SLICE_MAX = 256 };

struct level {
  size_t first_slice;
  uint64_t states;
};

struct frontier {
  VECTOR(struct range) slices; /* of all levels */
  VECTOR(struct level) levels;
};

/* Makes a level of the states that were kept since the last call, in slices for `members` threads.
 * Returns their number; 0: no level is made. */
uint64_t frontier_advance(struct frontier *frontier, struct visited *visited, unsigned members);
void frontier_advance_empty(struct frontier *frontier);
/* The slice after the last one of a level. */
size_t frontier_level_end(const struct frontier *frontier, unsigned level);
/* The number of states up to this level. */
uint64_t frontier_states(const struct frontier *frontier, unsigned level);
uint64_t frontier_bytes(const struct frontier *frontier);
void frontier_free(struct frontier *frontier);

#endif
