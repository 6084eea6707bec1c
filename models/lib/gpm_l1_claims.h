/* What nhcc, hmg and sw-hier claim of the steps of their L1s. */
#ifndef MODELS_LIB_GPM_L1_CLAIMS_H
#define MODELS_LIB_GPM_L1_CLAIMS_H

#include "protocol/step.h"

/* The store that the step has sent in a message of this type; NULL: none, or several. */
const struct request *gpm_store_sent(const struct step *step, unsigned type);
/* Is it of the request's word, with this value? */
bool gpm_sends_store(const struct step *step, unsigned type, int64_t value);
bool gpm_l1_keeps(const struct step *step, const struct local *before);

#endif
