/* Reduced first, then again without.
 *
 * A verdict can be an artefact of a reduction: one address that represents all may fill a
 * channel that they share, and a mutant may violate what a reduction relies on. Such a search is
 * repeated without the reduction. */
#ifndef RUN_RETRY_H
#define RUN_RETRY_H

#include "run/subject.h"

/* Builds the machine of `subject` and calls `search` on it. If a reduction may have caused the
 * verdict, `search` takes the reduction out of `options` (the subject's) and returns false; then
 * the machine is built and searched again. Returns the last machine, which the caller owns;
 * NULL, with an error, if it cannot be built. */
struct machine *retry_until(struct subject *subject,
                            bool (*search)(void *context, struct machine *machine,
                                           struct machine_options *options),
                            void *context, struct diagnostic *error);

#endif
