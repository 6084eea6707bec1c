/* Reductions are exact (DESIGN.md, decision 4): deferred evictions, persistent sets, ample sets and
 * dead values.  With and without them a machine reaches the same outcomes and breaks the same
 * claims, in every placement.  So it does with all but one of them, each in its turn.
 *
 * They rest on promises of a system's record.  Every record and variant is compared, so this test
 * finds a new model that promises wrongly; planted bugs show that it can tell.  A mutant need not
 * keep the promises, so it runs without reductions.  `make test` takes a sample of the variants:
 * one kind of core each, fewer programs, smaller placements and clients (sanitized.h).
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
#include "search/search.h"
#include "shapes.h"
#include "tests/unit/sanitized.h"
#include "machine/clients.h"
#include "machine/mutant.h"
#include "machine/outcomes.h"

/* The results of a search that a reduction must not change. */
struct reduction_verdict {
  bool whole;
  uint64_t broken;
  struct outcome_set *outcomes;
};

struct reduction_pair {
  const struct question *question;
  struct setting setting;
  const struct program *program;
  unsigned placements, differ;
  uint64_t states[2]; /* with reductions, without */
  char where[1024];   /* the placements in which they differ, and how */
};

static uint64_t claimed(const struct reduction_pair *pair) {
  return setting_invariants(&pair->setting) | CLAIM(PROPERTY_NEVER) | CLAIM(PROPERTY_DEADLOCK) |
         CLAIM(PROPERTY_OVERFLOW);
}

/* Which reductions are off. */
enum off { NONE, ALL, DEFERRED_EVICTIONS, DEAD_VALUES, AMPLE_SETS, OFF_COUNT };

static struct reduction_verdict run_one(struct reduction_pair *pair,
                                        const struct placement *placement, enum off off) {
  struct machine_options options = { .cold = pair->question->cold,
                                     .capacity = pair->question->capacity,
                                     .mutant = pair->question->mutant,
                                     .no_reduction = off == ALL,
                                     .no_deferred_evictions = off == DEFERRED_EVICTIONS,
                                     .no_dead_values = off == DEAD_VALUES,
                                     .no_ample = off == AMPLE_SETS };
  struct search_options limits = { .states_max = off ? pair->question->states_max : 0 };
  struct diagnostic error = { NULL };
  struct machine *machine = machine_new(&pair->setting, pair->program, placement, &options, &error);
  if (!machine) fail_msg("%s", error.message);
  struct search_result result = machine_search(machine, &limits);
  assert_true(result.end == SEARCH_COMPLETE || result.end == SEARCH_OUT_OF_STATES);
  struct reduction_verdict verdict = { result.end == SEARCH_COMPLETE, result.broken & claimed(pair),
                                       machine_outcomes(machine) };
  if (off <= ALL) pair->states[off] += result.states;
  search_result_clear(&result);
  machine_free(machine);
  return verdict;
}

static bool same(const struct reduction_verdict *a, const struct reduction_verdict *b) {
  return a->broken == b->broken && outcome_set_size(a->outcomes) == outcome_set_size(b->outcomes) &&
         outcome_set_within(a->outcomes, b->outcomes, NULL);
}

static void note(struct reduction_pair *pair, const struct placement *placement,
                 const struct reduction_verdict *reduced, const struct reduction_verdict *full) {
  size_t used = strlen(pair->where);
  FILE *out = fmemopen(pair->where + used, sizeof pair->where - used, "w");
  placement_print(out, pair->program, placement);
  fprintf(out, ": with reductions %u outcomes, broken %#x; without %u, %#x\n",
          (unsigned)outcome_set_size(reduced->outcomes), (unsigned)reduced->broken,
          (unsigned)outcome_set_size(full->outcomes), (unsigned)full->broken);
  fclose(out);
}

static bool compare_placement(void *context, const struct placement *placement) {
  struct reduction_pair *pair = context;
  struct reduction_verdict full = run_one(pair, placement, ALL);
  if (!full.whole) {
    outcome_set_free(full.outcomes);
    return true;
  }
  struct reduction_verdict reduced = run_one(pair, placement, NONE);
  struct reduction_verdict but_one = run_one(
      pair, placement, DEFERRED_EVICTIONS + pair->placements % (OFF_COUNT - DEFERRED_EVICTIONS));
  if (!same(&reduced, &full) && pair->differ++ < 4) note(pair, placement, &reduced, &full);
  if (but_one.whole && !same(&but_one, &full) && pair->differ++ < 4)
    note(pair, placement, &but_one, &full);
  pair->placements++;
  outcome_set_free(reduced.outcomes);
  outcome_set_free(but_one.outcomes);
  outcome_set_free(full.outcomes);
  return true;
}

