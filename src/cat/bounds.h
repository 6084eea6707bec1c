/* Bounds of a slot in terms of what does not change. */
#ifndef CAT_BOUNDS_H
#define CAT_BOUNDS_H

#include "cat/builder.h"

enum cat_bound { LEAST, MOST };
enum { NO_BOUND = SLOTS_MAX + 1 };

/* Builds a slot that holds no more (LEAST) or no less (MOST) than the given one will; NO_BOUND if
 * there is no such slot, as happens for MOST.  `changes`: by slot, how the changing names change,
 * as polarities; it is filled for all slots, and freed. */
cat_slot cat_bound(struct cat_builder *b, cat_slot slot, uint8_t *changes, enum cat_bound bound);

#endif
