/* The rules of functions and conditions. */
#ifndef CAT_FUNCTIONS_H
#define CAT_FUNCTIONS_H

#include "cat/compiler.h"

/* a | b, a & b or a \ b of lists. */
bool cat_combine_lists(struct cat_compiler *c, const struct cat_expression *at,
                       enum cat_operation_kind kind, const struct cat_value *left,
                       const struct cat_value *right, struct cat_value *value);
/* Decides a condition: `holds` is its answer. */
bool cat_compile_condition(struct cat_compiler *c, const struct cat_expression *condition,
                           bool *holds);

#endif
