/* Fixpoints while the code is built. */
#ifndef CAT_FIXPOINTS_H
#define CAT_FIXPOINTS_H

#include "cat/builder.h"

/* Returns the fixpoint's index. */
int cat_fixpoint_open(struct cat_builder *b);
/* Adds a name; returns the slot of its variable. */
cat_slot cat_fixpoint_add(struct cat_builder *b, int fixpoint, bool is_set);
/* Closes the fixpoint, whose names have their results. */
void cat_fixpoint_close(struct cat_builder *b, int fixpoint);

#endif
