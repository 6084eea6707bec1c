/* What lrcc and lrcc-hier claim of the steps of their L1s, and of a line's home. */
#ifndef MODELS_LIB_LRCC_CLAIMS_H
#define MODELS_LIB_LRCC_CLAIMS_H

#include "protocol/step.h"

bool lrcc_words_are_kept(const struct step *s, const struct local *before);
bool lrcc_gives_up(const struct step *s);
/* Is all that is dirty and not owned written back, or owed: when a fence comes, or a drain, and of
 * the line that is to be? */
bool lrcc_is_flushed(const struct step *s, bool comes);
/* Nothing may be read here but what is owned, and the line that has just come: when an acquire or a
 * fence is done, and of the line that is to be dropped. */
bool lrcc_is_invalidated(const struct step *s, bool acquired);
bool lrcc_l1_keeps(const struct step *s, const struct local *before);
bool lrcc_takes_words(const struct step *s);
/* Has the home all that it has taken, and performed an atomic that has waited on that? */
bool lrcc_takes_all(const struct step *s, const struct local *before, const struct data *copy);
/* And nothing that has crossed is remembered when it is over. */
bool lrcc_home_keeps(const struct step *s, const struct local *before);

#endif
