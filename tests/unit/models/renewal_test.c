/* Leases of old copies, in logical time.  The most general client refutes an L2 that renews a lease
 * without a look at the version, even with one value.  A cache tells its L2 which version it has;
 * here the L2 takes any version for its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>
#include "protocol/step.h"
#include "plant.h"
#include "reach.h"

enum { L2 = 1, LEASED = CLAIM(PROPERTY_SWMR_LOGICAL) };

/* A clock that moves on by itself does for one line what accesses of others would. */
static struct reach_proof prove_planted(const char *model, const struct planted *bug,
                                        unsigned stop_at) {
  struct question question = {
    .model = model, .settings = "tick=1", .planted = &bug->system, .stop_at = stop_at
  };
  return proof_run(&question, 2, 2, 1, 1);
}

/* The messages that answer with only a lease, and with the block; and the time of a request that
 * says that there is a copy. */
static action *renewal, *block;
static unsigned says;

static void renew_any(struct step *s) {
  (step_incoming(s)->time[says] == NO_TIME ? block : renewal)(s);
}

static void refute(const char *model, unsigned stop_at, struct planted *bug) {
  assert_int_equal(prove_planted(model, bug, stop_at).broken & stop_at, stop_at);
  free(bug);
}

static void refute_renewals(const char *model, const char *event, const char *when,
                            const char *extends, const char *renews, const char *fills) {
  struct planted *bug = plant_new(model);
  renewal = plant_find(bug, L2, renews);
  block = plant_find(bug, L2, fills);
  action *const actions[] = { plant_find(bug, L2, extends), renew_any, NULL };
  plant_actions(bug, L2, plant_row(bug, L2, "V", event, when), NULL, actions);
  refute(model, LEASED, bug);
}

static void test_rcc(void **state) {
  (void)state;
  says = 1; /* exp */
  refute_renewals("rcc-sc", "GETS", "is_not_current", "lease", "renew", "data");
  refute_renewals("rcc-wo", "GETS", "is_not_current", "lease", "renew", "data");
}

/* In Figure 3.5a, taken to the letter, each load in II sends a GETS of its own.  So a RENEW may
 * come in VI.  If it had the same actions there as in II, older data might still overwrite the
 * renewed ones.  Only answers in order would prevent that. */
static void test_gets_of_their_own(void **state) {
  (void)state;
  const uint64_t never = CLAIM(PROPERTY_NEVER);
  struct question question = { .model = "rcc-sc", .settings = "tick=1 merge=2", .stop_at = never };
  assert_int_equal(proof_run(&question, 1, 2, 1, 1).broken & never, never);
  struct planted *bug = plant_new("rcc-sc");
  action *const actions[] = { plant_find(bug, 0, "extend"), plant_find(bug, 0, "finish_load"),
                              plant_find(bug, 0, "take_up_merged"), NULL };
  plant_actions(bug, 0, plant_row(bug, 0, "VI", "RENEW", NULL), "VI", actions);
  question = (struct question){
    .model = "rcc-sc", .settings = "tick=1 merge=2", .planted = &bug->system, .stop_at = LEASED
  };
  assert_int_equal(proof_run(&question, 1, 2, 1, 1).broken & LEASED, LEASED);
  question.settings = "tick=1 merge=2 ordered=1";
  struct reach_proof proof = proof_run(&question, 1, 2, 1, 1);
  assert_true(proof.complete && !(proof.broken & LEASED));
  free(bug);
}

static void test_gtsc(void **state) {
  (void)state;
  says = 0; /* wts */
  refute_renewals("gtsc-sc", "BusRd", "other_version", "extend", "busrnw", "busfill");
  refute_renewals("gtsc-rc", "BusRd", "other_version", "extend", "busrnw", "busfill");
}

/* The request waits in the line with its wts. */
static void believe(struct step *s) {
  enum { WTS, ASKED_WTS = 2 };
  if (s->line->time[ASKED_WTS] != NO_TIME) s->line->time[ASKED_WTS] = s->line->time[WTS];
}

static void refute_tardis(const char *event, const char *serves, unsigned stop_at) {
  struct planted *bug = plant_new("tardis");
  action *const actions[] = { plant_find(bug, L2, "keep_request"), believe,
                              plant_find(bug, L2, serves), NULL };
  plant_actions(bug, L2, plant_row(bug, L2, "S", event, NULL), stop_at == LEASED ? NULL : "E",
                actions);
  refute("tardis", stop_at, bug);
}

static void test_tardis(void **state) {
  (void)state;
  refute_tardis("SH_REQ", "serve_reader", LEASED);
  refute_tardis("EX_REQ", "serve_writer",
                CLAIM(PROPERTY_VALUE_LOGICAL)); /* an owner of an old block */
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(test_rcc),
                                      cmocka_unit_test(test_gets_of_their_own),
                                      cmocka_unit_test(test_gtsc), cmocka_unit_test(test_tardis) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
