/* Numbers and states that the processes of one search agree on.
 *
 * Each process calls these in the same order.  A search by one process agrees with itself. */
#ifndef SEARCH_AGREEMENT_H
#define SEARCH_AGREEMENT_H

#include "search/ongoing.h"

/* The results of a level, and the number of states. */
void agreement_on_level(struct ongoing_search *search);
/* The best pick of all processes; `state` becomes the picked one. */
void agreement_on_pick(const struct ongoing_search *search, struct state_pick *pick, slot_t *state);
/* At the end: the workers' records and the cost, of all processes. */
void agreement_on_result(struct ongoing_search *search);

/* --- picks of the state of least content, the same in every run --- */

/* Replaces `best` by the candidate if its content is less. */
void pick_offer(const struct ongoing_search *search, struct state_pick *best,
                struct state_pick candidate);
/* The best pick of all members, whose picks are cleared. */
struct state_pick pick_best(struct ongoing_search *search);

#endif
