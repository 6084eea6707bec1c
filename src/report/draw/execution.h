/* An execution of a litmus test as a graph: threads side by side, events from top to bottom. */
#ifndef REPORT_DRAW_EXECUTION_H
#define REPORT_DRAW_EXECUTION_H

#include <stdbool.h>
#include <stdint.h>
#include "base/vector.h"

enum { EXECUTION_INITIAL = UINT32_MAX };

/* Patterns of lines, so that relations are told apart without colour. */
enum execution_style {
  EXECUTION_THIN,
  EXECUTION_SOLID,
  EXECUTION_DASHED,
  EXECUTION_DASH_DOT,
  EXECUTION_DOTTED,
  EXECUTION_LONG_DASH,
  EXECUTION_DASH_DOT_DOT,
  EXECUTION_STYLES
};

struct execution_node {
  char *name;      /* "c" */
  char *text;      /* "W[release,gpu] x=1" */
  char *about;     /* read out beside it: "P0: W x=1, line 8" */
  unsigned column; /* index into columns, or EXECUTION_INITIAL: above all threads */
};

struct execution_edge {
  unsigned from, to; /* events */
  char *label;
  enum execution_style style;
  bool in_cycle; /* drawn thick */
};

struct execution_relation {
  char *label, *words; /* "rf", "reads from"; words may be NULL */
  enum execution_style style;
};

struct execution_graph {
  char *title;          /* of this graph, in words */
  VECTOR(char *) lines; /* paragraphs below the title */
  VECTOR(char *) notes; /* and below the graph */
  char *thick;          /* what the thick edges are: "the cycle"; NULL: none is thick */
  VECTOR(char *) columns;
  VECTOR(struct execution_node) events; /* those of a column from top to bottom */
  VECTOR(struct execution_edge) edges;
  VECTOR(struct execution_relation) relations; /* for the legend */
};

void execution_graph_clear(struct execution_graph *graph);

#endif
