/* Private to src/kit: tables with a single fault. */
#ifndef KIT_MUTANT_H
#define KIT_MUTANT_H

#include "machine/machine_private.h"

/* Plants the mutant in the machine's table, which the machine owns then.  false: there is no such
 * row.
 */
bool mutate_table(struct machine *machine, const struct mutant *mutant, struct diagnostic *error);

#endif
