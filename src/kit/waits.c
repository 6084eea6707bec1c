/* Why there is no deadlock among any number of addresses, told from each by itself.
 *
 * Take a state of all addresses in which nothing can move, though something is outstanding.  What
 * it leaves of each address is a state of that address by itself (per_address.c).  There steps may
 * go: a message can be taken, or a controller can do something of itself.  Among the others it
 * cannot, and what holds a step up is one of few things:
 *   - its message stands behind another address's in a FIFO channel, whose first message is held up
 * itself;
 *   - what its controller holds of another line makes it wait (kind_promises.context);
 *   - what it sends has no room, as the channel holds messages of others.
 * So of each state of an address by itself in which something is outstanding we keep its kind:
 * which channels hold messages, which of them begin with one that stalls, which steps go, beside
 * what they do not, and by which channels they send; and what its lines are beside others.  Of all
 * kinds those go that have a step which no kind that is left can hold up: whoever is in such a
 * state moves on.  This is repeated; if in the end no kind is left, a state as above has none to be
 * made of, and there is no deadlock. If some are left they may hold each other up, or they may not;
 * a search of all addresses together says so, of as many as there is memory for.
 *
 * It rests on the promises of per_address.c, and on these, to which tests/unit/models/waits_test.c
 * holds each record in states of all addresses together:
 *   - A step that goes by itself, beside a line that holds nothing, goes among others if nothing of
 * the above holds it up.  What several lines hold makes a step wait only if what one of them holds
 * does (`context_of` tells which `context` it is).
 *   - A wait that others end, which by itself an event of the environment ends at any time, is one
 * for a line that is such a one (internal.promises.while_context). A state in which nothing is
 * outstanding must let some request be made, whatever others hold, or is treated like the rest.
 *
 * All states in which something is outstanding must be met: the search goes without prompt
 * messages, which may stand behind others', and without lazy evictions.  Not those in which a
 * message is in flight that commutes with all else and that nothing holds up
 * (message_promises.commutes): that is taken at once, as whoever has one is not stuck.  Evictions,
 * and whatever else nobody asked for, are not counted on.  States that symmetry leaves out are put
 * in by their kinds (waits_close).
 *
 * Room: what is sent may be held up by any message of another address in its channel, if all share
 * the machine's room.  If each has as much of its own it is held up by its own alone; but for what
 * is of no line, or is sent of several lines in one step (as the step raises an event on others,
 * ends their waits, or is done once for all), which needs room with all.  A network whose messages
 * stand for counters needs none.  And if no channel was ever full, there is enough where channels
 * hold so many of each. */
#include "abstract/waits_private.h"
#include "machine/alternatives.h"
#include "machine/channel.h"
#include "machine/properties.h"
#include "machine/successors.h"
#include "abstract/waiting.h"

#include <string.h>
#include "base/memory.h"
#include "reduce/symmetry.h"
#include "abstract/waits.h"

/* What one slot adds, remembered: a channel with its taker, a controller, a core that may ask its
 * port. */
struct wait_offer {
  uint8_t count;
  bool free, stalled;
  struct offered {
    struct wait_step step;
    uint32_t number;
  } steps[]; /* none, if it is free: nobody waits for it */
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

/* Its messages stand for counters, which need no room. */
static bool is_counted(const struct machine *machine, unsigned channel) {
  return machine->shape.system->networks[machine->shape.channels[channel].network].counted;
}

/* --- what slots add --- */

/* What is of no line in particular may be done for another; and what ends others' waits may be any
 * step. */
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
  struct going going = controller_goes(machine, controller, local, kind, event, at, message);
  going.raises |= acts_for_others(kind_of(machine, controller), kind, event);
  return going;
}

/* Can nothing hold it up? */
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

