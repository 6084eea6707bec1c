/* Inside the judge: a loaded memory model. */
#ifndef AXIOM_MODEL_H
#define AXIOM_MODEL_H

#include "cat/code.h"
#include "axiom/judge.h"

struct cat_model {
  struct cat_tree tree;
  struct cat_code code;
  char *name, *asked; /* "sc"; "sc" or "models/of/mine/sc.cat" */
};

/* Does its first line name an architecture, and the test's is another?  herd7 refuses the test
 * then. */
bool cat_model_code_is_of_another(const struct cat_code *code, const struct program *program);

/* A model from a text in memory, for tests. */
struct cat_model *cat_model_from_text(const char *name, const char *text, struct diagnostic *error);
/* For tests: makes a model with partial coherence try every partial order, rather than the least
 * ones. */
void cat_model_try_every_order(struct cat_model *model);
/* For tests: makes the search of candidates ask the axioms of complete executions only. */
void cat_model_prune_nothing(struct cat_model *model);

#endif
