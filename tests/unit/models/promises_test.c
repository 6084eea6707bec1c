/* Promises of a record about lines and the environment.
 *
 * Every step of an ordinary search is checked (machine/shared_state.c,
 * abstract/line_independence.c). All other promises that a verdict rests on are listed
 * (machine/assumptions.c).  Planted false promises are found, and the same tables pass once the
 * record says what is true.
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "machine/clients.h"
#include "machine/machine_private.h"
#include "machine/assumptions.h"
#include "plant.h"
#include "reach.h"
#include "tests/unit/described.h"
#include "protocol/record.h"

static const struct machine_options usual = { .no_symmetry = true },
                                    together = { .no_symmetry = true, .together = true };

static struct machine *client_of(const struct system *system, unsigned lines,
                                 const struct machine_options *options) {
  struct client client = {
    .sms = 2, .threads = 2, .lines = lines, .values = 1, .sm_of_thread = { 0, 1 }
  };
  struct setting setting =
      setting_of(&(struct question){ .model = system->name, .planted = system });
  struct diagnostic error = { NULL };
  struct machine *machine = machine_new_client(&setting, &client, options, &error);
  if (!machine) fail_msg("%s", error.message);
  return machine;
}

/* The run to the first NEVER, in words, to be released with free(); NULL: there is none. */
static char *run_to_fault(const struct system *system, unsigned lines,
                          const struct machine_options *options) {
  struct machine *machine = client_of(system, lines, options);
  struct search_options limits = { .states_max = 100000, .stop_at = CLAIM(PROPERTY_NEVER) };
  struct search_result result = search_run(machine_model(machine), &limits);
  char *said = result.trace ? steps_described(machine_model(machine), result.trace) : NULL;
  search_result_clear(&result);
  machine_free(machine);
  return said;
}

static void expect_said(char *said, const char *why) {
  if (!said || !strstr(said, why))
    fail_msg("not said: %s; but:\n%s", why, said ? said : "no fault");
  free(said);
}

/* --- what lines share --- */

static void note_reader(struct step *s) { s->local->flag = 1; }
static void note_on_neighbour(struct step *s) { s->local->line[!s->at].flag = 1; }
static void note_neighbour(struct step *s) {
  s->line->flag = s->local->line[!s->at].state == s->state;
}
static void look_at_neighbour(struct step *s) {
  s->line->flag = s->local->line[!s->at].state != 0;
  step_reply_word(s, s->request, &s->line->data);
}

/* An L2 that keeps one bit for all of its lines is at fault with a line in each bank.  It is right
 * once the record says so. */
static void a_bit_of_a_bank_is_found(void **state) {
  (void)state;
  struct planted *bug = plant_new("wt");
  plant_actions(bug, 1, plant_row(bug, 1, "V", "GETS", NULL), NULL,
                (action *const[]){ plant_find(bug, 1, "l2_data"), note_reader, NULL });
  char *said = run_to_fault(&bug->system, 1, &usual);
  if (said && !strstr(said, "it changes flag")) fail_msg("%s", said);
  expect_said(said, "the record lacks .banks_matter");
  bug->system.banks_matter = true;
  assert_null(run_to_fault(&bug->system, 1, &usual));
  free(bug);
}

/* An L2 that looks at another line of its bank is found though the line lies in another one. */
static void a_look_at_a_bank_is_found(void **state) {
  (void)state;
  struct planted *bug = plant_new("mesi");
  bug->system.promises.lines_apart = false;
  for (unsigned i = 0; i < bug->system.kinds[0].internal_count; i++)
    bug->system.kinds[0].internals[i].promises.persistent = false;
  for (unsigned i = 0; i < bug->system.kinds[1].internal_count; i++)
    bug->system.kinds[1].internals[i].promises.persistent = false;
  assert_null(run_to_fault(&bug->system, 2, &together));
  struct row *row = plant_row(bug, 1, "SS", "GETS", NULL);
  unsigned count = 0;
  while (row->actions[count]) count++;
  row->actions[count] = note_neighbour;
  expect_said(run_to_fault(&bug->system, 2, &together), "the record lacks .banks_matter");
  free(bug);
}

/* An L1 writes a note for all of its lines, or on another one, or reads another one. But the record
 * says that lines are apart. */