static void messages_go(const struct machine *machine, unsigned channel, uint32_t content,
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

/* What others do to the line is an event of the environment; and what is of no line in particular
 * may be done for another. */
static void note_others(const struct machine *machine, unsigned controller, uint32_t local,
                        unsigned event, unsigned at) {
  const struct alternatives *ways =
      controller_steps(machine, controller, local, INPUT_INTERNAL, event, at, UINT32_MAX, 0, 0);
  struct channel_set *others = &machine->options.waits->others_send[controller];
  struct channel_set sends = { { 0 } };
  for (unsigned i = 0; i < ways->count; i++)
    for (unsigned s = 0; s < ways->items[i].sends; s++)
      if (!is_counted(machine, ways->items[i].send[s].channel))
        put_channel(&sends, ways->items[i].send[s].channel);
  for (unsigned i = 0; i < CHANNEL_WORDS; i++)
    __atomic_fetch_or(&others->words[i], sends.words[i], __ATOMIC_RELAXED);
}

static void events_go(const struct machine *machine, unsigned controller, uint32_t local,
                      struct wait_steps *steps) {
  const struct controller_kind *kind = kind_of(machine, controller);
  const struct moves *moves = controller_moves(machine, controller, local);
  for (unsigned i = 0; i < moves->count; i++) {
    const struct internal *internal = &kind->internals[moves->items[i].internal];
    unsigned at = moves->items[i].at;
    struct going going = { .goes = true, .unless = internal->promises.while_context };
    if (internal->over == PER_LINE && at + 1 != machine->options.alone) continue;
    if (internal->environment || internal->over != PER_LINE)
      note_others(machine, controller, local, internal->event, at);
    if (!internal->promises.while_context) {
      if (internal->environment) continue;
      going = waits_controller_goes_among(machine, controller, local, INPUT_INTERNAL,
                                          internal->event, at, UINT32_MAX);
    }
    add_step(steps, NO_CHANNEL, controller, &going);
  }
}

/* Of a core that has nothing out. */
static void requests_go(const struct machine *machine, unsigned core, uint32_t number,
                        const slot_t *state, struct wait_steps *steps) {
  const struct asks *asks = core_asks(machine, core, number);
  for (unsigned i = 0; i < asks->count && steps->count < OFFER_STEPS_MAX; i++) {
    const struct ask *ask = &asks->items[i];
    unsigned port = machine_port(machine, core, ask->line);
    struct going going = { .goes = true };
    if (ask->event != EVENT_SILENT)
      going = waits_controller_goes_among(machine, port, state[controller_slot(machine, port)],
                                          INPUT_REQUEST, ask->event, ask->line, ask->message);
    add_step(steps, NO_CHANNEL, port, &going);
  }
}

static uint32_t step_number(struct waits *waits, const struct wait_step *step) {
  return intern_add(waits->steps, step, sizeof *step);
}

/* Of the channel, or what the controller does of itself (NO_CHANNEL). */
static const struct wait_offer *offer_of(const struct machine *machine, const slot_t *state,
                                         unsigned channel, unsigned controller) {
  uint32_t content = channel == NO_CHANNEL ? EMPTY : state[channel_slot(machine, channel)];
  uint32_t local = state[controller_slot(machine, controller)];
  uint64_t first = (uint64_t)content << 32 | local,
           second = PURPOSE(MEMO_WAITS, channel << 8 | controller);
  uint64_t known = memo_find(machine->memo, first, second);
  if (known) return (const struct wait_offer *)(uintptr_t)known;
  struct wait_steps steps = { .count = 0 };
  if (channel == NO_CHANNEL) events_go(machine, controller, local, &steps);
  else messages_go(machine, channel, content, local, &steps);
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

/* What the line is beside others' here. */
static uint8_t others_of(const struct machine *machine, unsigned controller, uint32_t local) {
  const struct controller_kind *kind = kind_of(machine, controller);
  return kind->promises.context_of ? (uint8_t)kind->promises.context_of(local_at(machine, local),
                                                                        machine->options.alone - 1)
                                   : 0;
}

/* --- the kind of a state --- */

/* Do messages of this state leave no room for the step's? */
static bool is_full(const struct machine *machine, const slot_t *state,
                    const struct wait_step *step) {
  for (unsigned i = 0; i < CHANNEL_WORDS; i++)
    for (uint64_t rest = step->sends.words[i]; rest; rest &= rest - 1) {
      unsigned count, channel = 64 * i + (unsigned)__builtin_ctzll(rest);
      channel_messages(machine, state[channel_slot(machine, channel)], &count);
      if (count + step->most > channel_capacity(machine, channel)) return true;
    }
  return false;
}

/* In the order of their contents, as numbers differ from run to run. */
static void insert(struct waits *waits, struct wait *wait, const struct wait_step *step,
                   uint32_t number, bool full) {
  if (wait->count == STEPS_MAX) { /* and what stands behind it is held up with it */
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

/* false: one of them goes, whatever others do. */
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
    requests_go(machine, core, state[core_slot(machine, core)], state, &steps);
    for (unsigned i = 0; i < steps.count; i++) {
      if (!steps.items[i].unless)
        return false; /* if all are idle there is room for what it sends */
      insert(machine->options.waits, wait, &steps.items[i],
             step_number(machine->options.waits, &steps.items[i]), false);
    }
  }
  return true;
}

/* Each is asked, whether it goes or not, for what others do there (note_others). */
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

/* Of every state, whatever it waits for. */
static void note_counters(const struct machine *machine, const slot_t *state) {
  for (unsigned channel = 0; channel < machine->shape.channel_count; channel++) {
    uint32_t content = state[channel_slot(machine, channel)];
    if (content == EMPTY || !is_counted(machine, channel)) continue;
    if (channel_flight(machine, content).count == channel_capacity(machine, channel))
      __atomic_store_n(&machine->options.waits->too_many, true, __ATOMIC_RELAXED);
  }
}

static size_t size_of(const struct wait *wait) {
  return offsetof(struct wait, steps) + wait->count * sizeof *wait->steps;
}

uint64_t waits_note(const struct machine *machine, const slot_t *state) {
  struct waits *waits = machine->options.waits;
  struct wait wait;
  bool beside = false;
  memset(&wait, 0, offsetof(struct wait, steps));
  note_counters(machine, state);
  bool idle = machine_idle(machine, state), held = add_events(machine, state, &wait);
  if (idle) {
    wait.count = 0; /* what it may do of itself is not counted on */
    held = add_requests(machine, state, &wait);
    if (!held) wait.count = 0;
  } else if (!held || !add_messages(machine, state, &wait)) {
    return 0; /* it moves on, whatever it is beside others meanwhile */
  }
  wait.idle = !idle ? BUSY : held ? MUTE : IDLE;
  for (unsigned i = 0; i < machine->shape.controller_count; i++) {
    wait.others[i] = others_of(machine, i, state[controller_slot(machine, i)]);
    beside |= wait.others[i] != 0;
  }
  if (!held && !beside) return 0;
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

void waits_close(struct waits *waits, struct machine *machine) {
  uint32_t count = intern_count(waits->kinds);
  struct channel_set others_send[CONTROLLERS_MAX];
  memcpy(others_send, waits->others_send, sizeof others_send);
  for (unsigned i = 1; machine->symmetry && i < machine->symmetry->count; i++) {
    const struct permutation *p = &machine->symmetry->items[i];
    for (uint32_t kind = 0; kind < count; kind++) add_image(waits, machine, p, kind);
    for (unsigned k = 0; k < machine->shape.controller_count; k++) {
      struct channel_set image = image_of_set(machine, p, &others_send[k]);
      join(&waits->others_send[p->controller[k]], &image);
    }
  }
  machine->options.waits = NULL;
}
