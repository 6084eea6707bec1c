/* Message sequence charts as SVG. */
#ifndef REPORT_DRAW_CHART_SVG_H
#define REPORT_DRAW_CHART_SVG_H

#include "report/draw/chart.h"

/* Draws it.  `fold`: steps that do not matter are drawn as one line that counts them.  Steps are
 * groups of the class "step" with data-step="N"; arrows have data-sent and data-taken. */
void chart_svg(FILE *out, enum svg_place place, const struct chart *chart, bool fold);

#endif
