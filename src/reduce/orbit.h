/* The representative of a state's orbit under the machine's symmetry. */
#ifndef REDUCE_ORBIT_H
#define REDUCE_ORBIT_H

#include "machine/machine_private.h"

/* A state, with the orbits of its slots' contents, and its signatures. */
struct orbit *orbit_new(void); /* to be released by memory_free */
void orbit_of(const struct machine *machine, const slot_t *state, struct orbit *orbit);
/* The number of states in the orbit. */
unsigned orbit_size(const struct machine *machine, const struct orbit *orbit);
/* Replaces `state`, a successor of `source`, by its representative. */
void orbit_representative(const struct machine *machine, const struct orbit *source, slot_t *state);

#endif
