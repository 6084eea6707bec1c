/* The steps of a machine's state.
 *
 * Their order depends on contents only.  Cores come first, then internal events of controllers,
 * messages of channels, and steps of the whole machine.  A step is put together from
 * remembered parts: an alternative of a controller, pushes to channels, answers to cores.
 *
 * Reductions choose which of these steps are taken (reduction.h).  They may put an event of the
 * controller before another one, in the same step. */
#include <string.h>
#include "machine/alternatives.h"
#include "machine/audit.h"
#include "machine/barrier.h"
#include "machine/channel.h"
#include "protocol/observed.h"
#include "machine/core_requests.h"
#include "machine/history.h"
#include "machine/machine_private.h"
#include "machine/observer.h"
#include "machine/reduction.h"
#include "machine/rollover.h"
#include "machine/successors.h"
#include "machine/times.h"
#include "machine/wiring.h"

/* Shows a step to the search.  A step back to its own source is STEP_NOWHERE: it is no progress. */
static void show(struct worker *worker, slot_t *to, enum step_kind kind) {
  const struct machine *machine = worker->machine;
  if (to) reductions_mark(worker, to);
  bool idle =
      to && kind != STEP_ISSUE && !memcmp(to, worker->from, machine->model.width * sizeof *to);
  if (to && !worker->raw) reductions_representative(worker, to);
  worker->shown |= to != NULL;
  worker->visit(worker->context, to, worker->label++, idle ? STEP_NOWHERE : kind);
}

/* The end of every step. */
static void normalise(const struct machine *machine, slot_t *to) {
  reductions_canonicalise(machine, to);
  if (machine->shape.system->time == TIME_LOGICAL) times_normalise(machine, to);
}

/* Applies the alternative to `to`, a copy of the source state with the input taken.  false: a
 * channel is full. */
static bool apply(const struct machine *machine, unsigned controller, const struct alternative *a,
                  slot_t *to) {
  unsigned own = controller_slot(machine, controller);
  struct newest newest;
  if (machine->options.audit) audit_before(machine, a, to, &newest);
  for (unsigned i = 0; i < a->inserts; i++) times_insert(machine, to, a->insert[i], (int)own);
  for (unsigned i = 0; i < a->performs; i++)
    for (unsigned slot = machine->shape.core_count; slot < barrier_slot(machine); slot++)
      if (slot != own) observer_sweep_slot(machine, slot, to, a->perform[i]);
  to[own] = a->local;
  for (unsigned i = 0; i < a->sends; i++) {
    unsigned slot = channel_slot(machine, a->send[i].channel);
    to[slot] = channel_push(machine, a->send[i].channel, to[slot], a->send[i].message);
    if (to[slot] == UINT32_MAX) return false;
  }
  if (machine->options.audit) audit_alternative(machine, a, &newest, to);
  for (unsigned i = 0; i < a->replies; i++) {
    unsigned core = a->reply[i].core;
    slot_t *asked = &to[core_slot(machine, core)];
    *asked = core_after(machine, core, *asked, &a->reply[i], a->answer[i]);
  }
  if (a->observes && machine->has_history) {
    slot_t *history = &to[history_slot(machine)];
    *history = history_after(machine, *history, a->observed);
  }
  normalise(machine, to);
  return true;
}

/* The slot that an input comes from, and its content once the input is taken. */
struct input_slot {
  unsigned slot;
  uint32_t content;
};

static void record(struct recorder *recorder, unsigned controller,
                   const struct alternative *alternative, const struct input_slot *taken,
                   enum step_kind kind) {
  struct recorded step = {
    .group = recorder->group, .controller = controller, .alternative = alternative, .kind = kind
  };
  if (taken) {
    step.takes = true;
    step.slot = taken->slot;
    step.content = taken->content;
  }
  vector_push(recorder->steps, step);
}

