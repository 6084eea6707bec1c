/* Private to src/kit.  Observers of the loads and stores that a step performs. */
#ifndef KIT_OBSERVER_H
#define KIT_OBSERVER_H

#include "machine/machine_private.h"

/* A slot hears of a performed store; and where loads are watched, so do those to whom the slot is a
 * channel in which something is overwritten. */
void observer_sweep_slot(const struct machine *machine, unsigned slot, slot_t *slots,
                         struct performed performed);

#endif
