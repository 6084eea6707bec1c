/* A check that tables only move data, step by step: the promise moves_data (promises.h).
 *
 * Let no step depend on data.  Without its data, a state with many values is then a state with one
 * value.  (Wolper, "Expressing interesting properties of programs in propositional temporal logic",
 * POPL 1986.)  Properties read ages, not data (observer.c).  So a proof with a client that stores
 * one value holds for any number.  Claims of steps (`keeps`) do compare data, such as a stored
 * value with the value found later; they are asked with all assignments.
 *
 * Under a client with one value, which is 0, each computed step also runs on two other data
 * assignments. In one all data are different. In the other each is one of a few values, which vary
 * from state to state. The step must take the same alternative, with the same effects but for the
 * data. Otherwise it is at fault (FAULT_DATA), and the run to it is shown.  Ticks of the clock are
 * checked, too (times.c).
 *
 * The check is a test, not a proof: a table that compares data only in rarely reached states can
 * pass it.  After each step the functions of states are compared, too: idle, permission, version,
 * renewals.  The record vouches for the conditions of ample sets and for its invariant.  Mutants
 * are exempt: the effects of their faults must show. */
#include <string.h>
#include "base/hash.h"
#include "abstract/data_independence.h"
#include "protocol/answers.h"
#include "machine/reduction.h"
#include "protocol/step_faults.h"
#include "machine/run_step.h"
#include "machine/times.h"

/* The next datum of an assignment depends on its position, and for OF_A_FEW also on the state.  It
 * is the same in each run. */
struct assigner {
  enum data_assignment assignment;
  unsigned position;
  uint64_t salt;
};

static int64_t next_datum(struct assigner *assigner) {
  unsigned place = ++assigner->position;
  switch (assigner->assignment) {
  case ALL_DIFFERENT: return 1 + (int64_t)place;
  case OF_A_FEW: return (int64_t)(hash_combine(assigner->salt, place) >> 62);
  default: return 0;
  }
}

static void assign_data(struct data *data, struct assigner *assigner) {
  for (unsigned word = 0; word < WORDS_MAX; word++) data->word[word] = next_datum(assigner);
}

static void assign_request(struct request *request, struct assigner *assigner) {
  request->value = next_datum(assigner);
  request->expected = next_datum(assigner);
}

void data_assign_local(const struct machine *machine, unsigned kind, const struct local *from,
                       enum data_assignment assignment, union local_copy *to) {
  struct assigner assigner = { .assignment = assignment };
  if (assignment == OF_A_FEW) assigner.salt = hash_bytes(from, machine->shape.local_size[kind]);
  memcpy(to, from, machine->shape.local_size[kind]);
  for (unsigned i = 0; i < shape_local_lines(&machine->shape, kind); i++) {
    struct line *line = &to->local.line[i];
    assign_data(&line->data, &assigner);
    assign_data(&line->buffer, &assigner);
    assign_data(&line->memory, &assigner);
    for (unsigned j = 0; j < QUEUE_MAX; j++) assign_request(&line->queue[j], &assigner);
  }
}

void data_assign_message(struct message *message, enum data_assignment assignment) {
  struct assigner assigner = { assignment,
                               .position = 1000 }; /* other data than any of a controller's */
  if (assignment == OF_A_FEW) assigner.salt = hash_bytes(message, sizeof *message);
  assign_data(&message->data, &assigner);
  assign_request(&message->request, &assigner);
}

static bool same_message(struct message a, struct message b) {
  data_assign_message(&a, ALL_THE_SAME);
  data_assign_message(&b, ALL_THE_SAME);
  return !memcmp(&a, &b, sizeof a);
}

static bool same_reply(struct reply a, struct reply b) {
  a.value = b.value = 0;
  return !memcmp(&a, &b, sizeof a);
}

static bool same_local(const struct machine *machine, unsigned number, const struct local *a,
                       const struct local *b) {
  const struct controller_kind *kind = &machine->shape.system->kinds[number];
  union local_copy one, other;
  data_assign_local(machine, number, a, ALL_THE_SAME, &one);
  data_assign_local(machine, number, b, ALL_THE_SAME, &other);
  bool same = !memcmp(&one, &other, machine->shape.local_size[number]) &&
              (!kind->idle || kind->idle(a) == kind->idle(b));
  for (unsigned i = 0; same && i < machine->shape.lines; i++)
    same = controller_kind_state_of_line(kind, a, i) == controller_kind_state_of_line(kind, b, i) &&
           controller_kind_permission(kind, a, i) == controller_kind_permission(kind, b, i) &&
           (!kind->version || kind->version(a, i) == kind->version(b, i)) &&
           (!kind->promises.renews_from ||
            kind->promises.renews_from(a, i) == kind->promises.renews_from(b, i));
  return same;
}