/* Does the step break a property that its controller had not broken before? */
static bool is_fault(const struct machine *machine, uint32_t local, const struct alternative *a) {
  return a->fault || local_at(machine, a->local)->broken & ~local_at(machine, local)->broken;
}

/* Shows each alternative.  The input is taken out of a copy of the state, and the alternative is
 * applied to the copy.  With a recorder (clusters) alternatives are recorded instead. */
static void show_alternatives(struct worker *worker, const slot_t *state, unsigned controller,
                              const struct alternatives *list, const struct input_slot *taken,
                              enum step_kind kind) {
  const struct machine *machine = worker->machine;
  slot_t to[WIDTH_MAX];
  for (unsigned i = 0; i < list->count; i++) {
    const struct alternative *a = &list->items[i];
    if (worker->only_faults && !is_fault(machine, state[controller_slot(machine, controller)], a))
      continue;
    if (worker->recorder) {
      record(worker->recorder, controller, a, a->stalled ? NULL : taken, kind);
      continue;
    }
    worker->about.alternative = a;
    memcpy(to, state, machine->model.width * sizeof *to);
    if (taken && !a->stalled) to[taken->slot] = taken->content;
    if (apply(machine, controller, a, to)) show(worker, to, kind);
    else show(worker, NULL, STEP_BLOCKED);
  }
}

/* Shows the steps in which a controller takes an input alone.  Where a reduction names a deferred
 * event, also those with that event just before it.  A fence has no line, so none is named. */
static void take(struct worker *worker, const slot_t *state, struct step_input input,
                 const struct input_slot *taken, enum step_kind kind) {
  const struct machine *machine = worker->machine;
  input.time_greatest = worker->greatest;
  show_alternatives(worker, state, input.controller, controller_steps(machine, &input), taken,
                    kind);
  bool has_line = input.kind != INPUT_INTERNAL && input.event != EVENT_FENCE;
  if (has_line)
    input.preceding =
        reductions_event_before(machine, input.controller, input.local, input.event, input.at);
  if (input.preceding)
    show_alternatives(worker, state, input.controller, controller_steps(machine, &input), taken,
                      kind);
}

/* --- cores --- */

/* A fence that does not ask the port is done when it issues. */
static void pass_fence(struct worker *worker, const slot_t *state, unsigned core,
                       const struct ask *ask) {
  const struct machine *machine = worker->machine;
  slot_t to[WIDTH_MAX];
  struct reply answer = { .core = (uint8_t)core, .entry = ask->entry, .event = ask->event };
  memcpy(to, state, machine->model.width * sizeof *to);
  to[core_slot(machine, core)] = core_after(machine, core, ask->core, &answer,
                                            intern_add(machine->contents, &answer, sizeof answer));
  struct input_slot taken = { core_slot(machine, core), to[core_slot(machine, core)] };
  if (worker->recorder) {
    record(worker->recorder, 0, NULL, &taken, STEP_ISSUE);
    return;
  }
  normalise(machine, to); /* a branch may have been taken */
  show(worker, to, STEP_ISSUE);
}

/* Does a grown back-off delay this event?  A thread that gave up begins no transaction while a
 * thread of another warp runs one. */
static bool must_back_off(const struct machine *machine, const slot_t *state, unsigned core,
                          unsigned event) {
  const struct system *system = machine->shape.system;
  if (!system->transactions.begin || event != system->transactions.begin) return false;
  if (!core_at(machine, state, core)->backs_off || !core_at(machine, state, 0)->grown) return false;
  for (unsigned other = 0; other < machine->shape.core_count; other++) {
    bool lane = other == core || (system->sm_is_warp && machine->shape.sm_of_core[other] ==
                                                            machine->shape.sm_of_core[core]);
    if (!lane && core_runs_transaction(machine, other, core_at(machine, state, other))) return true;
  }
  return false;
}

