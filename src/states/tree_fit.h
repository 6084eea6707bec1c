/* The groups that fit the states seen. */
#ifndef STATES_TREE_FIT_H
#define STATES_TREE_FIT_H

#include "states/tree.h"

/* Gives the tree another shape if states like those of the sample are much smaller in it. */
bool tree_fit(struct tree *tree, const struct tree_sample *sample, unsigned group_max);

#endif
