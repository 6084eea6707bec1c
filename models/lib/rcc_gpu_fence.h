/* How an L1 has the L2 of its GPU drained (rcc-hier, lrcc-hier): a fence of .sys scope, when the L2
 * has all that it waits for, goes on there, and is done when that has answered.  (Included as
 * models/lib/release_gpus.h is, where EVENT_DRAIN and EVENT_DRAINED are.) */
#ifndef MODELS_LIB_RCC_GPU_FENCE_H
#define MODELS_LIB_RCC_GPU_FENCE_H

#include "models/lib/release_gpus.h"

#define DRAIN (1ull << EVENT_DRAIN)     /* up: an L1 to its L2 */
#define DRAINED (1ull << EVENT_DRAINED) /* and its answer */
#define DRAIN_MESSAGES                                                                           \
  [EVENT_DRAIN] = { "Drain", UP_NETWORK, .has_core = true, .no_line = true, .lease = NO_LEASE }, \
  [EVENT_DRAINED] = { "Drained", DOWN_NETWORK, .has_core = true, .no_line = true,                \
                      .lease = NO_LEASE }

static bool drains(const struct step *s, unsigned scope) {
  return scope == SCOPE_SYSTEM && !system_is(s, NO_DRAIN);
}

/* For a fence, or a release. */
static void send_drain(struct step *s, unsigned core, unsigned event) {
  struct message *message = step_send(s, EVENT_DRAIN, above(s, s->at));
  message->request =
      (struct request){ .event = (uint8_t)event, .core = (uint8_t)core, .time = NO_TIME };
  message->line = 0;
}

/* Does the L1 invalidate before its L2 does (lrcc-hier:bottom-up)? */
#ifndef IS_BOTTOM_UP
#define IS_BOTTOM_UP(step) false
#endif

enum {
  FENCE_OF_SYSTEM = 1 << 4,
  FENCE_AT_L2 = 1 << 5
}; /* in local->pending of an L1, beside FENCE_ENTRY */

/* All that a fence waits for is in the L2: is that to be drained?  It is asked once. */
static bool fence_goes_on(struct step *s, unsigned core) {
  uint8_t *pending = &s->local->pending[core];
  if (!(*pending & FENCE_OF_SYSTEM)) return false;
  if (*pending & FENCE_AT_L2) return true;
  *pending |= FENCE_AT_L2;
  send_drain(s, core, EVENT_FENCE);
  if (IS_BOTTOM_UP(s)) step_signal_all(s, EVENT_INV_ALL);
  return true;
}

#define FENCE_MARK(step) (drains(step, (step)->request->scope) ? FENCE_OF_SYSTEM : 0)
#define FENCE_GOES_ON(step, core) fence_goes_on(step, core)
#define FENCE_HAS_GONE(step, core) ((step)->local->pending[core] & FENCE_AT_L2)
#define IS_DRAINED(step) ((step)->event == EVENT_DRAINED)

#endif
