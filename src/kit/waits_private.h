/* Private to src/kit.  Notes the kinds of states during a search. */
#ifndef KIT_WAITS_PRIVATE_H
#define KIT_WAITS_PRIVATE_H

#include "machine/alternatives.h"

/* As controller_goes; but acting for other lines counts as raising events there. */
struct going waits_controller_goes_among(const struct machine *machine, unsigned controller,
                                         uint32_t local, enum input_kind kind, unsigned event,
                                         unsigned at, uint32_t message);
/* Notes a state's kind in machine_options.waits.  Returns CLAIM(PROPERTY_WITNESS) if waits_solve
 * left that kind, else 0. */
uint64_t waits_note(const struct machine *machine, const slot_t *state);

#endif
