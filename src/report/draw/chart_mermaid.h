/* Message sequence charts as sequence diagrams of Mermaid, which Markdown may hold. */
#ifndef REPORT_DRAW_CHART_MERMAID_H
#define REPORT_DRAW_CHART_MERMAID_H

#include "report/draw/chart.h"

void chart_mermaid(FILE *out, const struct chart *chart);

#endif
