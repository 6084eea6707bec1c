/* Private to waits.c and waits_solve.c: the kinds of states. */
#ifndef KIT_WAITING_H
#define KIT_WAITING_H

#include "machine/alternatives.h"
#include "machine/machine_private.h"

enum {
  STEPS_MAX = 32,
  IS_FULL = 1u << 31 /* flag with a step's number: its own messages fill a channel */
};

/* A step that goes, unless others hold it up.  It is compared by bytes, so it has no padding. */
struct wait_step {
  uint8_t channel; /* the FIFO channel that its message is the first of; else NO_CHANNEL */
  uint8_t controller, unless, most; /* as in struct going */
  uint32_t raises; /* (truth) acts on other lines, or for them: may send by others_send */
  struct channel_set sends, sends_for_all;
};

/* BUSY: something is outstanding.  IDLE: nothing is; the kind is kept for its context alone.  MUTE:
 * nothing is, and some context may keep it from every request. */
enum idle { BUSY, IDLE, MUTE };

/* The kind of a state, compared by bytes.  Steps beyond STEPS_MAX count as held up. */
struct wait {
  struct channel_set occupied, stalled;
  uint8_t others[CONTROLLERS_MAX]; /* the context that its line is to others there (context_of) */
  uint8_t idle;                    /* enum idle */
  uint8_t count;
  uint16_t unused;
  uint32_t steps[STEPS_MAX];
};

struct waits {
  struct intern *kinds, *steps;
  struct channel_set
      others_send[CONTROLLERS_MAX]; /* (atomic) channels that steps of others send by */
  bool too_many;   /* (atomic) a channel of counters was full: states with more were not met */
  uint32_t solved; /* kinds when `left` was made */
  bool *left;      /* [kind]; NULL: not known yet */
};

/* --- sets of channels --- */

enum { CHANNEL_WORDS = sizeof(struct channel_set) / sizeof(uint64_t) };

static inline bool has_channel(const struct channel_set *set, unsigned channel) {
  return set->words[channel / 64] >> channel % 64 & 1;
}

static inline void join(struct channel_set *to, const struct channel_set *from) {
  for (unsigned i = 0; i < CHANNEL_WORDS; i++) to->words[i] |= from->words[i];
}

#endif
