/* The judge's explanations, as text and as Graphviz, and the differences of two memory models. */
#ifndef REPORT_JUDGE_TEXT_H
#define REPORT_JUDGE_TEXT_H

#include <stdio.h>
#include "axiom/explain.h"
#include "verify/comparison.h"

void explanation_print(FILE *out, const struct program *program, const char *model,
                       const struct condition *condition, const struct explanation *explanation);
/* Its first lines: what the model says of the condition, and of how many executions. */
void explanation_verdict_print(FILE *out, const struct program *program, const char *model,
                               const struct condition *condition,
                               const struct explanation *explanation);
/* "c -po-> d -rf-> e -po-> f -fr-> c"; nothing where there are no steps. */
void explanation_steps_print(FILE *out, const struct explained *explained);
/* Does some step go from the edge's event to its other event? */
bool explanation_is_step(const struct explained *explained, const struct explained_edge *edge);
/* One graph for each case. */
void explanation_dot(FILE *out, const struct program *program, const char *model,
                     const struct explanation *explanation);

/* The answers to one test, and the outcomes that only one model allows. */
void comparison_print(FILE *out, struct cat_model *const models[2], const struct program *program,
                      const struct compared *comparison);
void comparison_totals_print(FILE *out, struct cat_model *const models[2],
                             const struct comparison_totals *totals);

#endif
