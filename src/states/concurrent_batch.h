/* Batches of states to look up and to add. */
#ifndef STATES_CONCURRENT_BATCH_H
#define STATES_CONCURRENT_BATCH_H

#include "states/concurrent.h"

/* As visited.h says of `open`, `sink`, `note`, `commit` and `find`. */
void batch_open(struct visited *visited, unsigned member, state_index index, slot_t *state);
struct sink *batch_sink(struct visited *visited, unsigned member, struct range range);
void batch_note(struct visited *visited, unsigned member, const slot_t *state);
enum shortage batch_commit(struct visited *visited, unsigned member, unsigned at_least);
state_index batch_find(struct visited *visited, unsigned member, const slot_t *state);

/* Makes the members, which let a model take `room` bytes for each of its caches. */
void batch_init(struct concurrent *set, uint64_t room);
/* Sizes the notes by the shapes of trees, while nothing is noted. */
void batch_fit(struct concurrent *set);
/* Forgets the recent words, whose meaning has changed. */
void batch_forget_recent(struct concurrent *set);
/* Remembers twice as many recent words, as far as memory allows: the more states there are, the
 * longer it takes until one is noted again. */
void batch_remember_more(struct concurrent *set);
void batch_free(struct concurrent *set);

#endif
