/* Private to src/kit.  Is an internal event silent, as promises.h (`deferred`) has it? */
#ifndef KIT_SILENT_EVENT_H
#define KIT_SILENT_EVENT_H

#include "machine/machine_private.h"

/* Can nothing but the next event of its line tell that the controller took this event?  It is tried
 * in this local state; where it fails, the event is a step like any other. */
bool silent_event_is(const struct machine *machine, unsigned controller, uint32_t local,
                     unsigned internal, unsigned at);

#endif
