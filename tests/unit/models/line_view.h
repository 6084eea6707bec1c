/* The rest of a state when everything about other lines is removed (abstract/per_address.c). */
#ifndef TESTS_MODELS_LINE_VIEW_H
#define TESTS_MODELS_LINE_VIEW_H

#include "machine/machine_private.h"

/* From the machine of all lines to that of one, where the line has the number `as`. */
struct line_view {
  const struct machine *whole, *alone;
  unsigned line, as;
};

/* Without reductions: the machine of all lines, and the view of each. A view is on the machine that
 * `prove` explores: of lines with the same home, the first's. */
struct views {
  struct machine *whole, *alone[LINES_MAX];
  struct line_view of[LINES_MAX];
};
struct views views_new(const struct setting *setting, const struct client *placed,
                       unsigned capacity);
void views_free(struct views *views);

/* Writes what is left of a state of all lines, as one of the machine of the line by itself. */
void view_state(const struct line_view *view, const slot_t *state, slot_t *to);

#endif
