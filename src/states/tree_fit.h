/* Fitting the shape of a tree to the states that it is to hold. */
#ifndef STATES_TREE_FIT_H
#define STATES_TREE_FIT_H

#include "states/tree.h"

enum { SAMPLE_MAX = 1 << 12 };

struct tree_sample {
  uint64_t states; /* from which the sample was taken */
  uint32_t rows;
  uint32_t *units; /* of each row, one after the other */
};

/* Gives the tree another shape if states like those of the sample are much smaller in it. */
bool tree_fit(struct tree *tree, const struct tree_sample *sample, unsigned group_max);

#endif
