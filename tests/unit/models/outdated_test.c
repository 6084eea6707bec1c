/* Dead-value elimination of times: a system forgets what only an older time could ask for
 * (promises.h, `outdates`).
 *
 * With that, and without any reduction, the most general client breaks the same properties, and
 * programs have the same outcomes.  There are fewer states.  Variants without the promise forget
 * nothing, and a record that forgets too much is found.  Where one line represents several, its
 * ticks represent those of the others: they wait for the next access.
 *
 * `make test` has gtsc-sc with a clock that ticks on one SM in place of two (see sanitized.h),
 * where its planted bug is found, too.  It leaves out larger placements of programs, the ticks of
 * tardis that wait, and one of two ways to find the planted bug of gtsc-rc.
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "engine/machine_search.h"
#include "protocol/placement.h"
#include "protocol/step.h"
#include "litmus/program.h"
#include "plant.h"
#include "reach.h"
#include "tests/unit/sanitized.h"
#include "machine/clients.h"
#include "machine/kept.h"
#include "machine/outcomes.h"

enum { L1, L2 };
enum { WHOLE = CLAIM(PROPERTY_WITNESS) /* which nothing breaks: the search does not end early */ };

/* A clock that moves on by itself does for one line what accesses of others would: there are no
 * renewals without. */
static const char ticks[] = "tick=1";

static struct reach_proof prove_with(const char *model, const char *settings, unsigned sms,
                                     bool no_reduction) {
  struct question question = {
    .model = model, .settings = settings, .no_reduction = no_reduction, .stop_at = WHOLE
  };
  return proof_run(&question, sms, 2, 1, 1);
}

static void compare_on(unsigned sms, const char *model, const char *settings, bool fewer) {
  struct reach_proof reduced = prove_with(model, settings, sms, false),
                     full = prove_with(model, settings, sms, true);
  assert_true(reduced.complete && full.complete);
  assert_int_equal(reduced.broken, full.broken);
  if (fewer) assert_true(reduced.states < full.states / 2);
}

static void compare(const char *model, const char *settings, bool fewer) {
  compare_on(2, model, settings, fewer);
}

static void test_records(void **state) {
  (void)state;
  compare("rcc-sc", NULL, true);
  compare_on(test_is_whole() ? 2 : 1, "gtsc-sc", ticks, true);
  compare("gtsc-rc", NULL, true);
  compare("tardis", NULL, true);
}

static void test_broken_variants(void **state) {
  (void)state;
  compare("rcc-sc", "mnow=0", false);
  compare("rcc-sc", "merge=0", false);
  compare("gtsc-sc", "visibility=2", false);
  compare("gtsc-rc", "ack=0", false);
}

/* --- programs --- */

struct outdated_pair {
  struct setting setting;
  const struct program *program;
  bool cold;
  unsigned placements;
  uint64_t states[2];
};

static struct search_result run_one(struct outdated_pair *pair, const struct placement *placement,
                                    bool remembers, struct outcome_set **outcomes) {
  uint64_t compared_max = test_is_whole() ? 100000 : 50000;
  struct machine_options options = { .cold = pair->cold, .remembers = remembers };
  struct diagnostic error = { NULL };
  struct machine *machine = machine_new(&pair->setting, pair->program, placement, &options, &error);
  if (!machine) fail_msg("%s", error.message);
  assert_int_equal(machine_shape(machine)->outdates, !remembers);
  struct search_result result = machine_search(
      machine, &(struct search_options){ .states_max = remembers ? compared_max : 0 });
  *outcomes = machine_outcomes(machine);
  search_result_clear(&result);
  machine_free(machine);
  return result;
}

static bool compare_placement(void *context, const struct placement *placement) {
  struct outdated_pair *pair = context;
  struct outcome_set *all, *reduced;
  struct search_result full = run_one(pair, placement, true, &all);
  if (full.end == SEARCH_COMPLETE) {
    struct search_result few = run_one(pair, placement, false, &reduced);
    assert_int_equal(few.end, SEARCH_COMPLETE);
    assert_int_equal(few.broken, full.broken);
    assert_int_equal(outcome_set_size(reduced), outcome_set_size(all));
    assert_true(outcome_set_within(reduced, all, NULL));
    outcome_set_free(reduced);
    pair->placements++;
    pair->states[0] += few.states;
    pair->states[1] += full.states;
  }
  outcome_set_free(all);
  return true;
}

