/* A system's tables as Markdown, beside published counts, and as Graphviz. */
#ifndef REPORT_TABLE_TEXT_H
#define REPORT_TABLE_TEXT_H

#include <stdio.h>
#include "run/coverage.h"

/* `coverage` may be NULL. */
void table_markdown(FILE *out, const struct system *system, const struct coverage *coverage);
void table_dot(FILE *out, const struct system *system);

#endif
