/* A state in one word: its numbers side by side, where they are small enough.
 *
 * A layout says how many bits each slot gets.  Whether a state fits depends only on the state and
 * the layout.  Other states are kept as trees (tree.h).  Where many states do not fit, the visited
 * set looks for a better layout and converts all words (reshape.c). */
#ifndef STATES_LAYOUT_H
#define STATES_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>
#include "states/state.h"

enum { LAYOUT_BITS = 63, LAYOUT_SLOT_BITS = 31 };

struct layout {
  unsigned width;    /* 0: no state fits */
  unsigned reserved; /* upper bits of a slot that no layout gives room to (search/model.h) */
  uint8_t shift[WIDTH_MAX], bits[WIDTH_MAX];
  uint64_t place[WIDTH_MAX]; /* 1 << shift */
  slot_t beyond[WIDTH_MAX];  /* the bits that a slot has no room for */
};

/* The same number of bits for each slot; no state fits where these would be fewer than 5. */
void layout_init(struct layout *layout, unsigned width, unsigned reserved);
/* Replaces the layout by one that has room for numbers up to these, and shares out the bits that
 * are left.  False: there is none. */
bool layout_fit(struct layout *layout, unsigned width, const slot_t *greatest);

/* Is the entry of a set or a sink a state as a word, and no root of a tree? */
static inline bool layout_is_word(uint64_t entry) { return !(entry >> LAYOUT_BITS); }

/* False: the state does not fit, and `*word` means nothing. */
static inline bool layout_fold(const struct layout *layout, const slot_t *state, uint64_t *word) {
  uint64_t folded = 0;
  slot_t over = 0;
  unsigned width = layout->width;
#pragma GCC unroll 4
  for (unsigned i = 0; i < width; i++) {
    folded += state[i] * layout->place[i];
    over |= state[i] & layout->beyond[i];
  }
  *word = folded;
  return width && !over;
}

static inline slot_t layout_number(const struct layout *layout, uint64_t word, unsigned slot) {
  return (slot_t)(word >> layout->shift[slot]) & ~layout->beyond[slot];
}

static inline void layout_unfold(const struct layout *layout, uint64_t word, slot_t *state) {
  for (unsigned i = 0; i < layout->width; i++) state[i] = layout_number(layout, word, i);
}

#endif
