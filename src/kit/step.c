/* Running a table: one event of one controller, in one of the ways in which it can go
 * (alternatives.c has them all). */
#include "protocol/answers.h"
#include "abstract/data_independence.h"
#include "machine/faults.h"
#include "machine/shared_state.h"
#include "protocol/crash_handler.h"
#include "machine/run_step.h"
#include "machine/run_step.h"

#include <string.h>
#include "base/memory.h"

const struct request request_none = { .event = NO_EVENT, .time = NO_TIME };

unsigned controller_kind_state_of_line(const struct controller_kind *kind,
                                       const struct local *local, unsigned at) {
  return kind->state_of ? kind->state_of(local, at) : local->line[at].state;
}

bool controller_kind_event_is_of_core(const struct controller_kind *kind, unsigned event) {
  if (kind->extra_line_per_core) return false;
  for (unsigned i = 0; i < kind->internal_count; i++)
    if (kind->internals[i].event == event && kind->internals[i].over == PER_CORE) return true;
  return false;
}

/* Turns to the line that an event is about, or whose state answers it: that of a core, or, where
 * cores have none, the first. */
static void look_at(struct step *step, unsigned event, unsigned at) {
  const struct controller_kind *kind = &step->machine->shape.system->kinds[step->me->kind];
  if (kind->of_cores)
    at = step->machine->shape.lines + (request_is_none(step->request) ? at : step->request->core);
  unsigned line = controller_kind_event_is_of_core(kind, event) ? 0 : at;
  step->event = event;
  step->at = at;
  step->line = &step->local->line[line];
  step->state = controller_kind_state_of_line(kind, step->local, line);
}

static void fire(struct step *step, int row) {
  if (step->fired_count < FIRED_MAX)
    step->fired[step->fired_count++] =
        (struct fired){ (uint8_t)row, (uint8_t)step->state, (uint8_t)step->event,
                        (uint8_t)(step->line - step->local->line) };
}

/* What is to be said of it: the first that is wrong, and the row that is being run. */
static void say(struct step *step, enum fault fault) {
  if (step->why.fault) return;
  unsigned row = step->fired_count ? step->fired[step->fired_count - 1].row : ROW_UNKNOWN;
  step->why = (struct why){ .fault = (uint8_t)fault,
                            .state = (uint8_t)step->state,
                            .event = (uint8_t)step->event,
                            .row = (uint8_t)row,
                            .other = ROW_UNKNOWN };
}

void step_fault(struct step *step, enum fault why) {
  if (!step->fault) step->fault = why;
  step_blame(step, why);
}

void step_blame(struct step *step, enum fault why) {
  say(step, why);
  step->broken |= CLAIM(PROPERTY_NEVER);
}

void step_exceeds(struct step *step, enum limit limit) {
  bool first = !step->why.fault;
  say(step, WHY_LIMIT);
  if (first) step->why.limit = (uint8_t)limit;
  step->broken |= CLAIM(PROPERTY_OVERFLOW);
}

/* A gap or an overlap: which rows are they? */
static void blame_cell(struct step *step, const struct table *table, int found) {
  bool first = !step->why.fault;
  step_fault(step, FAULT_NO_ROW);
  if (!first || found != ROW_OVERLAP) {
    if (first) step->why.row = ROW_UNKNOWN;
    return;
  }
  step->why.fault = WHY_OVERLAP;
  step->why.row = ROW_UNKNOWN;
  for (unsigned i = 0; i < table->row_count; i++) {
    const struct row *row = &table->rows[i];
    if (!(row->in >> step->state & 1) || !(row->on >> step->event & 1)) continue;
    if (row->when && row->when(step) == row->negated) continue;
    if (step->why.row == ROW_UNKNOWN) step->why.row = (uint8_t)i;
    else if (step->why.other == ROW_UNKNOWN) step->why.other = (uint8_t)i;
  }
}

