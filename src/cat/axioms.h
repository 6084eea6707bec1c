/* The tests of a model, and weaker ones that can run earlier. */
#ifndef CAT_AXIOMS_H
#define CAT_AXIOMS_H

#include "cat/builder.h"

/* Adds a test of a slot, and the weaker tests that follow from it and can run earlier. */
void cat_build_test(struct cat_builder *b, cat_slot slot, const struct cat_axiom *axiom);

#endif
