/* Private to src/kit: what the lines of a controller share (shared_state.c). */
#ifndef KIT_SHARED_STATE_H
#define KIT_SHARED_STATE_H

#include "machine/run_step.h"

/* Do the lines of this kind of bank share nothing, as far as the record says? */
bool shared_banks_are_apart(const struct machine *machine, unsigned kind);
/* The line that an input is about; -1: none, or many. */
int shared_line_of_input(const struct machine *machine, unsigned kind, enum input_kind input,
                         unsigned event, unsigned at);
/* What a step on line `at` (-1: on none) has changed beside it, against the record's word, by
 * name; NULL: nothing. */
const char *shared_changed_beside(const struct machine *machine, unsigned kind,
                                  const struct local *before, const struct local *after, int at,
                                  bool renumbered);
/* Checks a finished step against the record's promises; a broken one is a fault of the step. */
void shared_watch_promises(struct step *step, const struct taking *taking);
/* Does a step of a bank go the same ways whatever its other lines hold (line_independence.c)? */
bool step_ignores_bank(const struct machine *machine, unsigned controller, uint32_t local,
                       enum input_kind kind, unsigned event, unsigned at, uint32_t message,
                       unsigned time_greatest, const struct alternatives *ways);
/* In words: "the record lacks .banks_matter: lines of a bank share nothing". */
const char *shared_what_says_lines_are_apart(const struct machine *machine, unsigned kind);

#endif
