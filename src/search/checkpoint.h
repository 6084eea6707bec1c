/* Saves a search, and takes it up again. */
#ifndef SEARCH_CHECKPOINT_H
#define SEARCH_CHECKPOINT_H

#include "search/run.h"

/* The first line of a checkpoint, which says whose it is: FORMAT PROGRAM SUBJECT.  Owned by the
 * caller. */
char *checkpoint_title(const struct run *run);
/* Before the search: locks the file.  False: another process saves there, and the search is
 * refused. */
bool checkpoint_hold(struct run *run);
/* Saves the run while all members are ready, unless its set has fallen short. */
void checkpoint_write(struct run *run);

/* Brings back a saved run, by the first member, while all others rest.  Returns 0, or how the
 * search ends when it cannot go on. */
enum search_end resume_read(struct run_member *member);

#endif
