/* See node_keys.h. */
#include "abstract/node_keys.h"

enum { PARTS_MAX = SLOTS_OF_SM_MAX + CHANNELS_MAX };

static bool is_empty(const struct sm_frame *frame, uint32_t part) {
  size_t length;
  intern_at(frame->parts->slots, part, &length);
  return length == 0;
}

/* Is a slot of the first SM a channel to a hub? */
static bool leads_to_hub(const struct sm_frame *frame, unsigned slot) {
  const struct shape *shape = &frame->machine->shape;
  return sm_frame_sm_of(shape, shape->channels[slot - channel_slot(frame->machine, 0)].to) < 0;
}

uint32_t node_key_outgoing(const struct sm_frame *frame, struct intern *keys, uint32_t number) {
  const struct node *node = intern_at(frame->parts->nodes, number, NULL);
  const uint32_t *parts = intern_at(frame->parts->capsules, node->capsule, NULL);
  const struct sm_slots *sm = &frame->sm[0];
  uint32_t key[PARTS_MAX];
  unsigned count = 0;
  bool any = false;
  for (unsigned i = sm->channels; i < sm->count; i++)
    if (leads_to_hub(frame, sm->slot[i])) key[count++] = parts[i];
  for (unsigned i = 0; i < frame->bag_count; i++) key[count++] = parts[sm->count + i];
  for (unsigned i = 0; i < count; i++) any |= !is_empty(frame, key[i]);
  return any ? intern_add(keys, key, count * sizeof *key) : NOTHING_OUTGOING;
}

uint32_t node_key_properties(const struct sm_frame *frame, struct intern *keys, uint32_t number) {
  const struct node *node = intern_at(frame->parts->nodes, number, NULL);
  size_t length;
  const uint32_t *parts = intern_at(frame->parts->capsules, node->capsule, &length);
  const struct sm_slots *sm = &frame->sm[0];
  uint32_t key[1 + PARTS_MAX];
  unsigned count = 0, end = sm->channels;
  if (frame->machine->shape.system->own_invariant.holds_in_flight)
    end = (unsigned)(length / sizeof *parts);
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
