/* Private to src/kit.  Channels: the messages in flight, in the order that the network keeps. */
#ifndef KIT_CHANNEL_H
#define KIT_CHANNEL_H

#include "machine/machine_private.h"

/* What is in flight in one channel. */
struct flight {
  const struct message *messages;
  unsigned count;
};
struct flight channel_flight(const struct machine *machine, uint32_t content);
/* In messages. */
unsigned channel_capacity(const struct machine *machine, unsigned channel);
uint32_t channel_push(const struct machine *machine, unsigned channel, uint32_t content,
                      uint32_t message); /* UINT32_MAX: full */
uint32_t channel_pop(const struct machine *machine, unsigned channel, uint32_t content,
                     unsigned index);
/* A bag is kept sorted. */
void channel_sort(const struct machine *machine, unsigned channel, struct message *messages,
                  unsigned count);
/* One message of a content, interned. */
uint32_t channel_message(const struct machine *machine, uint32_t content, unsigned index);
/* The messages of a content, and which of them may be taken. */
const struct message *channel_messages(const struct machine *machine, uint32_t content,
                                       unsigned *count);
bool channel_takeable(const struct machine *machine, unsigned channel,
                      const struct message *messages, unsigned index);

#endif
