/* Messages whose taking commutes with all other steps (message_promises.commutes).
 *
 * The search of kinds of states takes them at once (abstract/waits.c).  For each record that has
 * some, with each line in each placement, this test compares the states in which none of them is in
 * flight. These states are the same with the messages taken at once and without, up to the senders
 * of the remaining messages of their kind.  No message of another line can hold one of them up.
 *
 * The test notices a record that promises this falsely.  There an acknowledgement ends a release.
 * The release's answer then goes out before the answer to a load, and needs room.  Messages that
 * are ample for other reasons are not taken at once with them.  `make test` takes smaller
 * placements (see sanitized.h).
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>
#include "engine/machine_search.h"
#include "per_address.h"
#include "base/hash.h"
#include "base/sparse.h"
#include "base/vector.h"
#include "abstract/wait_steps.h"
#include "machine/channel.h"
#include "machine/clients.h"
#include "machine/machine_private.h"
#include "abstract/waits.h"
#include "tests/unit/sanitized.h"

struct commutes_met {
  const struct machine *machine;
  struct sparse known; /* by fingerprint */
  VECTOR(slot_t) states;
  size_t count;
};

/* The messages in flight, in no order.  Those that commute may be from any sender. */
static uint64_t flight_fingerprint(const struct machine *machine, uint32_t content) {
  unsigned count;
  const struct message *messages = channel_messages(machine, content, &count);
  uint64_t sum = 0;
  for (unsigned i = 0; i < count; i++) {
    struct message message = messages[i];
    if (machine->shape.system->messages[message.type].promises.commutes) message.from = 0;
    sum += hash_bytes(&message, sizeof message);
  }
  return sum;
}

static uint64_t fingerprint(const struct machine *machine, const slot_t *state) {
  uint64_t hash = 0;
  for (unsigned slot = 0; slot < machine->model.width; slot++) {
    unsigned channel = slot - channel_slot(machine, 0);
    bool in_order = slot < channel_slot(machine, 0) || channel >= machine->shape.channel_count ||
                    state[slot] == EMPTY ||
                    machine->shape.order[machine->shape.channels[channel].network] != UNORDERED;
    hash = hash_combine(hash, in_order ? state[slot] : flight_fingerprint(machine, state[slot]));
  }
  return hash;
}

static void meet(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct commutes_met *met = context;
  (void)label;
  if (!to || kind == STEP_BLOCKED) return;
  uintptr_t *number = sparse_at(&met->known, fingerprint(met->machine, to));
  if (*number) return;
  *number = ++met->count;
  for (unsigned i = 0; i < met->machine->model.width; i++) vector_push(met->states, to[i]);
}

/* False: there are more. */
static bool meet_all(const struct machine *machine, struct commutes_met *met, size_t most) {
  const struct model *model = &machine->model;
  void *worker = model->worker_new(model);
  slot_t state[WIDTH_MAX];
  *met = (struct commutes_met){ .machine = machine };
  model->initial(model, worker, meet, met);
  for (size_t i = 0; i < met->count && met->count <= most; i++) {
    memcpy(state, met->states.items + i * model->width, model->width * sizeof *state);
    model->successors(model, worker, state, meet, met);
  }
  model->worker_free(model, worker);
  return met->count <= most;
}

static void forget(struct commutes_met *met) {
  sparse_free(&met->known);
  vector_free(met->states);
}

static bool commutes(const struct machine *machine, const slot_t *state, unsigned controller,
                     const struct message *message) {
  bool (*where)(const struct step *step) =
      machine->shape.system->messages[message->type].promises.commutes;
  struct step step = { .shape = &machine->shape,
                       .machine = machine,
                       .me = &machine->shape.controllers[controller],
                       .request = &message->request,
                       .local = (struct local *)local_at(
                           machine, state[controller_slot(machine, controller)]) };
  return where && where(&step);
}

