/* When a model's flags can still be raised. */
#ifndef CAT_FLAGS_H
#define CAT_FLAGS_H

#include "cat/builder.h"

/* Lists the tests that raise flags, each with the relation that it needs. */
void cat_find_flags(struct cat_builder *b);

#endif
