/* Sets of channels. */
#ifndef ABSTRACT_CHANNEL_SET_H
#define ABSTRACT_CHANNEL_SET_H

#include <stdbool.h>
#include <stdint.h>
#include "protocol/shape.h"

enum { CHANNEL_WORDS = (CHANNELS_MAX + 63) / 64 };

struct channel_set {
  uint64_t words[CHANNEL_WORDS];
};

static inline void channel_set_put(struct channel_set *set, unsigned channel) {
  set->words[channel / 64] |= 1ull << channel % 64;
}

static inline bool channel_set_has(const struct channel_set *set, unsigned channel) {
  return set->words[channel / 64] >> channel % 64 & 1;
}

static inline void channel_set_join(struct channel_set *to, const struct channel_set *from) {
  for (unsigned i = 0; i < CHANNEL_WORDS; i++) to->words[i] |= from->words[i];
}

static inline bool channel_set_meet(const struct channel_set *a, const struct channel_set *b) {
  for (unsigned i = 0; i < CHANNEL_WORDS; i++)
    if (a->words[i] & b->words[i]) return true;
  return false;
}

#endif
