/* Private to src/kit: checks of the state that a controller's lines share (shared_state.c). */
#ifndef KIT_SHARED_STATE_H
#define KIT_SHARED_STATE_H

#include "machine/run_step.h"

/* Is the kind a bank, and does the record say that its lines share nothing? */
bool shared_banks_are_apart(const struct machine *machine, unsigned kind);
/* The line of an input; -1: it is about none, or about several. */
int shared_line_of_input(const struct machine *machine, unsigned kind, enum input_kind input,
                         unsigned event, unsigned at);
/* The name of a field, or "another line", that a step on line `at` (-1: on none) has changed
 * against the record; NULL: none.  `renumbered`: the step has made room for a new time. */
const char *shared_changed_beside(const struct machine *machine, unsigned kind,
                                  const struct local *before, const struct local *after, int at,
                                  bool renumbered);
/* Checks a finished step.  A broken promise is a fault of the step. */
void shared_watch_promises(struct step *step, const struct taking *taking);
/* Has a step of a bank the same alternatives, whatever other lines hold (line_independence.c)? */
bool step_ignores_bank(const struct machine *machine, unsigned controller, uint32_t local,
                       enum input_kind kind, unsigned event, unsigned at, uint32_t message,
                       unsigned time_greatest, const struct alternatives *ways);
/* The promise in words: "the record lacks .banks_matter: lines of a bank share nothing".  Static.
 */
const char *shared_what_says_lines_are_apart(const struct machine *machine, unsigned kind);

#endif
