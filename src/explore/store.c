/* Chunks start small and double, because most searches are small; a chunk is full-sized from 2^18 states on.  The list
 * of chunks is allocated once, for as many as indices can name, so it never moves and readers need no lock: a chunk's
 * entry is written before any index into it is published, and of it only `used` changes afterwards, once for each batch
 * of states.  (The list is not cleared, so its unused part takes addresses but no memory.) */
#include "explore/store.h"

#include "base/memory.h"

void store_init(struct store *store, unsigned width, struct budget *budget) {
  *store = (struct store){ .width = width, .budget = budget, .chunk_count = 1 };
  store->chunks = memory_resize(NULL, CHUNKS_MAX, sizeof *store->chunks);
  pthread_mutex_init(&store->mutex, NULL);
}

static size_t chunk_bytes(const struct chunk *chunk) {
  return (size_t)chunk->room * chunk->words_each * sizeof *chunk->words;
}

void store_destroy(struct store *store) {
  for (uint32_t i = 1; i < store->chunk_count; i++) {
    struct chunk *chunk = store_chunk(store, i);
    budget_give(store->budget, chunk->words, chunk_bytes(chunk));
  }
  memory_free(store->chunks);
  pthread_mutex_destroy(&store->mutex);
}

uint64_t store_count(const struct store *store) {
  uint64_t count = 0;
  for (uint32_t i = 1; i < store->chunk_count; i++) count += store_chunk(store, i)->used;
  return count;
}

/* The number of a new chunk with the given form and room, or 0.  Called with the mutex held. */
static uint32_t add_chunk(struct store *store, enum form form, uint32_t room) {
  uint32_t number = store->chunk_count;
  if (number == CHUNKS_MAX) return 0;
  struct chunk chunk = { .form = form, .words_each = packed_words(store->width, form), .room = room };
  chunk.words = budget_take(store->budget, chunk_bytes(&chunk));
  if (!chunk.words) return 0;
  *store_chunk(store, number) = chunk;
  store->chunk_count++;
  return number;
}

void store_publish(struct store_writer *writer) {
  for (enum form form = NARROW; form <= WIDE; form++) {
    struct chunk *chunk = writer->open[form];
    if (chunk && chunk->used != writer->used[form]) chunk->used = writer->used[form];
  }
}

static bool open_chunk(struct store_writer *writer, enum form form) {
  struct store *store = writer->store;
  const struct chunk *full = writer->open[form];
  uint32_t room = full ? full->room * 2 : CHUNK_STATES_FIRST;
  if (room > CHUNK_STATES_MAX) room = CHUNK_STATES_MAX;
  pthread_mutex_lock(&store->mutex);
  uint32_t number = add_chunk(store, form, room);
  pthread_mutex_unlock(&store->mutex);
  if (number == 0) return false;
  if (full) writer->open[form]->used = writer->used[form];
  writer->used[form] = 0;
  writer->open[form] = store_chunk(store, number);
  writer->open_first[form] = number << PLACE_BITS;
  return true;
}

state_index store_place(struct store_writer *writer, enum form form, const uint64_t *words) {
  struct chunk *chunk = writer->open[form];
  if (!chunk || writer->used[form] == chunk->room) {
    if (!open_chunk(writer, form)) return 0;
    chunk = writer->open[form];
  }
  uint32_t place = writer->used[form];
  memcpy(chunk->words + (size_t)place * chunk->words_each, words, chunk->words_each * sizeof *words);
  return writer->open_first[form] + place;
}
