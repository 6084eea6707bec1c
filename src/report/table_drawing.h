/* A system's tables as drawings of their controllers. */
#ifndef REPORT_TABLE_DRAWING_H
#define REPORT_TABLE_DRAWING_H

#include "report/draw/svg.h"
#include "run/coverage.h"

/* All controllers below each other.  `coverage` may be NULL.  `variants`: with the rows that
 * variants alone reach.  NEVER rows are not drawn. */
void table_svg(FILE *out, enum svg_place place, const struct system *system,
               const struct coverage *coverage, bool variants);
/* The same of one controller, by its index. */
void table_controller_svg(FILE *out, enum svg_place place, const struct system *system,
                          unsigned kind, const struct coverage *coverage, bool variants);

#endif
