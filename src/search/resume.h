/* Taking up a saved search. */
#ifndef SEARCH_RESUME_H
#define SEARCH_RESUME_H

#include "search/run.h"

/* Brings back a saved run, by the first member, while all others rest.  Returns 0, or how the
 * search ends when it cannot go on. */
enum search_end resume_read(struct run_member *member);

#endif
