/* Channels: what is in flight between controllers.
 *
 * A content is an array of messages: in order of arrival where the network keeps order, else sorted
 * by content (a bag). Any message of a bag may be taken next; of a first-in first-out channel only
 * the oldest, or the oldest of each line: that is what a stalled head blocks. */
#include <string.h>
#include "machine/channel.h"
#include "machine/machine_private.h"

const struct message *channel_messages(const struct machine *machine, uint32_t content,
                                       unsigned *count) {
  size_t length;
  const void *bytes = intern_at(machine->contents, content, &length);
  *count = (unsigned)(length / sizeof(struct message));
  return bytes;
}

struct flight channel_flight(const struct machine *machine, uint32_t content) {
  struct flight flight;
  flight.messages = channel_messages(machine, content, &flight.count);
  return flight;
}

bool channel_takeable(const struct machine *machine, unsigned channel,
                      const struct message *messages, unsigned index) {
  enum channel_order order = machine->shape.order[machine->shape.channels[channel].network];
  if (order == FIFO) return index == 0;
  if (order == FIFO_PER_LINE) {
    for (unsigned i = 0; i < index; i++)
      if (messages[i].line == messages[index].line) return false;
    return true;
  }
  /* Equal messages of a bag are one choice. */
  return index == 0 || memcmp(&messages[index], &messages[index - 1], sizeof *messages) != 0;
}

/* A bank of its own has each line, or one has all of them. */
static bool is_of_one_line(const struct machine *machine, int controller) {
  return controller >= 0 && machine->shape.placement.banks == machine->shape.lines &&
         kind_of(machine, (unsigned)controller)->instances == ONE_PER_BANK;
}

/* Where one line is explored for all, as many messages of each line as there is room for in the
 * channel of all of them. */
static unsigned share_of_line(const struct machine *machine, const struct channel *channel,
                              unsigned capacity) {
  if (!machine->one_line || is_of_one_line(machine, (int)channel->to) ||
      is_of_one_line(machine, channel->from))
    return capacity;
  return capacity / machine->shape.lines;
}

unsigned channel_capacity(const struct machine *machine, unsigned channel) {
  const struct network *network =
      &machine->shape.system->networks[machine->shape.channels[channel].network];
  unsigned capacity = machine->options.capacity && !network->counted ? machine->options.capacity
                                                                     : network->capacity;
  return share_of_line(machine, &machine->shape.channels[channel],
                       capacity < CHANNEL_MESSAGES_MAX ? capacity : CHANNEL_MESSAGES_MAX);
}

void channel_sort(const struct machine *machine, unsigned channel, struct message *messages,
                  unsigned count) {
  if (machine->shape.order[machine->shape.channels[channel].network] != UNORDERED) return;
  for (unsigned i = 1; i < count; i++)
    for (unsigned j = i; j > 0 && memcmp(&messages[j], &messages[j - 1], sizeof *messages) < 0;
         j--) {
      struct message swap = messages[j];
      messages[j] = messages[j - 1];
      messages[j - 1] = swap;
    }
}

static uint32_t push(const struct machine *machine, unsigned channel, uint32_t content,
                     uint32_t message) {
  unsigned count;
  const struct message *old = channel_messages(machine, content, &count),
                       *new = message_at(machine, message);
  if (count >= channel_capacity(machine, channel)) return UINT32_MAX;
  struct message messages[CHANNEL_MESSAGES_MAX];
  unsigned place = count;
  if (machine->shape.order[machine->shape.channels[channel].network] == UNORDERED)
    while (place > 0 && memcmp(new, &old[place - 1], sizeof *new) < 0) place--;
  memcpy(messages, old, place * sizeof *old);
  messages[place] = *new;
  memcpy(messages + place + 1, old + place, (count - place) * sizeof *old);
  return intern_add(machine->contents, messages, (count + 1) * sizeof *messages);
}

static uint32_t pop(const struct machine *machine, uint32_t content, unsigned index) {
  unsigned count;
  const struct message *old = channel_messages(machine, content, &count);
  struct message messages[CHANNEL_MESSAGES_MAX];
  memcpy(messages, old, index * sizeof *old);
  memcpy(messages + index, old + index + 1, (count - index - 1) * sizeof *old);
  return intern_add(machine->contents, messages, (count - 1) * sizeof *messages);
}

/* What a push does depends on the network alone, so all its channels share what is remembered. */
uint32_t channel_push(const struct machine *machine, unsigned channel, uint32_t content,
                      uint32_t message) {
  uint64_t first = (uint64_t)content << 32 | message;
  uint64_t second = PURPOSE(MEMO_PUSH, machine->shape.channels[channel].network);
  uint64_t known = memo_find(machine->memo, first, second);
  if (!known) {
    known = 1 + (uint64_t)push(machine, channel, content, message);
    memo_add(machine->memo, first, second, known);
  }
  return (uint32_t)(known - 1);
}

uint32_t channel_pop(const struct machine *machine, unsigned channel, uint32_t content,
                     unsigned index) {
  (void)channel;
  uint64_t second = PURPOSE(MEMO_POP, index);
  uint64_t known = memo_find(machine->memo, content, second);
  if (!known) {
    known = 1 + (uint64_t)pop(machine, content, index);
    memo_add(machine->memo, content, second, known);
  }
  return (uint32_t)(known - 1);
}

uint32_t channel_message(const struct machine *machine, uint32_t content, unsigned index) {
  uint64_t second = PURPOSE(MEMO_MESSAGE, index);
  uint64_t known = memo_find(machine->memo, content, second);
  if (!known) {
    unsigned count;
    const struct message *messages = channel_messages(machine, content, &count);
    known = 1 + (uint64_t)intern_add(machine->contents, &messages[index], sizeof *messages);
    memo_add(machine->memo, content, second, known);
  }
  return (uint32_t)(known - 1);
}