/* Both searches, in every placement. */
static struct reduction_pair compare(const struct question *question, const char *shorthand) {
  char *text = litmus_of(shorthand, question->fenced, "true");
  struct program *program = program_read(text);
  free(text);
  struct reduction_pair pair = { .question = question,
                                 .setting = setting_of(question),
                                 .program = program };
  struct placement_options options = { .banks = pair.setting.system->banks_matter,
                                       .warps = pair.setting.system->sm_is_warp };
  assert_true(placements_each(program, &options, compare_placement, &pair));
  program_free(program);
  pair.program = NULL;
  return pair;
}

static struct reduction_pair expect_same(const struct question *question, const char *shorthand) {
  struct reduction_pair pair = compare(question, shorthand);
  if (pair.differ)
    fail_msg("%s %s%s%s, %s:\n%s", question->model, question->settings ? question->settings : "",
             question->fenced ? " fenced" : "", question->cold ? " from cold" : "", shorthand,
             pair.where);
  return pair;
}

/* --- every model, every variant, whatever its record promises --- */

/* Small programs on a machine with each kind of core that it has, warm and cold.  The placements
 * include one SM for all. */
static unsigned compare_up_to(uint64_t states_max, const char *name, const char *core,
                              bool sample) {
  static const enum litmus_shape warm[] = { CORR, MP, S }, cold[] = { SB, LB, TWO_PLUS_2W, COWR };
  struct question question = { .model = name, .settings = core, .states_max = states_max };
  unsigned compared = 0;
  for (unsigned i = 0; i < (sample ? 2 : sizeof warm / sizeof *warm); i++)
    compared += expect_same(&question, shapes[warm[i]].program).placements;
  question.cold = true;
  for (unsigned i = 0; i < (sample ? 1 : sizeof cold / sizeof *cold); i++)
    compared += expect_same(&question, shapes[cold[i]].program).placements;
  return compared + expect_same(&question, "Xx1 Ry | Xx2 & Rx").placements;
}

static void compare_setting(const char *name, const char *core, bool sample) {
  enum { COMPARED_MAX = 5000, COMPARED_IN_SAMPLE = 1000 };
  struct setting setting = setting_of(&(struct question){ .model = name, .settings = core });
  unsigned compared = sample ? compare_up_to(COMPARED_IN_SAMPLE, name, core, true) : 0;
  if (!compared) compared = compare_up_to(COMPARED_MAX, name, core, sample);
  bool broken = setting_is_broken(&setting) ||
                (setting.variant && setting.variant->invariants_lost); /* it may run away */
  if (compared < (sample ? 1 : 2) && !broken)
    fail_msg("%s, %s cores: only %u placements are small enough to compare", name, core, compared);
}

/* The properties that a small most general client breaks, with those that a variant is known to
 * lose. */
static bool broken_by_client(const struct setting *setting, unsigned sms, unsigned threads,
                             bool no_reduction, uint64_t states_max, uint64_t *broken) {
  struct client client = {
    .sms = sms, .threads = threads, .lines = 1, .values = 1, .sm_of_thread = { 0, sms - 1 }
  };
  struct machine_options options = { .no_reduction = no_reduction };
  struct diagnostic error = { NULL };
  struct machine *machine = machine_new_client(setting, &client, &options, &error);
  if (!machine) fail_msg("%s", error.message);
  struct search_result result =
      machine_search(machine, &(struct search_options){ .states_max = states_max });
  bool whole = result.end == SEARCH_COMPLETE;
  *broken = result.broken;
  search_result_clear(&result);
  machine_free(machine);
  return whole;
}

static void compare_client(const char *name, const char *core, bool sample) {
  uint64_t compared_max = sample ? 2000 : 20000;
  struct setting setting = setting_of(&(struct question){ .model = name, .settings = core });
  for (unsigned sms = 1; sms <= 2; sms++) {
    uint64_t reduced, full;
    if (!broken_by_client(&setting, sms, 2, true, compared_max, &full)) continue; /* too large */
    assert_true(broken_by_client(&setting, sms, 2, false, 0, &reduced));
    if (reduced != full)
      fail_msg("%s, %s cores, 2 threads on %u SMs: the most general client breaks %#x with "
               "reductions, %#x without",
               name, core, sms, (unsigned)reduced, (unsigned)full);
  }
}

