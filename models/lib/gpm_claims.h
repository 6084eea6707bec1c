/* What nhcc and hmg claim of the steps of their GPMs. */
#ifndef MODELS_LIB_GPM_CLAIMS_H
#define MODELS_LIB_GPM_CLAIMS_H

#include "protocol/step.h"

bool gpm_keeps(const struct step *step, const struct local *before);

#endif
