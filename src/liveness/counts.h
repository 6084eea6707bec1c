/* Counts along runs: of messages sent, say.  The least and the greatest of each counter over all
 * runs that end.
 *
 * A counter is a weight of steps, so states hold no counts (docs/internals/counts.md).  A run ends
 * in the first state in which the model says that it has ended. */
#ifndef LIVENESS_COUNTS_H
#define LIVENESS_COUNTS_H

#include "search/search.h"

enum { COUNTERS_MAX = 160 };

/* A model's counters. */
struct counters {
  unsigned count;
  /* Has a run ended in this state?  1 or 0. */
  uint32_t (*ended)(const struct model *model, void *worker, const slot_t *state);
  /* During a visit: names what the step adds to the counters, by content; 0: nothing. */
  uint64_t (*added)(const struct model *model, void *worker);
  /* How much steps of this name add to a counter. */
  unsigned (*amount)(const struct model *model, uint64_t name, unsigned counter);
};

/* COUNT_UNBOUNDED: some loop adds to the counter, and runs that take it can still end. */
enum { COUNT_UNBOUNDED = UINT32_MAX };
struct count_range {
  uint32_t least, greatest;
};

/* Widens `all` to the runs of `more`, too; `first`: there are none in it yet. */
void count_range_add(struct count_range *all, struct count_range more, bool first);

struct counts {
  struct search_result search; /* which found the states */
  enum search_end end;         /* SEARCH_COMPLETE: `ends` and `ranges` are known */
  bool ends;                   /* some run ends; else there are no ranges */
  struct count_range ranges[COUNTERS_MAX];
};

/* Searches the whole model within the options, whose stop_at is ignored, and counts.  To be cleared
 * by the caller. */
struct counts counts_find(const struct model *model, const struct counters *counters,
                          const struct search_options *options);
void counts_clear(struct counts *counts);

#endif
