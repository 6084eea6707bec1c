/* The set of states seen, behind one interface.
 *
 * Each member of the crew opens a state, notes its successors, and commits the notes in batches,
 * outside every function of the model.  Only a commit looks anything up, and only a
 * commit may wait for other members.  New states are collected by their indices. */
#ifndef STATES_VISITED_H
#define STATES_VISITED_H

#include <stdbool.h>
#include <stdint.h>
#include "os/budget.h"
#include "os/crew.h"
#include "states/state.h"

/* Why a commit did not keep everything. */
enum shortage { NO_SHORTAGE, SHORT_OF_MEMORY, SHORT_OF_NUMBERS };

struct sink;

/* The functions are described where they are called, below. */
struct visited {
  unsigned width;
  void (*meeting)(void *context); /* called at each meeting, by its leader; may be NULL */
  void *meeting_context;
  void (*load)(const struct visited *visited, state_index index, slot_t *state);
  void (*open)(struct visited *visited, unsigned member, state_index index, slot_t *state);
  struct sink *(*sink)(struct visited *visited, unsigned member, struct range range); /* or NULL */
  void (*note)(struct visited *visited, unsigned member, const slot_t *state);
  enum shortage (*commit)(struct visited *visited, unsigned member, unsigned at_least);
  enum shortage (*join)(struct visited *visited, unsigned member); /* or NULL */
  state_index (*find)(struct visited *visited, unsigned member, const slot_t *state);
  void (*collect)(struct visited *visited, void (*take)(void *context, struct range range),
                  void *context);
  void (*meet)(struct visited *visited); /* calls a meeting, or joins one */
  /* While no member works: moves states to the disk.  False: it gains nothing.  NULL: it cannot. */
  bool (*relieve)(struct visited *visited);
  enum shortage (*shortage)(const struct visited *visited);
  uint64_t (*count)(const struct visited *visited);
  /* The probability that a state was left out; NULL: none ever is. */
  double (*omission)(const struct visited *visited);
  /* Set by the search: a hash of a state's content. */
  uint64_t (*fingerprint)(void *context, unsigned member, const slot_t *state);
  void *fingerprint_context;
  uint64_t spilled; /* states on the disk */
  bool unwritable;  /* the disk took no more of them */
  void (*free)(struct visited *visited);
};

static inline void visited_load(const struct visited *visited, state_index index, slot_t *state) {
  visited->load(visited, index, state);
}

/* Loads the state whose successors the member notes next, which makes keeping them cheaper. */
static inline void visited_open(struct visited *visited, unsigned member, state_index index,
                                slot_t *state) {
  visited->open(visited, member, index, state);
}

/* Opens the first of some states, or more, for a batch (sink.h).  NULL: the first is no word. */
static inline struct sink *visited_sink(struct visited *visited, unsigned member,
                                        struct range range) {
  return visited->sink ? visited->sink(visited, member, range) : NULL;
}

static inline void visited_note(struct visited *visited, unsigned member, const slot_t *state) {
  visited->note(visited, member, state);
}

/* Looks up the noted states if there are `at_least` so many, and keeps the new ones.  After a
 * shortage some states may be missing, for good. */
static inline enum shortage visited_commit(struct visited *visited, unsigned member,
                                           unsigned at_least) {
  return visited->commit(visited, member, at_least);
}

/* By the last member of each process in a level, after its last commit. Waits until all states that
 * other processes found for this one are kept. */
static inline enum shortage visited_join(struct visited *visited, unsigned member) {
  return visited->join ? visited->join(visited, member) : NO_SHORTAGE;
}

/* The index of a state that is in the set, best of one that the opened state leads to.  Once no
 * state is added any more, and nothing is noted. */
static inline state_index visited_find(struct visited *visited, unsigned member,
                                       const slot_t *state) {
  return visited->find(visited, member, state);
}

/* The last shortage of the set, if any.  It may then lack states, and no search is complete. */
static inline enum shortage visited_shortage(const struct visited *visited) {
  return visited->shortage(visited);
}

/* Hands out the states that were kept since the last call, while all members are at a gate.  The
 * set may fall short over that. */
static inline void visited_collect(struct visited *visited,
                                   void (*take)(void *context, struct range range), void *context) {
  visited->collect(visited, take, context);
}

/* The number of states; exact while all members are at a gate. */
static inline uint64_t visited_count(const struct visited *visited) {
  return visited->count(visited);
}

static inline void visited_free(struct visited *visited) {
  if (visited) visited->free(visited);
}

#endif
