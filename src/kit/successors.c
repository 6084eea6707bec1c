/* The steps of a machine's state.
 *
 * In this order, which goes by content alone: each core's requests, and barriers; each controller's
 * own moves; the messages of each channel; the tick of a shared clock.  A step is put together from
 * remembered parts: what the controller does, what a push makes of a channel, what an answer makes
 * of a core.
 *
 * Lazy evictions (a reduction): a silent eviction commutes with everything but the next event of
 * its line at its controller, so it is tried just there, as the first half of that event's step. */
#include <string.h>
#include "machine/alternatives.h"
#include "machine/audit.h"
#include "machine/barrier.h"
#include "machine/channel.h"
#include "reduce/dead_values.c"
#include "reduce/deferred_evictions.h"
#include "machine/history.h"
#include "machine/history_private.h"
#include "machine/machine_private.h"
#include "machine/observer.h"
#include "reduce/orbit.h"
#include "machine/persistent_set.h"
#include "machine/rollover.h"
#include "machine/successors.h"
#include "machine/times.h"

/* A step that leads back to where it began is no progress: who has only such steps is stuck.  One
 * that leads to another state for which the same one stands goes on. */
static void show(struct worker *worker, slot_t *to, enum step_kind kind) {
  const struct machine *machine = worker->machine;
  if (to && machine->has_focus && worker->focus != KEEP_FOCUS)
    persistent_set_focus(machine, to, worker->focus);
  bool idle =
      to && kind != STEP_ISSUE && !memcmp(to, worker->from, machine->model.width * sizeof *to);
  if (to && worker->orbit && !worker->raw && machine->symmetry)
    orbit_stand_in(machine, worker->orbit, to);
  worker->shown |= to != NULL;
  worker->visit(worker->context, to, worker->label++, idle ? STEP_NOWHERE : kind);
}

uint32_t core_after(const struct machine *machine, unsigned core, uint32_t number,
                    const struct reply *answer, uint32_t answer_number) {
  uint64_t first = (uint64_t)number << 32 | answer_number, second = PURPOSE(MEMO_CORE_REPLY, core);
  uint64_t known = memo_find(machine->memo, first, second);
  if (!known) {
    union core_copy copy;
    size_t length = intern_copy(machine->contents, number, &copy);
    if (core_is_misled(machine, core, &copy.core, answer)) copy.core.astray = 1;
    if (core_is_misread(machine, core, &copy.core, answer)) copy.core.misreads = 1;
    if (!copy.core.wrong) copy.core.wrong = audit_answer(machine, core, &copy.core, answer) & 7;
    if (answer->restarts) core_restart(machine, core, &copy.core);
    else core_complete(machine, core, &copy.core, answer->entry, answer->value);
    known = 1 + (uint64_t)intern_add(machine->contents, &copy, length);
    memo_add(machine->memo, first, second, known);
  }
  return (uint32_t)(known - 1);
}

/* What every step ends with. */
static void normalise(const struct machine *machine, slot_t *to) {
  dead_values_drop_lines(machine, to);
  if (machine->shape.system->time == TIME_LOGICAL) times_normalise(machine, to);
}

/* Completes `to` (a copy of the source state, with the input taken) by what the alternative says.
 * False: a channel is full. */
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
  if (machine->options.audit) audit_way(machine, a, &newest, to);
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

/* How a step changes the slot that its input comes from. */
struct taken {
  unsigned slot;
  uint32_t content;
};

static void record(struct recorder *recorder, unsigned controller, const struct alternative *way,
                   const struct taken *taken, enum step_kind kind) {
  struct recorded step = {
    .group = recorder->group, .controller = controller, .way = way, .kind = kind
  };
  if (taken) {
    step.takes = true;
    step.slot = taken->slot;
    step.content = taken->content;
  }
  vector_push(recorder->steps, step);
}

/* Does the step break anything by itself, that its controller's steps before it have not? */
static bool is_fault(const struct machine *machine, uint32_t local, const struct alternative *a) {
  return a->fault || local_at(machine, a->local)->broken & ~local_at(machine, local)->broken;
}