static void grow_back_offs(struct worker *worker, const slot_t *state) {
  const struct machine *machine = worker->machine;
  slot_t to[WIDTH_MAX];
  union core_copy copy;
  size_t length;
  memcpy(to, state, machine->model.width * sizeof *to);
  memcpy(&copy, intern_at(machine->contents, state[core_slot(machine, 0)], &length),
         core_size(machine, 0));
  copy.core.grown = 1;
  to[core_slot(machine, 0)] = intern_add(machine->contents, &copy, length);
  worker->about = (struct about){ .kind = ABOUT_BACK_OFF };
  show(worker, to, STEP_ASIDE); /* it ends no wait */
}

static void core_steps(struct worker *worker, const slot_t *state, unsigned core) {
  const struct machine *machine = worker->machine;
  const struct asks *asks = core_asks(machine, core, state[core_slot(machine, core)]);
  int line = worker->selection.line;
  slot_t to[WIDTH_MAX];
  for (unsigned i = 0; i < asks->count; i++) {
    const struct ask *ask = &asks->items[i];
    struct input_slot taken = { core_slot(machine, core), ask->core };
    if (must_back_off(machine, state, core, ask->event)) continue;
    if (worker->only_faults && (ask->barrier || ask->event == EVENT_NO_REQUEST)) continue;
    if (line != ALL_LINES &&
        (ask->barrier || ask->event > EVENT_STORE_RELEASE || (int)ask->line != line))
      continue;
    worker->about = (struct about){ .kind = ABOUT_CORE,
                                    .core = core,
                                    .entry = ask->entry,
                                    .event = ask->event,
                                    .message = ask->message,
                                    .at = ask->line };
    if (ask->barrier) {
      worker->about.kind = ABOUT_BARRIER;
      barrier_reach(machine, state, core, ask->entry, to);
      normalise(machine, to); /* a core that goes on may take a branch */
      show(worker, to, STEP_ISSUE);
    } else if (ask->event == EVENT_NO_REQUEST) {
      pass_fence(worker, state, core, ask);
    } else {
      unsigned port = worker->about.controller = machine_port(machine, core, ask->line);
      struct step_input input = { .controller = port,
                                  .local = state[controller_slot(machine, port)],
                                  .kind = INPUT_REQUEST,
                                  .event = ask->event,
                                  .at = ask->line,
                                  .message = ask->message };
      take(worker, state, input, &taken,
           ask->goes_on ? STEP_PROGRESS : STEP_ISSUE); /* a client must end its transaction */
    }
  }
}

/* --- controllers --- */

static bool is_tick(const struct machine *machine, const struct internal *internal) {
  return machine->shape.system->promises.tick &&
         internal->event == machine->shape.system->promises.tick;
}

/* Shows a controller's internal events; `ample`: only those that are ample sets. */
static void own_moves(struct worker *worker, const slot_t *state, unsigned controller, bool ample) {
  const struct machine *machine = worker->machine;
  const struct controller_kind *kind = kind_of(machine, controller);
  const struct selection *selection = &worker->selection;
  uint32_t local = state[controller_slot(machine, controller)];
  const struct moves *moves = controller_moves(machine, controller, local);
  for (unsigned i = 0; i < moves->count; i++) {
    unsigned number = moves->items[i].internal, at = moves->items[i].at;
    const struct internal *internal = &kind->internals[number];
    if (reductions_event_waits(machine, state, controller, number, at)) continue;
    if (ample && !reductions_ample_event(machine, state, controller, internal)) continue;
    if (selection->line != ALL_LINES && (internal->over != PER_LINE || (int)at != selection->line))
      continue;
    if (!reductions_hold_event(machine, selection, internal, at)) continue;
    worker->about = (struct about){ .kind = ABOUT_INTERNAL,
                                    .controller = controller,
                                    .event = (uint8_t)internal->event,
                                    .at = moves->items[i].at,
                                    .entry = moves->items[i].internal };
    take(worker, state, step_input_internal(controller, local, internal->event, at), NULL,
         is_tick(machine, internal) ? STEP_ASIDE
         : internal->environment    ? STEP_ENVIRONMENT
                                    : STEP_PROGRESS);
  }
}

