/* Picking the state of least content, so that every run picks the same one. */
#ifndef SEARCH_PICK_H
#define SEARCH_PICK_H

#include "search/run.h"

/* Replaces `best` by the candidate if its content is less. */
void pick_offer(const struct run *run, struct state_pick *best, struct state_pick candidate);
/* The best pick of all members, whose picks are cleared. */
struct state_pick pick_best(struct run *run);

#endif
