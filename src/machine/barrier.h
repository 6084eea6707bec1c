/* barriers of a CTA, in both readings (barrier.c, barrier_by_name.c). */
#ifndef MACHINE_BARRIER_H
#define MACHINE_BARRIER_H

#include "machine/machine_private.h"

/* A core reaches the barrier of its entry. */
void barrier_reach(const struct machine *machine, const slot_t *state, unsigned core,
                   unsigned entry, slot_t *to);
/* Cores that wait at a barrier for ever, or loop for ever, in a state where no other core goes on.
 * The caller frees the text; NULL: all cores are done. */
char *barrier_waits(const struct machine *machine, const slot_t *state);

/* Issues the entry of a core at its barrier; `complete`: the core goes on. */
void barrier_set_core(const struct machine *machine, slot_t *to, unsigned core, unsigned entry,
                      bool complete);
/* Lets a set of waiting cores go on. */
void barrier_release(const struct machine *machine, slot_t *to, uint16_t cores);
/* Marks a core: there are too many barriers. */
void barrier_overflow(const struct machine *machine, unsigned core, slot_t *to);

#endif