/* One event of one line, answered by its row. */
static void run_row(struct step *step, unsigned event, unsigned at) {
  const struct table *table = &step->machine->shape.tables[step->me->kind];
  look_at(step, event, at);
  struct line *line = step->line; /* which an action may turn from */
  struct running_row outer = running_row;
  running_row = (struct running_row){ .step = step };
  int row = table_row(table, step->state, event, step);
  if (row < 0) {
    blame_cell(step, table, row);
    running_row = outer;
    return;
  }
  fire(step, row);
  const struct row *r = &table->rows[row];
  if (r->kind == ROW_NEVER) step_blame(step, WHY_NEVER);
  if (r->kind == ROW_STALL) step->stalled = true;
  running_row.row = r;
  for (; running_row.action < ROW_ACTIONS_MAX && r->actions[running_row.action];
       running_row.action++)
    r->actions[running_row.action](step);
  running_row = outer;
  if (r->kind == ROW_ACT && r->next != SAME) line->state = (uint8_t)__builtin_ctz(r->next);
}

/* May this internal event happen?  A stalled or impossible one may not; one that asks of a message,
 * in vain, does, to show it. */
bool step_internal_is_enabled(struct step *step, const struct internal *internal, unsigned at) {
  const struct table *table = &step->machine->shape.tables[step->me->kind];
  look_at(step, internal->event, at);
  struct running_row outer = running_row;
  running_row = (struct running_row){ .step = step };
  int row = internal->enabled ? 0 : table_row(table, step->state, internal->event, step);
  bool enabled = internal->enabled && internal->enabled(step);
  running_row = outer;
  if (internal->enabled) return enabled;
  return row < 0 || table->rows[row].kind == ROW_ACT || step->fault == FAULT_NO_MESSAGE;
}

unsigned machine_internal_places(const struct machine *machine, const struct internal *internal) {
  return internal->over == PER_LINE   ? machine->shape.lines
         : internal->over == PER_CORE ? machine->shape.core_count
                                      : 1;
}

/* Its parts are taken with the step, which nothing can hold any more. */
static void must_not_stall(struct step *step, enum fault why) {
  if (step->stalled) step_fault(step, why);
  step->stalled = false;
}

/* Takes every urgent internal step of the local state. */
static void settle(struct step *step) {
  const struct controller_kind *kind = &step->machine->shape.system->kinds[step->me->kind];
  unsigned said = step->send_count + step->reply_count + step->signal_count;
  for (unsigned i = 0; i < kind->internal_count; i++) {
    const struct internal *internal = &kind->internals[i];
    if (!internal->urgent) continue;
    for (unsigned at = 0; at < machine_internal_places(step->machine, internal); at++)
      if (step_internal_is_enabled(step, internal, at)) run_row(step, internal->event, at);
  }
  if (step->send_count + step->reply_count + step->signal_count > said)
    step_fault(step, FAULT_URGENT);
  must_not_stall(step, FAULT_URGENT);
}

/* Does the step do more than change its controller, in the one way in which it can? */
static bool does_more(const struct step *step) {
  return step->send_count || step->reply_count || step->performed_count || step->observed_count ||
         step->insert_count || step->choice_count;
}

void step_settle_at_once(struct step *step) {
  step->request = &request_none;
  settle(step);
  if (does_more(step) || step->signal_count || step->replay_count) step_fault(step, FAULT_AT_ONCE);
  step->local->broken |= (uint8_t)step->broken;
  if (step->why.fault) machine_note_why(step->machine, step->me->kind, &step->why);
}

/* On a line that the step is not about, which is to do what it does wherever it is, alone too. */
static void run_elsewhere(struct step *step, unsigned event, unsigned line) {
  const struct message *in = step->in;
  const struct request *request = step->request;
  struct request seen = { .core = request->core, .scope = request->scope };
  step->in = NULL;
  if (!request_is_none(request)) step->request = &seen;
  run_row(step, event, line);
  step->in = in;
  step->request = request;
}

static void run_signals(struct step *step) {
  unsigned own = step->at;
  for (unsigned i = 0; i < step->signal_count; i++)
    for (unsigned line = 0; line < step->machine->shape.lines; line++) {
      if (line == own) run_row(step, step->signals[i], line);
      else run_elsewhere(step, step->signals[i], line);
    }
  step->signal_count = 0;
  must_not_stall(step, FAULT_RAISED);
}

static void run_replays(struct step *step) {
  for (unsigned i = 0; i < step->replay_count; i++) {
    step->current = step->replays[i];
    step->request = &step->current;
    step->in = NULL;
    run_row(step, step->current.event, step->current.line);
    must_not_stall(step, FAULT_REPLAY);
    run_signals(step);
    settle(step);
  }
}