/* Compares the items that there is room for; more of them are another fault. */
static bool same_items(const void *a, unsigned count, const void *b, unsigned other, unsigned room,
                       size_t size) {
  return count == other && !memcmp(a, b, (count < room ? count : room) * size);
}
#define SAME_ITEMS(items, count)                                                         \
  same_items(a->items, a->count, b->items, b->count, sizeof a->items / sizeof *a->items, \
             sizeof *a->items)

bool data_same_otherwise(const struct step *a, const struct step *b) {
  bool same = a->stalled == b->stalled && a->fault == b->fault && a->broken == b->broken &&
              a->send_count == b->send_count && a->reply_count == b->reply_count &&
              SAME_ITEMS(choices, choice_count) && SAME_ITEMS(inserts, insert_count) &&
              SAME_ITEMS(fired, fired_count) && SAME_ITEMS(performed, performed_count) &&
              SAME_ITEMS(observed, observed_count);
  for (unsigned i = 0; same && i < a->send_count; i++)
    same = same_message(a->sends[i], b->sends[i]);
  for (unsigned i = 0; same && i < a->reply_count; i++)
    same = same_reply(a->replies[i], b->replies[i]);
  return same && same_local(a->machine, a->me->kind, a->local, b->local);
}

/* Runs the step with other data, with which it must do the same (data_independence.c).  `may`: it
 * is enabled with its own.  Sets `wrong` to the fault that answers.c finds, unless it has one.
 * true: the step keeps its claim then, too. */
static bool try_other_data(struct step *step, const struct taking *taking, bool may,
                           enum data_assignment assignment, enum fault *wrong) {
  struct step other = *step;
  union local_copy before, after;
  struct message message;
  struct taking assigned = *taking;
  data_assign_local(step->machine, step->me->kind, taking->before, assignment, &before);
  assigned.before = &before.local;
  other.local = &after.local;
  if (taking->message) {
    message = *taking->message;
    data_assign_message(&message, assignment);
    assigned.message = &message;
  }
  bool may_then = step_may_happen(&other, &assigned), kept = step_run_plain(&other, &assigned);
  if (may_then != may)
    step->fault = NO_FAULT, step->why.fault = NO_FAULT; /* so that FAULT_DATA is the first */
  if (may_then != may || !data_same_otherwise(step, &other)) step_fault(step, FAULT_DATA);
  if (!*wrong) *wrong = answers_wrong(&other, assigned.before, true);
  return kept;
}

/* An event that only other data enable is tried, so that it is found at fault. */
static bool may_enable(const struct step *step, const struct internal *internal, unsigned at) {
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

/* All other data assignments; true: the step keeps the claims of steps with each. */
static bool check_run(struct step *step, const struct taking *taking, enum fault *wrong) {
  struct step plain = *step;
  union local_copy copy;
  plain.local = &copy.local;
  bool may = step_may_happen(&plain, taking), holds = true;
  for (enum data_assignment assignment = 0; assignment < DATA_ASSIGNMENTS; assignment++)
    holds &= try_other_data(step, taking, may, assignment, wrong);
  return holds;
}

/* The clock's tick, or a renumbering, has the same outcome with other data. */
static void check_map(struct step *step, const struct local *before, const struct time_map *map) {
  for (enum data_assignment assignment = 0; assignment < DATA_ASSIGNMENTS; assignment++) {
    union local_copy copy;
    struct step other = {
      .shape = step->shape, .machine = step->machine, .me = step->me, .local = &copy.local
    };
    data_assign_local(step->machine, step->me->kind, before, assignment, &copy);
    times_map_controller(&other, map);
    if (!data_same_otherwise(step, &other)) step_fault(step, FAULT_DATA);
  }
}

static bool begin(struct machine *machine) {
  machine->reductions.tries_data = machine->shape.is_client && machine->client.values == 1 &&
                                   machine->shape.system->promises.moves_data &&
                                   !machine->options.mutant;
  return machine->reductions.tries_data;
}

REDUCTION(data_independence) = {
  .name = "data independence",
  .order = 90,
  .not_on_warmup = true,
  .begin = begin,
  .abstract.check_run = check_run,
  .abstract.check_map = check_map,
  .abstract.may_enable = may_enable,
};