/* Two lines in one bank, two threads on one SM, stores and atomics, warm and from cold. */
static void compare_programs(const char *model, const char *settings) {
  static const char *const programs[] = { "Wx1 Wy1 | Ry Rx", "Wx1 Ry | Wy1 Rx",
                                          "Xx1 Ry | Xy2 & Rx" };
  uint64_t states[2] = { 0, 0 };
  for (unsigned i = 0; i < 6; i++) {
    char *text = litmus_of(programs[i / 2], false, "true");
    struct program *program = program_read(text);
    struct outdated_pair pair = { setting_of(
                                      &(struct question){ .model = model, .settings = settings }),
                                  program,
                                  i % 2,
                                  0,
                                  { 0, 0 } };
    struct placement_options options = { .banks = pair.setting.system->banks_matter };
    free(text);
    assert_true(placements_each(program, &options, compare_placement, &pair));
    if (pair.cold) assert_true(pair.placements > 1);
    states[0] += pair.states[0];
    states[1] += pair.states[1];
    program_free(program);
  }
  assert_true(states[0] < states[1]);
}

static void test_programs(void **state) {
  (void)state;
  compare_programs("rcc-sc", NULL);
  compare_programs("rcc-wo", "gpu");
  compare_programs("gtsc-sc", NULL);
  compare_programs("gtsc-rc", "gpu");
  compare_programs("tardis", NULL);
}

static bool is_forgotten(const char *model, const char *settings) {
  struct question question = { .model = model, .settings = settings };
  struct setting setting = setting_of(&question);
  struct client client = { .sms = 1, .lines = 1, .values = 1, .threads = 1 };
  struct machine_options options = { .cold = false };
  struct diagnostic error = { NULL };
  struct machine *machine = machine_new_client(&setting, &client, &options, &error);
  if (!machine) fail_msg("%s", error.message);
  bool outdates = machine_shape(machine)->outdates;
  machine_free(machine);
  return outdates;
}

static void test_where(void **state) {
  (void)state;
  assert_true(is_forgotten("rcc-wo", NULL) && is_forgotten("rcc-wo", "unordered=1"));
  assert_false(is_forgotten("rcc-wo", "mnow=0") || is_forgotten("rcc-wo", "combine=1") ||
               is_forgotten("rcc-wo", "rollover=1"));
  assert_true(is_forgotten("gtsc-rc", NULL));
  assert_false(is_forgotten("gtsc-rc", "visibility=1") || is_forgotten("gtsc-rc", "overflow=1"));
  assert_true(is_forgotten("tardis", NULL));
  assert_false(is_forgotten("tardis", "unordered=1") || is_forgotten("tardis", "shared-queue=1"));
}

/* --- ticks that wait --- */

/* The cells of a model's tables that fire, but for those of its clock; how many. */
enum { CELLS_MAX = 1 << 16 };
static unsigned fired_on(const struct machine *machine, const struct system *system, bool *cells) {
  unsigned cell = 0, count = 0;
  for (unsigned kind = 0; kind < KINDS_MAX && system->kinds[kind].name; kind++) {
    const struct table *table = &system->kinds[kind].table;
    for (unsigned row = 0; row < table->row_count; row++)
      for (unsigned state = 0; state < table->state_count; state++)
        for (unsigned event = 0; event < table->event_count; event++, cell++) {
          assert_true(cell < CELLS_MAX);
          bool of_clock = event == system->promises.tick || event == EVENT_EXPIRY;
          cells[cell] = !of_clock && machine_fired(machine, kind, row, state, event);
          count += cells[cell];
        }
  }
  return count;
}

struct outdated_searched {
  uint64_t states, broken;
  unsigned fired;
  bool cells[CELLS_MAX];
};

static void search_one_for_two(const char *model, const struct client *client, bool no_ample,
                               struct outdated_searched *searched) {
  struct question question = { .model = model };
  struct setting setting = setting_of(&question);
  struct machine_options options = { .no_ample = no_ample };
  struct diagnostic error = { NULL };
  struct machine *machine = machine_new_client(&setting, client, &options, &error);
  if (!machine) fail_msg("%s", error.message);
  struct search_result result =
      machine_search(machine, &(struct search_options){ .threads = 1, .stop_at = WHOLE });
  assert_int_equal(result.end, SEARCH_COMPLETE);
  searched->states = result.states;
  searched->broken = result.broken;
  searched->fired = fired_on(machine, setting.system, searched->cells);
  search_result_clear(&result);
  machine_free(machine);
}

