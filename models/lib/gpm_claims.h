/* Claims of nhcc, hmg and sw-hier on the steps of their L1s; of nhcc and hmg on their GPMs. */
#ifndef MODELS_LIB_GPM_CLAIMS_H
#define MODELS_LIB_GPM_CLAIMS_H

#include "protocol/step.h"

/* The store that the step has sent in a message of this type; NULL: none, or several. */
const struct request *gpm_store_sent(const struct step *step, unsigned type);
/* Is it of the request's word, with this value? */
bool gpm_sends_store(const struct step *step, unsigned type, int64_t value);
bool gpm_l1_keeps(const struct step *step, const struct local *before);

/* Of GPMs: of steps, and of the copies in every state. */
bool gpm_keeps(const struct step *step, const struct local *before);
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
