/* tc-strong: what it reaches with each kind of core, over all placements; its invariants under the
 * most general client; the Primer's worked example.  Planted bugs, each with the check that notices
 * it.
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

/* --- outcomes, worked out by hand from the rules of Primer 10.1 --- */

static void expect(const struct question *question, enum litmus_shape shape, bool reached) {
  struct reach_answer answer =
      reached_by_search(question, shapes[shape].program, shapes[shape].outcome);
  if (answer.reached != reached)
    fail_msg("%s with %s %s: %s", shapes[shape].name, question->model, question->settings,
             reached ? "not reached" : answer.where);
}

static void test_sequentially_consistent_with_io_cores(void **state) {
  (void)state;
  for (enum litmus_shape shape = MP; shape < IRIW; shape++)
    expect(
        &(struct question){ .model = "tc-strong", .settings = shape < WRC ? "io lease=2" : "io" },
        shape, false);
}

static void test_posted_stores(void **state) {
  (void)state;
  static const bool weak[SHAPES] = { [MP] = true,          [SB] = true,  [S] = true,   [R] = true,
                                     [TWO_PLUS_2W] = true, [RWC] = true, [ISA2] = true };
  for (enum litmus_shape shape = MP; shape < IRIW; shape++)
    expect(
        &(struct question){ .model = "tc-strong", .settings = shape < WRC ? "gpu lease=2" : "gpu" },
        shape, weak[shape]);
}

static void test_fences_order_posted_stores(void **state) {
  (void)state;
  for (enum litmus_shape shape = MP; shape < IRIW; shape++)
    expect(&(struct question){ .model = "tc-strong", .settings = "gpu lease=1", .fenced = true },
           shape, false);
}

static void test_number_of_outcomes(void **state) {
  (void)state;
  struct question question = { .model = "tc-strong", .settings = "lease=2" };
  assert_int_equal(outcome_count(&question, shapes[MP].program), 3);
  assert_int_equal(outcome_count(&question, shapes[SB].program), 3);
}

/* --- invariants --- */

static void test_most_general_client(void **state) {
  (void)state;
  static const struct {
    const char *model, *settings;
    unsigned sms, threads, values;
  } runs[] = {
    { "tc-strong", "io lease=2", 2, 2, 2 },          { "tc-strong", "io lease=3", 2, 2, 1 },
    { "tc-strong", "io lease=2", 2, 3, 1 },          { "tc-strong", "gpu lease=2", 2, 2, 1 },
    { "tc-strong:overtake", "io lease=2", 3, 3, 1 },
  };
  for (unsigned i = 0; i < sizeof runs / sizeof *runs; i++) {
    struct question question = { .model = runs[i].model, .settings = runs[i].settings };
    struct reach_proof proof =
        proof_run(&question, runs[i].sms, runs[i].threads, 1, runs[i].values);
    assert_true(proof.complete);
    assert_int_equal(proof.broken, 0);
  }
}

/* Clocks that differ by a tick: the wrong ones are found, and a margin of a tick mends all. */
static void test_skewed_clocks(void **state) {
  (void)state;
  static const struct {
    const char *model;
    bool broken;
  } runs[] = {
    { "tc-strong:l1s-ahead", false },   { "tc-strong:banks-ahead", true },
    { "tc-strong:skew-margin", false }, { "tc-weak:l1s-ahead", true },
    { "tc-weak:banks-ahead", true },    { "tc-weak:skew-margin", false },
    { "lcc:l1s-ahead", false },         { "lcc:banks-ahead", true },
    { "lcc:skew-margin", false },
  };
  for (unsigned i = 0; i < sizeof runs / sizeof *runs; i++) {
    struct question question = { .model = runs[i].model };
    struct reach_proof proof = proof_run(&question, 2, 2, 1, 1);
    assert_int_equal(!!(proof.broken & CLAIM(PROPERTY_OWN)), runs[i].broken);
  }
}

/* --- the worked example: Primer table 10.4.  f is the flag, x is data1, y is data2 --- */

