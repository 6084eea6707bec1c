/* A system's tables as Markdown, beside published counts, and as Graphviz. */
#ifndef REPORT_TABLE_TEXT_H
#define REPORT_TABLE_TEXT_H

#include <stdio.h>
#include "run/coverage.h"

/* `coverage` may be NULL. */
void table_markdown(FILE *out, const struct system *system, const struct coverage *coverage);
/* One row as a line of its table, behind the controller's name; nothing for a row of a mutant. */
void table_row_print(FILE *out, const struct system *system, const struct row *row);
void table_dot(FILE *out, const struct system *system);

#endif