/* May others hold up this message of the channel (as abstract/waits.c has it)? */
static bool may_be_held_up(const struct machine *machine, const slot_t *state, unsigned channel,
                           unsigned index) {
  unsigned count, controller = machine->shape.channels[channel].to;
  uint32_t content = state[channel_slot(machine, channel)];
  const struct message *message = &channel_messages(machine, content, &count)[index];
  const struct step_input input = { .controller = controller,
                                    .local = state[controller_slot(machine, controller)],
                                    .kind = INPUT_MESSAGE,
                                    .event = message->type,
                                    .at = message->line,
                                    .message = channel_message(machine, content, index) };
  struct going going = wait_steps_going(machine, &input);
  return !going.goes || going.unless || going.raises || going.most;
}

/* Messages of a state that commute, and those of them that others may hold up. */
struct commuting {
  size_t count, held;
};

static struct commuting commuting_in(const struct machine *machine, const slot_t *state) {
  struct commuting commuting = { 0, 0 };
  for (unsigned channel = 0; channel < machine->shape.channel_count; channel++) {
    unsigned count;
    if (state[channel_slot(machine, channel)] == EMPTY) continue;
    const struct message *messages =
        channel_messages(machine, state[channel_slot(machine, channel)], &count);
    for (unsigned i = 0; i < count; i++) {
      if (!commutes(machine, state, machine->shape.channels[channel].to, &messages[i])) continue;
      commuting.count++;
      commuting.held += may_be_held_up(machine, state, channel, i);
    }
  }
  return commuting;
}

struct sameness {
  struct setting setting;
  size_t
      most; /* states, of those taken at once; lines that have more in a placement are left out */
  unsigned compared, fewer; /* lines, in all placements */
  size_t missing, held;
};

/* How many of the quiet states of the one the other does not have. */
static void look_for(struct sameness *sameness, const struct commutes_met *from,
                     struct commutes_met *in) {
  for (size_t i = 0; i < from->count; i++) {
    const slot_t *state = from->states.items + i * from->machine->model.width;
    struct commuting commuting = commuting_in(from->machine, state);
    sameness->missing +=
        !commuting.count && !sparse_find(&in->known, fingerprint(from->machine, state));
    sameness->held += commuting.held;
  }
}

/* Twice by the same machine, which numbers contents for both. */
static void compare_line(struct sameness *sameness, const struct client *placed, unsigned line) {
  struct waits *waits = waits_new();
  struct machine_options options = { .only_line = 1 + line,
                                     .no_deferred_evictions = true,
                                     .no_ample = true,
                                     .no_symmetry = true,
                                     .no_clusters = true,
                                     .capacity = 1,
                                     .waits = waits };
  struct machine *machine = machine_of_client(&sameness->setting, placed, &options);
  struct commutes_met few, all;
  assert_true(machine->reductions.ample != 0);
  if (meet_all(machine, &few, sameness->most)) {
    machine->reductions.ample = 0;
    meet_all(machine, &all, SIZE_MAX);
    look_for(sameness, &all, &few);
    look_for(sameness, &few, &all);
    sameness->fewer += few.count < all.count;
    sameness->compared++;
    forget(&all);
  }
  forget(&few);
  machine_free(machine);
  waits_free(waits);
}

static bool compare_in(void *context, const struct client *placed) {
  for (unsigned line = 0; line < placed->lines; line++)
    if (first_with_that_home(placed, line) == line) compare_line(context, placed, line);
  return true;
}

static struct sameness compared(const struct setting *setting, unsigned sms, size_t most) {
  struct sameness sameness = { .setting = *setting, .most = most };
  struct client client = { .sms = sms,
                           .threads = 2,
                           .lines = 2,
                           .values = 1,
                           .sm_of_thread = { 0, sms - 1 },
                           .topology = setting->system->topology };
  in_each_placement(&client, compare_in, &sameness);
  return sameness;
}

static bool has_some(const struct system *system) {
  bool some = false;
  for (unsigned event = 0; event < system->event_count; event++)
    some |= system->messages[event].promises.commutes != NULL;
  return some;
}

