/* A state as words, in which it is compared and taken apart (tree.h).
 *
 * A state whose numbers all fit in 16 bits is NARROW, four slots to a word; any other is WIDE, two
 * slots to a word.  The form follows only from the state.  So two states are equal exactly when
 * their forms and words are, and no state is ever converted.  Unused bits of the last word are 0.
 */
#ifndef STATES_PACK_H
#define STATES_PACK_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include "states/state.h"
#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum form { NARROW, WIDE };

enum { PACKED_MAX = WIDTH_MAX / 2 };

static inline unsigned packed_words(unsigned width, enum form form) {
  return form == NARROW ? (width + 3) / 4 : (width + 1) / 2;
}

/* Eight slots at once; memcpy reaches them wherever they lie. */
typedef uint32_t slots4 __attribute__((vector_size(16)));
typedef uint32_t slots8 __attribute__((vector_size(32)));
typedef uint16_t halves8 __attribute__((vector_size(16)));

enum { HALF = sizeof(uint16_t) };

static inline halves8 lower_halves(slots4 low, slots4 high) {
#ifdef __SSE2__ /* it narrows signed numbers only, with saturation */
  __m128i a = _mm_srai_epi32(_mm_slli_epi32((__m128i)low, 16), 16),
          b = _mm_srai_epi32(_mm_slli_epi32((__m128i)high, 16), 16);
  return (halves8)_mm_packs_epi32(a, b);
#else
  return (halves8){ (uint16_t)low[0],  (uint16_t)low[1],  (uint16_t)low[2],  (uint16_t)low[3],
                    (uint16_t)high[0], (uint16_t)high[1], (uint16_t)high[2], (uint16_t)high[3] };
#endif
}

/* Writes 8 slots as 8 halves; returns the union of their bits. */
static inline slots4 halve8(const slot_t *slots, char *halves) {
  slots4 low, high;
  memcpy(&low, slots, sizeof low);
  memcpy(&high, slots + 4, sizeof high);
  halves8 to = lower_halves(low, high);
  memcpy(halves, &to, sizeof to);
  return low | high;
}

static inline void double8(const char *halves, slot_t *slots) {
  halves8 from;
  memcpy(&from, halves, sizeof from);
  slots8 to = __builtin_convertvector(from, slots8);
  memcpy(slots, &to, sizeof to);
}

static inline bool fit_halves(slots4 bits) {
  uint64_t pairs[2];
  memcpy(pairs, &bits, sizeof pairs);
  return !((pairs[0] | pairs[1]) & 0xffff0000ffff0000);
}

/* Writes packed_words(width, form) words and returns the form; `words` has room for the wide one.
 * Where the width is no multiple of 8, the last eight slots overlap with those before. */
static inline enum form state_pack(const slot_t *state, unsigned width, uint64_t *words) {
  char *halves = (char *)words;
  slots4 bits = { 0 };
  unsigned i = 0;
  words[packed_words(width, NARROW) - 1] = 0;
  for (; i + 8 <= width; i += 8) bits |= halve8(state + i, halves + i * HALF);
  if (i < width && width >= 8) bits |= halve8(state + width - 8, halves + (width - 8) * HALF);
  for (; i < width && width < 8; i++) {
    bits[0] |= state[i];
    memcpy(halves + i * HALF, &(uint16_t){ (uint16_t)state[i] }, HALF);
  }
  if (fit_halves(bits)) return NARROW;
  words[packed_words(width, WIDE) - 1] = 0;
  memcpy(words, state, width * sizeof *state);
  return WIDE;
}

static inline void state_unpack(const uint64_t *words, unsigned width, enum form form,
                                slot_t *state) {
  const char *halves = (const char *)words;
  unsigned i = 0;
  if (form == WIDE) {
    memcpy(state, words, width * sizeof *state);
    return;
  }
  for (; i + 8 <= width; i += 8) double8(halves + i * HALF, state + i);
  if (i < width && width >= 8) double8(halves + (width - 8) * HALF, state + width - 8);
  for (; i < width && width < 8; i++) {
    uint16_t half;
    memcpy(&half, halves + i * HALF, HALF);
    state[i] = half;
  }
}

#endif
