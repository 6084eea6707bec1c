/* A state in one word: where the numbers in the slots are small enough, they are put side by side.
 *
 * How many bits each slot gets is a layout; which states fit in it follows from the state and the
 * layout alone.  States that do not fit are taken apart (tree.h); when many do not, layout.c looks
 * for a better one, and all states are put into it. */
#ifndef STATES_LAYOUT_H
#define STATES_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>
#include "states/state.h"

enum {
  LAYOUT_BITS = 63,
  LAYOUT_SLOT_BITS = 30 /* two more bits are for what is no number (kit/cluster_state.h) */
};

struct layout {
  unsigned width;   /* 0: no state fits */
  unsigned version; /* counts from 1 */
  uint8_t shift[WIDTH_MAX], bits[WIDTH_MAX];
  uint64_t place[WIDTH_MAX]; /* 1 << shift */
  slot_t beyond[WIDTH_MAX];  /* the bits that a slot has no room for */
};

/* The same number of bits for all slots, where that is enough to begin with. */
void layout_init(struct layout *layout, unsigned width);
/* Makes of a layout one that takes what lies below these bounds, with bits to spare; false: there
 * is none. */
bool layout_fit(struct layout *layout, unsigned width, const slot_t *greatest);

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

/* A slot's number in a state's word. */
static inline slot_t layout_number(const struct layout *layout, uint64_t word, unsigned slot) {
  return (slot_t)(word >> layout->shift[slot]) & ~layout->beyond[slot];
}

static inline void layout_unfold(const struct layout *layout, uint64_t word, slot_t *state) {
  for (unsigned i = 0; i < layout->width; i++) state[i] = layout_number(layout, word, i);
}

#endif