static void test_trace_a(void **state) {
  (void)state;
  static const char *const script[] = {
    /* now = 1: SM 1 holds f until 35, x until 30, y until 20 */
    "P1 issues LOAD f",
    "L2.0 takes GetV(f)",
    "L2.0 of itself: MemData & TS=35",
    "L1.1 takes Data(f",
    "P1 issues LOAD x",
    "L2.1 takes GetV(x)",
    "L2.1 of itself: MemData & TS=30",
    "L1.1 takes Data(x",
    "P1 issues LOAD y",
    "L2.2 takes GetV(y)",
    "L2.2 of itself: MemData & TS=20",
    "L1.1 takes Data(y",
    "P0 issues STORE x",
    "cannot L2.1 takes Write(x & write, ack",
    "tick 29",
    "cannot L2.1 takes Write(x & write, ack", /* now = 30 */
    "see L1.1 & x: V data=0 TS=1",
    "tick 1",
    "L2.1 takes Write(x & E/Write, release, write, ack", /* 31 */
    "tick 5",
    "L1.0 takes Write-Ack(x",
    "tick 1",
    "P0 issues STORE y", /* 37 */
    "tick 5",
    "L2.2 takes Write(y & E/Write, release, write, ack", /* 42: no stall, 20 is past */
    "tick 5",
    "L1.0 takes Write-Ack(y",
    "tick 1",
    "P0 issues STORE f",         /* 48 */
    "P1 issues LOAD f & I/LOAD", /* a miss: 35 is past (the Primer has it at 50) */
    "tick 5",
    "L2.0 takes Write(f & E/Write", /* 53 */
    "tick 2",
    "L2.0 takes GetV(f) & TS=9",
    "tick 5",
    "L1.1 takes Data(f & answers P1: 1", /* 60 */
    "tick 1",
    "P1 issues LOAD x & I/LOAD",
    "tick 5",
    "L2.1 takes GetV(x) & TS=9",
    "tick 5",
    "L1.1 takes Data(x & answers P1: 1",
    "see P1 on SM 1: done",
    NULL
  };
  follow(&(struct question){ .model = "tc-strong", .settings = "lease=40", .cold = true },
         "Wx1 Wy1 Wf1 | Rf Rx Ry Rf Rx", script);
}

/* A sole holder's store does not wait; a second reader's lease makes it. */
static void test_private_store(void **state) {
  (void)state;
  static const char *const script[] = { "P0 issues LOAD",
                                        "L2.0 takes GetV",
                                        "MemData & TS=2",
                                        "L1.0 takes Data",
                                        "P0 issues STORE & WriteV(x t=2",
                                        "L2.0 takes WriteV & P/WriteV when sole",
                                        "L1.0 takes Write-Ack & VV/Write-Ack -> V",
                                        "see L1.0:  x: V data=1 TS=2",
                                        NULL };
  follow(&(struct question){ .model = "tc-strong", .settings = "lease=2", .cold = true },
         "Rx Wx1 | Rx", script);
}

/* --- planted bugs --- */

static bool breaks(enum property property, const struct planted *planted,
                   const struct mutant *mutant) {
  struct question question = { .model = "tc-strong",
                               .settings = "lease=2",
                               .planted = planted ? &planted->system : NULL,
                               .mutant = mutant,
                               .stop_at = CLAIM(property) };
  return proof_run(&question, 2, 2, 1, 1).broken & CLAIM(property);
}

enum {
  STATE_P = 1,
  STATE_S = 2,
  TS = 0,
  EVENT_DATA = EVENT_OWN + 4
}; /* of tc.h, which only the models include */

static bool expires_early(const struct step *s) {
  return (s->state == STATE_P || s->state == STATE_S) && s->line->time[TS] <= 1;
}

static void grant_forgetting(struct step *s) {
  unsigned lease = step_choose(s, 3);
  struct message *message = step_send(s, EVENT_DATA, step_incoming(s)->from);
  message->time[TS] = (uint8_t)lease;
  message->data = s->line->data;
  s->line->time[TS] = (uint8_t)lease;
}

static void leave(struct step *s) {
  s->line->memory = s->line->data;
  data_clear(&s->line->data);
  s->line->time[TS] = 0;
}

static void install_dead(struct step *s) {
  s->line->data = step_incoming(s)->data;
  s->line->time[TS] = 1;
}