/* Fewer states break the same, and nothing is lost that is asked or answered: the same cells fire.
 * gtsc-sc's clocks are its warps', each of which waits by itself. */
static void test_ticks_wait(void **state) {
  static const struct {
    const char *model;
    struct client client;
  } asked[] = {
    { "rcc-sc", { .sms = 2, .threads = 2, .lines = 2, .values = 1, .sm_of_thread = { 0, 1 } } },
    { "tardis", { .sms = 2, .threads = 2, .lines = 2, .values = 1, .sm_of_thread = { 0, 1 } } },
    { "gtsc-sc", { .sms = 1, .threads = 2, .lines = 2, .values = 1, .sm_of_thread = { 0, 0 } } }
  };
  static struct outdated_searched waiting, at_once;
  (void)state;
  for (unsigned i = 0; i < sizeof asked / sizeof *asked; i++) {
    if (!strcmp(asked[i].model, "tardis") && !test_is_whole()) continue; /* two million states */
    search_one_for_two(asked[i].model, &asked[i].client, false, &waiting);
    search_one_for_two(asked[i].model, &asked[i].client, true, &at_once);
    assert_int_equal(waiting.broken, at_once.broken);
    assert_true(waiting.states < at_once.states / 2);
    assert_true(waiting.fired > 0 && waiting.fired == at_once.fired);
    assert_memory_equal(waiting.cells, at_once.cells, sizeof waiting.cells);
  }
}

/* --- planted: too much is forgotten --- */

/* By two lines, and by one with a clock that moves on. */
static void refute(const char *model, struct planted *bug, bool of_one_line) {
  struct question question = { .model = model, .planted = &bug->system };
  if (of_one_line) {
    question.settings = ticks;
    assert_int_not_equal(proof_run(&question, 2, 2, 1, 1).broken, 0);
    question.settings = NULL;
  }
  assert_int_not_equal(proof_run(&question, 2, 2, 2, 1).broken, 0);
  free(bug);
}

/* Also while a GETS is out: a RENEW may be on its way. */
static unsigned though_renewed(const struct step *s) {
  unsigned (*const own)(const struct step *) =
      system_find("rcc-sc", 6)->kinds[L1].promises.renewable;
  struct line idle = *s->line;
  struct step as_if = *s;
  idle.reads = 0;
  as_if.line = &idle;
  return own(&as_if);
}

static void test_given_up_though_renewed(void **state) {
  (void)state;
  struct planted *bug = plant_new("rcc-sc");
  bug->system.kinds[L1].promises.renewable = though_renewed;
  refute("rcc-sc", bug, true);
}

/* Forgets the latest time of all evicted blocks: the next version need not be the latest. */
static void forget_clock(struct step *s) { s->local->clock = 0; }

static void test_clock_forgotten(void **state) {
  static const char *const models[] = { "rcc-sc", "gtsc-sc", "tardis" };
  (void)state;
  for (unsigned i = 0; i < 3; i++) {
    struct planted *bug = plant_new(models[i]);
    bug->system.kinds[L2].promises.drop_dead_values = forget_clock;
    if (i == 1)
      assert_int_not_equal(
          proof_run(
              &(struct question){ .model = models[i], .settings = ticks, .planted = &bug->system },
              1, 2, 1, 1)
              .broken,
          0); /* which is the sample of test_records */
    refute(models[i], bug, true);
  }
}

/* Forgets the time of a warp whose store is out.  A core that posts its stores may do more than
 * this. */
static void forget_writer(struct step *s) {
  for (unsigned at = 0; at < s->shape->lines; at++)
    if (s->local->line[at].writer != NO_ONE) s->local->stall[s->local->line[at].writer] = NO_TIME;
}

static void test_warp_ts_forgotten(void **state) {
  (void)state;
  struct planted *bug = plant_new("gtsc-rc");
  bug->system.kinds[L1].promises.drop_dead_values = forget_writer;
  refute("gtsc-rc", bug, test_is_whole());
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_records),         cmocka_unit_test(test_broken_variants),
    cmocka_unit_test(test_where),           cmocka_unit_test(test_programs),
    cmocka_unit_test(test_ticks_wait),      cmocka_unit_test(test_given_up_though_renewed),
    cmocka_unit_test(test_clock_forgotten), cmocka_unit_test(test_warp_ts_forgotten),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
