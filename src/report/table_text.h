/* A system's tables for people (Markdown) and for Graphviz. */
#ifndef REPORT_TABLE_TEXT_H
#define REPORT_TABLE_TEXT_H

#include <stdio.h>
#include "run/coverage.h"

/* coverage may be NULL. */
void table_markdown(FILE *out, const struct system *system, const struct coverage *coverage);
void table_dot(FILE *out, const struct system *system);

#endif
