/* Ample sets: a reduction that leaves out all other steps where one message or event suffices.
 *
 * Method: Peled 1993.  If an ample message can be taken without a stall, only that step is
 * explored, beside steps that are faults by themselves.  An event of a controller may be ample,
 * too.
 *
 * For deadlock over addresses (waits.c) only messages that commute with every step are ample.
 *
 * Where one address is explored for all (one_address.c) and time is logical, a port's clock may
 * tick at any time.  A tick waits until an access, or an answer, can read the clock.
 *
 * It relies on the promises `ample`, `ample_where`, `commutes` and `awaits_clock` (promises.h):
 * taking such a step later adds no outcome.  No step is checked for them. */
#include "machine/assumptions.h"
#include "machine/reduction.h"
#include "machine/core_requests.h"
#include "machine/wiring.h"

/* Does a condition hold at a controller now, for a request?  `at`: its core or line. */
static bool holds_for(const struct machine *machine, const slot_t *state, unsigned controller,
                      unsigned at, const struct request *request,
                      bool (*condition)(const struct step *step)) {
  struct step step = { .shape = &machine->shape,
                       .machine = machine,
                       .me = &machine->shape.controllers[controller],
                       .local = (struct local *)local_at(
                           machine, state[controller_slot(machine, controller)]),
                       .request = request,
                       .at = at };
  return condition(&step);
}

static bool holds_at(const struct machine *machine, const slot_t *state, unsigned controller,
                     unsigned at, bool (*condition)(const struct step *step)) {
  return holds_for(machine, state, controller, at, &request_none, condition);
}

/* The ample messages, as a set.  A record argues `ample` for the order of the message's network, so
 * none is ample under another order (network.instead_where). */
static uint64_t ample_messages(const struct machine *machine) {
  const struct system *system = machine->shape.system;
  uint64_t ample = 0;
  for (unsigned event = 0; event < system->event_count; event++) {
    const struct message_kind *kind = &system->messages[event];
    unsigned network = shape_network_of(&machine->shape, event);
    bool is_promised = machine->reductions.commutes
                           ? kind->promises.commutes != NULL
                           : kind->promises.ample && !machine->options.no_ample;
    if (is_promised && machine->shape.order[network] == system->networks[kind->network].order)
      ample |= 1ull << event;
  }
  return ample;
}

static bool begin(struct machine *machine) {
  machine->reductions.commutes = machine->options.waits && !machine->options.no_reduction;
  machine->reductions.ample = ample_messages(machine);
  return machine->reductions.ample || machine->reductions.assumes_ticks;
}

static void end(struct machine *machine) {
  machine->reductions.ample = 0;
  machine->reductions.commutes = false;
}

/* Only for deadlock over addresses: a trace file is read without reductions. */
static bool unfolds(const struct machine *machine) { return machine->reductions.commutes; }

static bool ample_message(const struct machine *machine, const slot_t *state, unsigned controller,
                          const struct message *message) {
  const struct message_kind *kind = &machine->shape.system->messages[message->type];
  bool (*condition)(const struct step *step) =
      machine->reductions.commutes ? kind->promises.commutes : kind->promises.ample_where;
  return machine->reductions.ample >> message->type & 1 &&
         (!condition || holds_for(machine, state, controller, 0, &message->request, condition));
}

/* Never for deadlock over addresses: no record promises that an event commutes. */
static bool ample_event(const struct machine *machine, const slot_t *state, unsigned controller,
                        const struct internal *internal) {
  return internal->promises.ample && !machine->reductions.commutes &&
         holds_at(machine, state, controller, 0, internal->promises.ample);
}

/* May the tick wait?  It may if no core of the clock can ask before it is answered, and no answer
 * reads the clock (`awaits_clock`). */
static bool tick_waits(const struct machine *machine, const slot_t *state, unsigned controller,
                       const struct internal *tick, unsigned at) {
  if (!machine->reductions.assumes_ticks || machine->options.no_ample ||
      !machine->shape.system->promises.awaits_clock)
    return false;
  for (unsigned core = 0; core < machine->shape.core_count; core++) {
    bool of_core =
        machine_port(machine, core, 0) == controller && (tick->over != PER_CORE || core == at);
    if (of_core && core_asks(machine, core, state[core_slot(machine, core)])->count) return false;
  }
  return !holds_at(machine, state, controller, at, machine->shape.system->promises.awaits_clock);
}

static bool event_waits(const struct machine *machine, const slot_t *state, unsigned controller,
                        unsigned number, unsigned at) {
  const struct internal *internal = &kind_of(machine, controller)->internals[number];
  unsigned tick = machine->shape.system->promises.tick;
  return tick && internal->event == tick && tick_waits(machine, state, controller, internal, at);
}

static bool promises_ample(const struct internal *internal) {
  return internal->promises.ample != NULL;
}

static void assumptions(const struct assumption_writer *writer) {
  const struct machine *machine = writer->machine;
  const struct system *system = machine->shape.system;
  struct text about = { 0 };
  for (unsigned event = 0; event < system->event_count; event++)
    if (machine->reductions.ample >> event & 1)
      assumption_add_name(&about, NULL, system->messages[event].name);
  assumption_write_about(writer, machine->reductions.commutes ? "commutes" : "ample", &about,
                         machine->reductions.commutes ? "" : "--no-ample");
  if (!machine->options.no_ample)
    assumption_write_internals(writer, "ample", promises_ample, "--no-ample");
}

REDUCTION(ample_sets) = {
  .name = "ample sets",
  .order = 10,
  .chooses_by_name = true,
  .unfolds = unfolds,
  .begin = begin,
  .end = end,
  .assumptions = assumptions,
  .select.ample_message = ample_message,
  .select.ample_event = ample_event,
  .select.event_waits = event_waits,
};