/* Takes the messages of a channel; `ample`: only the first one that is an ample set and does not
 * stall. */
static void channel_steps(struct worker *worker, const slot_t *state, unsigned channel,
                          bool ample) {
  const struct machine *machine = worker->machine;
  unsigned count, slot = channel_slot(machine, channel);
  int line = worker->selection.line;
  if (state[slot] == EMPTY) return;
  const struct message *messages = channel_messages(machine, state[slot], &count);
  for (unsigned i = 0; i < count && !(ample && worker->shown); i++) {
    unsigned controller = messages[i].to;
    if (ample && !reductions_ample_message(machine, state, controller, &messages[i])) continue;
    if (!channel_takeable(machine, channel, messages, i) ||
        (line != ALL_LINES && (int)messages[i].line != line))
      continue;
    uint32_t message = channel_message(machine, state[slot], i);
    if (ample && worker->recorder) worker->recorder->group = channel * CHANNEL_MESSAGES_MAX + i;
    struct input_slot taken = { slot, channel_pop(machine, channel, state[slot], i) };
    worker->about = (struct about){ .kind = ABOUT_MESSAGE,
                                    .controller = controller,
                                    .channel = channel,
                                    .message = message,
                                    .event = messages[i].type,
                                    .at = messages[i].line };
    struct step_input input = { .controller = controller,
                                .local = state[controller_slot(machine, controller)],
                                .kind = INPUT_MESSAGE,
                                .event = messages[i].type,
                                .at = messages[i].line,
                                .message = message };
    take(worker, state, input, &taken, STEP_PROGRESS);
  }
}

/* Shows the steps of the selection: of cores, controllers and messages. */
static void selected_steps(struct worker *worker, const slot_t *state) {
  const struct machine *machine = worker->machine;
  for (unsigned core = 0; core < machine->shape.core_count && !machine->requests.rest; core++)
    core_steps(worker, state, core);
  for (unsigned i = 0; i < machine->shape.controller_count; i++) own_moves(worker, state, i, false);
  for (unsigned i = 0; i < machine->shape.channel_count; i++)
    channel_steps(worker, state, i, false);
}

/* Shows the first ample set with a possible step.  false: there is none.  It also shows all steps
 * with a fault, since a record's promises hold only for tables without faults.
 *
 * Any ample set will do.  Among representatives the choice depends on hashes, so a change to the
 * contents of slots may change the number of states. */
static bool ample_steps(struct worker *worker, const slot_t *state) {
  const struct machine *machine = worker->machine;
  if (!machine->reductions.ample) return false;
  worker->selection = reductions_select_ample(machine);
  for (unsigned i = 0; i < machine->shape.channel_count && !worker->shown; i++)
    channel_steps(worker, state, i, true);
  for (unsigned i = 0; i < machine->shape.controller_count && !worker->shown; i++)
    own_moves(worker, state, i, true);
  if (!worker->shown) return false;
  worker->only_faults = true;
  selected_steps(worker, state);
  worker->only_faults = false;
  return true;
}

/* Shows the steps of the whole machine: the tick of a shared clock, growth of back-offs, rollover.
 * Only the last selection has them. */
static void global_steps(struct worker *worker, const slot_t *state) {
  const struct machine *machine = worker->machine;
  slot_t to[WIDTH_MAX];
  if (machine->shape.system->time == TIME_REMAINING && worker->selection.line == ALL_LINES &&
      !machine->requests.rest) {
    worker->about = (struct about){ .kind = ABOUT_TICK };
    /* In an audit the environment ends no wait, but time does: the end of a lease must come. */
    if (times_tick(machine, state, to))
      show(worker, to, machine->options.audit ? STEP_PROGRESS : STEP_ENVIRONMENT);
  }
  if (machine->options.back_off && !core_at(machine, state, 0)->grown)
    grow_back_offs(worker, state);
  if (machine->rolls_over) {
    worker->about = (struct about){ .kind = ABOUT_ROLLOVER };
    if (times_roll_over(machine, state, to)) show(worker, to, STEP_ASIDE); /* it ends no wait */
  }
}

