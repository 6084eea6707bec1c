/* Liveness of the most general client: the requests that are answered, the claims of records, and
 * symmetry. A limit leaves the question open. */
#include "liveness_support.h"
#include "machine/clients.h"
#include "machine/fairness.h"
#include "machine/mutant.h"

static enum progress_level level_of_client(const char *name, const char *assignment,
                                           enum fairness fairness) {
  struct setting setting = setting_of(name, assignment);
  struct subject subject = {
    .setting = setting,
    .client = { .sms = 2, .threads = 2, .lines = 1, .values = 1, .sm_of_thread = { 0, 1 } }
  };
  return level_of(&subject, fairness);
}

/* A read in time extends the lease that a write waits for; a directory that need not serve all
 * in turn starves some. */
static void requests_are_answered(void **unused) {
  (void)unused;
  assert_int_equal(level_of_client("lcc", "lease=2", FAIRNESS_USUAL), PROGRESS_GUARANTEED);
  assert_int_equal(level_of_client("lcc:extend", "lease=2", FAIRNESS_USUAL), PROGRESS_POSSIBLE);
  assert_int_equal(level_of_client("tc-strong", "lease=2", FAIRNESS_USUAL), PROGRESS_GUARANTEED);
  assert_int_equal(level_of_client("tc-strong:overtake", "lease=2", FAIRNESS_USUAL),
                   PROGRESS_POSSIBLE);
  assert_int_equal(level_of_client("mesi", NULL, FAIRNESS_USUAL), PROGRESS_GUARANTEED);
  assert_int_equal(level_of_client("mesi", NULL, FAIRNESS_WEAK), PROGRESS_POSSIBLE);
}

/* The record's claim about the client, where it shows, and where it does not. */
static void records_of_clients_are_exact(void **unused) {
  (void)unused;
  static const struct {
    const char *name;
    struct client client;
    enum liveness_verdict possible, guaranteed;
  } asked[] = {
    /* variants that may deadlock or reach NEVER need not do so in every client */
    { "tc-strong:printed",
      { .sms = 2, .threads = 2, .lines = 1, .values = 1, .sm_of_thread = { 0, 1 } },
      LIVENESS_AS_RECORDED,
      LIVENESS_AS_RECORDED },
    { "gtsc-sc:no-lock",
      { .sms = 1, .threads = 2, .lines = 1, .values = 1 },
      LIVENESS_AS_RECORDED,
      LIVENESS_AS_RECORDED },
    { "fg-lock:any-order",
      { .sms = 2, .threads = 2, .lines = 2, .values = 1, .sm_of_thread = { 0, 1 } },
      LIVENESS_AS_RECORDED,
      LIVENESS_AS_RECORDED },
    { "fg-lock:any-order",
      { .sms = 2, .threads = 2, .lines = 1, .values = 1, .sm_of_thread = { 0, 1 } },
      LIVENESS_HOLDS,
      LIVENESS_AS_RECORDED },
    /* a thread that finds its own lock taken gives up */
    { "fg-lock:printed",
      { .sms = 2, .threads = 2, .lines = 1, .values = 1, .sm_of_thread = { 0, 1 } },
      LIVENESS_HOLDS,
      LIVENESS_AS_RECORDED },
    /* only lanes of the same warp wait in a stall buffer without room */
    { "getm:full",
      { .sms = 2, .threads = 2, .lines = 1, .values = 1, .sm_of_thread = { 0, 1 } },
      LIVENESS_HOLDS,
      LIVENESS_HOLDS },
    { "getm:full",
      { .sms = 1, .threads = 2, .lines = 1, .values = 1 },
      LIVENESS_HOLDS,
      LIVENESS_AS_RECORDED },
  };
  for (unsigned i = 0; i < sizeof asked / sizeof *asked; i++)
    for (enum progress_level level = PROGRESS_POSSIBLE; level <= PROGRESS_GUARANTEED; ++level) {
      struct liveness_question question = { .level = level };
      struct subject subject = { .setting = setting_of(asked[i].name, NULL),
                                 .client = asked[i].client };
      struct search_options limits = { .threads = 1 };
      struct liveness_answer answer;
      struct diagnostic error = { NULL };
      assert_true(liveness_ask(&subject, &question, &limits, &answer, &error));
      enum liveness_verdict expected =
          level == PROGRESS_POSSIBLE ? asked[i].possible : asked[i].guaranteed;
      enum liveness_verdict verdict = liveness_of_client(&answer, &question);
      if (verdict != expected)
        fail_msg("%s, %u: %s", asked[i].name, i, liveness_verdict_name(verdict));
      liveness_answer_clear(&answer);
    }
}

static struct progress_claim claims_nothing(const struct setting *setting) {
  (void)setting;
  return (struct progress_claim){ .threads = PROGRESS_NONE, .requests = PROGRESS_NONE };
}

