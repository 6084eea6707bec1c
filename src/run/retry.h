/* Reduced first, then again without.
 *
 * A reduction may be behind a verdict: one address that stands for all may fill a channel that all
 * share, or a mutant may break what a reduction relies on.  So a search that looks like that is
 * made again, without the reduction. */
#ifndef RUN_RETRY_H
#define RUN_RETRY_H

#include "run/subject.h"

/* Builds the machine of `subject` and calls `search` with it.  A search whose verdict a reduction
 * may be behind takes that reduction out of `options`, which are the subject's, and returns false:
 * then the machine is built and searched again.  Returns the machine searched last, which the
 * caller owns; NULL, with an error, where one cannot be built. */
struct machine *retry_until(struct subject *subject,
                            bool (*search)(void *context, struct machine *machine,
                                           struct machine_options *options),
                            void *context, struct diagnostic *error);

#endif