/* The value of a load depends on the stores before it is issued, and on those while it is out.
 * That takes two threads on one SM, and a third that stores. */
static void test_what_loads_are_told(void **state) {
  (void)state;
  static const char *const models[] = { "mesi",
                                        "mesi:joined",
                                        "mesi:late-merge",
                                        "gpu-vi",
                                        "gpu-vi:late-merge",
                                        "gpu-vi:pending-new",
                                        "tc-strong",
                                        "tc-strong:pending-new",
                                        "lcc",
                                        "lcc:dead-merge",
                                        "rfo",
                                        "no-l1" };
  for (unsigned i = 0; i < sizeof models / sizeof *models; i++) {
    struct setting setting = setting_of(&(struct question){ .model = models[i] });
    uint64_t reduced, full;
    assert_true(broken_by_client(&setting, 2, 3, true, 0, &full) &&
                broken_by_client(&setting, 2, 3, false, 0, &reduced));
    assert_int_equal(full, setting_losses(&setting));
    assert_int_equal(reduced, full);
  }
}

static void compare_record(const struct system *system, const struct variant *variant,
                           unsigned turn) {
  char name[64];
  snprintf(name, sizeof name, "%s%s%s", system->name, variant ? ":" : "",
           variant ? variant->name : "");
  for (unsigned kind = 0; kind < CORE_KINDS; kind++) {
    if (!system->claims[kind].offered) continue;
    bool sample = variant && !test_is_whole();
    if (sample && !is_its_turn(system, kind, turn)) continue;
    compare_setting(name, core_kind_name((enum core_kind)kind), sample);
    compare_client(name, core_kind_name((enum core_kind)kind), sample);
  }
}

static void test_every_record(void **state) {
  (void)state;
  for (const struct system *const *system = systems(); *system; system++) {
    compare_record(*system, NULL, 0);
    for (unsigned v = 0; v < VARIANTS_MAX && (*system)->variants[v].name; v++)
      compare_record(*system, &(*system)->variants[v], v);
  }
}

/* Transactions that conflict on two words, those of lanes of one warp and of two, a lane that comes
 * late, and one beside plain accesses. */
static void test_transactions(void **state) {
  static const char *const programs[] = { "B Rx Wy1 C | B Ry Wx1 C",
                                          "B Rx Wx1 C & B Rx Wx2 C",
                                          "B Wx1 Wy1 C | Ry Rx",
                                          "B Rx Ry C | B Wx1 C | Wy1",
                                          "B Wx1 C & B Rx C | B Wx2 C & B Ry C",
                                          "B Wx1 C & Ry B Wx2 C | B Rx C" };
  (void)state;
  for (const struct system *const *system = systems(); *system; system++) {
    unsigned compared = 0;
    if (!(*system)->transactions.begin) continue;
    for (unsigned v = 0; v <= VARIANTS_MAX; v++) {
      const char *variant = v ? (*system)->variants[v - 1].name : "";
      char name[64];
      if (!variant) break;
      snprintf(name, sizeof name, "%s%s%s", (*system)->name, v ? ":" : "", variant);
      for (unsigned i = 0; i < (v && !test_is_whole() ? 2 : sizeof programs / sizeof *programs);
           i++)
        compared +=
            expect_same(&(struct question){ .model = name, .states_max = 20000 }, programs[i])
                .placements;
    }
    if (compared < 4)
      fail_msg("%s: only %u placements are small enough to compare", (*system)->name, compared);
  }
}

/* --- the models as they are --- */

static void compare_shapes(const struct question *question) {
  uint64_t states[2] = { 0, 0 };
  for (enum litmus_shape shape = MP; shape <= CORR; shape++) {
    struct reduction_pair pair = expect_same(question, shapes[shape].program);
    states[0] += pair.states[0];
    states[1] += pair.states[1];
  }
  assert_true(states[0] <= states[1]);
}

static void test_mesi(void **state) {
  (void)state;
  compare_shapes(&(struct question){ .model = "mesi", .cold = true });
  expect_same(&(struct question){ .model = "mesi" }, shapes[CORR].program);
  expect_same(&(struct question){ .model = "mesi" }, shapes[MP].program);
}

/* Where channels have little room, lines are not independent: one message may hold back another
 * line's. */
