/* Draws automata as SVG. */
#ifndef REPORT_DRAW_AUTOMATON_SVG_H
#define REPORT_DRAW_AUTOMATON_SVG_H

#include "report/draw/automaton.h"
#include "report/draw/svg.h"

/* Draws the automata below each other, each under its name, with a legend at the end.  The drawing
 * is at most 1,000 points wide.  Arrows are groups of class "arrow" with the attributes data-row,
 * the numbers of their rows, and data-from and data-to. */
void automata_svg(FILE *out, enum svg_place place, const char *title,
                  const struct automaton *automata, unsigned count);

#endif
