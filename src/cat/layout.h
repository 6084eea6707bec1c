/* The last step of the compiler. */
#ifndef CAT_LAYOUT_H
#define CAT_LAYOUT_H

#include "cat/builder.h"

/* Fills the code: drops what nothing needs, sorts the rest by level, and numbers it. */
void cat_layout(struct cat_builder *b);

#endif
