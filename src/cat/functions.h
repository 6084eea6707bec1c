/* The rules of functions, tuples, lists, matches and conditions; see cat_rule in compiler.h. */
#ifndef CAT_FUNCTIONS_H
#define CAT_FUNCTIONS_H

#include "cat/compiler.h"

cat_rule cat_compile_function, cat_compile_apply, cat_compile_items, cat_compile_add,
    cat_compile_match, cat_compile_if;

/* a | b, a & b or a \ b of lists. */
bool cat_combine_lists(struct cat_compiler *c, const struct cat_expression *at,
                       enum cat_operation_kind kind, const struct cat_value *left,
                       const struct cat_value *right, struct cat_value *value);
/* Decides a condition: `holds` is its answer. */
bool cat_compile_condition(struct cat_compiler *c, const struct cat_expression *condition,
                           bool *holds);

#endif
