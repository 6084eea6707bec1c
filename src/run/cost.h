/* The cost of searches: counts, time and memory. */
#ifndef RUN_COST_H
#define RUN_COST_H

#include <stdbool.h>
#include <stdint.h>

struct cost {
  uint64_t searches, states, transitions;
  unsigned depth;       /* of the deepest search */
  uint64_t explored;    /* states that this run searched itself; a journal gave the others */
  uint64_t bytes, held; /* peak bytes of all searches, and the states they held; 0: unknown */
  uint64_t spilled;     /* states that a search wrote to the disk */
  double seconds;       /* wall-clock seconds, earlier runs included */
  double earlier;       /* seconds in earlier runs, which this one resumed */
  uint64_t peak_bytes;  /* peak memory of the program */
  bool in_file; /* peak_bytes includes pages of a mapped file, which --memory does not limit */
};

/* Adds the counts and `bytes`, `held`; leaves times, `spilled` and `peak_bytes` as they are. */
void cost_add(struct cost *cost, const struct cost *more);
double cost_states_per_second(const struct cost *cost);
double cost_bytes_per_state(const struct cost *cost);

#endif
