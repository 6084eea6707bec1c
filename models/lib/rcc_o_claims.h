/* Claims of rcc-o and rcc-o-hier about the L1s: their copies, and those that an acquire leaves. */
#ifndef MODELS_LIB_RCC_O_CLAIMS_H
#define MODELS_LIB_RCC_O_CLAIMS_H

#include "protocol/step.h"

/* Has the owner the last store, and does the L2 know the owner?  Has no other L1 own words, and
 * does no copy lack a word? */
bool rcc_o_copy_holds(const struct line *copy, bool is_owner, unsigned words);
/* Has an acquire or a fence left nothing of the line but what is owned, and no fill to install? */
bool rcc_o_is_dropped(const struct line *line);
/* An acquire that hits a word of its own SM's acquires nothing. */
bool rcc_o_acquires(const struct step *s, const struct local *before);
bool rcc_o_l1_keeps(const struct step *s, const struct local *before);

#endif
