/* Ample sets of a state, by cluster. */
#ifndef ENGINE_CLUSTER_AMPLE_H
#define ENGINE_CLUSTER_AMPLE_H

#include "engine/cluster_moves.h"

/* Takes the ample set of the open state.  `take` performs the moves of a group, and returns whether
 * any step was possible so far.  False: there is no ample set.  True: its steps were taken, and
 * those faults of other steps that it could hide. */
bool cluster_take_ample(const struct cluster_worker *worker, const slot_t *state,
                        bool (*take)(void *context, unsigned mover,
                                     const struct cluster_moves *moves),
                        void *context);

#endif