static void test_little_room(void **state) {
  (void)state;
  for (unsigned capacity = 1; capacity <= 2; capacity++) {
    struct question question = { .model = "mesi", .cold = true, .capacity = capacity };
    expect_same(&question, shapes[MP].program);
    question.model = "rfo";
    expect_same(&question, shapes[SB].program);
  }
}

/* Atomics, and a third thread that shares an SM. */
static void test_mesi_from_cold(void **state) {
  (void)state;
  static const char *const programs[] = { "Xx1 Ry | Xy1 Rx", "Xx1 | Xx2 & Rx",
                                          "Wx1 & Rx | Rx Wx2" };
  for (unsigned i = 0; i < 3; i++)
    expect_same(&(struct question){ .model = "mesi", .cold = true }, programs[i]);
}

/* A port that evicts nothing preceding: no copy is to be kept for a store, which will ask for its
 * line all the same. */
static void test_mesi_evicts_loudly(void **state) {
  (void)state;
  struct planted *loud = plant_new("mesi");
  loud->system.kinds[0].internals[0] = loud->system.kinds[0].internals[1];
  loud->system.kinds[0].internal_count = 1;
  struct question question = { .model = "mesi", .planted = &loud->system, .cold = true };
  for (enum litmus_shape shape = MP; shape <= S; shape++)
    expect_same(&question, shapes[shape].program);
  free(loud);
}

static void test_write_through(void **state) {
  (void)state;
  static const char *const models[] = { "wt", "incoherent-l1", "no-l1", "tso" };
  for (unsigned i = 0; i < 4; i++) {
    compare_shapes(&(struct question){ .model = models[i] });
    compare_shapes(&(struct question){ .model = models[i], .fenced = true });
  }
  compare_shapes(&(struct question){ .model = "wt", .settings = "weak" });
}

static void test_leases(void **state) {
  (void)state;
  static const struct question questions[] = {
    { .model = "tc-strong", .settings = "io lease=1" },
    { .model = "tc-strong", .settings = "gpu lease=1" },
    { .model = "tc-strong", .settings = "gpu lease=1", .fenced = true },
    { .model = "tc-strong", .settings = "io lease=2" },
    { .model = "tc-weak", .settings = "io lease=1" },
    { .model = "tc-weak", .settings = "io lease=1", .fenced = true },
    { .model = "tc-weak", .settings = "gpu lease=1" },
    { .model = "tc-weak", .settings = "gpu lease=1", .fenced = true },
    { .model = "tc-weak", .settings = "weak lease=1" },
    { .model = "tc-weak", .settings = "weak lease=1", .fenced = true },
    { .model = "rcc-sc", .settings = "lease=1" },
  };
  for (unsigned i = 0; i < sizeof questions / sizeof *questions; i++) compare_shapes(&questions[i]);
}

/* --- faults --- */

static void test_mutants_run_without(void **state) {
  (void)state;
  static const struct {
    const char *model, *settings;
  } tried[] = { { "wt", NULL }, { "tc-strong", "lease=1" }, { "tc-weak", "lease=1" } };
  for (unsigned m = 0; m < 3; m++) {
    const struct system *system = system_find(tried[m].model, (unsigned)strlen(tried[m].model));
    for (unsigned i = 0; i < mutant_count(system); i += 19) {
      struct mutant mutant = mutant_at(system, i);
      struct question question = { .model = tried[m].model,
                                   .settings = tried[m].settings,
                                   .mutant = &mutant };
      struct reduction_pair pair = expect_same(&question, shapes[CORR].program);
      assert_int_equal(pair.states[0], pair.states[1]);
    }
  }
}

/* The other half: a record that promises what its table does not keep is found, by the same
 * programs that every record goes through (compare_setting). */
static void expect_found_out(struct planted *bug, const char *settings, enum litmus_shape shape,
                             bool cold) {
  struct question question = {
    .model = bug->system.name, .settings = settings, .planted = &bug->system, .cold = cold
  };
  struct reduction_pair pair = compare(&question, shapes[shape].program);
  if (!pair.differ)
    fail_msg("%s: nobody saw the broken promise on %s", bug->system.name, shapes[shape].name);
  free(bug);
}

/* A false promise `deferred`: another event of the controller can tell the eviction.  An expiry
 * takes it back with its data gone. */
