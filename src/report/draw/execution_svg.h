/* Execution graphs as SVG. */
#ifndef REPORT_DRAW_EXECUTION_SVG_H
#define REPORT_DRAW_EXECUTION_SVG_H

#include "report/draw/execution.h"
#include "report/draw/svg.h"

/* Draws the graphs one below the other, each with its title, its lines and a legend.  `title` names
 * the whole.  What is drawn is also told in words, for those who cannot see it.  An event is a
 * group of the class "event" with data-event="NAME"; an edge is one of the class "edge" with
 * data-from, data-to, data-labels (separated by '@') and data-cycle="1" where it is thick. */
void execution_svg(FILE *out, enum svg_place place, const char *title,
                   const struct execution_graph *graphs, unsigned count);

#endif
