/* Private to src/kit.  Persistent sets: the lines whose steps alone are explored from a state. */
#ifndef KIT_PERSISTENT_SET_H
#define KIT_PERSISTENT_SET_H

#include "machine/machine_private.h"

enum { NO_FOCUS = -1, KEEP_FOCUS = -2 };
int persistent_focus(const struct machine *machine, const slot_t *state);
void persistent_set_focus(const struct machine *machine, slot_t *state, int line);
/* The lines whose steps alone are enough to explore from here. */
unsigned persistent_closed_lines(const struct machine *machine, const slot_t *state);
/* The lines on which a deferred event may begin now; those to which it then draws the focus. */
struct deferral {
  unsigned begin, focuses;
};
struct deferral persistent_lines_to_defer(const struct machine *machine, const slot_t *state,
                                          int focus, unsigned asked);

#endif
