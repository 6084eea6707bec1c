/* Parts of nodes that matter to other SMs.
 *
 * Thread-modular steps (Flanagan and Qadeer 2003, Malkis, Podelski and Rybalchenko 2006): a view
 * sees of another SM's step only what the step does to the hubs and to the view's own nodes.  If no
 * controller of that SM performs a store, only two things decide that: the message that a hub takes
 * from it, and its marks.  So of all nodes that send a message one is enough. */
#ifndef ABSTRACT_NODE_KEYS_H
#define ABSTRACT_NODE_KEYS_H

#include "abstract/sm_frame.h"

/* Visits each message that a hub may take from the node next: the channel's place among the node's
 * parts, and the message, as a number in `keys`. */
void node_each_outgoing(const struct sm_frame *frame, struct intern *keys, uint32_t node,
                        void (*visit)(void *context, unsigned place, uint32_t message),
                        void *context);
/* The parts that properties of several SMs look at. */
uint32_t node_key_properties(const struct sm_frame *frame, struct intern *keys, uint32_t node);
/* Do an SM's own steps ask its own controllers only?  Else keys say nothing. */
bool node_keys_apply(const struct sm_frame *frame);

#endif