/* What a step that nobody asked for has as its request: none, whose use is a fault; or in a mutant,
 * whose rows may have lost the action that takes one up, a blank one, whose use is to be found by
 * what it leads to; it is of the core that the step is about, if it is. */
static const struct request *no_request(struct step *step, unsigned at) {
  if (!step->machine->options.mutant) return &request_none;
  bool about_core = step->machine->shape.system->kinds[step->me->kind].of_cores;
  step->current = (struct request){ .core = (uint8_t)(about_core ? at : 0) };
  return &step->current;
}

static void reset(struct step *step, const struct local *local, size_t size,
                  const struct message *message, unsigned at) {
  memcpy(step->local, local, size);
  step->send_count = step->reply_count = step->performed_count = step->insert_count = 0;
  step->observed_count = 0;
  step->fired_count = step->replay_count = step->choice_count = step->broken = 0;
  step->stalled = false;
  step->fault = step->unheard = NO_FAULT;
  step->before = local;
  step->read_lines = 0;
  step->dequeued = request_none;
  step->why = (struct why){ NO_FAULT };
  step->signal_count = 0;
  step->raised = 0;
  step->in = NULL;
  step->request = no_request(step, at);
  if (!message) return;
  step->message = *message;
  step->current = step->message.request;
  step->request = &step->current;
}

static void run_event(struct step *step, unsigned event, unsigned at) {
  run_row(step, event, at);
  bool stalled = step->stalled;
  step->stalled = false;
  run_signals(step);
  step->stalled = stalled;
  if (stalled) return;
  settle(step);
  run_replays(step);
}

/* A lazy event just before the input: all of it, as if it had been a step of its own, which knows
 * nothing of the input.  Whether it keeps its promise is asked of records, not of mutants, whose
 * faults are to be found by what they lead to. */
static void run_lazily(struct step *step, unsigned event, unsigned at) {
  const struct request *request = step->request;
  step->request = no_request(step, at);
  run_event(step, event, at);
  if (step->send_count + step->reply_count && !step->machine->options.mutant)
    step_fault(step, FAULT_LAZY);
  step->stalled = false;
  step->replay_count = 0;
  step->request = request;
  if (!request_is_none(request)) step->current = step->message.request;
}

/* Is the event a lazy one that is taken for itself (where reductions are off)? */
static bool is_lazy_alone(struct step *step, enum input_kind kind, unsigned event, unsigned at) {
  const struct controller_kind *controller = &step->machine->shape.system->kinds[step->me->kind];
  if (kind != INPUT_INTERNAL || step->machine->options.mutant) return false;
  for (unsigned i = 0; i < controller->internal_count; i++) {
    const struct internal *internal = &controller->internals[i];
    if (internal->promises.deferred && internal->event == event &&
        step_internal_is_enabled(step, internal, at))
      return true;
  }
  return false;
}

static void run_once(struct step *step, enum input_kind kind, unsigned event, unsigned at,
                     unsigned lazily) {
  const struct controller_kind *controller = &step->machine->shape.system->kinds[step->me->kind];
  bool lazy_alone = is_lazy_alone(step, kind, event, at);
  if (lazily) run_lazily(step, controller->internals[lazily - 1].event, at);
  if (kind == INPUT_MESSAGE) step->in = &step->message;
  run_event(step, event, at);
  bool rolls_over = kind == INPUT_INTERNAL && event == step->machine->shape.system->rollover.event;
  if (rolls_over && does_more(step)) step_fault(step, FAULT_AT_ONCE);
  if (lazy_alone && step->send_count + step->reply_count) step_fault(step, FAULT_LAZY);
  if (controller->promises.drop_dead_values && !step->machine->options.no_dead_values)
    controller->promises.drop_dead_values(step);
}

/* Does memory change where the history of transactions, if there is one, is not told? */
static bool writes_untold(const struct step *step, const struct local *before) {
  unsigned told = 0, changed = 0;
  for (unsigned i = 0; i < step->observed_count; i++) {
    const struct observed *observed = &step->observed[i];
    if (observed->event == HISTORY_WROTE || observed->event == HISTORY_PLAIN)
      told |= observed->words;
  }
  for (unsigned line = 0; line < step->machine->shape.lines; line++)
    for (unsigned word = 0; word < WORDS_MAX; word++)
      if (step->local->line[line].memory.word[word] != before->line[line].memory.word[word])
        changed |= history_word(line, word);
  return step->machine->has_history && changed & ~told;
}

