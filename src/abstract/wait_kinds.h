/* The kinds of the states of one address (waits.c says more). */
#ifndef ABSTRACT_WAIT_KINDS_H
#define ABSTRACT_WAIT_KINDS_H

#include "abstract/channel_set.h"
#include "machine/machine_private.h"

enum {
  STEPS_MAX = 32,
  IS_FULL = 1u << 31 /* flag with a step's number: its own messages fill a channel */
};

/* BUSY: something is outstanding.  IDLE: nothing is; the kind is kept only for its context.  MUTE:
 * nothing is, and some context may keep it from every request. */
enum idle { BUSY, IDLE, MUTE };

/* The kind of a state, compared by bytes.  Steps beyond STEPS_MAX count as held up. */
struct wait {
  struct channel_set occupied, stalled;
  uint8_t
      others[CONTROLLERS_MAX]; /* the context that its line gives to others there (context_of) */
  uint8_t idle;                /* enum idle */
  uint8_t count;
  uint16_t unused;
  uint32_t steps[STEPS_MAX];
};

struct waits {
  struct intern *kinds, *steps;
  struct channel_set others_send[CONTROLLERS_MAX]; /* (atomic) used by steps of others */
  bool too_many;   /* (atomic) a channel of counters was full: states with more were not met */
  uint32_t solved; /* kinds when `left` was made */
  bool *left;      /* [kind]; NULL: not known yet */
};

/* Notes a state's kind in machine_options.waits.  Returns CLAIM(PROPERTY_WITNESS) if waits_solve
 * left that kind, else 0. */
uint64_t wait_kinds_note(const struct machine *machine, const slot_t *state);
/* Adds the images of all kinds under the machine's symmetry. */
void wait_kinds_add_images(struct waits *waits, const struct machine *machine);

#endif
