/* Watching the clock, the memory and interrupts during the expansion, and the pauses that they
 * cause. */
#ifndef SEARCH_WATCH_H
#define SEARCH_WATCH_H

#include "search/run.h"

/* Looks at the clock and the memory; to be called once a slice, by one member at a time. */
void watch_look(struct run *run);
/* At a meeting, by its leader (visited.h, `meeting`): serves a pause once all members are ready. */
void watch_meeting(void *run);
/* Waits out a pause.  To be called between two states; `left` is what is left of the slice. */
void watch_wait(struct run_member *member, struct range left);

static inline bool watch_paused(const struct run *run) {
  return __atomic_load_n(&run->pause, __ATOMIC_RELAXED);
}

#endif
