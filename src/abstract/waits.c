/* No deadlock among any number of addresses: what a state of one address waits for.
 *
 * In a deadlock of several addresses each address is in a state of its own, and others hold up all
 * steps of this state.  The search notes the kind of each state of one address in which something
 * is outstanding:
 *   - the channels that hold messages, and those that begin with one that stalls;
 *   - the steps that go, with the contexts that stop them and the channels that they send by;
 *   - the context that its lines give to other addresses.
 * waits_solve.c removes each kind that has a step which no remaining kind can hold up.  If none
 * remains, there is no deadlock.  docs/internals/per-address.md has the argument.
 *
 * A step is held up by one of three things:
 *   - its message stands behind another address's, in a FIFO channel;
 *   - its controller holds another line that makes it wait (kind_promises.context);
 *   - a channel has no room for a message that it sends.
 *
 * The search must meet all states in which something is outstanding, so it uses no ample sets and
 * no deferred evictions.  Messages that nothing holds up and whose taking commutes with all other
 * steps are exempt (message_promises.commutes).  The argument never relies on an eviction, or on
 * another unrequested event, to come.  waits_close adds the kinds of states that symmetry leaves
 * out.
 *
 * It relies on the promises of per_address.c.  tests/unit/models/waits_test.c checks for each
 * record what this argument asks of `context` and `while_context`. */
#include "abstract/waits_private.h"
#include "machine/alternatives.h"
#include "abstract/contexts.h"
#include "machine/channel.h"
#include "machine/kept.h"
#include "machine/properties.h"
#include "machine/core_requests.h"
#include "machine/wiring.h"
#include "abstract/waiting.h"

#include <string.h>
#include "base/memory.h"
#include "reduce/symmetry.h"
#include "abstract/waits.h"

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

struct waits *waits_new(void) {
  struct waits *waits = memory_new(1, sizeof *waits);
  waits->kinds = intern_new();
  waits->steps = intern_new();
  return waits;
}

void waits_free(struct waits *waits) {
  if (!waits) return;
  intern_free(waits->kinds);
  intern_free(waits->steps);
  memory_free(waits->left);
  memory_free(waits);
}

size_t waits_held(const struct waits *waits) {
  return waits ? intern_held(waits->kinds) + intern_held(waits->steps) : 0;
}

/* The messages represent counters, which need no room. */
static bool is_counted(const struct machine *machine, unsigned channel) {
  return machine->shape.system->networks[machine->shape.channels[channel].network].counted;
}

/* --- the steps that slots offer --- */

/* An event of no line may be done for another line; any step may end the waits of others. */
static bool acts_for_others(const struct controller_kind *kind, enum input_kind input,
                            unsigned event) {
  for (unsigned i = 0; i < kind->internal_count; i++) {
    const struct internal *internal = &kind->internals[i];
    if (internal->promises.while_context ||
        (internal->over != PER_LINE && input == INPUT_INTERNAL && internal->event == event))
      return true;
  }
  return false;
}

struct going waits_controller_goes_among(const struct machine *machine, unsigned controller,
                                         uint32_t local, enum input_kind kind, unsigned event,
                                         unsigned at, uint32_t message) {
  struct going going =
      context_controller_goes(machine, controller, local, kind, event, at, message);
  going.raises |= acts_for_others(kind_of(machine, controller), kind, event);
  return going;
}

/* Can no other address hold the step up? */
static bool is_free(const struct wait_step *step) {
  return step->channel == NO_CHANNEL && !step->unless && !step->raises && !step->most;
}

struct wait_steps {
  struct wait_step items[OFFER_STEPS_MAX];
  unsigned count;
  bool stalled;
};

static void add_step(struct wait_steps *steps, unsigned channel, unsigned controller,
                     const struct going *going) {
  if (!going->goes) return;
  steps->items[steps->count++] =
      (struct wait_step){ (uint8_t)channel, (uint8_t)controller, going->unless,       going->most,
                          going->raises,    going->sends,        going->sends_for_all };
}

