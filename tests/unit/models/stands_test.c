/* Each line is explored by itself where lines share channels and threads alone (system.h: lines_share_threads).
 *
 * The promise: what happens to a line among others happens to it alone.  Held to under a client of two lines, on random walks, by
 * all steps of each state: with the other line wiped out of the states before and after a step, its requests, messages and
 * all that controllers know of it, the two are equal, or the second is a step from the first.  And waits.c, which is to
 * find out where lines wait for each other.  `make test` takes shorter walks (see sanitized.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "kit/inside.h"
#include "tests/unit/sanitized.h"

/* --- a line is wiped out --- */

static bool asks_of(const struct machine *machine, unsigned core, const struct core *state, unsigned entry, unsigned line) {
  const struct micro *micro = core_micro(machine, core, state->entry[entry].micro);
  return micro->kind == MICRO_ACCESS && micro->line == line;
}

/* A thread's only operation is its first, whatever its number. */
static bool move_down(struct core *core) {
  if (core->entries != 1 || core->order[0] == 0) return false;
  core->entry[0] = core->entry[core->order[0]];
  memset(&core->entry[core->order[0]], 0, sizeof *core->entry);
  core->order[0] = 0;
  return true;
}

static void move_entry(struct request *request, unsigned moved) {
  if (request->core != NO_ONE && moved >> request->core & 1) request->entry = 0;
}

/* The threads that had a release to the line out, for which controllers keep something by their number; those whose operation was
 * moved. */
static unsigned wipe_cores(const struct machine *machine, slot_t *state, unsigned line, unsigned *moved) {
  unsigned wiped = 0;
  *moved = 0;
  for (unsigned core = 0; core < machine->core_count; core++) {
    union core_copy copy;
    size_t length;
    memcpy(&copy, intern_at(machine->contents, state[core_slot(machine, core)], &length), core_size(machine, core));
    for (unsigned entry = 0; entry < WINDOW_MAX; entry++) {
      if (!copy.core.entry[entry].used || !asks_of(machine, core, &copy.core, entry, line)) continue;
      bool release = core_micro(machine, core, copy.core.entry[entry].micro)->event == EVENT_STORE_RELEASE;
      wiped |= (unsigned)release << core;
      core_complete(machine, core, &copy.core, entry, 0);
    }
    *moved |= (unsigned)move_down(&copy.core) << core;
    state[core_slot(machine, core)] = intern_add(machine->contents, &copy, length);
  }
  return wiped;
}

static void wipe_controller(const struct machine *machine, slot_t *state, unsigned controller, unsigned line, unsigned threads,
                            unsigned moved) {
  union { struct local local; char bytes[sizeof(struct local) + (LINES_MAX + CORES_MAX) * sizeof(struct line)]; } copy;
  slot_t *slot = &state[controller_slot(machine, controller)];
  const struct local *cold = local_at(machine, cold_local(machine, controller));
  size_t size = machine->local_size[machine->controllers[controller].kind];
  memcpy(&copy, local_at(machine, *slot), size);
  copy.local.line[line] = cold->line[line];
  for (unsigned core = 0; core < machine->core_count; core++) {
    if (!(threads >> core & 1)) continue;
    copy.local.pending[core] = cold->pending[core];
    copy.local.stall[core] = cold->stall[core];
  }
  for (unsigned other = 0; other < machine->lines; other++)
    for (unsigned i = 0; i < copy.local.line[other].waiting; i++) move_entry(&copy.local.line[other].queue[i], moved);
  *slot = intern_add(machine->contents, &copy, size);
}

/* What a fence sends is of no line, whatever it says. */
static bool is_wiped(const struct message *message, unsigned line) {
  return message->line == line && message->request.event != EVENT_FENCE;
}

static void wipe_channel(const struct machine *machine, slot_t *state, unsigned channel, unsigned line, unsigned moved) {
  unsigned count, slot = channel_slot(machine, channel);
  const struct message *messages = channel_messages(machine, state[slot], &count);
  state[slot] = EMPTY;
  for (unsigned i = 0; i < count; i++) {
    struct message message = messages[i];
    if (is_wiped(&message, line)) continue;
    move_entry(&message.request, moved);
    state[slot] = channel_push(machine, channel, state[slot], intern_add(machine->contents, &message, sizeof message));
  }
}

static void wipe(const struct machine *machine, const slot_t *state, unsigned line, slot_t *wiped) {
  memcpy(wiped, state, machine->model.width * sizeof *wiped);
  unsigned moved, threads = wipe_cores(machine, wiped, line, &moved);
  for (unsigned i = 0; i < machine->controller_count; i++) wipe_controller(machine, wiped, i, line, threads, moved);
  for (unsigned i = 0; i < machine->channel_count; i++) wipe_channel(machine, wiped, i, line, moved);
}

/* --- every step --- */

struct steps { VECTOR(slot_t) states; unsigned width; };

static void gather(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct steps *steps = context;
  (void)label, (void)kind;
  for (unsigned i = 0; to && i < steps->width; i++) vector_push(steps->states, to[i]);
}

static bool leads_to(const struct steps *steps, const slot_t *to) {
  for (size_t i = 0; i < steps->states.length; i += steps->width)
    if (!memcmp(&steps->states.items[i], to, steps->width * sizeof *to)) return true;
  return false;
}

/* The steps from a state, and where they lead, with a line wiped out of it all. */
static void gather_alone(const struct machine *machine, void *worker, const slot_t *from, unsigned line, struct steps *steps) {
  machine_successors(&machine->model, worker, from, gather, steps);
  for (size_t i = 0; i < steps->states.length; i += steps->width) {
    slot_t *to = &steps->states.items[i], wiped[WIDTH_MAX];
    wipe(machine, to, line, wiped); /* which moves operations */
    memcpy(to, wiped, steps->width * sizeof *to);
  }
}

