/* The states of each level, as slices of the numbers that the visited set gave them: no state is
 * kept twice. */
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

/* Takes the states that were kept since the last call as one more level, in slices for `members`
 * threads.  Returns how many there are; when there is none, no level is added but by
 * frontier_advance_empty. */
uint64_t frontier_advance(struct frontier *frontier, struct visited *visited, unsigned members);
void frontier_advance_empty(struct frontier *frontier);
size_t frontier_level_end(const struct frontier *frontier,
                          unsigned level); /* the slice after its last one */
uint64_t frontier_states(const struct frontier *frontier,
                         unsigned level); /* of that level and all before it */
uint64_t frontier_bytes(const struct frontier *frontier);
void frontier_free(struct frontier *frontier);

#endif
