/* States on the disk: the roots of a concurrent set in a file without a name, by index, once they
 * fill the memory (spill.c). */
#ifndef STATES_SPILL_H
#define STATES_SPILL_H

#include <stdbool.h>
#include <stdint.h>
#include "base/vector.h"
#include "states/visited.h"

struct spill {
  const char *folder;
  int file;
  const uint64_t *roots; /* the file, mapped; HOLE where an index stands for no state */
  state_index next,
      old; /* the first index that is not in the file; those below `old` are nowhere else */
  state_index holes;
  VECTOR(struct range) pending; /* states that are known to be new, and were not collected yet */
};

struct concurrent;
/* Moves all roots to the disk, while all members are at a gate; false when nothing is gained by it,
 * or it cannot be done. */
bool concurrent_spill(struct concurrent *set);
/* Sorts out which of the states that were kept since the last time are on the disk already; the
 * others become pending.  While all members are at a gate; does nothing before the first spill. */
void concurrent_settle(struct concurrent *set);
void spill_free(struct spill *spill);

static inline bool spilled(const struct spill *spill) { return spill->next != 0; }

#endif
