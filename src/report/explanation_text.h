/* An explanation as text, and as Graphviz. */
#ifndef REPORT_EXPLANATION_TEXT_H
#define REPORT_EXPLANATION_TEXT_H

#include <stdio.h>
#include "axiom/explain.h"

void explanation_print(FILE *out, const struct program *program, const char *model,
                       const struct condition *condition, const struct explanation *explanation);
/* One graph for each case. */
void explanation_dot(FILE *out, const struct program *program, const char *model,
                     const struct explanation *explanation);

#endif
