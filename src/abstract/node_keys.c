/* See node_keys.h. */
#include "abstract/node_keys.h"

#include "machine/channel.h"
#include "machine/properties.h"

enum { PARTS_MAX = SLOTS_OF_SM_MAX + CHANNELS_MAX };

static void visit_channel(const struct sm_frame *frame, struct intern *keys, unsigned slot,
                          unsigned place, uint32_t part,
                          void (*visit)(void *context, unsigned place, uint32_t message),
                          void *context) {
  unsigned channel = slot - channel_slot(frame->machine, 0);
  size_t length;
  const struct message *messages = intern_at(frame->parts->slots, part, &length);
  for (unsigned i = 0; i < length / sizeof *messages; i++)
    if (channel_takeable(frame->machine, channel, messages, i))
      visit(context, place, intern_add(keys, &messages[i], sizeof *messages));
}

void node_each_outgoing(const struct sm_frame *frame, struct intern *keys, uint32_t number,
                        void (*visit)(void *context, unsigned place, uint32_t message),
                        void *context) {
  const struct node *node = intern_at(frame->parts->nodes, number, NULL);
  const uint32_t *parts = intern_at(frame->parts->capsules, node->capsule, NULL);
  const struct shape *shape = &frame->machine->shape;
  const struct sm_slots *sm = &frame->sm[0];
  for (unsigned i = sm->channels; i < sm->count; i++) {
    unsigned channel = sm->slot[i] - channel_slot(frame->machine, 0);
    if (sm_frame_sm_of(shape, shape->channels[channel].to) < 0)
      visit_channel(frame, keys, sm->slot[i], i, parts[i], visit, context);
  }
  for (unsigned i = 0; i < frame->bag_count; i++)
    visit_channel(frame, keys, frame->bag[i], sm->count + i, parts[sm->count + i], visit, context);
}

/* Where the record has no invariant of several SMs and no logical time: the permissions. */
static uint32_t key_of_permissions(const struct sm_frame *frame, struct intern *keys,
                                   const uint32_t *parts) {
  const struct machine *machine = frame->machine;
  const struct sm_slots *sm = &frame->sm[0];
  uint8_t key[2] = { 0 };
  for (unsigned i = 0; i < sm->channels; i++) {
    if (sm->slot[i] < machine->shape.core_count) continue;
    const struct summary *summary =
        machine_summary_of(machine, sm->slot[i] - machine->shape.core_count,
                           sm_frame_content(frame, 0, sm->slot[i], parts[i], NO_MAP));
    key[0] |= summary->readers;
    key[1] |= summary->writers;
  }
  return intern_add(keys, key, sizeof key);
}

uint32_t node_key_properties(const struct sm_frame *frame, struct intern *keys, uint32_t number) {
  const struct system *system = frame->machine->shape.system;
  const struct node *node = intern_at(frame->parts->nodes, number, NULL);
  size_t length;
  const uint32_t *parts = intern_at(frame->parts->capsules, node->capsule, &length);
  const struct sm_slots *sm = &frame->sm[0];
  uint32_t key[1 + PARTS_MAX];
  unsigned count = 0, end = sm->channels;
  bool has_own = (system->own_invariant.holds || system->own_invariant.holds_in_flight) &&
                 !system->own_invariant.of_one_sm;
  if (!has_own && !sm_frame_is_timed(frame)) return key_of_permissions(frame, keys, parts);
  if (system->own_invariant.holds_in_flight) end = (unsigned)(length / sizeof *parts);
  key[count++] = node->marks;
  for (unsigned i = 0; i < end; i++)
    if (i >= sm->channels || sm->slot[i] >= frame->machine->shape.core_count)
      key[count++] = parts[i];
  return intern_add(keys, key, count * sizeof *key);
}

bool node_keys_apply(const struct sm_frame *frame) {
  int instances = (int)frame->machine->shape.system->kinds[0].instances;
  return instances == ONE_PER_SM || instances == ONE_PER_CORE;
}
