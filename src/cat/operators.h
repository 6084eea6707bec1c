/* The rules of names, operators, `let ... in` and `try`; see cat_rule in compiler.h. */
#ifndef CAT_OPERATORS_H
#define CAT_OPERATORS_H

#include "cat/compiler.h"

cat_rule cat_compile_name, cat_compile_constant, cat_compile_same_type, cat_compile_operator,
    cat_compile_complement, cat_compile_let_in, cat_compile_try;

#endif
