/* tardis: sequentially consistent in every placement; its invariants under the most general client;
 * store buffering with its times.  Planted bugs, each with the check that notices it.
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>
#include "follow.h"
#include "protocol/step.h"
#include "plant.h"
#include "shapes.h"
#include "machine/mutant.h"

enum { L1, LLC };

static void test_sequentially_consistent(void **state) {
  (void)state;
  for (enum litmus_shape shape = MP; shape < IRIW; shape++) {
    struct question question = { .model = "tardis",
                                 .cold = shape > MP }; /* to save time: the suite has all warm */
    struct reach_answer answer =
        reached_by_search(&question, shapes[shape].program, shapes[shape].outcome);
    if (answer.reached) fail_msg("%s: %s", shapes[shape].name, answer.where);
    assert_int_equal(answer.broken &
                         (CLAIM(PROPERTY_OWN) | CLAIM(PROPERTY_NEVER) | CLAIM(PROPERTY_DEADLOCK)),
                     0);
  }
}

static void test_number_of_outcomes(void **state) {
  (void)state;
  struct question question = { .model = "tardis", .cold = true };
  assert_int_equal(outcome_count(&question, shapes[MP].program), 3);
  assert_int_equal(outcome_count(&question, shapes[SB].program), 3);
}

static void test_most_general_client(void **state) {
  (void)state;
  struct reach_proof proof = proof_run(&(struct question){ .model = "tardis" }, 2, 2, 1, 1);
  assert_true(proof.complete);
  assert_int_equal(proof.broken & ~(CLAIM(PROPERTY_SWMR) | CLAIM(PROPERTY_DATA_VALUE)),
                   0); /* in real time: not claimed */
}

/* Both cores hold both blocks until 10.  No store waits for a reader; the second one's reader is
 * asked to renew. */
static void test_store_buffering(void **state) {
  (void)state;
  static const char *const script[] = {
    "P0 issues LOAD x",
    "LLC.0 takes SH_REQ",
    "LLC.0 of itself: DRAM & rts=10",
    "L1.0 takes SH_REP(x",
    "P0 issues LOAD y",
    "LLC.1 takes SH_REQ",
    "LLC.1 of itself: DRAM & rts=10",
    "L1.0 takes SH_REP(y",
    "P1 issues LOAD x",
    "LLC.0 takes SH_REQ & rts=10",
    "L1.1 takes SH_REP(x",
    "P1 issues LOAD y",
    "LLC.1 takes SH_REQ & rts=10",
    "L1.1 takes SH_REP(y",
    "P0 issues STORE x & S/STORE -> SE & EX_REQ(x wts=0 pts=0",
    "LLC.0 takes EX_REQ & UPGRADE_REP(x rts=10)",
    "L1.0 takes UPGRADE_REP(x",
    "see L1.0: pts=11  x: E data=1 wts=11 rts=11",
    "P0 issues LOAD y & S/LOAD when expired -> SS & SH_REQ(y wts=0 pts=11",
    "LLC.1 takes SH_REQ(y & RENEW_REP(y rts=21)",
    "L1.0 takes RENEW_REP(y & answers P0: 0",
    "P1 issues STORE y",
    "LLC.1 takes EX_REQ(y & UPGRADE_REP(y rts=21)",
    "L1.1 takes UPGRADE_REP(y",
    "see L1.1: pts=22 & y: E data=1 wts=22 rts=22",
    "P1 issues LOAD x & SH_REQ(x wts=0 pts=22",
    "LLC.0 takes SH_REQ(x & E/SH_REQ when from_other -> EW & WB_REQ(x pts=22)",
    "L1.0 takes WB_REQ(x & E/WB_REQ -> S & WB_REP(x data=1 wts=11 rts=32 dirty=1)",
    "LLC.0 takes WB_REP(x & SH_REP(x data=1 wts=11 rts=32)",
    "L1.1 takes SH_REP(x & answers P1: 1",
    NULL
  };
  follow(&(struct question){ .model = "tardis", .settings = "lease=10", .cold = true },
         "Rx Ry Wx1 Ry | Rx Ry Wy1 Rx", script);
}

/* An owner evicts while the LLC asks it to write back: its FLUSH_REP is the answer, and the request
 * finds no owner. */
static void test_eviction_crosses_a_request(void **state) {
  (void)state;
  static const char *const script[] = {
    "P0 issues STORE x",
    "LLC.0 takes EX_REQ",
    "LLC.0 of itself: DRAM & EX_REP(x",
    "L1.0 takes EX_REP(x",
    "P1 issues LOAD x",
    "LLC.0 takes SH_REQ(x & -> EW & WB_REQ(x",
    "L1.0 of itself: EVICT x & E/EVICT -> I & FLUSH_REP(x data=1",
    "LLC.0 takes FLUSH_REP & EW/FLUSH_REP & SH_REP(x data=1 wts=1 rts=2)",
    "L1.0 takes WB_REQ(x & I/WB_REQ, not_here",
    "L1.1 takes SH_REP(x & answers P1: 1",
    "not in flight",
    NULL
  };
  follow(&(struct question){ .model = "tardis", .cold = true }, "Wx1 | Rx", script);
}

