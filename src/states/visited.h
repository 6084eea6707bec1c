/* The set of states seen, behind one interface.
 *
 * Each member of the crew opens a state, notes the states that it leads to, and commits what it
 * noted in batches, at moments when it is inside no function of the model: only a commit looks
 * anything up, and only a commit may wait for other members.  New states are collected afterwards,
 * by their indices; index 0 is no state.
 *
 * visited_concurrent.c is the set for any number of threads, visited_processes.c for any number of
 * machines; visited_judy.c the reference, for one; visited_lossy.c may leave states out, and says
 * how likely that is. */
#ifndef STATES_VISITED_H
#define STATES_VISITED_H

#include <stdbool.h>
#include <stdint.h>
#include "states/state.h"

/* Why a commit did not keep everything. */
enum shortage { NO_SHORTAGE, SHORT_OF_MEMORY, SHORT_OF_NUMBERS };

struct sink;

struct visited {
  unsigned width;
  void (*meeting)(void *context); /* called at each meeting, by its leader; may be NULL */
  void *meeting_context;
  void (*load)(const struct visited *visited, state_index index, slot_t *state);
  void (*open)(struct visited *visited, unsigned member, state_index index, slot_t *state);
  struct sink *(*sink)(struct visited *visited, unsigned member,
                       struct range range); /* NULL: none lends any */
  void (*note)(struct visited *visited, unsigned member, const slot_t *state);
  enum shortage (*commit)(struct visited *visited, unsigned member, unsigned at_least);
  enum shortage (*join)(struct visited *visited, unsigned member);
  state_index (*find)(struct visited *visited, unsigned member, const slot_t *state);
  void (*collect)(struct visited *visited, void (*take)(void *context, struct range range),
                  void *context);
  void (*meet)(struct visited *visited);    /* calls a meeting, or joins one */
  bool (*relieve)(struct visited *visited); /* while nobody works: puts on the disk what it can;
                                               false: not worth it; or NULL */
  enum shortage (*shortage)(const struct visited *visited);
  uint64_t (*count)(const struct visited *visited);
  double (*omission)(const struct visited *visited); /* the probability that some state was left
                                                        out; NULL: none ever is */
  uint64_t (*fingerprint)(void *context, unsigned member,
                          const slot_t *state); /* set by the search */
  void *fingerprint_context;
  uint64_t spilled; /* states that lie on the disk */
  bool unwritable;  /* it took no more of them */
  void (*free)(struct visited *visited);
};

static inline void visited_load(const struct visited *visited, state_index index, slot_t *state) {
  visited->load(visited, index, state);
}

/* Loads the state that what the member notes next was made from (which makes keeping that cheaper;
 * nothing more). */
static inline void visited_open(struct visited *visited, unsigned member, state_index index,
                                slot_t *state) {
  visited->open(visited, member, index, state);
}

/* Opens the first of some states, or more, whose steps may be told by what they change (sink.h),
 * without loading them; NULL: it is not such a one. */
static inline struct sink *visited_sink(struct visited *visited, unsigned member,
                                        struct range range) {
  return visited->sink ? visited->sink(visited, member, range) : NULL;
}

static inline void visited_note(struct visited *visited, unsigned member, const slot_t *state) {
  visited->note(visited, member, state);
}

/* Looks up what was noted if that is `at_least` so many states, and keeps the new ones.  On a
 * shortage some states may be missing, for good. */
static inline enum shortage visited_commit(struct visited *visited, unsigned member,
                                           unsigned at_least) {
  return visited->commit(visited, member, at_least);
}

/* By the last member of each rank that works on a level, once it has committed everything: waits
 * until all that other ranks have found for this one is kept. */
static inline enum shortage visited_join(struct visited *visited, unsigned member) {
  return visited->join ? visited->join(visited, member) : NO_SHORTAGE;
}

/* The index of a state that is in the set, at best one that the opened state leads to.  For when no
 * state is to be added any more, and nothing is noted. */
static inline state_index visited_find(struct visited *visited, unsigned member,
                                       const slot_t *state) {
  return visited->find(visited, member, state);
}

/* What the set fell short of at some time, in a commit or elsewhere: then it may lack states, and
 * no search of it is complete. */
static inline enum shortage visited_shortage(const struct visited *visited) {
  return visited->shortage(visited);
}

/* Hands out the states that were kept since the last call, while all members are at a gate.  Those
 * may have to be sorted out first, on which the set may fall short. */
static inline void visited_collect(struct visited *visited,
                                   void (*take)(void *context, struct range range), void *context) {
  visited->collect(visited, take, context);
}

/* About how many states there are; exact while all members are at a gate. */
static inline uint64_t visited_count(const struct visited *visited) {
  return visited->count(visited);
}

static inline void visited_free(struct visited *visited) {
  if (visited) visited->free(visited);
}

#endif
