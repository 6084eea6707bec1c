/* Runs a table: one event of one controller, with one answer to each free choice.  alternatives.c
 * enumerates the answers.
 *
 * A step runs a deferred event first, if there is one.  Then follow the event's own row, the events
 * that it raises, urgent events, and the requests that are replayed.  The checks of promises come
 * last.  Mutants are not held to promises: the effects of their faults must show. */
#include "protocol/answers.h"
#include "machine/faults.h"
#include "machine/reduction.h"
#include "machine/shared_state.h"
#include "protocol/crash_handler.h"
#include "machine/run_step.h"

#include <string.h>
#include "base/memory.h"

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

/* The core whose line an event is about. */
static unsigned core_of(struct step *step, unsigned at) {
  unsigned core = request_is_none(step->request) ? at : step->request->core;
  if (core < step->shape->core_count) return core;
  step_blame(step, WHY_NO_CORE);
  return 0;
}

/* Is the event over no line?  A mutant may have lost what turned to one; it gets the first. */
static bool has_no_line(const struct step *step, const struct controller_kind *kind,
                        unsigned event) {
  if (step->machine->options.mutant || kind->of_cores) return false;
  for (unsigned i = 0; i < kind->internal_count; i++)
    if (kind->internals[i].event == event && kind->internals[i].over != PER_LINE)
      return kind->internals[i].over == ONCE || !kind->extra_line_per_core;
  return false;
}

/* Sets the event, and the line whose state picks the row: the first, where the event is over none.
 */
static struct line *look_at(struct step *step, unsigned event, unsigned at) {
  const struct controller_kind *kind = &step->shape->system->kinds[step->me->kind];
  if (kind->of_cores) at = step->shape->lines + core_of(step, at);
  unsigned line = controller_kind_event_is_of_core(kind, event) ? 0 : at;
  step->event = event;
  step->at = at;
  step->line = has_no_line(step, kind, event) ? NULL : &step->local->line[line];
  step->state = controller_kind_state_of_line(kind, step->local, line);
  return &step->local->line[line];
}

static void note_row(struct step *step, int row, const struct line *line) {
  if (step->fired_count < FIRED_MAX)
    step->fired[step->fired_count++] =
        (struct fired){ (uint8_t)row, (uint8_t)step->state, (uint8_t)step->event,
                        (uint8_t)(line - step->local->line) };
}

/* Blames a gap or an overlap, and finds the two rows of an overlap. */
static void blame_cell(struct step *step, const struct table *table, int found) {
  bool first = !step->why.fault;
  running_row.row = NULL;
  step_fault(step, FAULT_NO_ROW);
  if (!first) return;
  step->why.row = ROW_UNKNOWN;
  if (step->state >= table->state_count) step->why.fault = WHY_NO_STATE;
  if (found != ROW_OVERLAP) return;
  step->why.fault = WHY_OVERLAP;
  for (unsigned i = 0; i < table->row_count; i++) {
    const struct row *row = &table->rows[i];
    if (!(row->in >> step->state & 1) || !(row->on >> step->event & 1)) continue;
    if (row->when && row->when(step) == row->negated) continue;
    if (step->why.row == ROW_UNKNOWN) step->why.row = (uint8_t)i;
    else if (step->why.other == ROW_UNKNOWN) step->why.other = (uint8_t)i;
  }
}

/* Blames the row that ran if its line is in no state of the table.  Such a state is not kept, since
 * states have names. */
static void check_state(struct step *step, const struct table *table, struct line *line) {
  if (line->state < table->state_count || step->shape->system->kinds[step->me->kind].state_of)
    return;
  step_blame(step, WHY_NO_STATE);
  line->state = (uint8_t)step->state;
}

/* Runs the row of an event at a line or a core. */
static void run_row(struct step *step, unsigned event, unsigned at) {
  const struct table *table = &step->shape->tables[step->me->kind];
  struct line *line = look_at(step, event, at); /* step_turn_to may change step->line */
  struct running_row outer = running_row;
  running_row = (struct running_row){ .step = step, .action = RUNNING_GUARD };
  int row = table_row(table, step->state, event, step);
  if (row < 0) {
    blame_cell(step, table, row);
    running_row = outer;
    return;
  }
  note_row(step, row, line);
  const struct row *r = &table->rows[row];
  running_row.row = r;
  if (r->kind == ROW_NEVER) step_blame(step, WHY_NEVER);
  if (r->kind == ROW_STALL) step->stalled = true;
  for (running_row.action = 0;
       running_row.action < ROW_ACTIONS_MAX && r->actions[running_row.action]; running_row.action++)
    r->actions[running_row.action](step);
  running_row = outer;
  check_state(step, table, line);
  if (r->kind == ROW_ACT && r->next != SAME) line->state = (uint8_t)__builtin_ctz(r->next);
}

