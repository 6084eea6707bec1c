/* Claims of rcc-o and rcc-o-hier about the L1s: their copies, and what an acquire, or a fence,
 * leaves of them. */
#ifndef MODELS_LIB_RCC_O_CLAIMS_H
#define MODELS_LIB_RCC_O_CLAIMS_H

#include "protocol/step.h"

/* An owner's copy is the last store, and the L2 knows whose it is; no other L1 has words of its
 * own.  No copy lacks a word. */
bool rcc_o_copy_holds(const struct line *copy, bool is_owner, unsigned words);
/* Does an acquire or a fence that is done leave of a line that it invalidates nothing that is not
 * owned, nor a fill to come that may be installed? */
bool rcc_o_is_dropped(const struct line *line);
/* An acquire that hits a word of its own SM's acquires nothing. */
bool rcc_o_acquires(const struct step *s, const struct local *before);
bool rcc_o_l1_keeps(const struct step *s, const struct local *before);

#endif
