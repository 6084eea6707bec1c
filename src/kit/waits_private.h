/* Private to src/kit.  What a state waits for, noted while it is searched. */
#ifndef KIT_WAITS_PRIVATE_H
#define KIT_WAITS_PRIVATE_H

#include "machine/alternatives.h"

/* As controller_goes; what it does of others besides counts as raised. */
struct going waits_controller_goes_among(const struct machine *machine, unsigned controller,
                                         uint32_t local, enum input_kind kind, unsigned event,
                                         unsigned at, uint32_t message);
/* Notes what a state waits for (machine_options.waits); CLAIM(PROPERTY_WITNESS) where that is what
 * was left. */
uint64_t waits_note(const struct machine *machine, const slot_t *state);

#endif
