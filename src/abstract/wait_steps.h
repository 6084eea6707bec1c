/* The steps that a state of one address offers, and the ways in which others can hold them up. */
#ifndef ABSTRACT_WAIT_STEPS_H
#define ABSTRACT_WAIT_STEPS_H

#include "abstract/contexts.h"
#include "machine/machine_private.h"

/* A step that goes, unless others hold it up.  It is compared by bytes, so it has no padding. */
struct wait_step {
  uint8_t channel; /* the FIFO channel that its message is the first of; else NO_CHANNEL */
  uint8_t controller, unless, most; /* as in struct going */
  uint32_t raises; /* (truth) acts on other lines, or for them: may send by others_send */
  struct channel_set sends, sends_for_all;
};

/* The steps that one channel's messages, or one controller's events, offer; remembered. */
struct wait_offer {
  uint8_t count;
  bool free, stalled;
  struct offered {
    struct wait_step step;
    uint32_t number;
  } steps[]; /* empty if a step is free, since such a state is never stuck */
};

enum { OFFER_STEPS_MAX = CHANNEL_MESSAGES_MAX + INTERNALS_MAX * (LINES_MAX + CORES_MAX) };

struct wait_steps {
  struct wait_step items[OFFER_STEPS_MAX];
  unsigned count;
  bool stalled;
};

/* Do the channel's messages represent counters, which need no room? */
static inline bool wait_steps_is_counter(const struct machine *machine, unsigned channel) {
  return machine->shape.system->networks[machine->shape.channels[channel].network].counted;
}

/* As context_controller_goes; but acting for other lines counts as raising events there. */
struct going wait_steps_going(const struct machine *machine, const struct step_input *input);
/* Interns the step in machine_options.waits. */
uint32_t wait_steps_number(struct waits *waits, const struct wait_step *step);
/* The offer of the channel's messages, or of the controller's own events (NO_CHANNEL).  The latter
 * also notes the channels that steps of others may send by (waits.others_send). */
const struct wait_offer *wait_steps_offer(const struct machine *machine, const slot_t *state,
                                          unsigned channel, unsigned controller);
/* Adds the requests of a core that has none outstanding. */
void wait_steps_add_requests(const struct machine *machine, unsigned core, const slot_t *state,
                             struct wait_steps *steps);

#endif
