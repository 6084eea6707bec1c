/* Steps told by what they change, for a model that can tell them so (model.h, `tell`).
 *
 * A set that keeps each state in one word (layout.h) lends such a model a sink with the words of
 * some states, side by side.  A slot adds its number times its place to a word, so what a step
 * leads to is that word and the differences in the few slots that changed: no vector is made, none
 * is read, and nothing is called.
 *
 * All words that a state leads to are noted one after the other, and only then hashed, in a loop of
 * their own; the lines of the table that they belong to are fetched then, and looked at later, in
 * batches (visited_concurrent.c). */
#ifndef STATES_SINK_H
#define STATES_SINK_H

#include <string.h>
#include "base/memory.h"
#include "base/vector.h"
#include "states/layout.h"
#include "states/tree.h"
#include "states/visited.h"
#include "states/words.h"

/* A state to be looked up; a root that may be the same, or else the slot where it may be put
 * (words_look). */
struct root {
  uint64_t word, hash;
  const uint64_t *candidate;
  uint32_t *slot;
};

enum {
  RECENT_BITS_FIRST = 12,
  RECENT_BITS_LAST = 15, /* 256 KiB: half of what a core often has to itself */
  RECENT_PART = 64,
  ROOM_PART = 16, /* of the memory: recent words take so much at most, and each thing that a model
                     remembers by */
  NOTED_FEW = 64  /* so many words are hashed together; no more states are told from then on, though
                     those of one may be more */
};

struct sink {
  struct visited *visited; /* whose it is, and which member's */
  unsigned member;
  const struct layout *layout;
  const struct words *words; /* where the words are looked up */
  uint64_t room;             /* bytes that the model may take for each thing that it remembers by */
  const uint64_t *next, *end; /* roots of opened states that are to be told, as long as they are
                                 states' words (tree.h) */
  uint64_t word;              /* that of the state that is told */
  VECTOR(uint64_t) noted;     /* words that nothing was done with yet */
  VECTOR(struct root) roots;
  uint64_t *recent;     /* words, by a hash that costs less than theirs; none is all ones */
  unsigned recent_bits; /* there is room for 2 to the power of this */
};

/* Makes room for so many more words. */
static inline void sink_reserve(struct sink *sink, size_t more) {
  vector_reserve(sink->noted, sink->noted.length + more);
}

static inline void sink_forget(struct sink *sink) {
  memset(sink->recent, 0xff, sizeof *sink->recent << sink->recent_bits);
}

/* Makes room for so many recent words, and forgets them. */
static inline void sink_make_recent(struct sink *sink, unsigned bits) {
  sink->recent_bits = bits;
  sink->recent = memory_resize(sink->recent, (size_t)1 << bits, sizeof *sink->recent);
  sink_forget(sink);
}

/* Is there more to be told, and room? */
static inline bool sink_asks(const struct sink *sink) {
  return sink->next < sink->end && sink->noted.length < NOTED_FEW && root_is_state(*sink->next);
}

/* Notes a state, for which there is room. */
static inline void sink_note(struct sink *sink, uint64_t word) {
  sink->noted.items[sink->noted.length++] = word;
}

/* Makes roots of the words that were noted.  One that was noted not long ago need not be looked up
 * again: many states of a level lead to the same ones. */
static inline void sink_settle(struct sink *sink) {
  const struct words_table table = sink->words->table;
  uint64_t *const recents = sink->recent;
  const unsigned shift = 64 - sink->recent_bits;
  vector_reserve(sink->roots, sink->roots.length + sink->noted.length);
  struct root *root = sink->roots.items + sink->roots.length;
  for (const uint64_t *noted = sink->noted.items, *end = noted + sink->noted.length; noted < end;
       noted++) {
    const uint64_t word = *noted;
    uint64_t *recent = &recents[word * 0x9E3779B97F4A7C15ull >> shift];
    if (*recent == word) continue;
    *recent = root->word = word;
    root->hash = word_hash(word);
    __builtin_prefetch(words_line(&table, root->hash));
    root++;
  }
  sink->roots.length = (size_t)(root - sink->roots.items);
  sink->noted.length = 0;
}

/* Notes a state that was made nevertheless. */
static inline void sink_note_state(struct sink *sink, const slot_t *state) {
  visited_note(sink->visited, sink->member, state);
}

#endif
