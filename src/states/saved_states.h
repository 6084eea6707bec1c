/* The states of a concurrent set in a file, and back from it.
 *
 * First come the layout, the shapes of trees, the groups and the pairs. Then come roots, 8 bytes a
 * state, in an order that the caller chooses. */
#ifndef STATES_SAVED_STATES_H
#define STATES_SAVED_STATES_H

#include "os/budget.h"
#include "os/stream.h"
#include "states/visited.h"

/* All are called while no member is in the middle of anything, on a concurrent set. */
void saved_states_settle(struct visited *visited); /* before the others: it may fall short */
/* Visits the states that were kept since the last collection. */
void saved_states_each_fresh(const struct visited *visited,
                             void (*take)(void *context, struct range range), void *context);
void saved_states_put_parts(struct stream *stream, const struct visited *visited);
void saved_states_put(struct stream *stream, const struct visited *visited, struct range range);

/* The layout, trees and parts of a file, by which its roots are read. */
struct saved_states;

/* Reads the parts.  NULL: they do not hold together, or `*shortage` says what they lacked. */
struct saved_states *saved_states_open(struct stream *stream, unsigned width, struct budget *budget,
                                       enum shortage *shortage);
/* Reads the next state, in the numbers of the run that saved it; false: there is no more. */
bool saved_states_get(struct saved_states *saved, slot_t *state);
void saved_states_close(struct saved_states *saved); /* NULL is fine */

#endif
