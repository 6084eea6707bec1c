/* Private to waits.c and waits_solve.c: what states wait for. */
#ifndef KIT_WAITING_H
#define KIT_WAITING_H

#include "machine/alternatives.h"
#include "machine/machine_private.h"

enum {
  STEPS_MAX = 32,
  IS_FULL = 1u << 31 /* with a step's number: its own messages fill a channel */
};

/* A step that goes, if nothing holds it up.  It is compared by its bytes, all of which are its
 * fields'. */
struct wait_step {
  uint8_t channel; /* FIFO: of its message, which is the first; else NO_CHANNEL */
  uint8_t controller, unless, most;
  uint32_t raises; /* (truth) it does to other lines what others do to this one, or is done for one
                    * of them: it may send what that sends */
  struct channel_set sends, sends_for_all;
};

/* Is nothing outstanding?  Then it may stay so for ever, and is only here for what its line is
 * beside others; or it lets no request be made, whatever others hold, and is here for that, too. */
enum idle { BUSY, IDLE, MUTE };

/* The kind of a state.  Beyond STEPS_MAX steps count as held up. */
struct wait {
  struct channel_set occupied, stalled;
  uint8_t
      others[CONTROLLERS_MAX]; /* what its line is beside others' there, as a set (context_of) */
  uint8_t idle;                /* enum idle */
  uint8_t count;
  uint16_t unused; /* it is compared by its bytes, too */
  uint32_t steps[STEPS_MAX];
};

struct waits {
  struct intern *kinds, *steps;
  struct channel_set others_send[CONTROLLERS_MAX]; /* (atomic) by what others do to the line there:
                                                      the environment's events */
  bool too_many; /* (atomic) a channel that stands for counters was full: what comes after more was
                    not met */
  uint32_t solved; /* kinds, of which `left` says which are */
  bool *left;      /* NULL: it is not known yet */
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
