/* Private to src/kit: barriers of a CTA, in both readings (barrier.c, barrier_by_name.c). */
#ifndef KIT_BARRIER_H
#define KIT_BARRIER_H

#include "machine/machine_private.h"

/* A core reaches the barrier of its entry. */
void barrier_reach(const struct machine *machine, const slot_t *state, unsigned core,
                   unsigned entry, slot_t *to);
/* Who waits at which barrier for ever, or loops for ever, in a state in which no other core goes
 * on. */
char *barrier_waits(const struct machine *machine, const slot_t *state);

/* The core has come to the barrier of its entry; `complete`: and goes on. */
void barrier_set_core(const struct machine *machine, slot_t *to, unsigned core, unsigned entry,
                      bool complete);
/* A set of cores that wait goes on. */
void barrier_release(const struct machine *machine, slot_t *to, uint16_t cores);
void barrier_overflow(const struct machine *machine, unsigned core, slot_t *to);

/* barrier_reach, by name. */
void barrier_reach_by_name(const struct machine *machine, const slot_t *state, unsigned core,
                           unsigned entry, slot_t *to);
/* How many cores came to the round that this one waits in; 0: it waits in none. */
unsigned barrier_came_by_name(const struct machine *machine, const slot_t *state, unsigned core);

#endif