static void offer_messages(const struct machine *machine, unsigned channel, uint32_t content,
                           uint32_t local, struct wait_steps *steps) {
  unsigned count, controller = machine->shape.channels[channel].to;
  bool fifo = machine->shape.order[machine->shape.channels[channel].network] == FIFO;
  const struct message *messages = channel_messages(machine, content, &count);
  for (unsigned i = 0; i < count; i++) {
    if (!channel_takeable(machine, channel, messages, i)) continue;
    uint32_t message = channel_message(machine, content, i);
    struct going going = waits_controller_goes_among(machine, controller, local, INPUT_MESSAGE,
                                                     messages[i].type, messages[i].line, message);
    add_step(steps, fifo ? channel : NO_CHANNEL, controller, &going);
    steps->stalled |= fifo && !going.goes;
  }
}

/* Notes the channels that steps of others may send by.  Others act on the line by an event of the
 * environment; an event of no line may be done for another line. */
static void note_sends_of_others(const struct machine *machine, unsigned controller, uint32_t local,
                                 unsigned event, unsigned at) {
  const struct alternatives *alternatives =
      controller_steps(machine, controller, local, INPUT_INTERNAL, event, at, UINT32_MAX, 0, 0);
  struct channel_set *others = &machine->options.waits->others_send[controller];
  struct channel_set sends = { { 0 } };
  for (unsigned i = 0; i < alternatives->count; i++)
    for (unsigned s = 0; s < alternatives->items[i].sends; s++)
      if (!is_counted(machine, alternatives->items[i].send[s].channel))
        put_channel(&sends, alternatives->items[i].send[s].channel);
  for (unsigned i = 0; i < CHANNEL_WORDS; i++)
    __atomic_fetch_or(&others->words[i], sends.words[i], __ATOMIC_RELAXED);
}

static void offer_events(const struct machine *machine, unsigned controller, uint32_t local,
                         struct wait_steps *steps) {
  const struct controller_kind *kind = kind_of(machine, controller);
  const struct moves *moves = controller_moves(machine, controller, local);
  for (unsigned i = 0; i < moves->count; i++) {
    const struct internal *internal = &kind->internals[moves->items[i].internal];
    unsigned at = moves->items[i].at;
    struct going going = { .goes = true, .unless = internal->promises.while_context };
    if (internal->over == PER_LINE && at + 1 != machine->options.only_line) continue;
    if (internal->environment || internal->over != PER_LINE)
      note_sends_of_others(machine, controller, local, internal->event, at);
    if (!internal->promises.while_context) {
      if (internal->environment) continue;
      going = waits_controller_goes_among(machine, controller, local, INPUT_INTERNAL,
                                          internal->event, at, UINT32_MAX);
    }
    add_step(steps, NO_CHANNEL, controller, &going);
  }
}

/* Adds the requests of a core that has none outstanding. */
static void offer_requests(const struct machine *machine, unsigned core, uint32_t number,
                           const slot_t *state, struct wait_steps *steps) {
  const struct asks *asks = core_asks(machine, core, number);
  for (unsigned i = 0; i < asks->count && steps->count < OFFER_STEPS_MAX; i++) {
    const struct ask *ask = &asks->items[i];
    unsigned port = machine_port(machine, core, ask->line);
    struct going going = { .goes = true };
    if (ask->event != EVENT_NO_REQUEST)
      going = waits_controller_goes_among(machine, port, state[controller_slot(machine, port)],
                                          INPUT_REQUEST, ask->event, ask->line, ask->message);
    add_step(steps, NO_CHANNEL, port, &going);
  }
}

static uint32_t step_number(struct waits *waits, const struct wait_step *step) {
  return intern_add(waits->steps, step, sizeof *step);
}

/* The offer of the channel's messages, or of the controller's own events (NO_CHANNEL). */
static const struct wait_offer *offer_of(const struct machine *machine, const slot_t *state,
                                         unsigned channel, unsigned controller) {
  uint32_t content = channel == NO_CHANNEL ? EMPTY : state[channel_slot(machine, channel)];
  uint32_t local = state[controller_slot(machine, controller)];
  uint64_t first = (uint64_t)content << 32 | local,
           second = PURPOSE(MEMO_WAITS, channel << 8 | controller);
  uint64_t known = memo_find(machine->memo, first, second);
  if (known) return (const struct wait_offer *)(uintptr_t)known;
  struct wait_steps steps = { .count = 0 };
  if (channel == NO_CHANNEL) offer_events(machine, controller, local, &steps);
  else offer_messages(machine, channel, content, local, &steps);
  struct wait_offer *offer =
      machine_keep(machine, sizeof *offer + steps.count * sizeof *offer->steps);
  offer->stalled = steps.stalled;
  for (unsigned i = 0; i < steps.count; i++) offer->free |= is_free(&steps.items[i]);
  if (!offer->free) offer->count = (uint8_t)steps.count;
  for (unsigned i = 0; i < offer->count; i++)
    offer->steps[i] =
        (struct offered){ steps.items[i], step_number(machine->options.waits, &steps.items[i]) };
  memo_add(machine->memo, first, second, (uint64_t)(uintptr_t)offer);
  return offer;
}

