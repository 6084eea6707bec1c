/* Inputs of the observer of nhcc's and hmg's L2s: hooks for struct gpm_hooks. */
#ifndef MODELS_LIB_GPM_OBSERVED_H
#define MODELS_LIB_GPM_OBSERVED_H

#include "protocol/step.h"

void gpm_see_written(struct step *step, unsigned word);
void gpm_see_dropped(struct step *step);
void gpm_see_given(struct data *data, bool to_gpm);

#endif
