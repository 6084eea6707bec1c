/* Bounds of slots, and how slots depend on each other. */
#ifndef CAT_BOUNDS_H
#define CAT_BOUNDS_H

#include "cat/builder.h"

/* By slot, the polarities with which it depends on the seeds, which end with BASE_COUNT.  The
 * caller frees it. */
uint8_t *cat_polarity(const struct cat_builder *b, const cat_slot *seeds);
/* Fills `polarity`, one entry a slot, for all slots that depend on those that it tells of. */
void cat_polarity_spread(const struct cat_builder *b, uint8_t *polarity);

/* Builds a slot that holds no more (LEAST) or no less (MOST) than the given one will.  NO_BOUND:
 * there is no such slot, as happens for MOST.  `changes`: by slot, the polarities by which the
 * changing names change.  It is filled for all slots, and freed. */
cat_slot cat_bound(struct cat_builder *b, cat_slot slot, uint8_t *changes, enum cat_bound bound);

#endif