/* A record that claims less than holds is reported, whether or not more is asked. */
static void a_record_claims_what_there_is(void **unused) {
  (void)unused;
  struct setting setting = setting_of("lcc:extend", "lease=2");
  struct system system = *setting.system;
  system.progress = claims_nothing;
  setting.system = &system;
  struct subject subject = {
    .setting = setting,
    .client = { .sms = 2, .threads = 2, .lines = 1, .values = 1, .sm_of_thread = { 0, 1 } }
  };
  for (enum progress_level level = PROGRESS_POSSIBLE; level <= PROGRESS_GUARANTEED; ++level) {
    struct liveness_question question = { .level = level };
    struct search_options limits = { .threads = 1 };
    struct liveness_answer answer;
    struct diagnostic error = { NULL };
    assert_true(liveness_ask(&subject, &question, &limits, &answer, &error));
    assert_int_equal(liveness_found(&answer.progress, &question), PROGRESS_POSSIBLE);
    assert_int_equal(liveness_of_client(&answer, &question), LIVENESS_MISSING);
    liveness_answer_clear(&answer);
  }
}

/* If a goal is possible for representatives, it is possible for their orbits. */
static void symmetry_preserves_what_is_possible(void **unused) {
  (void)unused;
  const char *const names[] = { "mesi", "lcc:extend", "wt", "tso", "gpu-vi" };
  struct liveness_question question = { .level = PROGRESS_POSSIBLE, .fairness = FAIRNESS_USUAL };
  struct search_options limits = { .threads = 1 };
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
    struct subject subject = {
      .setting = setting_of(names[i], NULL),
      .client = { .sms = 2, .threads = 2, .lines = 1, .values = 1, .sm_of_thread = { 0, 1 } }
    };
    struct liveness_answer with, without;
    struct diagnostic error = { NULL };
    assert_true(liveness_ask(&subject, &question, &limits, &with, &error));
    subject.options.no_reduction = true;
    assert_true(liveness_ask(&subject, &question, &limits, &without, &error));
    assert_int_equal(machine_symmetries(without.machine), 1);
    assert_true(machine_symmetries(with.machine) > 1);
    assert_int_equal(with.progress.impossible, 0);
    assert_int_equal(without.progress.impossible, 0);
    assert_int_equal(machine_orbit_states(with.machine), without.progress.search.states);
    assert_true(with.progress.search.states < without.progress.search.states);
    liveness_answer_clear(&with);
    liveness_answer_clear(&without);
  }
}

/* Symmetry shows that rest is lost; then the requests are asked without it. */
static void a_lost_request_of_a_client_is_found(void **unused) {
  (void)unused;
  struct setting setting = setting_of("sc", NULL);
  struct liveness_question question = { .level = PROGRESS_POSSIBLE, .fairness = FAIRNESS_USUAL };
  struct search_options limits = { .threads = 1 };
  unsigned lost = 0;
  for (unsigned i = 0; i < mutant_count(setting.system); i++) {
    struct mutant mutant = mutant_at(setting.system, i);
    struct subject subject = {
      .setting = setting,
      .options = { .mutant = &mutant },
      .client = { .sms = 2, .threads = 2, .lines = 1, .values = 1, .sm_of_thread = { 0, 1 } }
    };
    struct liveness_answer answer;
    struct diagnostic error = { NULL };
    if (!liveness_ask(&subject, &question, &limits, &answer, &error)) {
      diagnostic_clear(&error);
      continue;
    }
    struct obligations obligations =
        machine_obligations(answer.machine, PROGRESS_POSSIBLE, FAIRNESS_USUAL);
    if (answer.progress.impossible) {
      assert_int_equal(answer.progress.impossible, 7); /* each thread's request, and rest */
      assert_int_equal(machine_symmetries(answer.machine), 1);
      assert_true(
          lasso_replays(machine_model(answer.machine), &obligations, answer.progress.lasso));
      lost++;
    }
    liveness_answer_clear(&answer);
  }
  assert_true(lost > 0);
}

static void limits_leave_it_open(void **unused) {
  (void)unused;
  struct setting setting = setting_of("mesi", NULL);
  struct subject subject = {
    .setting = setting,
    .client = { .sms = 2, .threads = 2, .lines = 1, .values = 1, .sm_of_thread = { 0, 1 } }
  };
  struct liveness_question question = { PROGRESS_GUARANTEED, FAIRNESS_USUAL };
  for (unsigned i = 0; i < 2; i++) {
    struct search_options limits = { .depth_max = i ? 3 : 0, .memory_max = i ? 0 : 300000 };
    struct liveness_answer answer = ask(&subject, FAIRNESS_USUAL, limits);
    assert_int_equal(answer.progress.end, i ? SEARCH_OUT_OF_DEPTH : SEARCH_OUT_OF_MEMORY);
    assert_int_equal(liveness_of_client(&answer, &question), LIVENESS_INCONCLUSIVE);
    liveness_answer_clear(&answer);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(requests_are_answered),
    cmocka_unit_test(records_of_clients_are_exact),
    cmocka_unit_test(a_record_claims_what_there_is),
    cmocka_unit_test(symmetry_preserves_what_is_possible),
    cmocka_unit_test(a_lost_request_of_a_client_is_found),
    cmocka_unit_test(limits_leave_it_open),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
