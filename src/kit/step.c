/* Running a table: one event of one controller, all the ways in which it can go, remembered.
 *
 * `choose` works by running the step again: each run follows the answers recorded so far and takes the first option
 * beyond them; then the last answer that has a next option takes it, and the step runs again, until none has. */
#include <string.h>
#include "base/memory.h"
#include "kit/inside.h"

const struct request request_none = { .event = NO_EVENT, .time = NO_TIME };

unsigned state_of_line(const struct controller_kind *kind, const struct local *local, unsigned at) {
  return kind->state_of ? kind->state_of(local, at) : local->line[at].state;
}

bool event_is_of_core(const struct controller_kind *kind, unsigned event) {
  if (kind->extra_line_per_core) return false;
  for (unsigned i = 0; i < kind->internal_count; i++)
    if (kind->internals[i].event == event && kind->internals[i].over == PER_CORE) return true;
  return false;
}

/* Turns to the line that an event is about, or whose state answers it: that of a core, or, where cores have none, the first. */
static void look_at(struct step *step, unsigned event, unsigned at) {
  const struct controller_kind *kind = &step->machine->system->kinds[step->me->kind];
  if (kind->of_cores) at = step->machine->lines + (request_is_none(step->request) ? at : step->request->core);
  unsigned line = event_is_of_core(kind, event) ? 0 : at;
  step->event = event;
  step->at = at;
  step->line = &step->local->line[line];
  step->state = state_of_line(kind, step->local, line);
}

unsigned choose(struct step *step, unsigned count) {
  if (count <= 1) return 0;
  unsigned i = step->choice_count++;
  if (i >= CHOICES_MAX) { step->broken |= CLAIM(PROPERTY_OVERFLOW); return 0; }
  if (!step->choices[i]) step->choice[i] = 0; /* new in this run */
  step->choices[i] = (uint8_t)count;
  return step->choice[i];
}

/* The next combination of choices, or false when there is none. */
static bool next_choice(struct step *step) {
  unsigned i = step->choice_count < CHOICES_MAX ? step->choice_count : CHOICES_MAX;
  while (i > 0) {
    i--;
    if (++step->choice[i] < step->choices[i]) {
      for (unsigned j = i + 1; j < CHOICES_MAX; j++) step->choices[j] = 0;
      return true;
    }
    step->choices[i] = 0;
  }
  return false;
}

static void fire(struct step *step, int row) {
  if (step->fired_count < FIRED_MAX)
    step->fired[step->fired_count++] = (struct fired){ (uint8_t)row, (uint8_t)step->state, (uint8_t)step->event,
                                                       (uint8_t)(step->line - step->local->line) };
}

void step_fault(struct step *step, enum fault why) {
  if (!step->fault) step->fault = why;
  step->broken |= CLAIM(PROPERTY_NEVER);
}

/* One event of one line, answered by its row. */
static void run_row(struct step *step, unsigned event, unsigned at) {
  const struct table *table = &step->machine->tables[step->me->kind];
  look_at(step, event, at);
  struct line *line = step->line; /* which an action may turn from */
  int row = table_row(table, step->state, event, step);
  if (row < 0) {
    step_fault(step, FAULT_NO_ROW);
    return;
  }
  fire(step, row);
  const struct row *r = &table->rows[row];
  if (r->kind == ROW_NEVER) step->broken |= CLAIM(PROPERTY_NEVER);
  if (r->kind == ROW_STALL) step->stalled = true;
  for (unsigned i = 0; i < ROW_ACTIONS_MAX && r->actions[i]; i++) r->actions[i](step);
  if (r->kind == ROW_ACT && r->next != SAME) line->state = (uint8_t)__builtin_ctz(r->next);
}

/* May this internal event happen?  A stalled or impossible one may not; one that asks of a message, in vain, does, to show it. */
static bool internal_enabled(struct step *step, const struct internal *internal, unsigned at) {
  const struct table *table = &step->machine->tables[step->me->kind];
  look_at(step, internal->event, at);
  if (internal->enabled) return internal->enabled(step);
  int row = table_row(table, step->state, internal->event, step);
  return row < 0 || table->rows[row].kind == ROW_ACT || step->fault == FAULT_NO_MESSAGE;
}

static unsigned internal_places(const struct machine *machine, const struct internal *internal) {
  return internal->over == PER_LINE ? machine->lines : internal->over == PER_CORE ? machine->core_count : 1;
}

/* Its parts are taken with the step, which nothing can hold any more. */
static void must_not_stall(struct step *step, enum fault why) {
  if (step->stalled) step_fault(step, why);
  step->stalled = false;
}

