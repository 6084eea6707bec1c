/* The trial of the promise `deferred` (promises.h). */
#ifndef REDUCE_SILENT_EVENT_H
#define REDUCE_SILENT_EVENT_H

#include "machine/machine_private.h"

/* Is the next event of the line the first that can tell whether the controller took `internal` in
 * this local state?  The answer is remembered. */
bool silent_event_holds(const struct machine *machine, unsigned controller, uint32_t local,
                        unsigned internal, unsigned at);

#endif
