/* The judge's explanations as drawings. */
#ifndef REPORT_JUDGE_DRAWING_H
#define REPORT_JUDGE_DRAWING_H

#include "axiom/explain.h"
#include "report/draw/execution.h"
#include "report/draw/svg.h"

/* Graphs that go into one drawing; {0} is empty. */
struct judge_drawing {
  VECTOR(struct execution_graph) graphs;
};

/* Adds a graph for each case, or one without events where there is none: it says why. */
void judge_drawing_add(struct judge_drawing *drawing, const struct program *program,
                       const char *model, const struct condition *condition,
                       const struct explanation *explanation);
void judge_drawing_svg(FILE *out, enum svg_place place, const struct judge_drawing *drawing);
void judge_drawing_clear(struct judge_drawing *drawing);

/* All cases of one explanation in one drawing. */
void explanation_svg(FILE *out, enum svg_place place, const struct program *program,
                     const char *model, const struct condition *condition,
                     const struct explanation *explanation);
/* One case, by its index in `cases`. */
void explanation_case_svg(FILE *out, enum svg_place place, const struct program *program,
                          const char *model, const struct condition *condition,
                          const struct explanation *explanation, size_t index);

#endif
