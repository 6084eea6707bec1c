/* Private to src/kit.  The representative of a state's orbit under the machine's symmetry. */
#ifndef KIT_ORBIT_H
#define KIT_ORBIT_H

#include "machine/machine_private.h"

/* A state, and what says which state of its orbit stands for it. */
struct orbit *orbit_new(void); /* to be released by memory_free */
void orbit_of(const struct machine *machine, const slot_t *state, struct orbit *orbit);
/* The states that it stands for. */
unsigned orbit_size(const struct machine *machine, const struct orbit *orbit);
/* Replaces `state`, a successor of `source`'s, by the one that stands for it. */
void orbit_stand_in(const struct machine *machine, const struct orbit *source, slot_t *state);

#endif
