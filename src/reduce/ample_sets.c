/* Ample sets: a reduction (Peled 1993).
 *
 * A record promises of some messages, and of some events, that they may be taken before all else:
 * taking them later makes no other outcome possible (promises.h, `ample`).  In a state where such a
 * message can be taken without a stall, only that step is explored, and those other steps that are
 * faults by themselves.
 *
 * For deadlock over addresses (waits.c) only messages that commute with every step are ample
 * (`commutes`).
 *
 * Where one address is explored for all (one_address.c) and time is logical, a port's clock may
 * tick at any time.  A tick waits until an access, or an answer, can read the clock
 * (`awaits_clock`). */
#include "machine/assumptions.h"
#include "machine/reduction.h"
#include "machine/core_steps.h"
#include "machine/wiring.h"

/* Asks a controller as it stands, of a request; `at`: of which core, if it is of one. */
static bool holds_of(const struct machine *machine, const slot_t *state, unsigned controller,
                     unsigned at, const struct request *request,
                     bool (*where)(const struct step *step)) {
  struct step step = { .shape = &machine->shape,
                       .machine = machine,
                       .me = &machine->shape.controllers[controller],
                       .local = (struct local *)local_at(
                           machine, state[controller_slot(machine, controller)]),
                       .request = request,
                       .at = at };
  return where(&step);
}

static bool holds_at(const struct machine *machine, const slot_t *state, unsigned controller,
                     unsigned at, bool (*where)(const struct step *step)) {
  return holds_of(machine, state, controller, at, &request_none, where);
}

/* That a message may be taken at once is argued of the order that its network has (another: see
 * network.instead_where). */
static uint64_t ample_messages(const struct machine *machine) {
  const struct system *system = machine->shape.system;
  uint64_t ample = 0;
  for (unsigned event = 0; event < system->event_count; event++) {
    const struct message_kind *kind = &system->messages[event];
    unsigned network = shape_network_of(&machine->shape, event);
    bool may_be = machine->reductions.commutes ? kind->promises.commutes != NULL
                                               : kind->promises.ample && !machine->options.no_ample;
    if (may_be && machine->shape.order[network] == system->networks[kind->network].order)
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

/* In such a search only: a recording is read without reductions. */
static bool unfolds(const struct machine *machine) { return machine->reductions.commutes; }

static bool ample_message(const struct machine *machine, const slot_t *state, unsigned controller,
                          const struct message *message) {
  const struct message_kind *kind = &machine->shape.system->messages[message->type];
  bool (*where)(const struct step *step) =
      machine->reductions.commutes ? kind->promises.commutes : kind->promises.ample_where;
  return machine->reductions.ample >> message->type & 1 &&
         (!where || holds_of(machine, state, controller, 0, &message->request, where));
}

/* No record says of an event that it commutes. */
static bool ample_event(const struct machine *machine, const slot_t *state, unsigned controller,
                        const struct internal *internal) {
  return internal->promises.ample && !machine->reductions.commutes &&
         holds_at(machine, state, controller, 0, internal->promises.ample);
}

/* Nobody whose clock it is can ask for anything before he is answered, and no answer makes the port
 * look at it (awaits_clock). */
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

static bool is_ample(const struct internal *internal) { return internal->promises.ample != NULL; }

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
    assumption_write_internals(writer, "ample", is_ample, "--no-ample");
}

REDUCTION(ample_sets) = {
  .name = "ample sets",
  .order = 10,
  .chooses_by_name = true,
  .unfolds = unfolds,
  .begin = begin,
  .end = end,
  .assumptions = assumptions,
  .ample_message = ample_message,
  .ample_event = ample_event,
  .event_waits = event_waits,
};
