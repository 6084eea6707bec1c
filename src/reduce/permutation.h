/* The image of a slot's content under a permutation. */
#ifndef REDUCE_PERMUTATION_H
#define REDUCE_PERMUTATION_H

#include "reduce/symmetry.h"

/* Returns the image's number.  `slot`: that of the content, not of the image. */
uint32_t symmetry_permuted_content(const struct machine *machine, const struct permutation *p,
                                   unsigned slot, uint32_t content);

#endif
