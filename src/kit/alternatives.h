/* Private to src/kit.  Every way in which a controller takes an input, computed once and
 * remembered. */
#ifndef KIT_ALTERNATIVES_H
#define KIT_ALTERNATIVES_H

#include "machine/machine_private.h"

/* All ways in which `controller` in `local` takes an input; message is 0 for internal events. */
const struct alternatives *controller_steps(const struct machine *machine, unsigned controller,
                                            uint32_t local, enum input_kind kind, unsigned event,
                                            unsigned at, uint32_t message, unsigned lazily,
                                            unsigned time_greatest);
/* The internal steps that it might take (those whose row is not known to stall). */
const struct moves *controller_moves(const struct machine *machine, unsigned controller,
                                     uint32_t local);
/* Channels, as a set. */
struct channel_set {
  uint64_t words[(CHANNELS_MAX + 63) / 64];
};
static inline void put_channel(struct channel_set *set, unsigned channel) {
  set->words[channel / 64] |= 1ull << channel % 64;
}
/* Where a line is explored by itself: does a step go among other lines that hold nothing?  Beside
 * which of what they may hold (kind_promises.context) does it not, as a set?  And it may send by
 * these channels, at most so many messages by one, and of no line by those; and raise an event on
 * other lines, which may send of them. */
struct going {
  bool goes, raises;
  uint8_t unless, most;
  struct channel_set sends, sends_for_all;
};
struct going controller_goes(const struct machine *machine, unsigned controller, uint32_t local,
                             enum input_kind kind, unsigned event, unsigned at, uint32_t message);

#endif
