/* Private to src/kit.  One address explored by itself. */
#ifndef KIT_PER_ADDRESS_H
#define KIT_PER_ADDRESS_H

#include "machine/machine_private.h"

bool per_address_begin(struct machine *machine, struct diagnostic *error);
/* A line by itself: are steps of this kind of controller asked what they keep beside another line?
 */
bool per_address_has_context(const struct machine *machine, unsigned kind);
/* A local state of the line by itself in the i-th of such company; false: there is none. */
bool per_address_in_context(const struct machine *machine, unsigned kind, const struct local *local,
                            unsigned i, struct local *to);

#endif
