/* See saved_states.h. */
#include "states/saved_states.h"

#include "base/memory.h"
#include "states/concurrent.h"
#include "states/spill.h"
#include "states/visited_concurrent.h"

static const struct concurrent *set_of(const struct visited *visited) {
  return (const struct concurrent *)visited;
}

/* ---- writing ---- */

void saved_states_settle(struct visited *visited) { spill_settle((struct concurrent *)visited); }

void saved_states_each_fresh(const struct visited *visited,
                             void (*take)(void *context, struct range range), void *context) {
  concurrent_each_fresh(set_of(visited), take, context);
}

static void put_words(struct stream *stream, const struct words *words) {
  stream_put_number(stream, words->next);
  for (uint32_t number = 1; number < words->next; number++)
    stream_put(stream, words_at(words, number), words->length * sizeof(uint64_t));
}

void saved_states_put_parts(struct stream *stream, const struct visited *visited) {
  const struct concurrent *set = set_of(visited);
  stream_put_number(stream, set->key_words);
  stream_put(stream, &set->layout, sizeof set->layout);
  stream_put(stream, set->trees, sizeof set->trees);
  put_words(stream, &set->groups);
  put_words(stream, &set->pairs);
}

void saved_states_put(struct stream *stream, const struct visited *visited, struct range range) {
  for (uint32_t i = 0; i < range.count; i++)
    stream_put_number(stream, concurrent_root(set_of(visited), range.first + i));
}

/* ---- reading ---- */

struct saved_states {
  struct stream *stream;
  struct concurrent set; /* only layout, trees, groups and pairs */
};

static bool get_words(struct stream *stream, struct words *words) {
  uint64_t key[PACKED_MAX], end = stream_get_number(stream);
  for (uint64_t number = 1; number < end && !stream->failed; number++) {
    stream_get(stream, key, words->length * sizeof *key);
    if (!words_append(words, key)) return false;
  }
  return true;
}

static bool get_shapes(struct stream *stream, struct concurrent *set) {
  set->key_words = (unsigned)stream_get_number(stream);
  stream_get(stream, &set->layout, sizeof set->layout);
  stream_get(stream, set->trees, sizeof set->trees);
  return set->key_words <= PACKED_MAX &&
         (!set->layout.width || set->layout.width == set->visited.width);
}

struct saved_states *saved_states_open(struct stream *stream, unsigned width, struct budget *budget,
                                       enum shortage *shortage) {
  struct saved_states *saved = memory_new(1, sizeof *saved);
  struct concurrent *set = &saved->set;
  saved->stream = stream;
  set->visited.width = width;
  bool whole = get_shapes(stream, set);
  if (whole && words_init(&set->groups, set->key_words, 1, NODE_NUMBER_MAX, budget) &&
      words_init(&set->pairs, 1, 1, NODE_NUMBER_MAX, budget) && get_words(stream, &set->groups) &&
      get_words(stream, &set->pairs))
    return saved;
  if (whole) *shortage = SHORT_OF_MEMORY;
  saved_states_close(saved);
  return NULL;
}

bool saved_states_get(struct saved_states *saved, slot_t *state) {
  uint64_t root = stream_get_number(saved->stream);
  if (saved->stream->failed) return false;
  concurrent_load(&saved->set, root, state);
  return true;
}

void saved_states_close(struct saved_states *saved) {
  if (!saved) return;
  if (saved->set.groups.chunks) words_destroy(&saved->set.groups);
  if (saved->set.pairs.chunks) words_destroy(&saved->set.pairs);
  memory_free(saved);
}
