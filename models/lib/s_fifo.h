/* The S-FIFO (QuickRelease 1, 3): the writes and release markers that stand before each marker.
 *
 * A line of the write cache has its place in `writes` ("s-fifo").  So has the marker of a thread,
 * in the extra line that each controller has for each thread.  0: it is not in the FIFO; k: there
 * are k - 1 markers before it.  No other order can matter, since a line may leave the write cache
 * at any time (its replacement policy): "a strict FIFO is not required to maintain a partial order
 * of writes with respect to release operations" (3).  The paper's FIFO may also hold addresses of
 * lines that have left ("a superset"); nothing happens when they come to the head, so they are left
 * out.  A second entry is left out, too: the first forces the whole line out.
 *
 * (waits=2) A line of the L2 has a second place, in `reads`: that of the words whose invalidations
 * are under way. */
#ifndef MODELS_LIB_S_FIFO_H
#define MODELS_LIB_S_FIFO_H

#include "protocol/step.h"

static unsigned cores(const struct step *s) { return s->shape->core_count; }
static unsigned markers(const struct step *s) {
  unsigned count = 0;
  for (unsigned core = 0; core < cores(s); core++) count += step_line_of_core(s, core)->writes != 0;
  return count;
}
static void enter_line(struct step *s) {
  if (!s->line->writes) s->line->writes = (uint8_t)(1 + markers(s));
}
static void enter_marker(struct step *s, unsigned core) {
  step_line_of_core(s, core)->writes = (uint8_t)(1 + markers(s));
}

/* The thread whose marker is the first; NO_ONE: there is none. */
static unsigned first_marker(const struct step *s) {
  for (unsigned core = 0; core < cores(s); core++)
    if (step_line_of_core(s, core)->writes == 1) return core;
  return NO_ONE;
}

/* Is a line in the FIFO before the first marker? */
static bool before_markers(const struct step *s, unsigned line) {
  return s->local->line[line].writes == 1;
}

static void move_up(struct line *line) {
  if (line->writes > 1) line->writes--;
  if (line->reads > 1) line->reads--;
}

/* The first marker leaves; what stood behind it moves up. */
static void leave_marker(struct step *s) {
  step_line_of_core(s, first_marker(s))->writes = 0;
  for (unsigned line = 0; line < s->shape->lines; line++) move_up(&s->local->line[line]);
  for (unsigned core = 0; core < cores(s); core++) move_up(step_line_of_core(s, core));
}

#endif
