/* Takes a state apart into the parts of sm_parts.h. */
#ifndef ABSTRACT_SM_APART_H
#define ABSTRACT_SM_APART_H

#include "abstract/sm_frame.h"

struct apart {
  uint32_t hubs;
  uint32_t node[CORES_MAX];  /* of the SMs that were asked for */
  uint32_t marks[CORES_MAX]; /* of the others, as marks of bystanders */
};
enum apart_fault {
  APART,               /* no fault */
  APART_NAMES_ANOTHER, /* an SM, or a message of one, names another SM */
  APART_TOO_MANY_TIMES
};

/* The first `nodes` SMs become nodes, the others bystanders. */
enum apart_fault sm_apart(const struct sm_frame *frame, const slot_t *state, unsigned nodes,
                          struct apart *apart);
/* The same, where the nodes are `nodes` SMs from `first` on.  The parts are in order, nodes first.
 */
enum apart_fault sm_apart_from(const struct sm_frame *frame, const slot_t *state, unsigned first,
                               unsigned nodes, struct apart *apart);

#endif