void settle(struct step *step) {
  const struct controller_kind *kind = &step->machine->system->kinds[step->me->kind];
  unsigned said = step->send_count + step->reply_count + step->signal_count;
  for (unsigned i = 0; i < kind->internal_count; i++) {
    const struct internal *internal = &kind->internals[i];
    if (!internal->urgent) continue;
    for (unsigned at = 0; at < internal_places(step->machine, internal); at++)
      if (internal_enabled(step, internal, at)) run_row(step, internal->event, at);
  }
  if (step->send_count + step->reply_count + step->signal_count > said) step_fault(step, FAULT_URGENT);
  must_not_stall(step, FAULT_URGENT);
}

/* Does the step do more than change its controller, in the one way in which it can? */
static bool does_more(const struct step *step) {
  return step->send_count || step->reply_count || step->performed_count || step->observed_count || step->insert_count ||
         step->choice_count;
}

void settle_at_once(struct step *step) {
  step->request = &request_none;
  settle(step);
  if (does_more(step) || step->signal_count || step->replay_count) step_fault(step, FAULT_AT_ONCE);
  step->local->broken |= (uint8_t)step->broken;
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
    for (unsigned line = 0; line < step->machine->lines; line++) {
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

/* What a step that nobody asked for has as its request: none, whose use is a fault; or in a mutant, whose rows may have lost the
 * action that takes one up, a blank one, whose use is to be found by what it leads to; it is of the core that the step is about,
 * if it is. */
static const struct request *no_request(struct step *step, unsigned at) {
  if (!step->machine->options.mutant) return &request_none;
  bool about_core = step->machine->system->kinds[step->me->kind].of_cores;
  step->current = (struct request){ .core = (uint8_t)(about_core ? at : 0) };
  return &step->current;
}

static void reset(struct step *step, const struct local *local, size_t size, const struct message *message, unsigned at) {
  memcpy(step->local, local, size);
  step->send_count = step->reply_count = step->performed_count = step->insert_count = 0;
  step->observed_count = 0;
  step->fired_count = step->replay_count = step->choice_count = step->broken = 0;
  step->stalled = false;
  step->fault = NO_FAULT;
  step->signal_count = 0;
  step->raised = 0;
  step->in = NULL;
  step->request = no_request(step, at);
  if (!message) return;
  step->message = *message;
  step->current = step->message.request;
  step->request = &step->current;
}

/* An answer tells a thread that its transaction has ended, and how, or (where the history asks) that it has begun. */
static void observe_answers(struct step *step) {
  const struct system *system = step->machine->system;
  bool begins_count = history_keeps_real_time(step->machine);
  for (unsigned i = 0; i < step->reply_count; i++) {
    const struct reply *reply = &step->replies[i];
    if (reply->restarts) observe(step, HISTORY_ENDED, reply->core, 0);
    else if (reply->event == system->transactions.commit) observe(step, HISTORY_ENDED, reply->core, HISTORY_ENDED_WELL);
    else if (begins_count && reply->event == system->transactions.begin) observe(step, HISTORY_BEGUN, reply->core, 0);
  }
}

static const void *kept_copy(const struct machine *machine, const void *items, size_t bytes) {
  return bytes ? memcpy(machine_keep(machine, bytes), items, bytes) : NULL;
}

static const struct sent *kept_sends(const struct machine *machine, const struct step *step) {
  struct sent sent[SENDS_MAX] = { 0 };
  for (unsigned i = 0; i < step->send_count; i++) {
    const struct message *m = &step->sends[i];
    sent[i].channel = machine->channel_of[m->network][m->from][m->to];
    sent[i].message = intern_add(machine->contents, m, sizeof *m);
  }
  return kept_copy(machine, sent, step->send_count * sizeof *sent);
}

static const uint32_t *kept_answers(const struct machine *machine, const struct step *step) {
  uint32_t answers[REPLIES_MAX];
  for (unsigned i = 0; i < step->reply_count; i++)
    answers[i] = intern_add(machine->contents, &step->replies[i], sizeof step->replies[i]);
  return kept_copy(machine, answers, step->reply_count * sizeof *answers);
}

/* The result of one run, in the compact form that is remembered. */
static struct alternative outcome_of(const struct machine *machine, struct step *step, size_t size) {
  for (unsigned i = 0; i < step->send_count; i++)
    if (request_is_none(&step->sends[i].request)) {
      step->sends[i].request = (struct request){ .core = NO_ONE, .time = NO_TIME };
      step_fault(step, FAULT_NO_REQUEST);
    }
  if (machine->has_history) observe_answers(step);
  struct alternative a = { .stalled = step->stalled, .sends = (uint8_t)step->send_count,
                           .replies = (uint8_t)step->reply_count, .performs = (uint8_t)step->performed_count,
                           .inserts = (uint8_t)step->insert_count, .fired = (uint8_t)step->fired_count,
                           .fault = (uint8_t)step->fault };
  _Static_assert(PROPERTY_OVERFLOW < 8, "the properties that a step can break fit in local->broken");
  step->local->broken |= (uint8_t)step->broken;
  a.local = intern_add(machine->contents, step->local, size);
  a.send = kept_sends(machine, step);
  a.observes = step->observed_count > 0;
  if (a.observes) a.observed = intern_add(machine->contents, step->observed, step->observed_count * sizeof *step->observed);
  a.reply = kept_copy(machine, step->replies, step->reply_count * sizeof *step->replies);
  a.answer = kept_answers(machine, step);
  a.perform = kept_copy(machine, step->performed, step->performed_count * sizeof *step->performed);
  memcpy(a.insert, step->inserts, sizeof a.insert);
  a.fire = kept_copy(machine, step->fired, step->fired_count * sizeof *step->fired);
  return a;
}

static void run_event(struct step *step, unsigned event, unsigned at) {
  run_row(step, event, at);
  if (step->stalled) {
    if (step->signal_count) step_fault(step, FAULT_RAISED);
    return;
  }
  run_signals(step);
  settle(step);
  run_replays(step);
}

/* A lazy event just before the input: all of it, as if it had been a step of its own, which knows nothing of the input.  Whether
 * it keeps its promise is asked of records, not of mutants, whose faults are to be found by what they lead to. */
static void run_lazily(struct step *step, unsigned event, unsigned at) {
  const struct request *request = step->request;
  step->request = no_request(step, at);
  run_event(step, event, at);
  if (step->send_count + step->reply_count && !step->machine->options.mutant) step_fault(step, FAULT_LAZY);
  step->stalled = false;
  step->replay_count = 0;
  step->request = request;
  if (!request_is_none(request)) step->current = step->message.request;
}

/* Is the event a lazy one that is taken for itself (where reductions are off)? */
static bool is_lazy_alone(struct step *step, enum input_kind kind, unsigned event, unsigned at) {
  const struct controller_kind *controller = &step->machine->system->kinds[step->me->kind];
  if (kind != INPUT_INTERNAL || step->machine->options.mutant) return false;
  for (unsigned i = 0; i < controller->internal_count; i++) {
    const struct internal *internal = &controller->internals[i];
    if (internal->lazy && internal->event == event && internal_enabled(step, internal, at)) return true;
  }
  return false;
}

static void run_once(struct step *step, enum input_kind kind, unsigned event, unsigned at, unsigned lazily) {
  const struct controller_kind *controller = &step->machine->system->kinds[step->me->kind];
  bool lazy_alone = is_lazy_alone(step, kind, event, at);
  if (lazily) run_lazily(step, controller->internals[lazily - 1].event, at);
  if (kind == INPUT_MESSAGE) step->in = &step->message;
  run_event(step, event, at);
  bool rolls_over = kind == INPUT_INTERNAL && event == step->machine->system->rollover;
  if (rolls_over && does_more(step)) step_fault(step, FAULT_AT_ONCE);
  if (lazy_alone && step->send_count + step->reply_count) step_fault(step, FAULT_LAZY);
  if (controller->forget && !step->machine->options.no_reduction) controller->forget(step);
}

/* Does memory change where the history of transactions, if there is one, is not told? */
static bool writes_untold(const struct step *step, const struct local *before) {
  unsigned told = 0, changed = 0;
  for (unsigned i = 0; i < step->observed_count; i++) {
    const struct observed *observed = &step->observed[i];
    if (observed->event == HISTORY_WROTE || observed->event == HISTORY_PLAIN) told |= observed->words;
  }
  for (unsigned line = 0; line < step->machine->lines; line++)
    for (unsigned word = 0; word < WORDS_MAX; word++)
      if (step->local->line[line].memory.word[word] != before->line[line].memory.word[word]) changed |= history_word(line, word);
  return step->machine->has_history && changed & ~told;
}

/* Are steps asked what they keep?  A program's only where that is claimed: what they break marks the states that follow, and so
 * of a machine known to break it there would be more. */
static bool asks_of_steps(const struct machine *machine, const struct controller_kind *kind) {
  return kind->keeps && (machine->is_client || setting_invariants(&machine->setting) & CLAIM(PROPERTY_OWN));
}

/* Does the step keep what the system claims of all that its kind of controller does?  It is shown as its input found it. */
static bool is_kept(struct step *step, const struct local *before, enum input_kind kind, unsigned event, unsigned at) {
  const struct controller_kind *controller = &step->machine->system->kinds[step->me->kind];
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

struct ways { struct alternative *items; size_t length, room; };

/* What a controller takes, and what it has then. */
struct taking {
  const struct local *before;
  uint32_t number; /* its number */
  size_t size;
  enum input_kind kind;
  unsigned event, at;
  const struct message *message; /* or NULL */
  unsigned lazily, time_greatest;
};

/* An internal event may be one that only happens in company, or only without. */
static bool may_happen(struct step *step, const struct taking *taking) {
  const struct controller_kind *kind = &step->machine->system->kinds[step->me->kind];
  if (taking->kind != INPUT_INTERNAL) return true;
  memcpy(step->local, taking->before, taking->size);
  step->in = NULL;
  step->request = &request_none;
  step->fault = NO_FAULT;
  for (unsigned i = 0; i < kind->internal_count; i++)
    if (kind->internals[i].event == taking->event && internal_enabled(step, &kind->internals[i], taking->at)) return true;
  return false;
}

static bool run_with_data(struct step *step, const struct taking *taking) {
  reset(step, taking->before, taking->size, taking->message, taking->at);
  step->time_greatest = taking->time_greatest;
  run_once(step, taking->kind, taking->event, taking->at, taking->lazily);
  if (writes_untold(step, taking->before)) step_fault(step, FAULT_UNTOLD);
  return is_kept(step, taking->before, taking->kind, taking->event, taking->at);
}

/* The same way with other data, on which it is to do the same but for these; true: it breaks no claim of steps then either. */
static bool try_other_data(struct step *step, const struct taking *taking, bool may, enum colouring colouring) {
  struct step other = *step;
  union local_copy before, after;
  struct message message;
  struct taking coloured = *taking;
  coloured_local(step->machine, step->me->kind, taking->before, colouring, &before);
  coloured.before = &before.local;
  other.local = &after.local;
  if (taking->message) {
    message = *taking->message;
    colour_message(&message, colouring);
    coloured.message = &message;
  }
  bool may_then = may_happen(&other, &coloured), kept = run_with_data(&other, &coloured);
  if (may_then != may) step->fault = NO_FAULT; /* lest what it then lacks hide why */
  if (may_then != may || !same_but_for_data(step, &other)) step_fault(step, FAULT_DATA);
  return kept;
}

/* One way in which it goes; true: it breaks no claim of steps. */
static bool run_one_way(struct step *step, const struct taking *taking) {
  bool tries = step->machine->tries_data, may = tries && may_happen(step, taking), kept = run_with_data(step, taking);
  for (enum colouring colouring = 0; tries && colouring < COLOURINGS; colouring++)
    kept &= try_other_data(step, taking, may, colouring);
  if (!kept) step->broken |= CLAIM(PROPERTY_OWN);
  return kept;
}

static struct alternative way_of(struct step *step, const struct taking *taking) {
  struct alternative a = outcome_of(step->machine, step, taking->size);
  a.lazily = (uint8_t)taking->lazily;
  a.time_greatest = (uint8_t)taking->time_greatest;
  return a;
}

static void run_ways(struct step *step, const struct taking *taking, struct ways *found) {
  do {
    run_one_way(step, taking);
    struct alternative a = way_of(step, taking);
    for (unsigned i = 0; i < a.fired; i++) machine_fire(step->machine, step->me->kind, &a.fire[i]);
    if (!a.stalled || a.local != taking->number) vector_push(*found, a); /* a stall may have actions */
  } while (next_choice(step));
}

/* A line by itself: beside what another line may hold the step is asked what it keeps, and nothing else.  A way in which it does
 * not is one in which it goes, too. */
static void run_in_company(struct step *step, const struct taking *taking, struct ways *found) {
  struct taking among = *taking;
  struct local *before = memory_new(1, taking->size);
  among.before = before;
  step->in_company = true;
  for (unsigned i = 0; in_company(step->machine, step->me->kind, taking->before, i, before); i++) {
    if (!may_happen(step, &among)) continue;
    do {
      if (!run_one_way(step, &among)) vector_push(*found, way_of(step, &among));
    } while (next_choice(step));
  }
  step->in_company = false;
  memory_free(before);
}

static struct alternatives *compute(const struct machine *machine, unsigned controller, uint32_t number,
                                    enum input_kind kind, unsigned event, unsigned at, uint32_t message,
                                    unsigned lazily, unsigned time_greatest) {
  struct ways found = { 0 };
  unsigned kind_index = machine->controllers[controller].kind;
  const struct message *taken = message == UINT32_MAX ? NULL : message_at(machine, message);
  struct taking taking = { local_at(machine, number), number, machine->local_size[kind_index], kind, event, at, taken, lazily,
                           time_greatest };
  struct step step = { .machine = machine, .me = &machine->controllers[controller], .local = memory_new(1, taking.size) };
  bool among_others = has_company(machine, kind_index);
  if (!among_others || may_happen(&step, &taking)) run_ways(&step, &taking, &found);
  if (among_others) run_in_company(&step, &taking, &found);
  memory_free(step.local);
  size_t bytes = found.length * sizeof *found.items;
  struct alternatives *result = machine_keep(machine, sizeof *result + bytes);
  result->count = (unsigned)found.length;
  if (bytes) memcpy(result->items, found.items, bytes);
  vector_free(found);
  return result;
}

const struct alternatives *controller_steps(const struct machine *machine, unsigned controller, uint32_t local,
                                            enum input_kind kind, unsigned event, unsigned at, uint32_t message,
                                            unsigned lazily, unsigned time_greatest) {
  uint64_t first = (uint64_t)local << 32 | message;
  uint64_t second = PURPOSE(MEMO_STEP, (uint64_t)controller << 48 | (uint64_t)kind << 40 | (uint64_t)event << 32 |
                                           at << 24 | lazily << 16 | time_greatest);
  uint64_t known = memo_find(machine->memo, first, second);
  if (known) return (const struct alternatives *)(uintptr_t)known;
  struct alternatives *result = compute(machine, controller, local, kind, event, at, message, lazily, time_greatest);
  if (machine->options.check_apart && !step_is_apart(machine, controller, local, kind, event, at, message, lazily, result))
    __atomic_store_n(&machine->kept->not_apart, true, __ATOMIC_RELAXED);
  memo_add(machine->memo, first, second, (uint64_t)(uintptr_t)result);
  return result;
}

/* What may only happen in company (run_in_company) is tried, too, where it is of the line that is explored. */
static bool happens_in_company(const struct step *alone, const struct internal *internal, unsigned at) {
  const struct machine *machine = alone->machine;
  unsigned kind = alone->me->kind;
  if (!has_company(machine, kind) || internal->lazy) return false;
  if (internal->over == PER_LINE && at + 1 != machine->options.alone) return false;
  struct local *local = memory_new(1, machine->local_size[kind]);
  struct step step = { .machine = machine, .me = alone->me, .local = local, .request = &request_none, .in_company = true };
  bool happens = false;
  for (unsigned i = 0; !happens && in_company(machine, kind, alone->local, i, local); i++)
    happens = internal_enabled(&step, internal, at);
  memory_free(local);
  return happens;
}

/* What may only happen with other data is tried, too, to find it at fault. */
static bool happens_with_data(const struct step *step, const struct internal *internal, unsigned at) {
  struct step other = *step;
  union local_copy copy;
  bool happens = false;
  other.local = &copy.local;
  for (enum colouring colouring = 0; !happens && colouring < COLOURINGS; colouring++) {
    coloured_local(step->machine, step->me->kind, step->local, colouring, &copy);
    happens = internal_enabled(&other, internal, at);
  }
  return happens;
}

const struct moves *controller_moves(const struct machine *machine, unsigned controller, uint32_t number) {
  uint64_t second = PURPOSE(MEMO_INTERNAL, controller);
  uint64_t known = memo_find(machine->memo, number, second);
  if (known) return (const struct moves *)(uintptr_t)known;
  const struct controller_kind *kind = kind_of(machine, controller);
  struct moves found = { 0 };
  struct step step = { .machine = machine, .me = &machine->controllers[controller],
                       .local = (struct local *)local_at(machine, number), .request = &request_none };
  for (unsigned i = 0; i < kind->internal_count; i++) {
    const struct internal *internal = &kind->internals[i];
    if (internal->urgent || (internal->event == EVENT_EVICT && machine->options.no_evictions)) continue;
    for (unsigned at = 0; at < internal_places(machine, internal); at++, step.fault = NO_FAULT)
      if (internal_enabled(&step, internal, at) || happens_in_company(&step, internal, at) ||
          (machine->tries_data && happens_with_data(&step, internal, at))) {
        found.items[found.count].internal = (uint8_t)i;
        found.items[found.count++].at = (uint8_t)at;
      }
  }
  const struct moves *moves = kept_copy(machine, &found, offsetof(struct moves, items) + found.count * sizeof *found.items);
  memo_add(machine->memo, number, second, (uint64_t)(uintptr_t)moves);
  return moves;
}