/* As table_row.  NO_ROW, too, where a guard traps. */
static int row_or_trap(struct step *step, const struct table *table, unsigned event) {
  sigjmp_buf rescue, *outer = row_rescue;
  int row = NO_ROW;
  row_rescue = &rescue;
  if (!sigsetjmp(rescue, 0)) row = table_row(table, step->state, event, step);
  row_rescue = outer;
  return row;
}

/* An event whose guard reads a message, or traps, is enabled: so the fault shows. */
bool step_internal_is_enabled(struct step *step, const struct internal *internal, unsigned at) {
  const struct table *table = &step->shape->tables[step->me->kind];
  look_at(step, internal->event, at);
  struct running_row outer = running_row;
  running_row = (struct running_row){ .step = step, .action = RUNNING_GUARD };
  int row = internal->enabled ? 0 : row_or_trap(step, table, internal->event);
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

/* A part of a step cannot stall: the step has been taken. */
static void must_not_stall(struct step *step, enum fault why) {
  if (step->stalled) step_fault(step, why);
  step->stalled = false;
}

/* Runs all urgent events that are enabled. */
static void run_urgent_events(struct step *step) {
  const struct controller_kind *kind = &step->shape->system->kinds[step->me->kind];
  unsigned before = step->send_count + step->reply_count + step->signal_count;
  for (unsigned i = 0; i < kind->internal_count; i++) {
    const struct internal *internal = &kind->internals[i];
    if (!internal->urgent) continue;
    for (unsigned at = 0; at < machine_internal_places(step->machine, internal); at++)
      if (step_internal_is_enabled(step, internal, at)) run_row(step, internal->event, at);
  }
  if (step->send_count + step->reply_count + step->signal_count > before)
    step_fault(step, FAULT_URGENT);
  must_not_stall(step, FAULT_URGENT);
}

/* Does the step do more than change its controller, or has it a free choice? */
static bool does_more(const struct step *step) {
  return step->send_count || step->reply_count || step->performed_count || step->observed_count ||
         step->insert_count || step->choice_count;
}

void step_run_urgent_at_once(struct step *step) {
  step->request = &request_none;
  run_urgent_events(step);
  if (does_more(step) || step->signal_count || step->replay_count) step_fault(step, FAULT_AT_ONCE);
  step->local->broken |= (uint8_t)step->broken;
  if (step->why.fault) machine_note_why(step->machine, step->me->kind, &step->why);
}

/* Runs a raised event on another line than the step's.  Its row sees no message, and only core and
 * scope of the request: it must do the same where its line is explored by itself. */
static void run_on_other_line(struct step *step, unsigned event, unsigned line) {
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
    for (unsigned line = 0; line < step->shape->lines; line++) {
      if (line == own) run_row(step, step->signals[i], line);
      else run_on_other_line(step, step->signals[i], line);
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
    run_urgent_events(step);
  }
}

/* The request of a step without one.  Using it is a fault, except in a mutant, which may have lost
 * the action that takes up a request.  A mutant's is blank, and of the core that the step is about.
 */
static const struct request *no_request(struct step *step, unsigned at) {
  if (!step->machine->options.mutant) return &request_none;
  bool about_core = step->shape->system->kinds[step->me->kind].of_cores;
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
  run_urgent_events(step);
  run_replays(step);
}

/* Runs a deferred event just before the input, which it does not see. */
static void run_deferred(struct step *step, unsigned event, unsigned at) {
  const struct request *request = step->request;
  step->request = no_request(step, at);
  run_event(step, event, at);
  if (step->send_count + step->reply_count && !step->machine->options.mutant)
    step_fault(step, FAULT_DEFERRED);
  step->stalled = false;
  step->replay_count = 0;
  step->request = request;
  if (!request_is_none(request)) step->current = step->message.request;
}

/* Is it a deferred event that is a step of its own, since the reduction is not in force? */
static bool is_deferred_by_itself(struct step *step, enum input_kind kind, unsigned event,
                                  unsigned at) {
  const struct controller_kind *controller = &step->shape->system->kinds[step->me->kind];
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
                     unsigned deferred) {
  const struct controller_kind *controller = &step->shape->system->kinds[step->me->kind];
  bool by_itself = is_deferred_by_itself(step, kind, event, at);
  if (deferred) run_deferred(step, controller->internals[deferred - 1].event, at);
  if (kind == INPUT_MESSAGE) step->in = &step->message;
  run_event(step, event, at);
  bool rolls_over = kind == INPUT_INTERNAL && event == step->shape->system->rollover.event;
  if (rolls_over && does_more(step)) step_fault(step, FAULT_AT_ONCE);
  if (by_itself && step->send_count + step->reply_count) step_fault(step, FAULT_DEFERRED);
  reductions_canonicalise_local(step);
}

/* Runs the step.  Undefined behaviour ends it there, and is its fault. */
static void run_or_trap(struct step *step, const struct taking *taking) {
  struct running_row outer = running_row;
  sigjmp_buf rescue, *outer_rescue = row_rescue;
  row_rescue = &rescue;
  if (!sigsetjmp(rescue, 0)) {
    run_once(step, taking->kind, taking->event, taking->at, taking->preceding);
  } else {
    step_blame(step, WHY_UNDEFINED);
    step->stalled = false;
    step->signal_count = step->replay_count = 0;
    running_row = outer;
  }
  row_rescue = outer_rescue;
}

/* Does memory change without a report to the history of transactions, if there is one? */
static bool writes_unreported(const struct step *step, const struct local *before) {
  unsigned reported = 0, changed = 0;
  for (unsigned i = 0; i < step->observed_count; i++) {
    const struct observed *observed = &step->observed[i];
    if (observed->event == HISTORY_WROTE || observed->event == HISTORY_PLAIN)
      reported |= observed->words;
  }
  for (unsigned line = 0; line < step->shape->lines; line++)
    for (unsigned word = 0; word < WORDS_MAX; word++)
      if (step->local->line[line].memory.word[word] != before->line[line].memory.word[word])
        changed |= history_word(line, word);
  return step->machine->has_history && changed & ~reported;
}

/* Are claims of steps checked?  In programs only if PROPERTY_OWN is claimed.  A broken one marks
 * the states that follow, so a machine that is known to break it would have more states. */
static bool checks_claims(const struct machine *machine, const struct controller_kind *kind) {
  return kind->keeps && (machine->shape.is_client ||
                         setting_invariants(&machine->shape.setting) & CLAIM(PROPERTY_OWN));
}

/* Does the step keep the claim of its kind?  The claim sees event, line and state as the input
 * found them. */
static bool is_kept(struct step *step, const struct local *before, enum input_kind kind,
                    unsigned event, unsigned at) {
  const struct controller_kind *controller = &step->shape->system->kinds[step->me->kind];
  if (!checks_claims(step->machine, controller)) return true;
  step->in = kind == INPUT_MESSAGE ? &step->message : NULL;
  step->request = &request_none;
  if (kind != INPUT_INTERNAL) {
    step->current = step->message.request;
    step->request = &step->current;
  }
  look_at(step, event, at);
  return controller->keeps(step, before);
}

/* An internal event may depend on contexts (alternatives.c) or, by fault, on data. */
bool step_may_happen(struct step *step, const struct taking *taking) {
  const struct controller_kind *kind = &step->shape->system->kinds[step->me->kind];
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

bool step_run_plain(struct step *step, const struct taking *taking) {
  reset(step, taking->before, taking->size, taking->message, taking->at);
  step->time_greatest = taking->time_greatest;
  run_or_trap(step, taking);
  if (writes_unreported(step, taking->before)) step_fault(step, FAULT_UNREPORTED);
  return is_kept(step, taking->before, taking->kind, taking->event, taking->at);
}

static bool wraps(unsigned before, unsigned after, unsigned least) {
  uint8_t from = (uint8_t)(before - least), to = (uint8_t)(after - least);
  return (from == UINT8_MAX && !to) || (!from && to == UINT8_MAX);
}

static bool line_wraps(const struct line *before, const struct line *after) {
  return wraps((uint8_t)before->pending, (uint8_t)after->pending, 1u << 7) ||
         wraps(before->reads, after->reads, 0) || wraps(before->writes, after->writes, 0) ||
         wraps(before->fetching, after->fetching, 0);
}

/* Does a count go from its greatest value to its least, or back?  Mutants are exempt: the effects
 * of their faults must show. */
static bool count_wraps(const struct step *step, const struct local *before) {
  const struct local *after = step->local;
  if (step->shape->is_mutant) return false;
  if (wraps(before->count, after->count, 0)) return true;
  for (unsigned core = 0; core < step->shape->core_count; core++)
    if (wraps(before->pending[core], after->pending[core], 0)) return true;
  unsigned lines = shape_local_lines(step->shape, step->me->kind);
  for (unsigned i = 0; i < lines; i++)
    if (line_wraps(&before->line[i], &after->line[i])) return true;
  return false;
}

bool step_run_alternative(struct step *step, const struct taking *taking) {
  bool kept = step_run_plain(step, taking);
  enum fault wrong = answers_wrong(step, taking->before, false);
  bool holds = reductions_check_run(step, taking, &wrong) && kept;
  shared_watch_promises(step, taking);
  if (kept && !holds && !step->fault) {
    step->fault = FAULT_CLAIM;
    step_note_why(step, FAULT_CLAIM);
  }
  if (wrong && !step->broken) step_fault(step, wrong);
  if (!step->broken && count_wraps(step, taking->before)) step_blame(step, WHY_WRAPS);
  if (!holds) step->broken |= CLAIM(PROPERTY_OWN);
  return holds;
}