/* Are steps asked what they keep?  A program's only where that is claimed: what they break marks
 * the states that follow, and so of a machine known to break it there would be more. */
static bool asks_of_steps(const struct machine *machine, const struct controller_kind *kind) {
  return kind->keeps && (machine->shape.is_client ||
                         setting_invariants(&machine->shape.setting) & CLAIM(PROPERTY_OWN));
}

/* Does the step keep what the system claims of all that its kind of controller does?  It is shown
 * as its input found it. */
static bool is_kept(struct step *step, const struct local *before, enum input_kind kind,
                    unsigned event, unsigned at) {
  const struct controller_kind *controller = &step->machine->shape.system->kinds[step->me->kind];
  if (!asks_of_steps(step->machine, controller)) return true;
  step->in = kind == INPUT_MESSAGE ? &step->message : NULL;
  step->request = &request_none;
  if (kind != INPUT_INTERNAL) {
    step->current = step->message.request;
    step->request = &step->current;
  }
  look_at(step, event, at);
  return controller->keeps(step, before);
}

/* An internal event may be one that only happens in company, or only without. */
bool step_may_happen(struct step *step, const struct taking *taking) {
  const struct controller_kind *kind = &step->machine->shape.system->kinds[step->me->kind];
  if (taking->kind != INPUT_INTERNAL) return true;
  memcpy(step->local, taking->before, taking->size);
  step->in = NULL;
  step->request = &request_none;
  step->fault = NO_FAULT;
  step->why = (struct why){ NO_FAULT };
  for (unsigned i = 0; i < kind->internal_count; i++)
    if (kind->internals[i].event == taking->event &&
        step_internal_is_enabled(step, &kind->internals[i], taking->at))
      return true;
  return false;
}

static bool run_with_data(struct step *step, const struct taking *taking) {
  reset(step, taking->before, taking->size, taking->message, taking->at);
  step->time_greatest = taking->time_greatest;
  run_once(step, taking->kind, taking->event, taking->at, taking->lazily);
  if (writes_untold(step, taking->before)) step_fault(step, FAULT_UNTOLD);
  return is_kept(step, taking->before, taking->kind, taking->event, taking->at);
}

/* The same way with other data, on which it is to do the same but for these; true: it breaks no
 * claim of steps then either. */
static bool try_other_data(struct step *step, const struct taking *taking, bool may,
                           enum data_assignment assignment, enum fault *wrong) {
  struct step other = *step;
  union local_copy before, after;
  struct message message;
  struct taking coloured = *taking;
  data_assign_local(step->machine, step->me->kind, taking->before, assignment, &before);
  coloured.before = &before.local;
  other.local = &after.local;
  if (taking->message) {
    message = *taking->message;
    data_assign_message(&message, assignment);
    coloured.message = &message;
  }
  bool may_then = step_may_happen(&other, &coloured), kept = run_with_data(&other, &coloured);
  if (may_then != may)
    step->fault = NO_FAULT, step->why.fault = NO_FAULT; /* lest what it then lacks hide why */
  if (may_then != may || !data_same_otherwise(step, &other)) step_fault(step, FAULT_DATA);
  if (!*wrong) *wrong = answers_wrong(&other, coloured.before, true);
  return kept;
}

/* One way in which it goes; true: it breaks no claim of steps. */
bool step_run_alternative(struct step *step, const struct taking *taking) {
  bool tries = step->machine->tries_data, may = tries && step_may_happen(step, taking),
       kept = run_with_data(step, taking), holds = kept;
  enum fault wrong = answers_wrong(step, taking->before, false);
  for (enum data_assignment assignment = 0; tries && assignment < DATA_ASSIGNMENTS; assignment++)
    holds &= try_other_data(step, taking, may, assignment, &wrong);
  shared_watch_promises(step, taking);
  if (kept && !holds && !step->fault) {
    step->fault = FAULT_CLAIM;
    say(step, FAULT_CLAIM);
  }
  if (wrong && !step->broken) step_fault(step, wrong);
  if (!holds) step->broken |= CLAIM(PROPERTY_OWN);
  return holds;
}