/* --- planted bugs --- */

static bool breaks(enum property property, const struct planted *planted,
                   const struct mutant *mutant) {
  struct question question = { .model = "tardis",
                               .planted = planted ? &planted->system : NULL,
                               .mutant = mutant,
                               .stop_at = CLAIM(property) };
  return proof_run(&question, 2, 2, 1, 1).broken & CLAIM(property);
}

/* pts := max(pts, rts), not rts + 1. */
static void store_inside(struct step *s) {
  int64_t old = s->line->data.word[s->request->word];
  s->local->clock = (uint8_t)time_later(s->local->clock, s->line->time[1]);
  step_perform(s, s->request->word, s->local->clock);
  data_write(&s->line->data, s->request->word, request_result(s->request, old));
  s->line->time[0] = s->line->time[1] = s->local->clock;
  s->line->dirty = 1;
  step_reply(s, s->request, old);
}
static void finish_inside(struct step *s) {
  struct request asked = step_dequeue(s, 0);
  s->request = &asked;
  store_inside(s);
}

static void test_store_inside_a_lease(void **state) {
  (void)state;
  struct planted *bug = plant_new("tardis");
  plant_actions(bug, L1, plant_row(bug, L1, "SE", "UPGRADE_REP", NULL), "E",
                (action *const[]){ plant_find(bug, L1, "take_lease"), finish_inside, NULL });
  assert_true(breaks(PROPERTY_SWMR_LOGICAL, bug, NULL));
  struct question question = { .model = "tardis", .planted = &bug->system };
  assert_true(reached_by_search(&question, shapes[MP].program, shapes[MP].outcome).reached);
  free(bug);
}

static void test_single_faults(void **state) {
  (void)state;
  struct mutant forgets = fault_drop("tardis", LLC, "S/evict", "raise_mts");
  assert_true(breaks(PROPERTY_SWMR_LOGICAL, NULL, &forgets));
  struct mutant silent = fault_drop("tardis", L1, "E/evict", "flush_rep");
  assert_true(breaks(PROPERTY_DEADLOCK, NULL, &silent));
  struct mutant keeps = fault_next("tardis", L1, "E/WB_REQ", "E");
  assert_true(breaks(PROPERTY_OWN, NULL, &keeps));
}

/* The owner's own load leaves rts behind: only a test that reads its own store late can tell. */
static void test_owner_reads_without_lease(void **state) {
  (void)state;
  static const char sbo[] = "Wx1 Wy1 Rx | Wx2 Ry",
                    outcome[] = "P0:r0 == 1 /\\ P1:r0 == 0 /\\ x == 2";
  struct planted *bug = plant_new("tardis");
  plant_actions(bug, L1, plant_row(bug, L1, "E", "LOAD", NULL), NULL,
                (action *const[]){ plant_find(bug, L1, "hit"), NULL });
  struct question question = { .model = "tardis", .planted = &bug->system };
  assert_true(reached_by_search(&question, sbo, outcome).reached);
  assert_false(reached_by_search(&question, shapes[SB].program, shapes[SB].outcome).reached);
  question.planted = NULL;
  assert_false(reached_by_search(&question, sbo, outcome).reached);
  free(bug);
}

/* A request to an owner that has gone may not reach its next copy. */
static void test_answers_in_any_order(void **state) {
  (void)state;
  struct question question = { .model = "tardis:unordered", .stop_at = CLAIM(PROPERTY_NEVER) };
  assert_true(proof_run(&question, 2, 2, 1, 1).broken & CLAIM(PROPERTY_NEVER));
}

/* An owner's answer may not stand behind a request that waits for it: two blocks of one bank,
 * recalled at once. */
static void test_answers_behind_requests(void **state) {
  (void)state;
  struct question question = { .model = "tardis:shared-queue",
                               .stop_at = CLAIM(PROPERTY_DEADLOCK) };
  assert_true(proof_run(&question, 2, 2, 2, 1).broken & CLAIM(PROPERTY_DEADLOCK));
}

int main(int argc, char **argv) {
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_sequentially_consistent),
    cmocka_unit_test(test_number_of_outcomes),
    cmocka_unit_test(test_most_general_client),
    cmocka_unit_test(test_store_buffering),
    cmocka_unit_test(test_eviction_crosses_a_request),
    cmocka_unit_test(test_store_inside_a_lease),
    cmocka_unit_test(test_single_faults),
    cmocka_unit_test(test_owner_reads_without_lease),
    cmocka_unit_test(test_answers_in_any_order),
    cmocka_unit_test(test_answers_behind_requests),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
