/* Ages of data, and loads that a store overtakes (observer.c). */
#ifndef MACHINE_OBSERVER_H
#define MACHINE_OBSERVER_H

#include "machine/machine_private.h"

/* Makes the copies in a slot stale that a performed store overwrites.  Where loads are watched, and
 * the slot is a channel with such a copy, it also marks the loads at its end. */
void observer_sweep_slot(const struct machine *machine, unsigned slot, slot_t *slots,
                         struct performed performed);

#endif