void machine_successors(const struct model *model, void *data, const slot_t *state,
                        step_visitor *visit, void *context) {
  const struct machine *machine = model->self;
  struct worker *worker = data;
  worker->visit = visit;
  worker->context = context;
  worker->label = 0;
  worker->shown = false;
  worker->from = state;
  worker->greatest = machine->shape.rank ? times_greatest(machine, state) : 0;
  if (!worker->raw) reductions_open(worker, state);
  if (ample_steps(worker, state)) return;
  /* Tries candidates until one shows a step.  The last one stands, even if it shows none. */
  for (unsigned i = 0; !i || (!worker->selection.is_last && !worker->shown); i++) {
    worker->selection = reductions_select(machine, state, i);
    selected_steps(worker, state);
  }
  if (worker->selection.is_last) global_steps(worker, state);
}

static void steps_within(struct worker *worker, const slot_t *state, const uint8_t *slots,
                         unsigned count) {
  const struct machine *machine = worker->machine;
  for (unsigned i = 0; i < count; i++) {
    unsigned controller = slots[i] - machine->shape.core_count,
             channel = controller - machine->shape.controller_count;
    if (slots[i] < machine->shape.core_count) core_steps(worker, state, slots[i]);
    else if (controller < machine->shape.controller_count)
      own_moves(worker, state, controller, false);
    else channel_steps(worker, state, channel, false);
  }
}

static struct worker worker_within(const struct machine *machine, const slot_t *state,
                                   unsigned greatest, struct recorder *recorder) {
  return (struct worker){ .machine = machine,
                          .recorder = recorder,
                          .from = state,
                          .greatest = greatest,
                          .selection = reductions_all_steps };
}

void machine_successors_of(const struct machine *machine, const slot_t *state, const uint8_t *slots,
                           unsigned count, step_visitor *visit, void *context,
                           const struct about **about) {
  struct worker worker = { .machine = machine,
                           .visit = visit,
                           .context = context,
                           .from = state,
                           .greatest = machine->shape.rank ? times_greatest(machine, state) : 0,
                           .selection = reductions_all_steps,
                           .raw = true };
  if (about) *about = &worker.about;
  steps_within(&worker, state, slots, count);
  global_steps(&worker, state);
}

void machine_steps_within(const struct machine *machine, const slot_t *state, const uint8_t *slots,
                          unsigned count, unsigned greatest, struct recorder *recorder) {
  struct worker worker = worker_within(machine, state, greatest, recorder);
  steps_within(&worker, state, slots, count);
}

void machine_ample_within(const struct machine *machine, const slot_t *state, const uint8_t *slots,
                          unsigned count, unsigned greatest, struct recorder *recorder) {
  struct worker worker = worker_within(machine, state, greatest, recorder);
  for (unsigned i = 0; i < count; i++)
    if (slots[i] >= channel_slot(machine, 0))
      channel_steps(&worker, state, slots[i] - channel_slot(machine, 0), true);
  for (unsigned i = 0; i < count; i++) {
    if (slots[i] < machine->shape.core_count || slots[i] >= channel_slot(machine, 0)) continue;
    unsigned controller = slots[i] - machine->shape.core_count;
    recorder->group = CHANNELS_MAX * CHANNEL_MESSAGES_MAX + controller;
    own_moves(&worker, state, controller, true);
  }
  recorder->group = FAULTS;
  worker.only_faults = true;
  steps_within(&worker, state, slots, count);
}
