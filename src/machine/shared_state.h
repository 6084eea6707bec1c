/* Checks of the state that a controller's lines share. */
#ifndef MACHINE_SHARED_STATE_H
#define MACHINE_SHARED_STATE_H

#include "machine/run_step.h"

/* Is the kind a bank, and does the record say that its lines share nothing? */
bool shared_banks_are_apart(const struct machine *machine, unsigned kind);
/* The line of an input; -1: none, or several. */
int shared_line_of_input(const struct machine *machine, unsigned kind, enum input_kind input,
                         unsigned event, unsigned at);
/* The name of a field, or "another line", that a step on line `at` (-1: on none) has changed
 * against the record; NULL: none.  `renumbered`: the step has made room for a new time. */
const char *shared_changed_elsewhere(const struct machine *machine, unsigned kind,
                                     const struct local *before, const struct local *after, int at,
                                     bool renumbered);
/* Checks a finished step.  A broken promise is a fault of the step. */
void shared_watch_promises(struct step *step, const struct taking *taking);
/* The promise in words: "the record lacks .banks_matter: lines of a bank share nothing"; static. */
const char *shared_promise_of_lines(const struct machine *machine, unsigned kind);

#endif
