/* A state as words: the form in which it is kept, compared and hashed.
 *
 * Numbers in slots are given out from 0 upwards, so almost all fit in 16 bits.  A state all of whose numbers do is
 * NARROW, four slots to a word; any other is WIDE, two slots to a word.  Which form a state has follows from the state
 * alone, so two states are equal exactly when their forms and their words are, and nothing is ever converted when
 * numbers outgrow 16 bits.  Unused bits of the last word are 0.
 *
 * The hash multiplies 64 by 64 bits and folds the 128 bits of the product, two words a step (the step of Wang Yi's
 * wyhash).  Its lowest bit is the form.  It places states in tables; nothing that a user sees depends on it. */
#ifndef EXPLORE_PACK_H
#define EXPLORE_PACK_H

#include <stdint.h>
#include <string.h>
#include "explore/model.h"

enum form { NARROW, WIDE };

enum { PACKED_MAX = WIDTH_MAX / 2 };

static inline unsigned packed_words(unsigned width, enum form form) {
  return form == NARROW ? (width + 3) / 4 : (width + 1) / 2;
}

/* Two slots at once: 0000aaaa0000bbbb to aaaabbbb, and back.  Either byte order of the machine will do. */
static inline uint64_t squeeze(uint64_t pair) { return (uint32_t)(pair | pair >> 16); }
static inline uint64_t stretch(uint64_t half) { return (half & 0xffff) | (half & 0xffff0000) << 16; }

static inline uint64_t slots_pair(const slot_t *slots) {
  uint64_t pair;
  memcpy(&pair, slots, sizeof pair);
  return pair;
}

static inline uint64_t slot_alone(slot_t slot) { return slots_pair((const slot_t[]){ slot, 0 }); }

static inline void pack_wide(const slot_t *state, unsigned width, uint64_t *words) {
  words[(width - 1) / 2] = 0;
  memcpy(words, state, width * sizeof *state);
}

/* Writes packed_words(width, form) words and returns the form; `words` has room for the wide one. */
static inline enum form pack(const slot_t *state, unsigned width, uint64_t *words) {
  uint64_t *word = words, seen = 0;
  unsigned i = 0;
  for (; i + 4 <= width; i += 4) {
    uint64_t low = slots_pair(state + i), high = slots_pair(state + i + 2);
    seen |= low | high;
    *word++ = squeeze(low) | squeeze(high) << 32;
  }
  if (i < width) {
    unsigned rest = width - i;
    uint64_t low = rest == 1 ? slot_alone(state[i]) : slots_pair(state + i);
    uint64_t high = rest == 3 ? slot_alone(state[i + 2]) : 0;
    seen |= low | high;
    *word = squeeze(low) | squeeze(high) << 32;
  }
  if (!(seen & 0xffff0000ffff0000)) return NARROW;
  pack_wide(state, width, words);
  return WIDE;
}

static inline void unpack(const uint64_t *words, unsigned width, enum form form, slot_t *state) {
  if (form == WIDE) {
    memcpy(state, words, width * sizeof *state);
    return;
  }
  unsigned i = 0;
  for (; i + 4 <= width; i += 4, words++) {
    uint64_t low = stretch((uint32_t)*words), high = stretch(*words >> 32);
    memcpy(state + i, &low, sizeof low);
    memcpy(state + i + 2, &high, sizeof high);
  }
  if (i == width) return;
  slot_t rest[4];
  uint64_t low = stretch((uint32_t)*words), high = stretch(*words >> 32);
  memcpy(rest, &low, sizeof low);
  memcpy(rest + 2, &high, sizeof high);
  for (unsigned j = 0; i + j < width; j++) state[i + j] = rest[j];
}

static inline uint64_t fold(uint64_t a, uint64_t b) {
  unsigned __int128 product = (unsigned __int128)a * b;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline uint64_t packed_hash(const uint64_t *words, unsigned count, enum form form) {
  const uint64_t secret = 0xa0761d6478bd642f, other = 0xe7037ed1a0b428db;
  uint64_t hash = other;
  unsigned i = 0;
  for (; i + 2 <= count; i += 2) hash = fold(words[i] ^ hash, words[i + 1] ^ secret);
  if (i < count) hash = fold(words[i] ^ hash, secret);
  hash = fold(hash ^ secret, other);
  return (hash & ~(uint64_t)1) | form;
}

static inline int packed_equal(const uint64_t *a, const uint64_t *b, unsigned count) {
  uint64_t difference = 0;
  for (unsigned i = 0; i < count; i++) difference |= a[i] ^ b[i];
  return difference == 0;
}

#endif
