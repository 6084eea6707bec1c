/* The reads that are left of a cancelled transaction. */
#ifndef AXIOM_CANCELLED_H
#define AXIOM_CANCELLED_H

#include "axiom/unfold.h"

void cancelled_save(const struct walker *w, struct cancelled *saved);
/* Restores the path, and frees the copy. */
void cancelled_restore(struct walker *w, struct cancelled *saved);
/* Ends the transaction without a commit; false on error. */
bool cancelled_find(struct walker *w, const struct cancelled *saved, struct position *p,
                    const struct instruction *i);

#endif
