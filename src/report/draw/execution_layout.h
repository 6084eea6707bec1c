/* Where the parts of an execution graph lie.
 *
 * Events stand in a grid of columns and rows.  Edges between columns leave a box at its side and
 * cross the gutter between two columns as a curve.  All curves of a gutter run between the same two
 * heights of x, each from a y of its own to a y of its own, so two of them meet in one point at
 * most.  An edge that passes a column does so in the gap between two rows, on a track of its own.
 * An edge within a column goes straight down to the next event, or beside the column in a lane.
 * Its label stands above the first piece of an edge, where nothing else runs. */
#ifndef REPORT_DRAW_EXECUTION_LAYOUT_H
#define REPORT_DRAW_EXECUTION_LAYOUT_H

#include "report/draw/execution.h"
#include "report/draw/lines.h"

struct execution_point {
  double x, y;
};

struct execution_box {
  unsigned column, row;
  double x, y, width, height;
  struct text_lines lines;
};

/* All edges from one event to another, drawn as one.  Between points whose x and y both differ, it
 * is a curve that is level at both ends; between others it is straight. */
struct execution_line {
  unsigned from, to, first; /* first: of its edges, the one whose style it has */
  bool in_cycle;
  struct text_lines label; /* "rf, obs"; none where all are thin and outside the cycle */
  bool label_left;         /* the label ends at its x */
  double label_x, label_y; /* label_y: base line of its first line */
  VECTOR(struct execution_point) points;
};

struct execution_layout {
  const struct execution_graph *graph;
  double width, height;
  struct execution_box *boxes; /* [events] */
  VECTOR(struct execution_line) lines;
  double *column_x; /* [columns]: of their middles */
  double header_y;  /* base line of the columns' names */
};

enum {
  EXECUTION_WIDTH_MAX = 968, /* of at most four columns; with margins, 1,000 */
  EXECUTION_TEXT_LINE = 15,  /* height of a line in a box */
  EXECUTION_LABEL_LINE = 11, /* of a label */
  EXECUTION_BOX_PADDING = 7  /* beside text in a box */
};

/* `graph` must outlive it; to be cleared.  It begins at x 0 and y 0. */
struct execution_layout execution_layout_of(const struct execution_graph *graph);
void execution_layout_clear(struct execution_layout *layout);

/* A point of the piece that begins at point `piece` of a line; `part` is from 0 to 1. */
struct execution_point execution_line_at(const struct execution_line *line, size_t piece,
                                         double part);

#endif
