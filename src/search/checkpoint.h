/* Saves a search, and takes it up again. */
#ifndef SEARCH_CHECKPOINT_H
#define SEARCH_CHECKPOINT_H

#include "search/ongoing.h"

/* The first line of a checkpoint, which says whose it is: FORMAT PROGRAM SUBJECT.  Owned by the
 * caller. */
char *checkpoint_title(const struct ongoing_search *search);
/* Before the search: locks the file.  False: another process saves there, and the search is
 * refused. */
bool checkpoint_hold(struct ongoing_search *search);
/* Saves the search while all members are ready, unless its set has fallen short. */
void checkpoint_write(struct ongoing_search *search);

/* Brings back a saved search, by the first member, while all others rest.  Returns 0, or how the
 * search ends when it cannot go on. */
enum search_end resume_read(struct search_member *member);

#endif