static bool happens_alone(const struct machine *machine, void *worker, const slot_t *state, const struct steps *steps,
                          unsigned line) {
  slot_t from[WIDTH_MAX], to[WIDTH_MAX];
  struct steps alone = { .width = steps->width };
  bool happens = true;
  wipe(machine, state, line, from);
  gather_alone(machine, worker, from, line, &alone);
  for (size_t i = 0; i < steps->states.length && happens; i += steps->width) {
    wipe(machine, &steps->states.items[i], line, to);
    happens = !memcmp(from, to, steps->width * sizeof *to) || leads_to(&alone, to);
  }
  vector_free(alone.states);
  return happens;
}

struct walk { const char *name; bool stands; unsigned placements, length; uint32_t random; };

static size_t next_random(struct walk *walk, size_t count) {
  walk->random = walk->random * 1664525 + 1013904223;
  return walk->random / 65536 % count;
}

/* All steps of each state on a random walk. */
static void walk_on(struct walk *walk, const struct machine *machine) {
  const struct model *model = &machine->model;
  void *worker = model->worker_new(model);
  struct steps steps = { .width = model->width };
  slot_t state[WIDTH_MAX];
  model->initial(model, worker, gather, &steps);
  for (unsigned i = 0; i < walk->length && walk->stands; i++) {
    assert_true(steps.states.length > 0);
    size_t next = steps.width * next_random(walk, steps.states.length / steps.width);
    memcpy(state, &steps.states.items[next], steps.width * sizeof *state);
    steps.states.length = 0;
    machine_successors(model, worker, state, gather, &steps);
    for (unsigned line = 0; line < machine->lines; line++)
      walk->stands &= happens_alone(machine, worker, state, &steps, line);
  }
  vector_free(steps.states);
  model->worker_free(model, worker);
}

static bool keeps_its_promise(void *context, const struct client *placed) {
  struct walk *walk = context;
  struct diagnostic error = { NULL };
  struct setting setting;
  struct machine_options options = { .no_reduction = true, .together = true, .capacity = 2 };
  if (!setting_parse(&setting, walk->name, &error)) fail_msg("%s", error.message);
  struct machine *machine = machine_new_client(&setting, placed, &options, &error);
  if (!machine) fail_msg("%s", error.message);
  walk_on(walk, machine);
  walk->placements++;
  machine_free(machine);
  return walk->stands;
}

static bool stands_for_all(const char *name) {
  struct walk walk = { .name = name, .stands = true, .length = test_is_whole() ? 2000 : 100, .random = 1 };
  struct diagnostic error = { NULL };
  struct setting setting;
  if (!setting_parse(&setting, name, &error)) fail_msg("%s", error.message);
  struct client client = { .sms = 2, .threads = 3, .lines = 2, .values = 1, .sm_of_thread = { 0, 1, 0 },
                           .topology = setting.system->topology };
  client_placements_each(&client, keeps_its_promise, &walk);
  assert_true(walk.placements > 0);
  return walk.stands;
}

static void lines_share_nothing_else(void **state) {
  unsigned promises = 0;
  (void)state;
  for (const struct system *const *system = systems(); *system; system++) {
    if (!(*system)->lines_share_threads) continue;
    promises++;
    if (!stands_for_all((*system)->name)) fail_msg("%s: more happens to a line among others than alone", (*system)->name);
  }
  assert_true(promises > 0);
}

/* An acquire of sw-hier spoils what other lines have out. */
static void a_wrong_promise_is_noticed(void **state) {
  (void)state;
  assert_false(stands_for_all("sw-hier"));
}

/* --- waits --- */

static bool may_wait(const struct setting *setting, enum search_end *end) {
  static const struct client client = { .sms = 2, .threads = 2, .lines = 2, .values = 1, .sm_of_thread = { 0, 1 },
                                        .topology = { 2, 2 }, .placed = true, .gpm_of_sm = { 0, 2 },
                                        .home_of_line = { 0, 2 } };
  struct diagnostic error = { NULL };
  struct machine *machine = machine_new_client(setting, &client, &(struct machine_options){ .capacity = 1 }, &error);
  if (!machine) fail_msg("%s", error.message);
  assert_true(machine_shares_threads(machine));
  struct search_result result = machine_search(machine, &(struct search_options){ .threads = 2 });
  bool waits = machine_lines_may_wait(machine);
  *end = result.end;
  search_result_clear(&result);
  machine_free(machine);
  return waits;
}

static unsigned network_named(const struct system *system, const char *name) {
  unsigned network = 0;
  while (strcmp(system->networks[network].name, name) != 0) network++;
  return network;
}

/* Where answers take the way of requests, those to one line may stand behind those for another. */
static void waits_are_noticed(void **state) {
  struct diagnostic error = { NULL };
  struct setting setting;
  enum search_end end;
  (void)state;
  if (!setting_parse(&setting, "hmg", &error)) fail_msg("%s", error.message);
  assert_false(may_wait(&setting, &end));
  assert_int_equal(end, SEARCH_COMPLETE);
  struct system wrong = *setting.system;
  setting.system = &wrong;
  unsigned sent = 0;
  for (unsigned event = 0; event < EVENTS_MAX; event++) {
    const char *name = wrong.messages[event].name;
    if (!name || (strcmp(name, "DATA") != 0 && strcmp(name, "ATOMRESP") != 0)) continue;
    wrong.messages[event].network = network_named(&wrong, "down");
    sent++;
  }
  assert_int_equal(sent, 2);
  assert_true(may_wait(&setting, &end));
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(lines_share_nothing_else), cmocka_unit_test(a_wrong_promise_is_noticed),
                                      cmocka_unit_test(waits_are_noticed) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
