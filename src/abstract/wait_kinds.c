/* The kinds of the states of one address, noted during a search (waits.c). */
#include "abstract/wait_kinds.h"

#include <string.h>
#include "abstract/wait_steps.h"
#include "machine/channel.h"
#include "machine/kept.h"
#include "machine/properties.h"
#include "machine/wiring.h"
#include "reduce/symmetry.h"

/* The context that the line gives to others at this controller, as a set. */
static uint8_t context_for_others(const struct machine *machine, unsigned controller,
                                  uint32_t local) {
  const struct controller_kind *kind = kind_of(machine, controller);
  return kind->promises.context_of ? (uint8_t)kind->promises.context_of(
                                         local_at(machine, local), machine->options.only_line - 1)
                                   : 0;
}

/* Do this state's own messages leave no room for the step's? */
static bool is_full(const struct machine *machine, const slot_t *state,
                    const struct wait_step *step) {
  for (unsigned i = 0; i < CHANNEL_WORDS; i++)
    for (uint64_t rest = step->sends.words[i]; rest; rest &= rest - 1) {
      unsigned count, channel = 64 * i + (unsigned)__builtin_ctzll(rest);
      channel_messages(machine, state[channel_slot(machine, channel)], &count);
      if (count + step->most > machine->shape.channels[channel].room) return true;
    }
  return false;
}

/* Steps are ordered by content, since their numbers differ from run to run. */
static void insert(struct waits *waits, struct wait *wait, const struct wait_step *step,
                   uint32_t number, bool full) {
  if (wait->count == STEPS_MAX) { /* the messages behind it are held up, too */
    if (step->channel != NO_CHANNEL) channel_set_put(&wait->stalled, step->channel);
    return;
  }
  unsigned place = wait->count++;
  while (place > 0 && memcmp(intern_at(waits->steps, wait->steps[place - 1] & ~IS_FULL, NULL), step,
                             sizeof *step) > 0) {
    wait->steps[place] = wait->steps[place - 1];
    place--;
  }
  wait->steps[place] = number | (full ? IS_FULL : 0);
}

/* false: a step is free, so the state moves on. */
static bool add_offer(const struct machine *machine, const slot_t *state,
                      const struct wait_offer *offer, struct wait *wait) {
  if (offer->free) return false;
  for (const struct offered *offered = offer->steps; offered < offer->steps + offer->count;
       offered++)
    insert(machine->options.waits, wait, &offered->step, offered->number,
           is_full(machine, state, &offered->step));
  return true;
}

static bool add_requests(const struct machine *machine, const slot_t *state, struct wait *wait) {
  for (unsigned core = 0; core < machine->shape.core_count; core++) {
    struct wait_steps steps = { .count = 0 };
    wait_steps_add_requests(machine, core, state, &steps);
    for (unsigned i = 0; i < steps.count; i++) {
      if (!steps.items[i].unless) return false; /* if all are idle, its messages have room */
      insert(machine->options.waits, wait, &steps.items[i],
             wait_steps_number(machine->options.waits, &steps.items[i]), false);
    }
  }
  return true;
}

/* Asks each controller even after a free one, since note_sends_of_others runs on the way. */
static bool add_events(const struct machine *machine, const slot_t *state, struct wait *wait) {
  bool held = true;
  for (unsigned i = 0; i < machine->shape.controller_count; i++)
    held &= add_offer(machine, state, wait_steps_offer(machine, state, NO_CHANNEL, i), wait);
  return held;
}

static bool add_messages(const struct machine *machine, const slot_t *state, struct wait *wait) {
  for (unsigned channel = 0; channel < machine->shape.channel_count; channel++) {
    if (state[channel_slot(machine, channel)] == EMPTY) continue;
    channel_set_put(&wait->occupied, channel);
    const struct wait_offer *offer =
        wait_steps_offer(machine, state, channel, machine->shape.channels[channel].to);
    if (offer->stalled) channel_set_put(&wait->stalled, channel);
    if (!add_offer(machine, state, offer, wait)) return false;
  }
  return true;
}

/* Notes a full channel of counters, in every state: states with more were not met. */
static void note_counters(const struct machine *machine, const slot_t *state) {
  for (unsigned channel = 0; channel < machine->shape.channel_count; channel++) {
    uint32_t content = state[channel_slot(machine, channel)];
    if (content == EMPTY || !wait_steps_is_counter(machine, channel)) continue;
    if (channel_flight(machine, content).count == machine->shape.channels[channel].room)
      __atomic_store_n(&machine->options.waits->too_many, true, __ATOMIC_RELAXED);
  }
}

