/* The set of states seen, behind one interface.
 *
 * Each member of the crew notes the states that it meets and commits them in batches, at moments when it is inside no
 * function of the model: only a commit looks anything up, and only a commit may wait for other members.  New states are
 * found in the store afterwards, in the chunks of the member that was first to commit them.
 *
 * visited_concurrent.c is the set for any number of threads; visited_judy.c the reference, for one. */
#ifndef EXPLORE_VISITED_H
#define EXPLORE_VISITED_H

#include <stdbool.h>
#include "explore/crew.h"
#include "explore/search.h"
#include "explore/store.h"

struct visited {
  struct store store;
  void (*note)(struct visited *visited, unsigned member, const slot_t *state);
  bool (*commit)(struct visited *visited, unsigned member, unsigned at_least);
  uint64_t (*count)(const struct visited *visited);
  void (*free)(struct visited *visited);
};

/* Both in `budget`; NULL when that is too small to begin with. */
struct visited *visited_concurrent_new(unsigned width, struct crew *crew, struct budget *budget);
struct visited *visited_judy_new(unsigned width, struct budget *budget);

static inline void visited_note(struct visited *visited, unsigned member, const slot_t *state) {
  visited->note(visited, member, state);
}

/* Looks up what was noted if that is `at_least` so many states, and keeps the new ones.  False once the memory is used
 * up: then some states may be missing, for good. */
static inline bool visited_commit(struct visited *visited, unsigned member, unsigned at_least) {
  return visited->commit(visited, member, at_least);
}

/* About how many states there are; exact while all members are at a gate. */
static inline uint64_t visited_count(const struct visited *visited) { return visited->count(visited); }

static inline void visited_free(struct visited *visited) {
  if (visited) visited->free(visited);
}

#endif
