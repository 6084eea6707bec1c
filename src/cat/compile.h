/* Compiles a model. */
#ifndef CAT_COMPILE_H
#define CAT_COMPILE_H

#include "cat/code.h"

/* Resolves every name and type.  The code refers to the tree's texts.  `variants`: the chosen ones,
 * up to a NULL, or NULL. On failure, too, the caller frees the code. */
bool cat_compile(const struct cat_tree *tree, const char *const *variants, struct cat_code *code,
                 struct diagnostic *error);

#endif