static size_t size_of(const struct wait *wait) {
  return offsetof(struct wait, steps) + wait->count * sizeof *wait->steps;
}

uint64_t wait_kinds_note(const struct machine *machine, const slot_t *state) {
  struct waits *waits = machine->options.waits;
  struct wait wait;
  bool is_context = false;
  memset(&wait, 0, offsetof(struct wait, steps));
  note_counters(machine, state);
  bool idle = machine_idle(machine, state), held = add_events(machine, state, &wait);
  if (idle) {
    wait.count = 0; /* its own events are not counted on */
    held = add_requests(machine, state, &wait);
    if (!held) wait.count = 0;
  } else if (!held || !add_messages(machine, state, &wait)) {
    return 0; /* it moves on, whatever its context for others */
  }
  wait.idle = !idle ? BUSY : held ? MUTE : IDLE;
  for (unsigned i = 0; i < machine->shape.controller_count; i++) {
    wait.others[i] = context_for_others(machine, i, state[controller_slot(machine, i)]);
    is_context |= wait.others[i] != 0;
  }
  if (!held && !is_context) return 0;
  uint32_t number = intern_add(waits->kinds, &wait, size_of(&wait));
  return waits->left && number < waits->solved && waits->left[number] ? CLAIM(PROPERTY_WITNESS) : 0;
}

/* --- symmetry --- */

static unsigned image_of_channel(const struct machine *machine, const struct permutation *p,
                                 unsigned channel) {
  return p->slot[channel_slot(machine, channel)] - channel_slot(machine, 0);
}

static struct channel_set image_of_set(const struct machine *machine, const struct permutation *p,
                                       const struct channel_set *set) {
  struct channel_set image = { { 0 } };
  for (unsigned channel = 0; channel < machine->shape.channel_count; channel++)
    if (channel_set_has(set, channel))
      channel_set_put(&image, image_of_channel(machine, p, channel));
  return image;
}

static struct wait_step image_of_step(const struct machine *machine, const struct permutation *p,
                                      const struct wait_step *step) {
  struct wait_step image = *step;
  if (step->channel != NO_CHANNEL)
    image.channel = (uint8_t)image_of_channel(machine, p, step->channel);
  image.controller = p->controller[step->controller];
  image.sends = image_of_set(machine, p, &step->sends);
  image.sends_for_all = image_of_set(machine, p, &step->sends_for_all);
  return image;
}

static void add_image(struct waits *waits, const struct machine *machine,
                      const struct permutation *p, uint32_t kind) {
  struct wait wait, image;
  intern_copy(waits->kinds, kind, &wait);
  memset(&image, 0, offsetof(struct wait, steps));
  image.idle = wait.idle;
  image.occupied = image_of_set(machine, p, &wait.occupied);
  image.stalled = image_of_set(machine, p, &wait.stalled);
  for (unsigned i = 0; i < machine->shape.controller_count; i++)
    image.others[p->controller[i]] = wait.others[i];
  for (unsigned i = 0; i < wait.count; i++) {
    const struct wait_step *step = intern_at(waits->steps, wait.steps[i] & ~IS_FULL, NULL);
    struct wait_step other = image_of_step(machine, p, step);
    insert(waits, &image, &other, wait_steps_number(waits, &other), wait.steps[i] & IS_FULL);
  }
  intern_add(waits->kinds, &image, size_of(&image));
}

void wait_kinds_add_images(struct waits *waits, const struct machine *machine) {
  uint32_t count = intern_count(waits->kinds);
  struct channel_set others_send[CONTROLLERS_MAX];
  memcpy(others_send, waits->others_send, sizeof others_send);
  for (unsigned i = 1; machine->reductions.symmetry && i < machine->reductions.symmetry->count;
       i++) {
    const struct permutation *p = &machine->reductions.symmetry->items[i];
    for (uint32_t kind = 0; kind < count; kind++) add_image(waits, machine, p, kind);
    for (unsigned k = 0; k < machine->shape.controller_count; k++) {
      struct channel_set image = image_of_set(machine, p, &others_send[k]);
      channel_set_join(&waits->others_send[p->controller[k]], &image);
    }
  }
}
