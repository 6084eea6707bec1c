/* Where states are kept: exactly, packed (pack.h), each under an index, in chunks that never move.
 *
 * Every thread of a search writes through a writer of its own, into chunks that nobody else writes, one open for each
 * form.  An index is the chunk's number and the place in it; index 0 is no state.  Who reads a state must have learnt
 * its index from the writer's thread through a release and an acquire (the tables do), or at a gate of the crew. */
#ifndef EXPLORE_STORE_H
#define EXPLORE_STORE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include "explore/budget.h"
#include "explore/pack.h"

typedef uint32_t state_index;

enum {
  PLACE_BITS = 18, /* of an index: the place in the chunk */
  CHUNK_STATES_FIRST = 256,
  CHUNK_STATES_MAX = 1 << PLACE_BITS, /* times 8 bytes is 2 MiB: a full-sized chunk is a number of huge pages */
  CHUNKS_MAX = 1 << (32 - PLACE_BITS)
};

struct chunk {
  uint64_t *words;
  unsigned form, words_each;
  uint32_t used, room; /* states */
  uint32_t collected;  /* of `used`: those that earlier levels have taken */
};

struct store {
  unsigned width;
  struct budget *budget;
  pthread_mutex_t mutex; /* for adding chunks */
  uint32_t chunk_count;  /* chunk 0 is never used */
  struct chunk *chunks;  /* room for all that there can be; never moves */
};

struct store_writer {
  struct store *store;
  struct chunk *open[2];     /* by form; NULL before the first state */
  state_index open_first[2]; /* the index of the open chunk's place 0 */
  uint32_t used[2];          /* of the open chunk: ahead of its `used`, which others' cache lines hold */
};

void store_init(struct store *store, unsigned width, struct budget *budget);
void store_destroy(struct store *store);
uint64_t store_count(const struct store *store); /* while nobody writes */

/* A place for one more state, or 0 when the memory or the indices are used up.  It is taken only once store_keep is
 * called; until then the next store_place gives the same one. */
state_index store_place(struct store_writer *writer, enum form form, const uint64_t *words);
static inline void store_keep(struct store_writer *writer, enum form form) { writer->used[form]++; }
/* Makes the kept states count, for store_count and for those who walk the chunks. */
void store_publish(struct store_writer *writer);

static inline struct chunk *store_chunk(const struct store *store, uint32_t number) {
  return &store->chunks[number];
}

static inline const uint64_t *store_words(const struct store *store, state_index index) {
  const struct chunk *chunk = store_chunk(store, index >> PLACE_BITS);
  return chunk->words + (size_t)(index & (CHUNK_STATES_MAX - 1)) * chunk->words_each;
}

static inline void store_load(const struct store *store, state_index index, slot_t *state) {
  enum form form = store_chunk(store, index >> PLACE_BITS)->form;
  unpack(store_words(store, index), store->width, form, state);
}

#endif
