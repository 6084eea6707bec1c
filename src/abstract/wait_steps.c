/* The steps that a state of one address offers, for absence of deadlock (waits.c).
 *
 * Steps of one slot depend on few components, so each offer is computed once and remembered.  An
 * offer with a free step is kept empty: no other address can hold the state up. */
#include "abstract/wait_steps.h"

#include "abstract/wait_kinds.h"
#include "machine/alternatives.h"
#include "machine/channel.h"
#include "machine/core_requests.h"
#include "machine/kept.h"
#include "machine/wiring.h"

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

struct going wait_steps_going(const struct machine *machine, const struct step_input *input) {
  struct going going = context_controller_goes(machine, input);
  going.raises |= acts_for_others(kind_of(machine, input->controller), input->kind, input->event);
  return going;
}

/* Can no other address hold the step up? */
static bool is_free(const struct wait_step *step) {
  return step->channel == NO_CHANNEL && !step->unless && !step->raises && !step->most;
}

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
    const struct step_input input = { .controller = controller,
                                      .local = local,
                                      .kind = INPUT_MESSAGE,
                                      .event = messages[i].type,
                                      .at = messages[i].line,
                                      .message = channel_message(machine, content, i) };
    struct going going = wait_steps_going(machine, &input);
    add_step(steps, fifo ? channel : NO_CHANNEL, controller, &going);
    steps->stalled |= fifo && !going.goes;
  }
}

/* Notes the channels that steps of others may send by.  Others act on the line by an event of the
 * environment; an event of no line may be done for another line. */
static void note_sends_of_others(const struct machine *machine, unsigned controller, uint32_t local,
                                 unsigned event, unsigned at) {
  const struct step_input input = step_input_internal(controller, local, event, at);
  const struct alternatives *alternatives = controller_steps(machine, &input);
  struct channel_set *others = &machine->options.waits->others_send[controller];
  struct channel_set sends = { { 0 } };
  for (unsigned i = 0; i < alternatives->count; i++)
    for (unsigned s = 0; s < alternatives->items[i].sends; s++)
      if (!wait_steps_is_counter(machine, alternatives->items[i].send[s].channel))
        channel_set_put(&sends, alternatives->items[i].send[s].channel);
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
      const struct step_input input = step_input_internal(controller, local, internal->event, at);
      going = wait_steps_going(machine, &input);
    }
    add_step(steps, NO_CHANNEL, controller, &going);
  }
}

void wait_steps_add_requests(const struct machine *machine, unsigned core, const slot_t *state,
                             struct wait_steps *steps) {
  const struct asks *asks = core_asks(machine, core, state[core_slot(machine, core)]);
  for (unsigned i = 0; i < asks->count && steps->count < OFFER_STEPS_MAX; i++) {
    const struct ask *ask = &asks->items[i];
    unsigned port = machine_port(machine, core, ask->line);
    struct going going = { .goes = true };
    const struct step_input input = { .controller = port,
                                      .local = state[controller_slot(machine, port)],
                                      .kind = INPUT_REQUEST,
                                      .event = ask->event,
                                      .at = ask->line,
                                      .message = ask->message };
    if (ask->event != EVENT_NO_REQUEST) going = wait_steps_going(machine, &input);
    add_step(steps, NO_CHANNEL, port, &going);
  }
}

uint32_t wait_steps_number(struct waits *waits, const struct wait_step *step) {
  return intern_add(waits->steps, step, sizeof *step);
}

const struct wait_offer *wait_steps_offer(const struct machine *machine, const slot_t *state,
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
    offer->steps[i] = (struct offered){ steps.items[i], wait_steps_number(machine->options.waits,
                                                                          &steps.items[i]) };
  memo_add(machine->memo, first, second, (uint64_t)(uintptr_t)offer);
  return offer;
}
