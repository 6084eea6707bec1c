/* The steps of a cycle, or of a forbidden pair, in names that a reader knows. */
#ifndef AXIOM_EXPLAIN_STEPS_H
#define AXIOM_EXPLAIN_STEPS_H

#include "axiom/execution.h"
#include "axiom/explain.h"

/* The operation that makes each slot; NULL for base names and recursive names. */
struct explain_definitions {
  const struct cat_code *code;
  const struct cat_operation **of; /* by slot */
};

struct explain_definitions explain_definitions_find(const struct cat_code *code);
void explain_definitions_free(struct explain_definitions *d);

/* Adds the steps along a shortest cycle that show that the test fails in the execution. */
void explain_steps(const struct explain_definitions *d, const struct execution *x, size_t test,
                   struct explained *explained);

#endif
