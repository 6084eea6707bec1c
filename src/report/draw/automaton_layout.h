/* Where an automaton's states and arrows are drawn.
 *
 * States are boxes below each other, by their distance from the start state.  A box holds its
 * arrows as lines of text, so labels cannot overlap.  Right of the boxes each state has a track, a
 * vertical line.  An arrow runs from its line to the track of its target, and the track to the
 * target's box; so no arrow meets a box but its own two.  Tracks that share no height share a
 * place.  This is the left-edge algorithm of channel routing (Hashimoto and Stevens, 1971), by
 * length: short tracks lie next to the boxes.
 *
 * Units are points; places are relative to the upper left corner. */
#ifndef REPORT_DRAW_AUTOMATON_LAYOUT_H
#define REPORT_DRAW_AUTOMATON_LAYOUT_H

#include "report/draw/automaton.h"
#include "report/draw/lines.h"

enum {
  AUTOMATON_WIDEST = 1000,
  AUTOMATON_USUAL = 640, /* as wide as a drawing may be for its labels alone */
  AUTOMATON_STATES = 32,
  AUTOMATON_LEFT = 34,   /* left of the boxes: the mark of the start state */
  AUTOMATON_HEADER = 22, /* the height of a box's name */
  AUTOMATON_LINE = 15,
  AUTOMATON_INDENT = 10, /* of texts in a box */
  AUTOMATON_COVERED = 54 /* the width of "12/13" or "never" */
};

struct automaton_box {
  unsigned state;
  bool reached; /* from the start state by these arrows */
  double y, height;
};

struct automaton_place {
  const struct automaton_arrow *arrow;
  struct text_lines lines; /* owned */
  double y, height;
};

struct automaton_track {
  bool used;
  double x, top, bottom;
};

struct automaton_layout {
  const struct automaton *automaton;
  double width, height;
  double box_width, label_width, outcome_width; /* the latter two within a box */
  struct automaton_box boxes[AUTOMATON_STATES]; /* in the order of drawing */
  struct automaton_place *places;               /* a place for each arrow, in that order; owned */
  struct automaton_track tracks[AUTOMATON_STATES]; /* by state */
};

/* The automaton has at most AUTOMATON_STATES states, and outlives the layout. */
struct automaton_layout automaton_layout_of(const struct automaton *automaton);
/* The height at which the arrow leaves its box. */
double automaton_layout_exit(const struct automaton_place *place);
/* The height at which arrows enter the state's box. */
double automaton_layout_entry(const struct automaton_layout *layout, unsigned state);
void automaton_layout_clear(struct automaton_layout *layout);

#endif