static void test_not_silent(void **state) {
  (void)state;
  struct planted *bug = plant_new("tc-weak");
  plant_actions(bug, 1, plant_row(bug, 1, "E", "EVICT", "clean"), "S",
                (action *const[]){ plant_find(bug, 1, "forget"), NULL });
  expect_found_out(bug, "lease=1", MP, false);
}

/* One that sends (a PUTX): that is a NEVER, whatever comes of it. */
static void test_deferred_sends(void **state) {
  (void)state;
  struct planted *bug = plant_new("mesi");
  struct internal *loud = &bug->system.kinds[0].internals[1];
  loud->promises.deferred = true;
  loud->promises.persistent = false;
  struct question question = { .model = "mesi", .planted = &bug->system, .cold = true };
  assert_true(reached_by_search(&question, shapes[CORR].program, shapes[CORR].outcome).broken &
              CLAIM(PROPERTY_NEVER));
  free(bug);
}

/* A false promise `persistent`, of write-throughs that a release waits for. */
static void test_not_persistent(void **state) {
  (void)state;
  struct planted *bug = plant_new("quickrelease");
  struct internal *write_through = &bug->system.kinds[0].internals[1];
  assert_true(write_through->over == PER_LINE && !write_through->environment);
  write_through->promises.persistent = bug->system.promises.lines_apart = true;
  struct question question = {
    .model = "quickrelease", .planted = &bug->system, .fenced = true, .cold = true
  };
  assert_true(compare(&question, shapes[MP].program).differ > 0);
  free(bug);
}

/* A store that stays in the copy, where there is one, is no secret of the loads. */
static void test_stores_tell(void **state) {
  (void)state;
  struct planted *bug = plant_new("wt");
  plant_actions(bug, 0, plant_row(bug, 0, "V", "STORE", NULL), NULL,
                (action *const[]){ plant_find(bug, 0, "pass"), NULL });
  expect_found_out(bug, NULL, S, false);
}

/* A table may be wrong and the promises of its record hold: then a reduction does not hide the
 * fault.  An INV that reaches an L1 in IS is forgotten, so that the data which overtook it stays.
 */
static void test_fault_is_not_hidden(void **state) {
  (void)state;
  struct planted *bug = plant_new("mesi");
  plant_row(bug, 0, "IS", "INV", NULL)->next = SAME;
  struct question question = { .model = "mesi", .planted = &bug->system, .cold = true };
  assert_true(reached_by_search(&question, shapes[CORR].program, shapes[CORR].outcome).broken &
              CLAIM(PROPERTY_OWN));
  expect_same(&question, shapes[CORR].program);
  question.cold = false;
  expect_same(&question, shapes[CORR].program);
  free(bug);
}

static void lose_words(struct step *s) {
  memset(s->line->data.age, AGE_NONE, sizeof s->line->data.age);
}

/* A copy without its words, which its last load has left behind: a system may claim of copies
 * only that none lacks words.  It must then see copies for which no request comes again. */
static void test_lost_words_are_not_hidden(void **state) {
  (void)state;
  struct planted *bug = plant_new("rcc-sc");
  struct row *row = plant_row(bug, 0, "IV", "DATA", NULL);
  row->actions[table_row_action_count(row)] = lose_words;
  bug->system.invariants = CLAIM(PROPERTY_VALUE_LOGICAL);
  struct question question = {
    .model = "rcc-sc", .settings = "lease=1", .planted = &bug->system, .cold = true
  };
  assert_true(reached_by_search(&question, "Rx", "P0:r0 == 0").broken &
              CLAIM(PROPERTY_VALUE_LOGICAL));
  expect_same(&question, "Rx");
  free(bug);
}

int main(int argc, char **argv) {
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_every_record),
    cmocka_unit_test(test_what_loads_are_told),
    cmocka_unit_test(test_transactions),
    cmocka_unit_test(test_mesi),
    cmocka_unit_test(test_little_room),
    cmocka_unit_test(test_mesi_from_cold),
    cmocka_unit_test(test_mesi_evicts_loudly),
    cmocka_unit_test(test_write_through),
    cmocka_unit_test(test_leases),
    cmocka_unit_test(test_mutants_run_without),
    cmocka_unit_test(test_not_silent),
    cmocka_unit_test(test_deferred_sends),
    cmocka_unit_test(test_not_persistent),
    cmocka_unit_test(test_stores_tell),
    cmocka_unit_test(test_fault_is_not_hidden),
    cmocka_unit_test(test_lost_words_are_not_hidden),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
