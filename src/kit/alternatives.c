/* All the ways in which a step can go, and the events that a controller has of itself, remembered.
 *
 * `choose` works by running the step again: each run follows the answers recorded so far and
 * takes the first option beyond them; then the last answer that has a next option takes it, and the
 * step runs again, until none has. */
#include <string.h>
#include "base/memory.h"
#include "machine/alternatives.h"
#include "abstract/data_independence.h"
#include "reduce/deferred_evictions.h"
#include "machine/faults.h"
#include "machine/history.h"
#include "machine/history_private.h"
#include "abstract/line_independence.h"
#include "abstract/per_address.h"
#include "machine/shared_state.h"
#include "machine/run_step.h"

/* --- choices --- */

unsigned step_choose(struct step *step, unsigned count) {
  if (count <= 1) return 0;
  unsigned i = step->choice_count++;
  if (i >= CHOICES_MAX) {
    step_exceeds(step, LIMIT_CHOICES);
    return 0;
  }
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

/* --- what a run came to --- */

/* An answer tells a thread that its transaction has ended, and how, or (where the history asks)
 * that it has begun. */
static void observe_answers(struct step *step) {
  const struct system *system = step->machine->shape.system;
  bool begins_count = history_keeps_real_time(step->machine);
  for (unsigned i = 0; i < step->reply_count; i++) {
    const struct reply *reply = &step->replies[i];
    if (reply->restarts) step_observe(step, HISTORY_ENDED, reply->core, 0);
    else if (reply->event == system->transactions.commit)
      step_observe(step, HISTORY_ENDED, reply->core, HISTORY_ENDED_WELL);
    else if (begins_count && reply->event == system->transactions.begin)
      step_observe(step, HISTORY_BEGUN, reply->core, 0);
  }
}

static const void *kept_copy(const struct machine *machine, const void *items, size_t bytes) {
  return bytes ? memcpy(machine_keep(machine, bytes), items, bytes) : NULL;
}

static const struct sent *kept_sends(const struct machine *machine, const struct step *step) {
  struct sent sent[SENDS_MAX] = { 0 };
  for (unsigned i = 0; i < step->send_count; i++) {
    const struct message *m = &step->sends[i];
    sent[i].channel = machine->shape.channel_of[m->network][m->from][m->to];
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
static struct alternative outcome_of(const struct machine *machine, struct step *step,
                                     size_t size) {
  for (unsigned i = 0; i < step->send_count; i++)
    if (request_is_none(&step->sends[i].request)) {
      step->sends[i].request = (struct request){ .core = NO_ONE, .time = NO_TIME };
      step_fault(step, FAULT_NO_REQUEST);
    }
  if (machine->has_history) observe_answers(step);
  struct alternative a = { .stalled = step->stalled,
                           .sends = (uint8_t)step->send_count,
                           .replies = (uint8_t)step->reply_count,
                           .performs = (uint8_t)step->performed_count,
                           .inserts = (uint8_t)step->insert_count,
                           .fired = (uint8_t)step->fired_count,
                           .fault = (uint8_t)step->fault,
                           .why = step->why };
  _Static_assert(PROPERTY_OVERFLOW < 8,
                 "the properties that a step can break fit in local->broken");
  step->local->broken |= (uint8_t)step->broken;
  a.local = intern_add(machine->contents, step->local, size);
  a.send = kept_sends(machine, step);
  a.observes = step->observed_count > 0;
  if (a.observes)
    a.observed = intern_add(machine->contents, step->observed,
                            step->observed_count * sizeof *step->observed);
  a.reply = kept_copy(machine, step->replies, step->reply_count * sizeof *step->replies);
  a.answer = kept_answers(machine, step);
  a.perform = kept_copy(machine, step->performed, step->performed_count * sizeof *step->performed);
  if (machine->options.audit)
    a.made = kept_copy(machine, step->made, step->performed_count * sizeof *step->made);
  memcpy(a.insert, step->inserts, sizeof a.insert);
  a.fire = kept_copy(machine, step->fired, step->fired_count * sizeof *step->fired);
  return a;
}

/* --- steps --- */

struct ways {
  struct alternative *items;
  size_t length, room;
};

static void note_seen(const struct step *step) {
  unsigned seen = step->performed_count ? SEEN_PERFORMED : 0;
  for (unsigned i = 0; i < step->reply_count; i++)
    if (step->replies[i].reading != READS_UNSEEN) seen |= SEEN_TOLD;
  machine_note_seen(step->machine, seen);
}

static struct alternative way_of(struct step *step, const struct taking *taking) {
  struct alternative a = outcome_of(step->machine, step, taking->size);
  a.lazily = (uint8_t)taking->lazily;
  a.time_greatest = (uint8_t)taking->time_greatest;
  return a;
}

static void run_ways(struct step *step, const struct taking *taking, struct ways *found) {
  do {
    step_run_alternative(step, taking);
    struct alternative a = way_of(step, taking);
    note_seen(step);
    if (a.why.fault) machine_note_why(step->machine, step->me->kind, &a.why);
    for (unsigned i = 0; i < a.fired; i++) machine_fire(step->machine, step->me->kind, &a.fire[i]);
    if (!a.stalled || a.local != taking->number)
      vector_push(*found, a); /* a stall may have actions */
  } while (next_choice(step));
}

/* Does somebody wait here for what others alone end (internal.promises.while_context), though none
 * of them is such a one? */
static bool waits_for_nobody(const struct step *step, const struct local *local) {
  const struct machine *machine = step->machine;
  const struct controller_kind *kind = &machine->shape.system->kinds[step->me->kind];
  union local_copy copy;
  memcpy(&copy, local, machine->shape.local_size[step->me->kind]);
  struct step alone = {
    .machine = machine, .me = step->me, .local = &copy.local, .request = &request_none
  };
  for (unsigned i = 0; i < kind->internal_count; i++)
    if (kind->internals[i].promises.while_context &&
        step_internal_is_enabled(&alone, &kind->internals[i], machine->options.alone - 1))
      return true;
  return false;
}

/* Does some way that was found come to the same? */
static bool is_found(const struct ways *found, const struct alternative *a) {
  for (size_t i = 0; i < found->length; i++)
    if (a->local == found->items[i].local && alternative_same_effects(a, &found->items[i]))
      return true;
  return false;
}

/* A line by itself: beside what another line may hold the step is asked what it keeps, and whom it
 * leaves waiting.  A way in which that is wrong is one in which it goes, too; and so is each beside
 * a line that holds nothing, as some rows are for those whom nobody can hold up, and step_is_alone
 * leaves that open. */
static void run_in_company(struct step *step, const struct taking *taking, struct ways *found) {
  struct taking among = *taking;
  struct local *before = memory_new(1, taking->size);
  among.before = before;
  step->in_context = true;
  for (unsigned i = 0;
       per_address_in_context(step->machine, step->me->kind, taking->before, i, before); i++) {
    if (!step_may_happen(step, &among)) continue;
    bool waited = waits_for_nobody(step, before);
    do {
      bool wrong = !step_run_alternative(step, &among);
      if (!waited && waits_for_nobody(step, step->local)) {
        step_fault(step, FAULT_WAITS_FOR_NOBODY);
        wrong = true;
      }
      struct alternative a = way_of(step, &among);
      bool goes = !a.stalled || a.local != taking->number;
      if (a.why.fault) machine_note_why(step->machine, step->me->kind, &a.why);
      if (wrong || (i == 0 && goes && !is_found(found, &a))) vector_push(*found, a);
    } while (next_choice(step));
  }
  step->in_context = false;
  memory_free(before);
}

static struct alternatives *compute(const struct machine *machine, unsigned controller,
                                    uint32_t number, enum input_kind kind, unsigned event,
                                    unsigned at, uint32_t message, unsigned lazily,
                                    unsigned time_greatest) {
  struct ways found = { 0 };
  unsigned kind_index = machine->shape.controllers[controller].kind;
  const struct message *taken = message == UINT32_MAX ? NULL : message_at(machine, message);
  struct taking taking = { local_at(machine, number),
                           number,
                           machine->shape.local_size[kind_index],
                           kind,
                           event,
                           at,
                           taken,
                           lazily,
                           time_greatest };
  struct step step = { .machine = machine,
                       .me = &machine->shape.controllers[controller],
                       .local = memory_new(1, taking.size) };
  bool among_others = per_address_has_context(machine, kind_index);
  if (!among_others || step_may_happen(&step, &taking)) run_ways(&step, &taking, &found);
  if (among_others) run_in_company(&step, &taking, &found);
  memory_free(step.local);
  size_t bytes = found.length * sizeof *found.items;
  struct alternatives *result = machine_keep(machine, sizeof *result + bytes);
  result->count = (unsigned)found.length;
  if (bytes) memcpy(result->items, found.items, bytes);
  vector_free(found);
  return result;
}

/* Are steps asked whether they look at other lines, or touch them?  A mutant's are not; nor where
 * timestamps are ranks, which say nothing by themselves, nor in programs where lines share a clock,
 * since no search of one rests on it. */
static bool asks_of_lines(const struct machine *machine) {
  if (machine->options.mutant || machine->options.check_apart ||
      machine->shape.system->time == TIME_LOGICAL)
    return false;
  return machine->shape.system->promises.lines_apart ||
         (machine->shape.is_client && setting_lines_share_clock(&machine->shape.setting));
}

/* The same ways, each at fault; or, where there is none, one that changes nothing. */
static struct alternatives *at_fault(const struct machine *machine, unsigned controller,
                                     uint32_t number, unsigned event, unsigned at,
                                     const struct alternatives *ways) {
  const struct controller_kind *kind = kind_of(machine, controller);
  unsigned line = at < local_lines(machine, machine->shape.controllers[controller].kind) ? at : 0;
  struct why why = { .fault = FAULT_NOT_APART,
                     .event = (uint8_t)event,
                     .row = ROW_UNKNOWN,
                     .state = (uint8_t)controller_kind_state_of_line(
                         kind, local_at(machine, number), line) };
  size_t size = machine->shape.local_size[machine->shape.controllers[controller].kind];
  unsigned count = ways->count ? ways->count : 1;
  struct alternatives *result =
      machine_keep(machine, sizeof *result + count * sizeof *result->items);
  result->count = count;
  for (unsigned i = 0; i < count; i++) {
    union local_copy copy;
    struct alternative *way = &result->items[i];
    *way = ways->count ? ways->items[i] : (struct alternative){ .local = number };
    memcpy(&copy, local_at(machine, way->local), size);
    copy.local.broken |= CLAIM(PROPERTY_NEVER);
    way->local = intern_add(machine->contents, &copy, size);
    if (!way->fault) way->fault = FAULT_NOT_APART;
    if (!way->why.fault) way->why = why;
  }
  return result;
}

const struct alternatives *controller_steps(const struct machine *machine, unsigned controller,
                                            uint32_t local, enum input_kind kind, unsigned event,
                                            unsigned at, uint32_t message, unsigned lazily,
                                            unsigned time_greatest) {
  uint64_t first = (uint64_t)local << 32 | message;
  uint64_t second =
      PURPOSE(MEMO_STEP, (uint64_t)controller << 48 | (uint64_t)kind << 40 | (uint64_t)event << 32 |
                             at << 24 | lazily << 16 | time_greatest);
  uint64_t known = memo_find(machine->memo, first, second);
  if (known) return (const struct alternatives *)(uintptr_t)known;
  struct alternatives *result =
      compute(machine, controller, local, kind, event, at, message, lazily, time_greatest);
  if (machine->options.check_apart &&
      !step_is_apart(machine, controller, local, kind, event, at, message, lazily, result))
    __atomic_store_n(&machine->kept->not_apart, true, __ATOMIC_RELAXED);
  bool of_bank = shared_banks_are_apart(machine, machine->shape.controllers[controller].kind);
  bool asked = machine->shape.is_client && !machine->options.mutant &&
               !machine->options.check_apart && !lazily;
  if (of_bank ? asked && !step_ignores_bank(machine, controller, local, kind, event, at, message,
                                            time_greatest, result)
              : asks_of_lines(machine) && !step_is_apart(machine, controller, local, kind, event,
                                                         at, message, lazily, result))
    result = at_fault(machine, controller, local, event, at, result);
  memo_add(machine->memo, first, second, (uint64_t)(uintptr_t)result);
  return result;
}

/* --- what holds a step up --- */

static void add_sends(const struct step *step, struct going *going) {
  const struct machine *machine = step->machine;
  uint8_t count[CHANNELS_MAX] = { 0 };
  for (unsigned i = 0; i < step->send_count; i++) {
    const struct message *m = &step->sends[i];
    unsigned channel = machine->shape.channel_of[m->network][m->from][m->to];
    if (machine->shape.system->networks[m->network].counted) continue; /* which needs no room */
    put_channel(&going->sends, channel);
    bool of_no_line =
        machine->shape.system->messages[m->type].no_line || m->request.event == EVENT_FENCE;
    if (of_no_line) put_channel(&going->sends_for_all, channel);
    if (++count[channel] > going->most) going->most = count[channel];
  }
  going->raises |= step->raised != 0;
}

/* A stall may have actions, which are a step, but for what it raises on others, who are to end its
 * wait; an event of the controller's own that does nothing is none. */
static bool does_something(const struct step *step, const struct taking *taking) {
  if (step->stalled && step->raised) return false;
  if (memcmp(step->local, taking->before, taking->size)) return true;
  return !step->stalled &&
         (taking->kind != INPUT_INTERNAL || step->send_count || step->reply_count);
}

static bool goes(struct step *step, const struct taking *taking, struct going *going) {
  bool any = false;
  if (!step_may_happen(step, taking)) return false;
  do {
    step_run_alternative(step, taking);
    if (!does_something(step, taking)) continue;
    any = true;
    add_sends(step, going);
  } while (next_choice(step));
  return any;
}

struct going controller_goes(const struct machine *machine, unsigned controller, uint32_t local,
                             enum input_kind kind, unsigned event, unsigned at, uint32_t message) {
  unsigned kind_index = machine->shape.controllers[controller].kind;
  const struct message *taken = message == UINT32_MAX ? NULL : message_at(machine, message);
  struct taking taking = { local_at(machine, local),
                           local,
                           machine->shape.local_size[kind_index],
                           kind,
                           event,
                           at,
                           taken,
                           0,
                           0 };
  union local_copy before, after;
  struct step step = { .machine = machine,
                       .me = &machine->shape.controllers[controller],
                       .local = &after.local,
                       .in_context = true };
  struct going going = { false };
  if (!per_address_has_context(machine, kind_index)) {
    going.goes = goes(&step, &taking, &going);
    return going;
  }
  taking.before = &before.local;
  for (unsigned i = 0;
       per_address_in_context(machine, kind_index, local_at(machine, local), i, &before.local);
       i++) {
    bool so = goes(&step, &taking, &going);
    if (i == 0) going.goes = so;
    else if (!so) going.unless |= (uint8_t)(1u << i);
  }
  return going;
}

/* --- events --- */

/* What may only happen in company (run_in_company) is tried, too, where it is of the line that is
 * explored. */
static bool happens_in_company(const struct step *alone, const struct internal *internal,
                               unsigned at) {
  const struct machine *machine = alone->machine;
  unsigned kind = alone->me->kind;
  if (!per_address_has_context(machine, kind) || internal->promises.deferred) return false;
  if (internal->over == PER_LINE && at + 1 != machine->options.alone) return false;
  struct local *local = memory_new(1, machine->shape.local_size[kind]);
  struct step step = { .machine = machine,
                       .me = alone->me,
                       .local = local,
                       .request = &request_none,
                       .in_context = true };
  bool happens = false;
  for (unsigned i = 0; !happens && per_address_in_context(machine, kind, alone->local, i, local);
       i++)
    happens = step_internal_is_enabled(&step, internal, at);
  memory_free(local);
  return happens;
}

/* What may only happen with other data is tried, too, to find it at fault. */
static bool happens_with_data(const struct step *step, const struct internal *internal,
                              unsigned at) {
  struct step other = *step;
  union local_copy copy;
  bool happens = false;
  other.local = &copy.local;
  for (enum data_assignment assignment = 0; !happens && assignment < DATA_ASSIGNMENTS;
       assignment++) {
    data_assign_local(step->machine, step->me->kind, step->local, assignment, &copy);
    happens = step_internal_is_enabled(&other, internal, at);
  }
  return happens;
}

const struct moves *controller_moves(const struct machine *machine, unsigned controller,
                                     uint32_t number) {
  uint64_t second = PURPOSE(MEMO_INTERNAL, controller);
  uint64_t known = memo_find(machine->memo, number, second);
  if (known) return (const struct moves *)(uintptr_t)known;
  const struct controller_kind *kind = kind_of(machine, controller);
  struct moves found = { 0 };
  struct step step = { .machine = machine,
                       .me = &machine->shape.controllers[controller],
                       .local = (struct local *)local_at(machine, number),
                       .request = &request_none };
  for (unsigned i = 0; i < kind->internal_count; i++) {
    const struct internal *internal = &kind->internals[i];
    if (internal->urgent || (internal->event == EVENT_EVICT && machine->options.no_evictions))
      continue;
    for (unsigned at = 0; at < machine_internal_places(machine, internal);
         at++, step.fault = NO_FAULT, step.why.fault = NO_FAULT)
      if (step_internal_is_enabled(&step, internal, at) ||
          happens_in_company(&step, internal, at) ||
          (machine->tries_data && happens_with_data(&step, internal, at))) {
        found.items[found.count].internal = (uint8_t)i;
        found.items[found.count++].at = (uint8_t)at;
      }
  }
  const struct moves *moves =
      kept_copy(machine, &found, offsetof(struct moves, items) + found.count * sizeof *found.items);
  memo_add(machine->memo, number, second, (uint64_t)(uintptr_t)moves);
  return moves;
}
