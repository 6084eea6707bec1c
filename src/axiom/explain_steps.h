/* Inside explain.c: the steps of a cycle, or of a pair that must not be, in names that a reader
 * knows. */
#ifndef AXIOM_EXPLAIN_STEPS_H
#define AXIOM_EXPLAIN_STEPS_H

#include "axiom/execution.h"
#include "axiom/explain.h"

/* What each slot is made by; NULL: a base name, or one of a recursive definition. */
struct definitions {
  const struct cat_code *code;
  const struct cat_operation **of; /* by slot */
};

struct definitions definitions_gather(const struct cat_code *code);
void definitions_clear(struct definitions *definitions);

/* Adds the steps that show that the test fails in the execution, along a shortest cycle. */
void explain_steps(const struct definitions *definitions, const struct execution *x, size_t test,
                   struct explained *explained);

#endif
