/* Steps told by what they change, for a model that can tell them so (model.h, `tell`).
 *
 * A set that keeps each state in one word (layout.h) lends such a model a sink with the words of some states, side by side.  A
 * slot adds its number times its place to a word, so what a step leads to is that word and the differences in the few slots that
 * changed: no vector is made, none is read, and nothing is called.
 *
 * All words that a state leads to are noted one after the other, and only then hashed, in a loop of their own; the lines of the
 * table that they belong to are fetched then, and looked at later, in batches (visited_concurrent.c). */
#ifndef EXPLORE_SINK_H
#define EXPLORE_SINK_H

#include <string.h>
#include "base/vector.h"
#include "explore/layout.h"
#include "explore/tree.h"
#include "explore/visited.h"
#include "explore/words.h"

/* A state to be looked up, and a root that may be the same. */
struct root { uint64_t word, hash; const uint64_t *candidate; };

enum {
  RECENT_BITS = 12,
  NOTED_FEW = 16 /* so many words are hashed together; no more states are told from then on, though those of one may be more */
};

struct sink {
  struct visited *visited; /* whose it is, and which member's */
  unsigned member;
  const struct layout *layout;
  const struct words *words; /* where the words are looked up */
  const uint64_t *next, *end; /* roots of opened states that are to be told, as long as they are states' words (tree.h) */
  uint64_t word;             /* that of the state that is told */
  VECTOR(uint64_t) noted;    /* words that nothing was done with yet */
  VECTOR(struct root) roots;
  uint64_t recent[1 << RECENT_BITS]; /* words, by a hash that costs less than theirs; none is all ones */
};

/* Makes room for so many more words. */
static inline void sink_reserve(struct sink *sink, size_t more) { vector_reserve(sink->noted, sink->noted.length + more); }

static inline void sink_forget(struct sink *sink) { memset(sink->recent, 0xff, sizeof sink->recent); }

/* Is there more to be told, and room? */
static inline bool sink_asks(const struct sink *sink) {
  return sink->next < sink->end && sink->noted.length < NOTED_FEW && root_is_state(*sink->next);
}

/* Notes a state, for which there is room. */
static inline void sink_note(struct sink *sink, uint64_t word) { sink->noted.items[sink->noted.length++] = word; }

/* Makes roots of the words that were noted.  One that was noted not long ago need not be looked up again: many states of a level
 * lead to the same ones. */
static inline void sink_settle(struct sink *sink) {
  const struct words_table table = sink->words->table;
  vector_reserve(sink->roots, sink->roots.length + sink->noted.length);
  struct root *root = sink->roots.items + sink->roots.length;
  for (const uint64_t *word = sink->noted.items, *end = word + sink->noted.length; word < end; word++) {
    uint64_t *recent = &sink->recent[*word * 0x9E3779B97F4A7C15ull >> (64 - RECENT_BITS)];
    if (*recent == *word) continue;
    *recent = root->word = *word;
    root->hash = word_hash(*word);
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