/* The context that the line gives to others at this controller, as a set. */
static uint8_t context_for_others(const struct machine *machine, unsigned controller,
                                  uint32_t local) {
  const struct controller_kind *kind = kind_of(machine, controller);
  return kind->promises.context_of ? (uint8_t)kind->promises.context_of(
                                         local_at(machine, local), machine->options.only_line - 1)
                                   : 0;
}

/* --- the kind of a state --- */

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
    if (step->channel != NO_CHANNEL) put_channel(&wait->stalled, step->channel);
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
    offer_requests(machine, core, state[core_slot(machine, core)], state, &steps);
    for (unsigned i = 0; i < steps.count; i++) {
      if (!steps.items[i].unless) return false; /* if all are idle, its messages have room */
      insert(machine->options.waits, wait, &steps.items[i],
             step_number(machine->options.waits, &steps.items[i]), false);
    }
  }
  return true;
}

/* Asks each controller even after a free one, since note_sends_of_others runs on the way. */
static bool add_events(const struct machine *machine, const slot_t *state, struct wait *wait) {
  bool held = true;
  for (unsigned i = 0; i < machine->shape.controller_count; i++)
    held &= add_offer(machine, state, offer_of(machine, state, NO_CHANNEL, i), wait);
  return held;
}

static bool add_messages(const struct machine *machine, const slot_t *state, struct wait *wait) {
  for (unsigned channel = 0; channel < machine->shape.channel_count; channel++) {
    if (state[channel_slot(machine, channel)] == EMPTY) continue;
    put_channel(&wait->occupied, channel);
    const struct wait_offer *offer =
        offer_of(machine, state, channel, machine->shape.channels[channel].to);
    if (offer->stalled) put_channel(&wait->stalled, channel);
    if (!add_offer(machine, state, offer, wait)) return false;
  }
  return true;
}

/* Notes a full channel of counters, in every state: states with more were not met. */
static void note_counters(const struct machine *machine, const slot_t *state) {
  for (unsigned channel = 0; channel < machine->shape.channel_count; channel++) {
    uint32_t content = state[channel_slot(machine, channel)];
    if (content == EMPTY || !is_counted(machine, channel)) continue;
    if (channel_flight(machine, content).count == machine->shape.channels[channel].room)
      __atomic_store_n(&machine->options.waits->too_many, true, __ATOMIC_RELAXED);
  }
}

static size_t size_of(const struct wait *wait) {
  return offsetof(struct wait, steps) + wait->count * sizeof *wait->steps;
}

uint64_t waits_note(const struct machine *machine, const slot_t *state) {
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
    if (has_channel(set, channel)) put_channel(&image, image_of_channel(machine, p, channel));
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
    insert(waits, &image, &other, step_number(waits, &other), wait.steps[i] & IS_FULL);
  }
  intern_add(waits->kinds, &image, size_of(&image));
}

void waits_attach(struct waits *waits, struct machine_options *options) {
  options->waits = waits;
  options->note_state = waits ? waits_note : NULL;
}

void waits_close(struct waits *waits, struct machine *machine) {
  uint32_t count = intern_count(waits->kinds);
  struct channel_set others_send[CONTROLLERS_MAX];
  memcpy(others_send, waits->others_send, sizeof others_send);
  for (unsigned i = 1; machine->reductions.symmetry && i < machine->reductions.symmetry->count;
       i++) {
    const struct permutation *p = &machine->reductions.symmetry->items[i];
    for (uint32_t kind = 0; kind < count; kind++) add_image(waits, machine, p, kind);
    for (unsigned k = 0; k < machine->shape.controller_count; k++) {
      struct channel_set image = image_of_set(machine, p, &others_send[k]);
      join(&waits->others_send[p->controller[k]], &image);
    }
  }
  machine->options.waits = NULL;
  machine->options.note_state = NULL;
}
