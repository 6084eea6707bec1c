/* Puts parts (sm_parts.h) together to states of a machine. */
#ifndef ABSTRACT_SM_PUT_H
#define ABSTRACT_SM_PUT_H

#include "abstract/sm_frame.h"

/* An SM to be put into a state: a node, or a bystander with these marks. */
struct member {
  bool is_node;
  uint32_t number; /* of the node, or of the marks */
};

/* Visits each state that has these members as its first SMs.  The other SMs are idle, and no hub
 * keeps anything of them.  There are several states where requests of several SMs wait in a queue,
 * or where members have times in the same gap.  false: there is no room for them. */
typedef void put_visitor(void *context, const slot_t *state);
bool sm_put(const struct sm_frame *frame, uint32_t hubs, const struct member *members,
            unsigned count, put_visitor *visit, void *context);

#endif
