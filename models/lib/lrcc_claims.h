/* Claims of lrcc and lrcc-hier on the steps of their L1s, and on a line's home. */
#ifndef MODELS_LIB_LRCC_CLAIMS_H
#define MODELS_LIB_LRCC_CLAIMS_H

#include "protocol/step.h"

bool lrcc_words_are_kept(const struct step *s, const struct local *before);
bool lrcc_gives_up(const struct step *s);
/* Is each dirty line that is not owned written back or owed?  Asked of all where a fence or a drain
 * comes, else of the line that is flushed. */
bool lrcc_is_flushed(const struct step *s, bool comes);
/* Is nothing readable but what is owned, and the line that has just come?  Asked of all where an
 * acquire or a fence is done, else of the line that is invalidated. */
bool lrcc_is_invalidated(const struct step *s, bool acquired);
bool lrcc_l1_keeps(const struct step *s, const struct local *before);
bool lrcc_takes_words(const struct step *s);
/* Has the home all words that it has taken, and performed an atomic that waited for them? */
bool lrcc_takes_all(const struct step *s, const struct local *before, const struct data *copy);
bool lrcc_home_keeps(const struct step *s, const struct local *before);

#endif
