/* Parts of nodes that matter to other SMs.
 *
 * Thread-modular steps (Flanagan and Qadeer 2003, Malkis, Podelski and Rybalchenko 2006): a view
 * sees of another SM's step only what the step does to the hubs and to the view's own nodes.  That
 * follows from the messages that the SM has on the way to hubs, and from its marks, if none of its
 * own controllers performs a store.  So of all nodes with equal keys one is enough. */
#ifndef ABSTRACT_NODE_KEYS_H
#define ABSTRACT_NODE_KEYS_H

#include "abstract/sm_frame.h"

enum { NOTHING_OUTGOING = 0 };

/* The messages on the way to hubs, as a number in `keys`, whose first content is empty.
 * NOTHING_OUTGOING: there are none. */
uint32_t node_key_outgoing(const struct sm_frame *frame, struct intern *keys, uint32_t node);
/* The parts that properties of several SMs look at. */
uint32_t node_key_properties(const struct sm_frame *frame, struct intern *keys, uint32_t node);
/* Do an SM's own steps ask its own controllers only?  Else keys say nothing. */
bool node_keys_apply(const struct sm_frame *frame);

#endif