static void test_written_while_the_lease_runs(void **state) {
  (void)state;
  struct planted *bug = plant_new("tc-strong");
  bug->system.kinds[1].internals[0].enabled = expires_early; /* now = TS is taken for expired */
  assert_true(breaks(PROPERTY_DATA_VALUE, bug, NULL));
  free(bug);
  bug = plant_new("tc-strong");
  action *const writes[] = { plant_find(bug, 1, "release"), plant_find(bug, 1, "write"),
                             plant_find(bug, 1, "ack"), NULL };
  plant_actions(bug, 1, plant_row(bug, 1, "S", "Write", NULL), NULL,
                writes); /* a write does not wait */
  assert_true(breaks(PROPERTY_DATA_VALUE, bug, NULL));
  free(bug);
  bug = plant_new("tc-strong");
  plant_actions(bug, 1, plant_row(bug, 1, "P", "WriteV", "not_sole"), NULL,
                writes); /* t is not compared with TS */
  assert_true(breaks(PROPERTY_DATA_VALUE, bug, NULL));
  free(bug);
}

static void test_leases_lost(void **state) {
  (void)state;
  struct planted *bug = plant_new("tc-strong");
  plant_actions(bug, 1, plant_row(bug, 1, "P", "GetV", "free_of_writes"), "S",
                (action *const[]){ grant_forgetting, NULL });
  assert_true(breaks(PROPERTY_OWN, bug, NULL)); /* TS := t, not the later of both */
  free(bug);
  struct mutant stays = fault_next("tc-strong", 1, "10.6 P/GetV(t)", "P");
  assert_true(breaks(PROPERTY_OWN, NULL, &stays));
  bug = plant_new("tc-strong");
  plant_actions(bug, 1, plant_row(bug, 1, "S", "EVICT", NULL), "I",
                (action *const[]){ leave, NULL });
  assert_true(breaks(PROPERTY_OWN, bug, NULL)); /* an unexpired block leaves the L2 */
  free(bug);
  bug = plant_new("tc-strong");
  action *const installs[] = { install_dead, plant_find(bug, 0, "serve_one"), NULL };
  plant_actions(bug, 0, plant_row(bug, 0, "IV", "Data", "dead_alone"), "V", installs);
  assert_true(breaks(PROPERTY_OWN, bug, NULL)); /* data that has expired on its way is kept */
  free(bug);
}

/* The last of three readers that DRAM keeps waiting is forgotten.  Two SMs are too few to tell. */
static void test_third_reader(void **state) {
  (void)state;
  struct mutant forgets = fault_drop("tc-strong", 1, "IS: another reader", "note_reader");
  struct question question = { .model = "tc-strong", .settings = "lease=0", .mutant = &forgets };
  assert_int_equal(proof_run(&question, 2, 3, 1, 1).broken, 0);
  assert_true(proof_run(&question, 3, 3, 1, 1).broken & CLAIM(PROPERTY_DEADLOCK));
}

static void test_copy_keeps_its_old_value(void **state) {
  (void)state;
  struct mutant keeps = fault_drop("tc-strong", 0, "10.5 V/Store, Write-Ack", "take_written");
  assert_true(breaks(PROPERTY_DATA_VALUE, NULL, &keeps));
}

/* Loads that joined get data that has expired.  Only a second reader on the SM shows it. */
static const char mp3[] = "Wx1 Wy1 | Ry Rx & Rx";

static void test_joined_loads(void **state) {
  (void)state;
  struct planted *bug = plant_new("tc-strong");
  plant_actions(bug, 0, plant_row(bug, 0, "IV", "Data", "dead_joined"), "I",
                (action *const[]){ plant_find(bug, 0, "serve_all"), NULL });
  struct question question = { .model = "tc-strong",
                               .settings = "lease=1",
                               .planted = &bug->system };
  assert_true(reached_by_search(&question, mp3, shapes[MP].outcome).reached);
  assert_false(reached_by_search(&question, shapes[MP].program, shapes[MP].outcome).reached);
  assert_false(reached_by_search(&question, shapes[WRC].program, shapes[WRC].outcome).reached);
  assert_int_equal(proof_run(&question, 2, 3, 1, 1).broken, CLAIM(PROPERTY_LOAD_VALUE));
  question.planted = NULL;
  assert_false(reached_by_search(&question, mp3, shapes[MP].outcome).reached);
  free(bug);
}

