/* The messages of one test on one machine: how many of each kind a run sends, at least and at most.
 * liveness/counts.h says over which runs, machine/message_counts.h what is counted. */
#ifndef VERIFY_COUNTING_H
#define VERIFY_COUNTING_H

#include "machine/message_counts.h"
#include "verify/exploration.h"

struct counted_message {
  struct counted counted;
  unsigned network;
  struct count_range range;
};

/* The counts over all placements. */
struct counting_result {
  /* In the order of the record.  A message that no run sends has one entry; of others, only what
   * some run sends has one. */
  struct counted_message messages[COUNTERS_MAX];
  unsigned count;
  bool ends;              /* some run ends; else there are no ranges */
  bool blocked, complete; /* without `complete`, ranges are those of finished placements */
  uint64_t broken;        /* properties that some state breaks */
  uint64_t limits;        /* as in struct matrix_cell */
  struct cost cost;
};

/* Returns false, with an error, where a placement cannot be built. */
bool counting_run(const struct exploration *exploration, const struct program *program,
                  const struct placements *placements, struct counting_result *counting,
                  struct diagnostic *error);

#endif
