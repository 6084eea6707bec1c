/* A plot of numbers by their places: states by depth. */
#ifndef REPORT_DRAW_PLOT_H
#define REPORT_DRAW_PLOT_H

#include <stdint.h>
#include "report/draw/svg.h"

struct plot {
  const char *title; /* of the drawing */
  const char *x, *y; /* what the axes count: "depth", "states" */
  const uint64_t *values;
  unsigned count; /* of values; the first is at place 0 */
};

/* A bar for each value, on a logarithmic scale where the greatest is more than a hundred times the
 * least.  A value of 0 has none. */
void plot_svg(FILE *out, enum svg_place place, const struct plot *plot);

#endif
