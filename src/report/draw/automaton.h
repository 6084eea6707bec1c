/* A controller as an automaton to draw: states, and what leads from one to another.
 *
 * Parallel transitions with equal marks are one arrow.  An arrow has a label for each guard, and a
 * label the events of all rows with that guard. */
#ifndef REPORT_DRAW_AUTOMATON_H
#define REPORT_DRAW_AUTOMATON_H

#include <stdbool.h>
#include <stdint.h>

enum automaton_outcome { AUTOMATON_MOVES, AUTOMATON_STAYS, AUTOMATON_STALLS };

/* Owned texts. */
struct automaton_label {
  char *events; /* "LOAD, ATOMIC" */
  char *guard;  /* "" without one */
};

struct automaton_arrow {
  enum automaton_outcome outcome;
  unsigned from, to;
  bool inferred, variant;
  struct automaton_label *labels;
  unsigned label_count;
  char *rows;            /* numbers of the rows in it: "3 4" */
  char *title;           /* what is shown beside it on request; a line for each row */
  unsigned fired, cells; /* pairs of state and event, where the automaton is covered */
};

struct automaton {
  const char *name; /* not owned, nor are the names of states */
  const char *const *states;
  unsigned state_count;
  uint32_t stable; /* set of states */
  unsigned start;
  bool covered;
  struct automaton_arrow *arrows;
  unsigned arrow_count;
};

/* A transition as a table's row has it in one state.  Not owned. */
struct automaton_transition {
  enum automaton_outcome outcome;
  unsigned from, to;
  bool inferred, variant;
  const char *events, *guard; /* guard: or NULL */
  unsigned row;
  const char *title;
  unsigned fired, cells;
};

void automaton_add(struct automaton *automaton, const struct automaton_transition *transition);
void automaton_clear(struct automaton *automaton);

#endif
