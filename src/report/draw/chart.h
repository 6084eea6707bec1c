/* A run as a message sequence chart: lifelines side by side, steps from top to bottom. */
#ifndef REPORT_DRAW_CHART_H
#define REPORT_DRAW_CHART_H

#include <stdint.h>
#include "report/draw/svg.h"

enum { CHART_ALL = UINT32_MAX, CHART_NEVER = UINT32_MAX };

struct chart_row {
  char *text; /* "L1.0 a: I/LOAD -> IS, keep, gets" */
  char *cite; /* "mesi.c:124 "gem5 L1 I/Load""; NULL: none */
};

struct chart_change {
  unsigned lifeline;
  char *place;   /* "a"; NULL: of no address */
  char *text;    /* "I => IS\ndata none => 0" */
  bool of_state; /* the state has another name */
};

struct chart_step {
  unsigned lifeline; /* who takes it; CHART_ALL: all do */
  char *text;        /* "L1.0 takes DATA(a) from L2.0" */
  struct chart_row *rows;
  unsigned row_count;
  struct chart_change *changes;
  unsigned change_count;
  bool matters; /* the step that breaks the property depends on it */
};

/* An arrow.  Steps count from 1. */
struct chart_message {
  enum { CHART_REQUEST, CHART_ANSWER, CHART_MESSAGE } kind;
  unsigned from, to;    /* lifelines */
  unsigned sent, taken; /* steps; sent 0: before the run; taken CHART_NEVER: it is in flight */
  char *text;           /* "GETS(a)" */
  /* Several may have one.  Of those, the oldest under way is the one that is taken. */
  uint64_t identity;
};

struct chart {
  char *title;   /* of one line: model, test, placement */
  char **broken; /* lines: what is broken and how; none: the run breaks nothing */
  unsigned broken_count;
  char *newest;    /* at the end: "a=1, b=0"; NULL: not known */
  unsigned breaks; /* the step that breaks the property; 0: none does */
  /* The run goes on from its end with step `loop` for ever.  0: it does not. */
  unsigned loop;
  char **lifelines; /* names */
  bool *is_core;    /* of each lifeline */
  unsigned lifeline_count;
  struct chart_step *steps;
  unsigned step_count;
  struct chart_message *messages; /* by the step in which they are sent */
  unsigned message_count;
  /* [(step_count + 1) * lifeline_count]: what each holds at the start and after each step, in lines
   * "a: I data=0". */
  char **states;
};

void chart_clear(struct chart *chart);

/* Adds an arrow.  The chart takes over the text. */
void chart_add_message(struct chart *chart, struct chart_message message);
/* The step `message.taken` takes the oldest message under way of that identity.  If there is none,
 * it was sent before the run.  The chart takes over the text. */
void chart_take_message(struct chart *chart, struct chart_message message);

/* Is the step, from 1 on, drawn by itself?  `fold`: only those that matter, and those of a loop. */
bool chart_shows(const struct chart *chart, unsigned step, bool fold);

#endif