static void lines_that_are_not_apart_are_found(void **state) {
  static const struct {
    action *also;
    const char *why;
  } cases[] = { { note_reader, "it changes flag" },
                { note_on_neighbour, "it changes another line" },
                { look_at_neighbour, "goes another way with other lines" } };
  (void)state;
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct planted *bug = plant_new("mesi");
    action *hit = plant_find(bug, 0, "hit");
    bool instead = cases[i].also == look_at_neighbour;
    action *const actions[] = { instead ? cases[i].also : hit, instead ? NULL : cases[i].also,
                                NULL };
    plant_actions(bug, 0, plant_row(bug, 0, "S", "LOAD", NULL), NULL, actions);
    expect_said(run_to_fault(&bug->system, 2, &together), cases[i].why);
    free(bug);
  }
}

/* Leases run down by one clock: lines share that. */
static void leases_are_not_apart(void **state) {
  (void)state;
  struct planted *bug = plant_new("tc-strong");
  struct diagnostic error = { NULL };
  assert_true(system_check(&bug->system, &error));
  bug->system.promises.lines_apart = true;
  assert_false(system_check(&bug->system, &error));
  assert_non_null(strstr(error.message, "run down by one clock"));
  diagnostic_clear(&error);
  free(bug);
}

/* A lease may be over when its message arrives; it never is where that is taken at once. */
static void leases_are_not_prompt(void **state) {
  (void)state;
  struct planted *bug = plant_new("tc-strong");
  struct diagnostic error = { NULL };
  unsigned event = EVENT_OWN;
  while (!bug->system.messages[event].name || !bug->system.messages[event].times[0]) event++;
  bug->system.messages[event].promises.ample = true;
  assert_false(system_check(&bug->system, &error));
  assert_non_null(strstr(error.message, "runs down on its way"));
  diagnostic_clear(&error);
  free(bug);
}

/* --- the environment --- */

/* Memory's data answer the requests that wait for them: the event is owed. */
static void an_environment_that_serves_is_found(void **state) {
  (void)state;
  struct planted *bug = plant_new("tc-strong");
  struct internal *reads = &bug->system.kinds[1].internals[2];
  assert_string_equal(bug->system.events[reads->event], "MemData");
  assert_null(run_to_fault(&bug->system, 1, &usual));
  reads->environment = true;
  expect_said(run_to_fault(&bug->system, 1, &usual),
              "an event of the environment, which nobody owes, serves a request");
  free(bug);
}

/* --- what is listed --- */

static void add_promise(void *context, const char *name, const char *about, const char *without) {
  FILE *out = context;
  fprintf(out, "%s:%s (%s)\n", name, about, without);
}

static char *promises_of(const char *model, unsigned lines, const struct machine_options *options) {
  struct setting setting = setting_of(&(struct question){ .model = model });
  struct machine *machine = client_of(setting.system, lines, options);
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  assumptions_each(machine, add_promise, out);
  fclose(out);
  machine_free(machine);
  return text;
}

static void expect_listed(const char *model, unsigned lines, const struct machine_options *options,
                          const char *line, bool listed) {
  char *text = promises_of(model, lines, options);
  if (!strstr(text, line) == listed)
    fail_msg("%s: %s%s:\n%s", model, listed ? "not listed: " : "listed: ", line, text);
  free(text);
}

/* A promise that a search uses is listed.  One whose reduction is switched off is not. */
static void what_a_search_rests_on_is_listed(void **state) {
  static const struct machine_options unreduced = { .no_reduction = true },
                                      slow = { .no_ample = true },
                                      busy = { .no_deferred_evictions = true },
                                      whole = { .no_dead_values = true };
  (void)state;
  expect_listed("kilotm", 1, &(struct machine_options){ false }, "READ_SET", true);
  expect_listed("kilotm", 1, &slow, "ample:", false);
  expect_listed("mesi", 1, &(struct machine_options){ false },
                "deferred:L1 EVICT, L2 EVICT (--no-deferred-evictions)", true);
  expect_listed("mesi", 1, &busy, "deferred:", false);
  expect_listed("getm", 1, &(struct machine_options){ false },
                "drop_dead_values:warp, VU (--no-dead-values)", true);
  expect_listed("getm", 1, &whole, "drop_dead_values:", false);
  expect_listed("tardis", 2, &(struct machine_options){ false },
                "lines_share_clock: (--no-per-address)", true);
  expect_listed("tardis", 2, &together, "lines_share_clock", false);
  expect_listed("mesi", 1, &unreduced, "symmetry", false);
  expect_listed("mesi", 1, &unreduced, "environment:L1 EVICT", true);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_look_at_a_bank_is_found),
    cmocka_unit_test(a_bit_of_a_bank_is_found),
    cmocka_unit_test(lines_that_are_not_apart_are_found),
    cmocka_unit_test(leases_are_not_apart),
    cmocka_unit_test(leases_are_not_prompt),
    cmocka_unit_test(an_environment_that_serves_is_found),
    cmocka_unit_test(what_a_search_rests_on_is_listed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