static void the_same_states_are_met(void **state) {
  unsigned records = 0;
  (void)state;
  for (const struct system *const *system = systems(); *system; system++) {
    if (!has_some(*system)) continue;
    struct setting setting = setting_named((*system)->name);
    unsigned fewer = 0;
    for (unsigned core = 0; core < CORE_KINDS; core++) {
      setting.core = (enum core_kind)core;
      for (unsigned sms = 1; sms <= 2 && (*system)->claims[core].offered; sms++) {
        struct sameness sameness = compared(&setting, sms, test_sample(5000, 20000, 1000000));
        if (sameness.missing || sameness.held)
          fail_msg("%s, %s cores: %zu states are missing, %zu messages may be held up",
                   (*system)->name, core_kind_name(setting.core), sameness.missing, sameness.held);
        fewer += sameness.fewer;
      }
    }
    assert_true(fewer > 0);
    records++;
  }
  assert_true(records > 0);
}

static bool always_so(const struct step *step) {
  (void)step;
  return true;
}

static struct sameness compared_as(const struct system *system) {
  struct setting setting = setting_named(system->name);
  setting.system = system;
  setting.core = CORE_GPU;
  struct sameness sameness = compared(&setting, 1, 40000);
  assert_true(sameness.compared > 0);
  return sameness;
}

static void what_is_noticed(void **state) {
  struct system wrong = *setting_named("hmg").system;
  unsigned event = 0;
  (void)state;
  while (!wrong.messages[event].promises.commutes) event++;
  wrong.messages[event].promises.commutes = always_so;
  struct sameness sameness = compared_as(&wrong);
  assert_true(sameness.missing > 0);
  assert_true(sameness.held > 0);
}

static void what_else_is_prompt_waits(void **state) {
  struct system prompter = *setting_named("hmg").system;
  (void)state;
  for (unsigned kind = 0; kind < KINDS_MAX; kind++)
    prompter.kinds[kind].internals[0].promises.ample = always_so;
  assert_int_equal(compared_as(&prompter).missing, 0);
}

/* --- runs --- */

static bool nobody_is_told(const struct shape *shape, const struct local *const *locals,
                           const struct message *messages, unsigned count) {
  bool told = false;
  (void)locals;
  for (unsigned i = 0; i < count; i++)
    told |= !strcmp(shape->system->events[messages[i].type], "RELDONE");
  return !told;
}

struct step_found {
  uint32_t label;
  const slot_t *to;
  size_t size;
  bool has;
};

static void look(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct step_found *found = context;
  (void)kind;
  found->has |= to && label == found->label && !memcmp(to, found->to, found->size);
}

/* Two homes acknowledge a release. The first acknowledgement is taken at once, and is in the run as
 * on a machine that takes none at once. */
static void runs_are_as_without(void **state) {
  struct system system = *setting_named("nhcc").system;
  struct setting setting = setting_named("nhcc");
  struct client client = { .sms = 1,
                           .threads = 1,
                           .lines = 2,
                           .values = 1,
                           .topology = system.topology,
                           .placed = true,
                           .home_of_line = { 1, 2 } };
  struct waits *waits = waits_new();
  (void)state;
  system.own_invariant.holds_in_flight = nobody_is_told;
  setting.system = &system;
  struct machine *machine =
      machine_of_client(&setting, &client,
                        &(struct machine_options){ .only_line = 1,
                                                   .no_deferred_evictions = true,
                                                   .no_ample = true,
                                                   .no_symmetry = true,
                                                   .waits = waits });
  struct search_result result = machine_search(
      machine, &(struct search_options){ .threads = 1, .stop_at = CLAIM(PROPERTY_OWN) });
  const struct model *model = &machine->model;
  void *worker = model->worker_new(model);
  assert_non_null(result.trace);
  assert_true(result.trace->length > 6);
  machine->reductions.ample = 0;
  for (unsigned i = 0; i < result.trace->length; i++) {
    const slot_t *from = result.trace->states + (size_t)i * model->width;
    struct step_found found = { result.trace->labels[i], from + model->width,
                                model->width * sizeof *from, false };
    model->successors(model, worker, from, look, &found);
    if (!found.has) fail_msg("step %u has another label", i + 1);
  }
  model->worker_free(model, worker);
  search_result_clear(&result);
  machine_free(machine);
  waits_free(waits);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(the_same_states_are_met),
                                      cmocka_unit_test(what_is_noticed),
                                      cmocka_unit_test(what_else_is_prompt_waits),
                                      cmocka_unit_test(runs_are_as_without) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
