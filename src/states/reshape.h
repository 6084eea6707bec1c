/* Better layouts and trees, while all members are at a gate and nothing is noted. */
#ifndef STATES_RESHAPE_H
#define STATES_RESHAPE_H

#include "states/concurrent.h"

/* Gives the set a layout that all numbers so far fit in, if there is one, and makes words of the
 * states that were trees. */
void reshape_layout(struct concurrent *set);
/* Gives the trees other shapes, if these are much smaller. */
void reshape_trees(struct concurrent *set);

#endif
