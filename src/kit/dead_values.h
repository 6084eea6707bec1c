/* Private to src/kit.  Dead values: copies that no core will ask for again. */
#ifndef KIT_DEAD_VALUES_H
#define KIT_DEAD_VALUES_H

#include "machine/machine_private.h"

void dead_values_future_lines(struct machine *machine, unsigned core);
bool dead_values_in_lines(const struct machine *machine);
unsigned dead_values_lines_wanted(const struct machine *machine, const slot_t *state, unsigned sm);
/* Drops the copies that no core will ask for again: of all SMs, where the machine does so; of one,
 * of which only its port and its cores are looked at. */
void dead_values_drop_lines(const struct machine *machine, slot_t *state);
void dead_values_drop_lines_of(const struct machine *machine, slot_t *state, unsigned sm);

#endif
