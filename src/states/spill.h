/* Roots on the disk, in a file without a name. */
#ifndef STATES_SPILL_H
#define STATES_SPILL_H

#include <stdbool.h>

struct concurrent;
struct spill;
struct visited;

/* Moves all roots to the disk, while all members are at a gate.  False: it gains nothing, or the
 * disk cannot be written. */
bool spill_roots(struct concurrent *set);
/* Finds out which of the states kept since the last call are on the disk already; the others become
 * pending.  While all members are at a gate; does nothing before the first spill. */
void spill_settle(struct concurrent *set);
void spill_free(struct spill *spill);

/* Lets a concurrent set spill into a file in `folder` once its states do not fit in the budget.
 * False: errno says why there is no file.  Such a set must not be asked to find a state. */
bool spill_allow(struct visited *visited, const char *folder);

#endif
