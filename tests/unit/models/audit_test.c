/* The checks of audits (protocol/answers.c, machine/audit.c).  No system is at fault, and its own
 * check finds each planted fault.  `make test` searches few states of each
 * system.
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "engine/machine_search.h"
#include "machine/clients.h"
#include "machine/machine_private.h"
#include "plant.h"
#include "reach.h"
#include "tests/unit/described.h"
#include "tests/unit/sanitized.h"

struct audit_size {
  unsigned sms, threads, lines;
  bool two_words;
};

static struct machine *audited(const struct setting *setting, const struct audit_size *size) {
  struct client client = { .sms = size->sms,
                           .threads = size->threads,
                           .lines = size->lines,
                           .values = 2,
                           .two_words = size->two_words };
  struct machine_options options = { .audit = true, .no_reduction = true, .together = true };
  struct diagnostic error = { NULL };
  for (unsigned i = 0; i < size->threads; i++) client.sm_of_thread[i] = i < size->sms ? i : 0;
  struct machine *machine = machine_new_client(setting, &client, &options, &error);
  if (!machine) fail_msg("%s: %s", setting->system->name, error.message);
  return machine;
}

/* The run to what an audit finds, in words; NULL: it finds nothing.  To be released with free(). */
static char *audit(const struct setting *setting, const struct audit_size *size, uint64_t states) {
  struct machine *machine = audited(setting, size);
  uint64_t faults = setting_invariants(setting);
  struct search_options limits = { .threads = 1, .states_max = states, .stop_at = faults };
  struct search_result result = machine_search(machine, &limits);
  char *found = result.trace ? steps_described(machine_model(machine), result.trace) : NULL;
  search_result_clear(&result);
  machine_free(machine);
  return found;
}

static void audit_cores(const struct system *system, const struct audit_size *size,
                        uint64_t states) {
  for (unsigned core = 0; core < CORE_KINDS; core++) {
    struct setting setting = setting_of(&(struct question){ .model = system->name });
    if (!system->claims[core].offered) continue;
    setting.core = core;
    char *found = audit(&setting, size, states);
    if (found) fail_msg("%s, %s cores: %s", system->name, core_kind_name(core), found);
    free(found);
  }
}

static void test_systems(void **state) {
  static const struct audit_size sizes[] = { { 2, 2, 1, false },
                                             { 2, 3, 2, false },
                                             { 1, 2, 1, true } };
  (void)state;
  for (const struct system *const *system = systems(); *system; system++)
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
      audit_cores(*system, &sizes[i], test_is_whole() ? 100000 : 2000);
}

/* --- planted: stores, at the only copy that there is (no-l1) --- */

enum { PORT, BANK };

static struct planted *plant_on(const char *system) {
  struct planted *bug = plant_new(system);
  /* Some of these faults break the model's own invariant, too. */
  bug->system.invariants &= ~(unsigned)CLAIM(PROPERTY_OWN);
  bug->system.own_invariant.holds = NULL;
  bug->system.own_invariant.holds_in_flight = NULL;
  for (unsigned kind = 0; kind < KINDS_MAX; kind++) bug->system.kinds[kind].keeps = NULL;
  return bug;
}

/* The bank's answer to a store, where `action` is what it does before. */
static struct planted *plant_write(action *does) {
  struct planted *bug = plant_on("no-l1");
  action *const actions[] = { does ? does : plant_find(bug, BANK, "l2_ack"),
                              does ? plant_find(bug, BANK, "l2_ack") : NULL, NULL };
  plant_actions(bug, BANK, plant_row(bug, BANK, "V", "WRITE", NULL), NULL, actions);
  return bug;
}

static void only_write(struct step *s) {
  data_write(&s->line->memory, s->request->word, s->request->value);
}
static void only_perform(struct step *s) { step_perform(s, s->request->word, NO_TIME); }
static void write_other(struct step *s) {
  step_perform(s, s->request->word, NO_TIME);
  data_write(&s->line->memory, s->request->word, !s->request->value);
}
static void skip_zero(struct step *s) {
  if (!s->request->value) return;
  step_perform(s, s->request->word, NO_TIME);
  data_write(&s->line->memory, s->request->word, s->request->value);
}

/* Requests to the bank, and its answers (models/lib/write_through.h). */
enum { NO_L1_ATOMIC = EVENT_OWN + 2, NO_L1_ATOMIC_ANSWER = EVENT_OWN + 6 };

/* An atomic tells what it has written. */
static void tell_new(struct step *s) {
  int64_t old = s->line->memory.word[s->request->word], made = request_result(s->request, old);
  step_perform(s, s->request->word, NO_TIME);
  data_write(&s->line->memory, s->request->word, made);
  struct message *message = step_send(s, NO_L1_ATOMIC_ANSWER, step_incoming(s)->from);
  message->request = *s->request;
  message->request.value = made;
}

/* The bank takes an atomic otherwise.  (That event has the name of the core's request.) */
static struct planted *plant_atomic(action *does) {
  struct planted *bug = plant_on("no-l1");
  unsigned row = 0;
  while (bug->rows[BANK][row].on != 1ull << NO_L1_ATOMIC) row++;
  plant_actions(bug, BANK, &bug->rows[BANK][row], NULL, (action *const[]){ does, NULL });
  return bug;
}

