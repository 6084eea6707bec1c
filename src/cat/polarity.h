/* How slots depend on each other. */
#ifndef CAT_POLARITY_H
#define CAT_POLARITY_H

#include "cat/builder.h"

/* With more of one slot, another holds more, less, or (both bits) either. */
enum { DEPENDS_POSITIVELY = 1, DEPENDS_NEGATIVELY = 2 };

/* By slot, the polarities with which it depends on the seeds, which end with BASE_COUNT.  The
 * caller frees it. */
uint8_t *cat_polarity(const struct cat_builder *b, const cat_slot *seeds);
/* Fills `polarity`, one entry a slot, for all slots that depend on those that it tells of. */
void cat_polarity_spread(const struct cat_builder *b, uint8_t *polarity);

/* The base names that only grow while a candidate is built; ends with BASE_COUNT. */
extern const cat_slot cat_growing[];

#endif
