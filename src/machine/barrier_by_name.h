/* Barriers by name: the other reading of CTA barriers. */
#ifndef MACHINE_BARRIER_BY_NAME_H
#define MACHINE_BARRIER_BY_NAME_H

#include "machine/barrier.h"

/* barrier_reach, in the reading by-name. */
void barrier_reach_by_name(const struct machine *machine, const slot_t *state, unsigned core,
                           unsigned entry, slot_t *to);
/* Arrivals in the round that the core waits in; 0: it waits in none. */
unsigned barrier_came_by_name(const struct machine *machine, const slot_t *state, unsigned core);

#endif