static void show_all(struct worker *worker, const slot_t *state, unsigned controller,
                     const struct alternatives *list, const struct taken *taken,
                     enum step_kind kind) {
  const struct machine *machine = worker->machine;
  slot_t to[WIDTH_MAX];
  for (unsigned i = 0; i < list->count; i++) {
    const struct alternative *a = &list->items[i];
    if (worker->faults_alone && !is_fault(machine, state[controller_slot(machine, controller)], a))
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

/* The internal event that may silently precede an event of this line, or 0. */
static unsigned lazy_before(const struct machine *machine, unsigned controller, uint32_t local,
                            unsigned event, unsigned at) {
  const struct controller_kind *kind = kind_of(machine, controller);
  const struct moves *moves = controller_moves(machine, controller, local);
  for (unsigned i = 0; i < moves->count; i++) {
    const struct internal *internal = &kind->internals[moves->items[i].internal];
    bool tells = !internal->promises.observed_by || internal->promises.observed_by >> event & 1;
    if (moves->items[i].at == at && tells &&
        deferred_event_waits(machine, controller, local, moves->items[i].internal, at))
      return moves->items[i].internal + 1u;
  }
  return 0;
}

/* One input of a controller, as it is and after a lazy eviction; a fence, asked for with no line,
 * is no event of one. */
static void take(struct worker *worker, const slot_t *state, unsigned controller,
                 enum input_kind input, unsigned event, unsigned at, uint32_t message,
                 const struct taken *taken, enum step_kind kind) {
  const struct machine *machine = worker->machine;
  uint32_t local = state[controller_slot(machine, controller)];
  unsigned greatest = worker->greatest;
  show_all(worker, state, controller,
           controller_steps(machine, controller, local, input, event, at, message, 0, greatest),
           taken, kind);
  bool has_line = input != INPUT_INTERNAL && event != EVENT_FENCE;
  unsigned lazily = has_line ? lazy_before(machine, controller, local, event, at) : 0;
  if (lazily)
    show_all(
        worker, state, controller,
        controller_steps(machine, controller, local, input, event, at, message, lazily, greatest),
        taken, kind);
}

/* --- cores --- */

/* The port of a core: the first kind's controller of its SM, or the only one. */
unsigned machine_port(const struct machine *machine, unsigned core, unsigned line) {
  switch (machine->shape.system->kinds[0].instances) {
  case ONE_PER_SM: return machine->shape.first_of_kind[0] + machine->shape.sm_of_core[core];
  case ONE_PER_BANK:
    return machine->shape.first_of_kind[0] + machine->shape.placement.bank_of_line[line];
  case ONE_PER_CORE: return machine->shape.first_of_kind[0] + core;
  default: return machine->shape.first_of_kind[0];
  }
}

static void add_ask(const struct machine *machine, unsigned core, const struct core *after,
                    unsigned entry, struct asks *asks) {
  const struct micro *micro = core_micro(machine, core, after->entry[entry].micro);
  struct message message;
  memset(&message, 0, sizeof message);
  memset(message.time, NO_TIME, sizeof message.time);
  message.request = core_request(machine, core, after, entry);
  asks->items[asks->count++] =
      (struct ask){ .message = intern_add(machine->contents, &message, sizeof message),
                    .core = intern_add(machine->contents, after, core_size(machine, core)),
                    .entry = (uint8_t)entry,
                    .event = (uint8_t)micro->event,
                    .line = micro->line,
                    .barrier = micro->kind == MICRO_BARRIER,
                    .goes_on = core_in_transaction(machine, after) };
}

static struct asks *compute_asks(const struct machine *machine, unsigned core, uint32_t number) {
  union core_copy copy;
  size_t length;
  const void *bytes = intern_at(machine->contents, number, &length);
  unsigned room = machine->shape.is_client ? machine->lowered[0].length : WINDOW_MAX;
  struct asks *asks = machine_keep(machine, sizeof *asks + room * sizeof *asks->items);
  memcpy(&copy, bytes, length);
  if (!machine->shape.is_client) {
    for (unsigned i = 0; i < copy.core.entries; i++) {
      unsigned entry = copy.core.order[i];
      if (!core_may_issue(machine, core, &copy.core, entry)) continue;
      copy.core.entry[entry].issued = 1;
      add_ask(machine, core, &copy.core, entry, asks);
      copy.core.entry[entry].issued = 0;
    }
    return asks;
  }
  for (unsigned micro = 0; micro < machine->lowered[0].length; micro++) {
    memcpy(&copy, bytes, length);
    int entry = core_take_up(machine, core, &copy.core, micro);
    if (entry >= 0) add_ask(machine, core, &copy.core, (unsigned)entry, asks);
  }
  return asks;
}

const struct asks *core_asks(const struct machine *machine, unsigned core, uint32_t number) {
  uint64_t second = PURPOSE(MEMO_CORE_REQUESTS, core);
  uint64_t known = memo_find(machine->memo, number, second);
  if (known) return (const struct asks *)(uintptr_t)known;
  struct asks *asks = compute_asks(machine, core, number);
  memo_add(machine->memo, number, second, (uint64_t)(uintptr_t)asks);
  return asks;
}

/* A fence that does not ask the port is done when it issues. */
static void pass_fence(struct worker *worker, const slot_t *state, unsigned core,
                       const struct ask *ask) {
  const struct machine *machine = worker->machine;
  slot_t to[WIDTH_MAX];
  struct reply answer = { .core = (uint8_t)core, .entry = ask->entry, .event = ask->event };
  memcpy(to, state, machine->model.width * sizeof *to);
  to[core_slot(machine, core)] = core_after(machine, core, ask->core, &answer,
                                            intern_add(machine->contents, &answer, sizeof answer));
  struct taken taken = { core_slot(machine, core), to[core_slot(machine, core)] };
  if (worker->recorder) {
    record(worker->recorder, 0, NULL, &taken, STEP_ISSUE);
    return;
  }
  normalise(machine, to); /* a branch may have been taken */
  show(worker, to, STEP_ISSUE);
}

/* Back-offs that have grown: who had to give up does not begin anew while a thread of another warp
 * runs a transaction. */
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
  worker->about = (struct about){ .what = ABOUT_BACK_OFF };
  show(worker, to, STEP_ASIDE); /* whoever is stuck is no less so after it */
}

static void core_steps(struct worker *worker, const slot_t *state, unsigned core, int focus,
                       bool focused) {
  const struct machine *machine = worker->machine;
  const struct asks *asks = core_asks(machine, core, state[core_slot(machine, core)]);
  slot_t to[WIDTH_MAX];
  for (unsigned i = 0; i < asks->count; i++) {
    const struct ask *ask = &asks->items[i];
    struct taken taken = { core_slot(machine, core), ask->core };
    if (must_back_off(machine, state, core, ask->event)) continue;
    if (worker->faults_alone && (ask->barrier || ask->event == EVENT_SILENT)) continue;
    worker->focus = focused ? NO_FOCUS : KEEP_FOCUS; /* the request that the focus waited for */
    if (focus != NO_FOCUS &&
        (ask->barrier || ask->event > EVENT_STORE_RELEASE || ask->line != focus))
      continue;
    worker->about = (struct about){ .what = ABOUT_CORE,
                                    .core = core,
                                    .entry = ask->entry,
                                    .event = ask->event,
                                    .message = ask->message,
                                    .at = ask->line };
    if (ask->barrier) {
      worker->about.what = ABOUT_BARRIER;
      barrier_reach(machine, state, core, ask->entry, to);
      show(worker, to, STEP_ISSUE);
    } else if (ask->event == EVENT_SILENT) {
      pass_fence(worker, state, core, ask);
    } else {
      worker->about.controller = machine_port(machine, core, ask->line);
      take(worker, state, worker->about.controller, INPUT_REQUEST, ask->event, ask->line,
           ask->message, &taken,
           ask->goes_on ? STEP_PROGRESS : STEP_ISSUE); /* a client must end what it has begun */
    }
  }
}

/* The lines that some core could ask for now. */
static unsigned lines_asked(const struct machine *machine, const slot_t *state) {
  unsigned lines = 0;
  for (unsigned core = 0; core < machine->shape.core_count; core++) {
    const struct asks *asks = core_asks(machine, core, state[core_slot(machine, core)]);
    for (unsigned i = 0; i < asks->count; i++)
      if (!asks->items[i].barrier && asks->items[i].event <= EVENT_STORE_RELEASE)
        lines |= 1u << asks->items[i].line;
  }
  return lines;
}

/* --- controllers --- */

/* Asks a controller as it stands, of a request; `at`: of which core, if it is of one. */
static bool holds_of(const struct machine *machine, const slot_t *state, unsigned controller,
                     unsigned at, const struct request *request,
                     bool (*where)(const struct step *step)) {
  struct step step = { .machine = machine,
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

static bool is_tick(const struct machine *machine, const struct internal *internal) {
  return machine->shape.system->promises.tick &&
         internal->event == machine->shape.system->promises.tick;
}

/* Nobody whose clock it is can ask for anything before he is answered, and no answer makes the port
 * look at it (awaits_clock). */
static bool tick_waits(const struct machine *machine, const slot_t *state, unsigned controller,
                       const struct internal *tick, unsigned at) {
  if (!machine->assumes_ticks || machine->options.no_ample ||
      !machine->shape.system->promises.awaits_clock)
    return false;
  for (unsigned core = 0; core < machine->shape.core_count; core++) {
    bool of_core =
        machine_port(machine, core, 0) == controller && (tick->over != PER_CORE || core == at);
    if (of_core && core_asks(machine, core, state[core_slot(machine, core)])->count) return false;
  }
  return !holds_at(machine, state, controller, at, machine->shape.system->promises.awaits_clock);
}

/* Must it not wait?  Of moves no record says that they commute. */
static bool is_prompt_move(const struct machine *machine, const slot_t *state, unsigned controller,
                           const struct internal *internal) {
  return internal->promises.ample && !machine->prompt_commutes &&
         holds_at(machine, state, controller, 0, internal->promises.ample);
}

/* Of itself; `prompt`: those alone that must not wait. */
static void own_moves(struct worker *worker, const slot_t *state, unsigned controller, int focus,
                      struct deferral deferral, bool prompt) {
  const struct machine *machine = worker->machine;
  const struct controller_kind *kind = kind_of(machine, controller);
  uint32_t local = state[controller_slot(machine, controller)];
  const struct moves *moves = controller_moves(machine, controller, local);
  for (unsigned i = 0; i < moves->count; i++) {
    const struct internal *internal = &kind->internals[moves->items[i].internal];
    if (deferred_event_waits(machine, controller, local, moves->items[i].internal,
                             moves->items[i].at))
      continue;
    if (prompt && !is_prompt_move(machine, state, controller, internal)) continue;
    if (is_tick(machine, internal) &&
        tick_waits(machine, state, controller, internal, moves->items[i].at))
      continue;
    if (focus != NO_FOCUS && (internal->over != PER_LINE || moves->items[i].at != focus)) continue;
    if (machine->has_focus && internal->promises.persistent &&
        !(deferral.begin >> moves->items[i].at & 1))
      continue;
    worker->about = (struct about){ .what = ABOUT_INTERNAL,
                                    .controller = controller,
                                    .event = (uint8_t)internal->event,
                                    .at = moves->items[i].at,
                                    .entry = moves->items[i].internal };
    worker->focus = internal->promises.persistent && deferral.focuses >> moves->items[i].at & 1
                        ? moves->items[i].at
                        : KEEP_FOCUS;
    take(worker, state, controller, INPUT_INTERNAL, internal->event, moves->items[i].at, UINT32_MAX,
         NULL,
         is_tick(machine, internal) ? STEP_ASIDE
         : internal->environment    ? STEP_ENVIRONMENT
                                    : STEP_PROGRESS);
  }
}

static bool is_prompt(const struct machine *machine, const slot_t *state, unsigned controller,
                      const struct message *message) {
  const struct message_kind *kind = &machine->shape.system->messages[message->type];
  bool (*where)(const struct step *step) =
      machine->prompt_commutes ? kind->promises.commutes : kind->promises.ample_where;
  return machine->prompt >> message->type & 1 &&
         (!where || holds_of(machine, state, controller, 0, &message->request, where));
}

/* Of each message that may be taken; `prompt`: of the first that must not wait and does not stall,
 * alone. */
static void channel_steps(struct worker *worker, const slot_t *state, unsigned channel, int focus,
                          bool prompt) {
  const struct machine *machine = worker->machine;
  unsigned count, slot = channel_slot(machine, channel),
                  controller = machine->shape.channels[channel].to;
  if (state[slot] == EMPTY) return;
  const struct message *messages = channel_messages(machine, state[slot], &count);
  for (unsigned i = 0; i < count && !(prompt && worker->shown); i++) {
    if (prompt && !is_prompt(machine, state, controller, &messages[i])) continue;
    if (!channel_takeable(machine, channel, messages, i) ||
        (focus != NO_FOCUS && messages[i].line != focus))
      continue;
    uint32_t message = channel_message(machine, state[slot], i);
    if (prompt && worker->recorder) worker->recorder->group = channel * CHANNEL_MESSAGES_MAX + i;
    struct taken taken = { slot, channel_pop(machine, channel, state[slot], i) };
    worker->about = (struct about){ .what = ABOUT_MESSAGE,
                                    .controller = controller,
                                    .channel = channel,
                                    .message = message,
                                    .event = messages[i].type,
                                    .at = messages[i].line };
    take(worker, state, controller, INPUT_MESSAGE, messages[i].type, messages[i].line, message,
         &taken, STEP_PROGRESS);
  }
}

/* What cores ask, controllers do of themselves, and channels hand over. */
static void all_steps(struct worker *worker, const slot_t *state, int focus,
                      struct deferral deferral) {
  const struct machine *machine = worker->machine;
  for (unsigned core = 0; core < machine->shape.core_count && !machine->cores_rest; core++)
    core_steps(worker, state, core, focus, focus != NO_FOCUS);
  for (unsigned i = 0; i < machine->shape.controller_count; i++)
    own_moves(worker, state, i, focus, deferral, false);
  worker->focus = KEEP_FOCUS;
  for (unsigned i = 0; i < machine->shape.channel_count; i++)
    channel_steps(worker, state, i, focus, false);
}

/* What must not wait, where something of it can be done: messages of the first such channel, or
 * else the first such controller's moves.  True: these are all steps that are taken, and those that
 * are faults: that the others may wait is the record's word of a table that was right.  Which one
 * is first, any will do; under symmetry it goes by the state that stands for its orbit, and so by
 * hashes: whatever is kept in a slot beside what was, be it told by what is there, may change how
 * many states are seen. */
static bool prompt_step(struct worker *worker, const slot_t *state) {
  const struct machine *machine = worker->machine;
  if (!machine->prompt) return false;
  worker->focus = KEEP_FOCUS;
  for (unsigned i = 0; i < machine->shape.channel_count && !worker->shown; i++)
    channel_steps(worker, state, i, NO_FOCUS, true);
  for (unsigned i = 0; i < machine->shape.controller_count && !worker->shown; i++)
    own_moves(worker, state, i, NO_FOCUS, (struct deferral){ 0, 0 }, true);
  if (!worker->shown) return false;
  worker->faults_alone = true;
  all_steps(worker, state, NO_FOCUS, (struct deferral){ 0, 0 });
  worker->faults_alone = false;
  return true;
}

/* The steps on one line alone, where they are enough (persistent_closed_lines, persistent_set.c)
 * and there are any. */
static bool one_line(struct worker *worker, const slot_t *state) {
  const struct machine *machine = worker->machine;
  unsigned closed = persistent_closed_lines(machine, state);
  if (!closed) return false;
  struct deferral deferral =
      persistent_lines_to_defer(machine, state, NO_FOCUS, lines_asked(machine, state));
  for (unsigned line = 0; line < machine->shape.lines; line++) {
    if (!(closed >> line & 1)) continue;
    for (unsigned core = 0; core < machine->shape.core_count; core++)
      core_steps(worker, state, core, (int)line, false);
    worker->focus = KEEP_FOCUS;
    for (unsigned i = 0; i < machine->shape.controller_count; i++)
      own_moves(worker, state, i, (int)line, deferral, false);
    worker->focus = KEEP_FOCUS;
    for (unsigned i = 0; i < machine->shape.channel_count; i++)
      channel_steps(worker, state, i, (int)line, false);
    if (worker->shown) return true;
  }
  return false;
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
  worker->focus = KEEP_FOCUS;
  worker->greatest = machine->shape.rank ? times_greatest(machine, state) : 0;
  if (worker->orbit && !worker->raw && machine->symmetry) orbit_of(machine, state, worker->orbit);
  if (prompt_step(worker, state)) return;
  int focus = machine->has_focus ? persistent_focus(machine, state) : NO_FOCUS;
  if (machine->has_focus && focus == NO_FOCUS && one_line(worker, state)) return;
  struct deferral deferral = { 0, 0 };
  if (machine->has_focus)
    deferral = persistent_lines_to_defer(machine, state, focus, lines_asked(machine, state));
  all_steps(worker, state, focus, deferral);
  if (machine->shape.system->time == TIME_REMAINING && focus == NO_FOCUS && !machine->cores_rest) {
    slot_t to[WIDTH_MAX];
    worker->about = (struct about){ .what = ABOUT_TICK };
    /* In an audit no eviction ends a wait, but time does: who waits for the end of a lease is not
     * stuck. */
    if (times_tick(machine, state, to))
      show(worker, to, machine->options.audit ? STEP_PROGRESS : STEP_ENVIRONMENT);
  }
  if (machine->options.back_off && !core_at(machine, state, 0)->grown)
    grow_back_offs(worker, state);
  if (machine->rolls_over) {
    slot_t to[WIDTH_MAX];
    worker->about = (struct about){ .what = ABOUT_ROLLOVER };
    if (times_roll_over(machine, state, to))
      show(worker, to, STEP_ASIDE); /* whoever is stuck is no less so after it */
  }
}

static void steps_within(struct worker *worker, const slot_t *state, const uint8_t *slots,
                         unsigned count) {
  const struct machine *machine = worker->machine;
  for (unsigned i = 0; i < count; i++) {
    unsigned controller = slots[i] - machine->shape.core_count,
             channel = controller - machine->shape.controller_count;
    if (slots[i] < machine->shape.core_count) core_steps(worker, state, slots[i], NO_FOCUS, false);
    else if (controller < machine->shape.controller_count)
      own_moves(worker, state, controller, NO_FOCUS, (struct deferral){ 0, 0 }, false);
    else channel_steps(worker, state, channel, NO_FOCUS, false);
  }
}

void machine_steps_within(const struct machine *machine, const slot_t *state, const uint8_t *slots,
                          unsigned count, unsigned greatest, struct recorder *recorder) {
  struct worker worker = {
    .machine = machine, .recorder = recorder, .from = state, .greatest = greatest
  };
  steps_within(&worker, state, slots, count);
}

void machine_ample_within(const struct machine *machine, const slot_t *state, const uint8_t *slots,
                          unsigned count, unsigned greatest, struct recorder *recorder) {
  struct worker worker = {
    .machine = machine, .recorder = recorder, .from = state, .greatest = greatest
  };
  for (unsigned i = 0; i < count; i++)
    if (slots[i] >= channel_slot(machine, 0))
      channel_steps(&worker, state, slots[i] - channel_slot(machine, 0), NO_FOCUS, true);
  for (unsigned i = 0; i < count; i++) {
    if (slots[i] < machine->shape.core_count || slots[i] >= channel_slot(machine, 0)) continue;
    unsigned controller = slots[i] - machine->shape.core_count;
    recorder->group = CHANNELS_MAX * CHANNEL_MESSAGES_MAX + controller;
    own_moves(&worker, state, controller, NO_FOCUS, (struct deferral){ 0, 0 }, true);
  }
  recorder->group = FAULTS;
  worker.faults_alone = true;
  steps_within(&worker, state, slots, count);
}