/* VV/Load hits.  With the old value WRC and RWC are reached when the writer and the last reader
 * share an SM. With the new one they are when the writer and the first reader do.  A test of two
 * threads shows neither. */
static void remember(struct step *s) {
  s->line->buffer = s->line->data;
  step_stored_ahead(s, s->request->word, s->request->value);
}
static void hit_new(struct step *s) { step_reply_word(s, s->request, &s->line->buffer); }
static void forget_new(struct step *s) { data_clear(&s->line->buffer); }

static void add_action(struct planted *bug, const char *state, const char *event, action *added) {
  struct row *row = plant_row(bug, 0, state, event, NULL);
  row->actions[table_row_action_count(row)] = added;
}

static void test_hits_while_a_write_is_out(void **state) {
  (void)state;
  struct planted *old = plant_new("tc-strong"), *new = plant_new("tc-strong");
  plant_actions(old, 0, plant_row(old, 0, "VV", "LOAD", NULL), NULL,
                (action *const[]){ plant_find(old, 0, "hit"), NULL });
  plant_actions(new, 0, plant_row(new, 0, "VV", "LOAD", NULL), NULL,
                (action *const[]){ hit_new, NULL });
  add_action(new, "V", "STORE", remember);
  add_action(new, "VV", "Write-Ack", forget_new);
  add_action(new, "VV", "EVICT", forget_new);
  add_action(new, "VV", "EXPIRY", forget_new);
  struct question question = { .model = "tc-strong",
                               .settings = "lease=1",
                               .planted = &old->system };
  for (enum litmus_shape shape = WRC; shape <= RWC; shape++)
    assert_string_equal(
        reached_by_search(&question, shapes[shape].program, shapes[shape].outcome).where,
        "P0,P2|P1 x|y");
  assert_false(reached_by_search(&question, shapes[MP].program, shapes[MP].outcome).reached);
  question.planted = &new->system;
  for (enum litmus_shape shape = WRC; shape <= RWC; shape++)
    assert_string_equal(
        reached_by_search(&question, shapes[shape].program, shapes[shape].outcome).where,
        "P0,P1|P2 x|y");
  assert_false(reached_by_search(&question, shapes[MP].program, shapes[MP].outcome).reached);
  assert_int_equal(proof_run(&question, 2, 3, 1, 1).broken, CLAIM(PROPERTY_LOAD_VALUE));
  free(old);
  free(new);
}

/* Two writes to a copy are out, and their acknowledgements cross. */
static void test_second_write(void **state) {
  (void)state;
  static const char program[] = "Wx1 Rx & Wx2", outcome[] = "P0:r0 == 2 /\\ x == 1";
  struct question second = { .model = "tc-strong:second-write" };
  assert_true(reached_by_search(&second, program, outcome).reached);
  assert_false(
      reached_by_search(&(struct question){ .model = "tc-strong" }, program, outcome).reached);
  assert_int_equal(proof_run(&second, 1, 2, 1, 1).broken, CLAIM(PROPERTY_DATA_VALUE));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_sequentially_consistent_with_io_cores),
    cmocka_unit_test(test_posted_stores),
    cmocka_unit_test(test_fences_order_posted_stores),
    cmocka_unit_test(test_number_of_outcomes),
    cmocka_unit_test(test_most_general_client),
    cmocka_unit_test(test_skewed_clocks),
    cmocka_unit_test(test_trace_a),
    cmocka_unit_test(test_private_store),
    cmocka_unit_test(test_written_while_the_lease_runs),
    cmocka_unit_test(test_leases_lost),
    cmocka_unit_test(test_third_reader),
    cmocka_unit_test(test_copy_keeps_its_old_value),
    cmocka_unit_test(test_joined_loads),
    cmocka_unit_test(test_hits_while_a_write_is_out),
    cmocka_unit_test(test_second_write),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
