/* The rules of `let` and `let rec`. */
#ifndef CAT_BINDINGS_H
#define CAT_BINDINGS_H

#include "cat/compiler.h"

/* Binds the names in the scope in force; false on error. */
bool cat_compile_bindings(struct cat_compiler *c, const struct cat_binding *bindings,
                          unsigned count, bool recursive);

#endif
