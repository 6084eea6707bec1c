/* Channels: the messages in flight, in the order that the network keeps. */
#ifndef MACHINE_CHANNEL_H
#define MACHINE_CHANNEL_H

#include "machine/machine_private.h"

/* The messages of one channel. */
struct flight {
  const struct message *messages;
  unsigned count;
};
struct flight channel_flight(const struct machine *machine, uint32_t content);
/* The content with one more message; UINT32_MAX: there is no room. */
uint32_t channel_push(const struct machine *machine, unsigned channel, uint32_t content,
                      uint32_t message);
/* The content without a message. */
uint32_t channel_pop(const struct machine *machine, unsigned channel, uint32_t content,
                     unsigned index);
/* Sorts the messages of a bag; other channels stay as they are. */
void channel_sort(const struct machine *machine, unsigned channel, struct message *messages,
                  unsigned count);
/* One message of a content, interned. */
uint32_t channel_message(const struct machine *machine, uint32_t content, unsigned index);
/* The messages of a content; valid as long as the machine. */
const struct message *channel_messages(const struct machine *machine, uint32_t content,
                                       unsigned *count);
/* May this message be taken next?  Of equal messages of a bag, only the first. */
bool channel_takeable(const struct machine *machine, unsigned channel,
                      const struct message *messages, unsigned index);

#endif
