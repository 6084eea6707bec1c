/* Enumerates the alternatives of a step, and a controller's internal events; remembers both.
 *
 * step_choose works by running the step again.  A run follows the recorded answers, and takes the
 * first option of each later choice.  Then the last answer with a next option takes that option,
 * and the step runs again.  The enumeration ends when no answer has a next option. */
#include <string.h>
#include "base/memory.h"
#include "machine/alternatives.h"
#include "machine/faults.h"
#include "protocol/observed.h"
#include "machine/history.h"
#include "machine/kept.h"
#include "machine/reduction.h"
#include "machine/run_step.h"
#include "machine/scratch.h"

/* --- choices --- */

bool step_next_choice(struct step *step) {
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

/* --- the result of a run --- */

/* Reports begins and ends of transactions, which are answers, to the history.  Begins count only if
 * it keeps real time. */
static void observe_answers(struct step *step) {
  const struct system *system = step->shape->system;
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

/* `a` and `b` may be NULL if there are no bytes. */
static int memcmp_items(const void *a, const void *b, size_t bytes) {
  return bytes ? memcmp(a, b, bytes) : 0;
}

bool alternative_same_effects(const struct alternative *a, const struct alternative *b) {
  return a->sends == b->sends && !memcmp_items(a->send, b->send, a->sends * sizeof *a->send) &&
         a->replies == b->replies &&
         !memcmp_items(a->answer, b->answer, a->replies * sizeof *a->answer) &&
         a->performs == b->performs &&
         !memcmp_items(a->perform, b->perform, a->performs * sizeof *a->perform) &&
         a->inserts == b->inserts && !memcmp(a->insert, b->insert, a->inserts) &&
         a->observes == b->observes && a->observed == b->observed && a->stalled == b->stalled &&
         a->fault == b->fault;
}

/* --- steps --- */

static void note_seen(const struct step *step) {
  unsigned seen = step->performed_count ? SEEN_PERFORMED : 0;
  for (unsigned i = 0; i < step->reply_count; i++)
    if (step->replies[i].reading != READS_UNSEEN) seen |= SEEN_ANSWERED;
  machine_note_seen(step->machine, seen);
}

struct alternative alternative_of(struct step *step, const struct taking *taking) {
  struct alternative a = outcome_of(step->machine, step, taking->size);
  a.preceding = (uint8_t)taking->preceding;
  a.time_greatest = (uint8_t)taking->time_greatest;
  return a;
}

static void run_all(struct step *step, const struct taking *taking,
                    struct found_alternatives *found) {
  do {
    step_run_alternative(step, taking);
    struct alternative a = alternative_of(step, taking);
    note_seen(step);
    if (a.why.fault) machine_note_why(step->machine, step->me->kind, &a.why);
    for (unsigned i = 0; i < a.fired; i++) machine_fire(step->machine, step->me->kind, &a.fire[i]);
    if (!a.stalled || a.local != taking->number)
      vector_push(*found, a); /* a stall with actions counts, too */
  } while (step_next_choice(step));
}

/* The alternatives of an input that was not met before, kept as long as the machine. */
static struct alternatives *compute(const struct machine *machine, const struct step_input *input) {
  struct found_alternatives found = { 0 };
  unsigned kind = machine->shape.controllers[input->controller].kind;
  struct taking taking = taking_of(machine, input);
  struct step step = { .shape = &machine->shape,
                       .machine = machine,
                       .me = &machine->shape.controllers[input->controller],
                       .local = scratch_take(taking.size) };
  bool in_contexts = reductions_have_contexts(machine, kind);
  if (!in_contexts || step_may_happen(&step, &taking)) run_all(&step, &taking, &found);
  if (in_contexts) reductions_add_alternatives(&step, &taking, &found);
  scratch_give_back(step.local);
  size_t bytes = found.length * sizeof *found.items;
  struct alternatives *result = machine_keep(machine, sizeof *result + bytes);
  result->count = (unsigned)found.length;
  if (bytes) memcpy(result->items, found.items, bytes);
  vector_free(found);
  return result;
}

/* Copies the alternatives, each with FAULT_NOT_APART.  If there is none, the copy has one that
 * changes nothing. */
static struct alternatives *at_fault(const struct machine *machine, const struct step_input *input,
                                     const struct alternatives *found) {
  unsigned kind = machine->shape.controllers[input->controller].kind;
  unsigned line = input->at < shape_local_lines(&machine->shape, kind) ? input->at : 0;
  struct why why = { .fault = FAULT_NOT_APART,
                     .event = (uint8_t)input->event,
                     .row = ROW_UNKNOWN,
                     .state = (uint8_t)controller_kind_state_of_line(
                         kind_of(machine, input->controller), local_at(machine, input->local),
                         line) };
  size_t size = machine->shape.local_size[kind];
  unsigned count = found->count ? found->count : 1;
  struct alternatives *result =
      machine_keep(machine, sizeof *result + count * sizeof *result->items);
  result->count = count;
  for (unsigned i = 0; i < count; i++) {
    union local_copy copy;
    struct alternative *copied = &result->items[i];
    *copied = found->count ? found->items[i] : (struct alternative){ .local = input->local };
    memcpy(&copy, local_at(machine, copied->local), size);
    copy.local.broken |= CLAIM(PROPERTY_NEVER);
    copied->local = intern_add(machine->contents, &copy, size);
    if (!copied->fault) copied->fault = FAULT_NOT_APART;
    if (!copied->why.fault) copied->why = why;
  }
  return result;
}

const struct alternatives *controller_steps(const struct machine *machine,
                                            const struct step_input *input) {
  uint64_t first = (uint64_t)input->local << 32 | input->message;
  uint64_t second =
      PURPOSE(MEMO_STEP, (uint64_t)input->controller << 48 | (uint64_t)input->kind << 40 |
                             (uint64_t)input->event << 32 | input->at << 24 |
                             input->preceding << 16 | input->time_greatest);
  uint64_t known = memo_find(machine->memo, first, second);
  if (known) return (const struct alternatives *)(uintptr_t)known;
  struct alternatives *result = compute(machine, input);
  if (!reductions_check_alternatives(machine, input, result))
    result = at_fault(machine, input, result);
  memo_add(machine->memo, first, second, (uint64_t)(uintptr_t)result);
  return result;
}

/* --- internal events --- */

const struct moves *controller_moves(const struct machine *machine, unsigned controller,
                                     uint32_t number) {
  uint64_t second = PURPOSE(MEMO_INTERNAL, controller);
  uint64_t known = memo_find(machine->memo, number, second);
  if (known) return (const struct moves *)(uintptr_t)known;
  const struct controller_kind *kind = kind_of(machine, controller);
  struct moves found = { 0 };
  struct step step = { .shape = &machine->shape,
                       .machine = machine,
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
          reductions_may_enable(&step, internal, at)) {
        found.items[found.count].internal = (uint8_t)i;
        found.items[found.count++].at = (uint8_t)at;
      }
  }
  const struct moves *moves =
      kept_copy(machine, &found, offsetof(struct moves, items) + found.count * sizeof *found.items);
  memo_add(machine->memo, number, second, (uint64_t)(uintptr_t)moves);
  return moves;
}
