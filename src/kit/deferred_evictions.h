/* Private to src/kit.  Deferred evictions: which internal events may wait, and whether their
 * promise is kept. */
#ifndef KIT_DEFERRED_EVICTIONS_H
#define KIT_DEFERRED_EVICTIONS_H

#include "machine/machine_private.h"

/* Do two ways tell others the same, whatever they leave of the controller? */
bool alternative_same_effects(const struct alternative *a, const struct alternative *b);
/* Does a lazy event, which a controller could take of itself, keep what its record promises?  And
 * need it be tried but before others of its line? */
bool deferred_promise_is_kept(const struct machine *machine, unsigned controller, uint32_t local,
                              unsigned internal, unsigned at);
bool deferred_event_waits(const struct machine *machine, unsigned controller, uint32_t local,
                          unsigned internal, unsigned at);

#endif