/* A port asks for a store of the value that an atomic would write if it found a 0. */
static void ask_as_store(struct step *s) {
  struct message *message = step_send(s, NO_L1_ATOMIC, step_controller_of_line(s, s->at));
  message->request = *s->request;
  message->request.event = EVENT_STORE;
  s->local->pending[s->request->core]++;
}

static void load_other(struct step *s) {
  struct data data = step_incoming(s)->data;
  data.word[s->request->word] ^= 1;
  s->local->pending[s->request->core]--;
  step_reply_word(s, s->request, &data);
}

/* --- planted: copies (gpu-vi) --- */

static enum permission never_readable(const struct local *local, unsigned line) {
  (void)local, (void)line;
  return PERMISSION_NONE;
}

static void hit_nothing(struct step *s) {
  static const struct data nothing;
  step_reply_word(s, s->request, &nothing);
}

static void install_other(struct step *s) {
  s->line->data = step_incoming(s)->data;
  s->line->data.word[0] ^= 1;
}

/* The record says of a copy that stores hit that it may only be read. */
static enum permission read_only(const struct local *local, unsigned line) {
  bool none = system_find("rfo", 3)->kinds[0].permission(local, line) == PERMISSION_NONE;
  return none ? PERMISSION_NONE : PERMISSION_READ;
}

static struct planted *plant_read_only(void) {
  struct planted *bug = plant_on("rfo");
  bug->system.kinds[0].permission = read_only;
  return bug;
}

static struct planted *plant_never_readable(const char *system) {
  struct planted *bug = plant_on(system);
  bug->system.kinds[0].permission = never_readable;
  return bug;
}

static struct planted *plant_cell(const char *system, unsigned kind, const char *state,
                                  const char *event, const char *next, action *first,
                                  const char *second) {
  struct planted *bug = plant_on(system);
  action *const actions[] = { first, second ? plant_find(bug, kind, second) : NULL, NULL };
  plant_actions(bug, kind, plant_row(bug, kind, state, event, NULL), next, actions);
  return bug;
}

static struct planted *plant_twice(void) {
  struct planted *bug = plant_on("no-l1");
  action *const twice[] = { plant_find(bug, PORT, "write"), plant_find(bug, PORT, "write"), NULL };
  plant_actions(bug, PORT, plant_row(bug, PORT, "P", "STORE", NULL), NULL, twice);
  return bug;
}

/* Does an ordinary search of the client find it? */
static bool is_found_unaudited(const struct planted *bug) {
  struct question question = { .model = bug->system.name, .planted = &bug->system };
  return proof_run(&question, 2, 2, 1, 2).broken &
         setting_invariants(&(struct setting){ .system = &bug->system });
}

/* Checks the words of the fault, and whether other searches find it, too. */
static void expect(struct planted *bug, const char *words, bool unaudited) {
  static const struct audit_size size = { 2, 2, 1, false };
  struct setting setting =
      setting_of(&(struct question){ .model = bug->system.name, .planted = &bug->system });
  char *found = audit(&setting, &size, 100000);
  if (!found || !strstr(found, words))
    fail_msg("not \"%s\", but: %s", words, found ? found : "nothing");
  free(found);
  assert_int_equal(is_found_unaudited(bug), unaudited);
  free(bug);
}

static void test_single_steps(void **state) {
  (void)state;
  expect(plant_write(only_write), "a word of the home's data changes, and no store is performed",
         true);
  expect(plant_write(only_perform), "a store is performed, and its word is not written", true);
  expect(plant_write(write_other),
         "a store is performed, and its word becomes another than its request asks for", true);
  expect(plant_cell("gpu-vi", 0, "V", "LOAD", NULL, hit_nothing, NULL),
         "out of data that lack its word", true);
  expect(plant_never_readable("gpu-vi"), "out of a copy on which permission says NONE", true);
  expect(plant_never_readable("rcc-sc"), "out of a copy on which permission says NONE", true);
  expect(plant_read_only(), "on a copy on which permission does not say WRITE", true);
}

static void test_from_step_to_step(void **state) {
  (void)state;
  expect(plant_write(NULL), "its store was answered and has not been performed", false);
  expect(plant_write(skip_zero), "its store was answered and has not been performed", false);
  expect(plant_atomic(tell_new), "its atomic was told another word than it found", false);
  expect(plant_cell("no-l1", PORT, "P", "ATOMIC", NULL, ask_as_store, NULL),
         "performed as something else", false);
  expect(plant_cell("no-l1", PORT, "P", "DATA", NULL, load_other, NULL), "told another number",
         false);
  expect(plant_cell("gpu-vi", 0, "IV", "DATA", "V", install_other, "serve_all"),
         "hold other numbers", false);
}

/* The second is answered, too, which any search finds. */
static void test_performed_twice(void **state) {
  (void)state;
  expect(plant_twice(), "its store was performed twice", true);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_systems),
    cmocka_unit_test(test_single_steps),
    cmocka_unit_test(test_from_step_to_step),
    cmocka_unit_test(test_performed_twice),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
