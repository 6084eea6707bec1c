/* Where the parts of a message sequence chart lie.
 *
 * Each step has a band of its own, from top to bottom: the message that it takes, or the request;
 * boxes for what changes; the messages and answers that it gives.  A column at the side names the
 * step and its rows.  A message waits in a lane at its sender's lifeline until it is taken.  So
 * each arrow is level, and no label lies on another. */
#ifndef REPORT_DRAW_CHART_LAYOUT_H
#define REPORT_DRAW_CHART_LAYOUT_H

#include "report/draw/chart.h"
#include "report/draw/lines.h"

struct chart_box {
  unsigned lifeline;
  double y, height;
  struct text_lines lines;
  bool of_state;
};

struct chart_band {
  unsigned first, last; /* steps; more than one: they are folded */
  bool folded;
  double y, height;
  double input_y;  /* of the arrow that comes in */
  double output_y; /* of the first arrow that goes out */
  struct chart_box *boxes;
  unsigned box_count;
  struct text_lines words; /* at the side: what the step is, and then its rows */
  unsigned head_lines;     /* of them, what the step is */
  bool has_header;         /* the lifelines' names stand above it */
};

struct chart_arrow {
  bool drawn;
  double x;          /* of its lane */
  double from_y, y;  /* where it leaves, and of its arrow */
  bool begins_above; /* it was sent before the run, or in a folded step */
  bool ends_open;    /* nobody takes it, or a folded step */
};

struct chart_layout {
  const struct chart *chart;
  bool fold;
  double width, height, gap; /* gap: between two lifelines */
  double side;               /* where the column at the side begins */
  struct text_lines title;
  double header_y;               /* of the lifelines' names */
  double start_y;                /* of the states at the start */
  struct chart_box *start, *end; /* [lifeline_count] */
  double end_y;
  struct text_lines in_flight; /* messages that nobody took */
  double in_flight_y;
  struct text_lines broken;
  double broken_y; /* below the step that breaks the property, or at the end */
  struct chart_band *bands;
  unsigned band_count;
  struct chart_arrow *arrows; /* [message_count] */
};

enum {
  CHART_LEFT = 52,   /* room for numbers of steps */
  CHART_HEADER = 30, /* of the names of lifelines */
  CHART_LINE = 13,   /* of a line of small text */
  CHART_KEY = 34,    /* of the key at the bottom */
  CHART_BADGE = 11   /* radius of a step's number */
};

/* `chart` must outlive it; to be cleared. */
struct chart_layout chart_layout_of(const struct chart *chart, bool fold);
void chart_layout_clear(struct chart_layout *layout);
/* Of a lifeline. */
double chart_layout_x(const struct chart_layout *layout, unsigned lifeline);
/* The band of a step, from 1 on. */
const struct chart_band *chart_layout_band(const struct chart_layout *layout, unsigned step);

#endif
