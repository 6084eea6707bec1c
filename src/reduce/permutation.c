/* Computes the image of a slot's content under a permutation of SMs, threads, lines and values.
 *
 * All fields of a core, a local state or a message that name one of these are renamed here. */
#include "reduce/permutation.h"

#include <string.h>
#include "protocol/observed.h"
#include "machine/history.h"

static void permute_value(const struct permutation *p, int64_t *value) {
  if (*value >= 1 && *value <= p->values) *value = 1 + p->value[*value - 1];
}

static void permute_data(const struct permutation *p, struct data *data) {
  for (unsigned word = 0; word < WORDS_MAX; word++) permute_value(p, &data->word[word]);
}

static void permute_request(const struct permutation *p, struct request *request) {
  if (request->core == NO_ONE) return;
  permute_value(p, &request->value);
  permute_value(p, &request->expected);
  request->core = p->core[request->core];
  request->line = p->line[request->line];
}

static void permute_message(const struct machine *machine, const struct permutation *p,
                            struct message *message) {
  bool no_line = machine->shape.system->messages[message->type].no_line;
  message->from = p->controller[message->from];
  message->to = p->controller[message->to];
  if (message->requester != NO_ONE) message->requester = p->controller[message->requester];
  permute_request(p, &message->request);
  message->line = p->line[message->line];
  if (no_line) message->line = message->request.line = 0;
  permute_data(p, &message->data);
}

static uint8_t permuted_set(const struct permutation *p, uint8_t sms) {
  uint8_t set = 0;
  for (unsigned sm = 0; sm < CORES_MAX; sm++)
    if (sms >> sm & 1) set |= (uint8_t)(1u << p->sm[sm]);
  return set;
}

static void permute_line(const struct permutation *p, struct line *line) {
  line->sharers = permuted_set(p, line->sharers);
  line->held = permuted_set(p, line->held);
  if (line->owner != NO_ONE) line->owner = p->sm[line->owner];
  if (line->writer != NO_ONE) line->writer = p->core[line->writer];
  for (unsigned i = 0; i < line->waiting; i++) permute_request(p, &line->queue[i]);
  permute_data(p, &line->data);
  permute_data(p, &line->buffer);
  permute_data(p, &line->memory);
}

/* Writes the image of `local` to `to`, which is a copy of it. */
static void permute_local(const struct machine *machine, const struct permutation *p, unsigned kind,
                          const struct local *local, struct local *to) {
  bool has_times_of_cores = !machine->shape.system->kinds[kind].shows.second_clock;
  for (unsigned core = 0; core < machine->shape.core_count; core++) {
    if (has_times_of_cores) to->stall[p->core[core]] = local->stall[core];
    to->pending[p->core[core]] = local->pending[core];
  }
  for (unsigned line = 0; line < machine->shape.lines; line++)
    to->line[p->line[line]] = local->line[line];
  for (unsigned core = 0;
       machine->shape.system->kinds[kind].extra_line_per_core && core < machine->shape.core_count;
       core++)
    to->line[machine->shape.lines + p->core[core]] = local->line[machine->shape.lines + core];
  for (unsigned i = 0; i < shape_local_lines(&machine->shape, kind); i++)
    permute_line(p, &to->line[i]);
}

enum content_class {
  CLASS_CORE,
  CLASS_HISTORY,
  CLASS_KIND,
  CLASS_BAG = CLASS_KIND + KINDS_MAX,
  CLASS_QUEUE
};

static unsigned class_of(const struct machine *machine, unsigned slot) {
  if (slot < machine->shape.core_count) return CLASS_CORE;
  if (slot < machine->shape.core_count + machine->shape.controller_count)
    return CLASS_KIND + machine->shape.controllers[slot - machine->shape.core_count].kind;
  if (machine->has_history && slot == history_slot(machine)) return CLASS_HISTORY;
  const struct channel *channel =
      &machine->shape.channels[slot - machine->shape.core_count - machine->shape.controller_count];
  return machine->shape.order[channel->network] == UNORDERED ? CLASS_BAG : CLASS_QUEUE;
}

static void sort_bag(struct message *messages, size_t count) {
  for (size_t i = 1; i < count; i++)
    for (size_t j = i; j > 0 && memcmp(&messages[j], &messages[j - 1], sizeof *messages) < 0; j--) {
      struct message swap = messages[j];
      messages[j] = messages[j - 1];
      messages[j - 1] = swap;
    }
}

uint32_t symmetry_permuted_content(const struct machine *machine, const struct permutation *p,
                                   unsigned slot, uint32_t content) {
  unsigned class = class_of(machine, slot);
  union {
    struct core core;
    struct local local;
    struct message messages[CHANNEL_MESSAGES_MAX];
    char bytes[sizeof(union local_copy)];
  } copy;
  size_t length;
  if (class == CLASS_HISTORY) return history_permuted(machine, p->core, p->line, content);
  const void *bytes = intern_at(machine->contents, content, &length);
  memcpy(&copy, bytes, length);
  switch (class) {
  case CLASS_CORE:
    for (unsigned i = 0; i < copy.core.entries; i++) {
      struct core_entry *entry = &copy.core.entry[copy.core.order[i]];
      entry->micro = p->micro[entry->micro];
    }
    break;
  case CLASS_BAG:
  case CLASS_QUEUE:
    for (size_t i = 0; i < length / sizeof *copy.messages; i++)
      permute_message(machine, p, &copy.messages[i]);
    if (class == CLASS_BAG) sort_bag(copy.messages, length / sizeof *copy.messages);
    break;
  default: permute_local(machine, p, class - CLASS_KIND, bytes, &copy.local);
  }
  return intern_add(machine->contents, &copy, length);
}
