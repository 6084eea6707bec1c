/* What holds of the copies of nhcc and hmg in every state. */
#ifndef MODELS_LIB_GPM_INVARIANT_H
#define MODELS_LIB_GPM_INVARIANT_H

#include "protocol/step.h"

bool gpm_copies_hold(const struct shape *shape, const struct local *const *locals,
                     const struct message *messages, unsigned count);

#define HMG_INVARIANT_OF_SYNC \
  ", a release asks every home of its scope, which flush, and an acquire leaves no copy in its L1"
#define HMG_INVARIANT_OF_ONE_VALUE                                              \
  "every L2 copy is tracked, one that its home has overwritten is about to be " \
  "invalidated" HMG_INVARIANT_OF_SYNC
#define HMG_INVARIANT_NAME                                                                        \
  "every L2 copy is tracked, one that its home has overwritten, or that differs from the system " \
  "home's, is about to be "                                                                       \
  "invalidated" HMG_INVARIANT_OF_SYNC

#endif
