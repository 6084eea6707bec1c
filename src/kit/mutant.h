/* Private to src/kit.  Tables with a single fault. */
#ifndef KIT_MUTANT_H
#define KIT_MUTANT_H

#include "machine/machine_private.h"

bool mutate_table(struct machine *machine, const struct mutant *mutant, struct diagnostic *error);

#endif
