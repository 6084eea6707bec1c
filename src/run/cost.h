/* What searches took, together: counts, time and memory. */
#ifndef RUN_COST_H
#define RUN_COST_H

#include <stdbool.h>
#include <stdint.h>

struct cost {
  uint64_t searches, states, transitions;
  unsigned depth; /* of the deepest */
  uint64_t made;  /* of the states those that this run searched; others it was told by a journal */
  uint64_t bytes, held; /* that the searches held, each at its peak, and for how many states; none:
                           it is not known */
  uint64_t spilled;     /* states that a search had put on the disk */
  double seconds;       /* by the clock */
  double earlier;       /* of these, in runs before this one, which took it up */
  uint64_t in_all;      /* bytes that the program had at its peak */
  bool in_file; /* among them are pages of a file that states are in: the system may take them back,
                 * and --memory has no say in them */
};

/* Adds counts, and what was held; not time, what was spilled, nor the program's memory. */
void cost_add(struct cost *cost, const struct cost *more);
double cost_states_per_second(const struct cost *cost);
double cost_bytes_per_state(const struct cost *cost);

#endif
