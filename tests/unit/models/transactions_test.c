/* Systems of transactions: EAPG's pause, go and early abort, and outcomes that its hints may not
 * change. Planted faults of all of them, each with the check that notices it.  (GETM's walkthrough
 * is in getm_test.c.)
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "protocol/step.h"
#include "follow.h"
#include "plant.h"
#include "reach.h"
#include "machine/mutant.h"

enum { KIND_CU = 2 };

/* --- EAPG --- */

static const char increments[] = "B Rx Wx1 C | B Rx Wx2 C", half[] = "B Wx1 Wy1 C | B Rx Ry C",
                  skew[] = "B Rx Wy1 C | B Ry Wx1 C";

/* P1's load of a word that P0's log is to write waits for the verdict, and no longer; the write
 * itself comes later. */
static void test_pause_and_go(void **state) {
  (void)state;
  static const char *const script[] = { "P0 issues TX_BEGIN",
                                        "P0 issues TX_STORE x := 1",
                                        "P0 issues TX_COMMIT",
                                        "warp.0 of itself: SEND",
                                        "vendor takes ACQUIRE_ID",
                                        "CU.0 takes ORDER",
                                        "CU.0 takes WRITE_SET(x",
                                        "CU.0 takes DONE_FILL & insert_all",
                                        "warp.0 takes INSERT(x",
                                        "warp.1 takes INSERT(x",
                                        "P1 issues TX_BEGIN",
                                        "P1 issues TX_LOAD x & => PAUSED",
                                        "cannot sends LD",
                                        "CU.0 of itself: DECIDE",
                                        "warp.0 takes REMOVE(x",
                                        "warp.1 takes REMOVE(x write=1 of P1) & sends LD(x",
                                        "warp.0 takes CU_PASS",
                                        "CU.0 takes TX_PASS",
                                        "CU.0 takes LD(x",
                                        "warp.1 takes VALUE(x value=0",
                                        "see P1: RUN",
                                        NULL };
  follow(&(struct question){ .model = "eapg" }, "B Wx1 C | B Rx C", script);
}

/* P1 has read what P0's log is to write: it gives up before it has sent anything; or it has not
 * heard, and is validated. */
static void test_early_abort(void **state) {
  (void)state;
  static const char *const script[] = { "P1 issues TX_BEGIN",
                                        "P1 issues TX_LOAD x",
                                        "CU.0 takes LD(x",
                                        "warp.1 takes VALUE(x value=0",
                                        "P1 issues TX_COMMIT",
                                        "P0 issues TX_BEGIN",
                                        "P0 issues TX_STORE x := 1",
                                        "P0 issues TX_COMMIT",
                                        "warp.0 of itself: SEND",
                                        "vendor takes ACQUIRE_ID",
                                        "CU.0 takes ORDER",
                                        "CU.0 takes WRITE_SET(x",
                                        "CU.0 takes DONE_FILL & insert_all",
                                        "warp.0 takes INSERT(x",
                                        "warp.1 takes INSERT(x",
                                        "warp.1 of itself: SEND & => ABORTED",
                                        "cannot takes ACQUIRE_ID",
                                        "warp.1 of itself: ROUND",
                                        "P1 issues TX_BEGIN",
                                        NULL };
  follow(&(struct question){ .model = "eapg" }, "B Wx1 C | B Rx C", script);
}

/* Hints change no outcome: heard in time, not heard yet, or on their way as messages. */
static void test_hints_change_no_outcome(void **state) {
  (void)state;
  static const char *const programs[] = { increments, half, skew, "B Rx Wx1 C & B Rx Wx2 C" };
  for (unsigned i = 0; i < sizeof programs / sizeof *programs; i++) {
    uint64_t without =
        outcome_count(&(struct question){ .model = "warptm:validated" }, programs[i]);
    assert_int_equal(outcome_count(&(struct question){ .model = "eapg" }, programs[i]), without);
    assert_int_equal(outcome_count(&(struct question){ .model = "eapg:delay" }, programs[i]),
                     without);
  }
  assert_false(reached_by_search(&(struct question){ .model = "eapg:delay" }, increments,
                                 "P0:r0 == 0 /\\ P1:r0 == 0")
                   .reached);
  assert_false(reached_by_search(&(struct question){ .model = "eapg:delay" }, half,
                                 "P1:r0 == 1 /\\ P1:r1 == 0")
                   .reached);
}

/* A word that stays announced: where a removal is not sent, or may come first. */
static void test_stays_announced(void **state) {
  (void)state;
  struct mutant mutant = fault_drop("eapg", KIND_CU, "4.3 (i), (ii)", "remove_all");
  assert_true(
      proof_run(&(struct question){ .model = "eapg", .mutant = &mutant }, 2, 2, 1, 2).broken &
      CLAIM(PROPERTY_DEADLOCK));
  struct question disorder = { .model = "eapg:disorder", .stop_at = CLAIM(PROPERTY_DEADLOCK) };
  assert_true(proof_run(&disorder, 2, 2, 1, 2).broken & CLAIM(PROPERTY_DEADLOCK));
}

/* A lane that pauses for ever: the last removal wakes it. */
static void test_no_go(void **state) {
  (void)state;
  struct mutant mutant = fault_next("eapg", 0, "7.3 go", "PAUSED");
  struct reach_proof proof =
      proof_run(&(struct question){ .model = "eapg", .mutant = &mutant }, 2, 2, 1, 2);
  assert_true(proof.broken != 0);
}

/* EAPG's commit id comes last.  Younger logs wait for one that is taken when the transaction
 * begins, and one of them may pause the owner of that id.  Without pauses no thread waits for
 * itself. */
static void test_an_id_before_the_pause(void **state) {
  (void)state;
  static const char *const sending[] = { "sends", "is_doomed" };
  struct planted *bug = plant_new("eapg");
  action *begin = plant_find(bug, 0, "begin"), *acquire_id = plant_find(bug, 0, "acquire_id");
  action *send_logs = plant_find(bug, 0, "send_logs"),
         *withdraw_reads = plant_find(bug, 0, "withdraw_reads");
  action *ask_load = plant_find(bug, 0, "ask_load"), *note_store = plant_find(bug, 0, "note_store");
  struct question question = { .model = "eapg", .settings = "io intra=0", .planted = &bug->system };
  plant_actions(bug, 0, plant_row(bug, 0, "OUT", "TX_BEGIN", "may_join"), "RUN",
                (action *const[]){ begin, acquire_id, NULL });
  for (unsigned i = 0; i < 2; i++)
    plant_actions(bug, 0, plant_row(bug, 0, "AT_COMMIT", "SEND", sending[i]), "SENT",
                  (action *const[]){ send_logs, withdraw_reads, NULL });
  plant_actions(bug, KIND_CU, plant_row(bug, KIND_CU, "UNUSED", "LD", NULL), NULL,
                (action *const[]){ plant_find(bug, KIND_CU, "give_value"), NULL });
  assert_int_equal(reached_by_search(&question, "B Wx1 C | B Rx C", "P1:r0 == 2").broken,
                   CLAIM(PROPERTY_DEADLOCK));
  plant_actions(bug, 0, plant_row(bug, 0, "RUN", "TX_LOAD", "load_meets"), "WAIT",
                (action *const[]){ ask_load, NULL });
  plant_actions(bug, 0, plant_row(bug, 0, "RUN", "TX_STORE", "store_meets"), "RUN",
                (action *const[]){ note_store, NULL });
  assert_int_equal(reached_by_search(&question, "B Wx1 C | B Rx C", "P1:r0 == 2").broken, 0);
  free(bug);
}

/* --- faults --- */

/* A fault in a system's row for explicit aborts. */
static struct mutant fault_of_abort(const struct system *system) {
  for (unsigned i = 0; i < mutant_count(system); i++) {
    struct mutant mutant = mutant_at(system, i);
    const struct row *row = &system->kinds[mutant.kind].table.rows[mutant.row];
    if (row->on == 1ull << system->transactions.abort && mutant.fault == MUTANT_NEXT_STATE)
      return mutant;
  }
  fail_msg("%s has no row for explicit aborts alone", system->name);
  return (struct mutant){ 0 };
}

/* The system under a client that never gives up a transaction of its own will; to be released with
 * free(). */
static struct planted *that_never_aborts(const struct question *question) {
  struct planted *planted = plant_new(setting_of(question).system->name);
  planted->system.client &= ~(1ull << planted->system.transactions.abort);
  return planted;
}

/* Only its thread learns of a commit: its writes are lost, and its reads stand in no order. */
static void test_a_commit_that_is_none(void **state) {
  (void)state;
  static const struct {
    const char *model, *source, *action;
  } bugs[] = { { "fg-lock", "4.1 release both locks; done", "write_all" },
               { "warptm-el", "4.3 commit", "write_all" } };
  for (unsigned i = 0; i < sizeof bugs / sizeof *bugs; i++) {
    struct mutant mutant = fault_drop(bugs[i].model, 0, bugs[i].source, bugs[i].action);
    struct reach_proof proof =
        proof_run(&(struct question){ .model = bugs[i].model, .mutant = &mutant }, 1, 1, 1, 1);
    if (proof.broken != CLAIM(PROPERTY_NEVER))
      fail_msg("%s: broken 0x%x", bugs[i].model, (unsigned)proof.broken);
  }
}

/* A thread gets the wrong answer at the end of its transaction: "committed", though it was refused;
 * or "begin anew", though it has committed. */
static void test_an_end_that_is_not_so(void **state) {
  (void)state;
  static const struct {
    const char *in, *event, *when, *next;
    unsigned sms;
  } bugs[] = { { "SENT", "CU_FAIL", "last", "COMMITTED", 2 },
               { "SENT", "CU_PASS", "all_passed_reads", "ABORTED", 1 },
               { "COMMITTING", "DONE_COMMIT", "last", "ABORTED", 1 },
               { "AT_COMMIT", "SEND", "loses", "COMMITTED", 1 } };
  for (unsigned i = 0; i < sizeof bugs / sizeof *bugs; i++) {
    struct planted *bug = plant_new("kilotm");
    struct row *row = plant_row(bug, 0, bugs[i].in, bugs[i].event, bugs[i].when);
    action *actions[ROW_ACTIONS_MAX + 1] = { NULL };
    memcpy(actions, row->actions, sizeof row->actions);
    plant_actions(bug, 0, row, bugs[i].next, actions);
    struct question question = { .model = "kilotm",
                                 .settings = "io intra=1",
                                 .planted = &bug->system };
    uint64_t broken = proof_run(&question, bugs[i].sms, 2, 1, 2).broken;
    if (broken != CLAIM(PROPERTY_NEVER))
      fail_msg("%s to %s: broken %#x", bugs[i].event, bugs[i].next, (unsigned)broken);
    free(bug);
  }
}

/* The settings of a mutant's run change nothing: a fault that no step meets breaks nothing,
 * whichever lane acts of itself. */
static void test_a_fault_that_no_step_meets(void **state) {
  static const char *const models[] = { "kilotm", "warptm:validated", "warptm-el",        "fg-lock",
                                        "getm",   "getm-lex",         "getm-lex:rollover" };
  (void)state;
  for (unsigned i = 0; i < sizeof models / sizeof *models; i++) {
    struct question question = { .model = models[i] };
    struct planted *system = that_never_aborts(&question);
    struct mutant mutant = fault_of_abort(&system->system);
    question.planted = &system->system;
    question.mutant = &mutant;
    struct reach_proof proof = proof_run(&question, 1, 2, 1, 1);
    if (!proof.complete || proof.broken)
      fail_msg("%s breaks %#x", models[i], (unsigned)proof.broken);
    free(system);
  }
}

/* Faults that only an explicit abort shows: it empties the log without a message about the
 * reservations; it keeps its locks. */
static void test_reservations_that_an_explicit_abort_keeps(void **state) {
  (void)state;
  static const struct {
    const char *model, *state;
    const char *const actions[4];
    const char *next;
  } bugs[] = {
    { "getm", "RUN", { "end_attempt" }, "ABORTED" },
    { "getm-lex", "RUN", { "end_attempt" }, "ABORTED" },
    { "fg-lock", "IN", { "begin_anew" }, "OUT" },
  };
  for (unsigned i = 0; i < sizeof bugs / sizeof *bugs; i++) {
    struct question question = { .model = bugs[i].model, .stop_at = CLAIM(PROPERTY_DEADLOCK) };
    struct planted *bug = plant_new(bugs[i].model);
    action *actions[5] = { NULL };
    for (unsigned a = 0; bugs[i].actions[a]; a++)
      actions[a] = plant_find(bug, 0, bugs[i].actions[a]);
    plant_actions(bug, 0, plant_row(bug, 0, bugs[i].state, "TX_ABORT", NULL), bugs[i].next,
                  actions);
    question.planted = &bug->system;
    if (!(proof_run(&question, 2, 2, 1, 1).broken & CLAIM(PROPERTY_DEADLOCK)))
      fail_msg("%s: nobody misses them", bugs[i].model);
    bug->system.client &= ~(1ull << bug->system.transactions.abort);
    assert_int_equal(proof_run(&question, 2, 2, 1, 1).broken & CLAIM(PROPERTY_DEADLOCK), 0);
    free(bug);
  }
}

/* Each property has a fault that breaks it: a read that leaves no trace, a write that comes twice
 * or never, a reservation that stays.  Or a lane is forgotten in the stall buffer. */
static void twice(struct step *step) {
  step_observe(step, HISTORY_WROTE, step->request->core, history_word(step->at, 0));
}

static void test_each_property_is_broken_by_what_breaks_it(void **state) {
  (void)state;
  static const struct {
    const char *source, *action;
    enum property property;
  } faults[] = {
    { "4.6 LD 5, 6", "raise_rts", PROPERTY_OPACITY },
    { "4.6 commit unit; 8", "write_line", PROPERTY_DEADLOCK },
    { "4.6 commit unit; 8", "release", PROPERTY_DEADLOCK },
    { "4.6 commit unit; 8", "retry_oldest", PROPERTY_DEADLOCK },
  };
  for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++) {
    struct mutant mutant = fault_drop("getm-lex", 1, faults[i].source, faults[i].action);
    struct question question = { .model = "getm-lex",
                                 .mutant = &mutant,
                                 .stop_at = CLAIM(faults[i].property) };
    struct reach_proof proof = proof_run(&question, 2, 2, 1, 1);
    if (!(proof.broken & CLAIM(faults[i].property)))
      fail_msg("without %s: %#x", faults[i].action, (unsigned)proof.broken);
  }
  struct planted *bug = plant_new("getm-lex");
  struct row *row = plant_row(bug, 1, "R", "LOG", "frees");
  plant_actions(bug, 1, row, "F",
                (action *const[]){ plant_find(bug, 1, "write_line"), twice,
                                   plant_find(bug, 1, "release"),
                                   plant_find(bug, 1, "retry_oldest"), NULL });
  struct question question = { .model = "getm-lex",
                               .planted = &bug->system,
                               .stop_at = CLAIM(PROPERTY_NEVER) };
  assert_true(proof_run(&question, 2, 2, 1, 1).broken & CLAIM(PROPERTY_NEVER));
  free(bug);
  static const char *const hazards[] = { "kilotm:no-hazard", "warptm:no-hazard" };
  for (unsigned i = 0; i < sizeof hazards / sizeof *hazards; i++) {
    struct question hazard = { .model = hazards[i], .stop_at = CLAIM(PROPERTY_SERIALISABLE) };
    assert_true(proof_run(&hazard, 2, 2, 1, 2).broken & CLAIM(PROPERTY_SERIALISABLE));
  }
  struct question zombies = { .model = "kilotm:opaque", .stop_at = CLAIM(PROPERTY_OPACITY) };
  uint64_t broken = proof_run(&zombies, 2, 2, 2, 2).broken;
  assert_true(broken & CLAIM(PROPERTY_OPACITY));
  assert_false(broken & CLAIM(PROPERTY_SERIALISABLE));
}

/* Without a comparison, nothing stops a transaction that has read an overwritten value. */
static void test_what_was_read_is_compared(void **state) {
  (void)state;
  struct planted *bug = plant_new("kilotm");
  plant_actions(bug, KIND_CU, plant_row(bug, KIND_CU, "VALIDATION_WAIT", "DECIDE", "fails"),
                "PASS_ACK_WAIT", (action *const[]){ plant_find(bug, KIND_CU, "pass"), NULL });
  struct question question = { .model = "kilotm",
                               .planted = &bug->system,
                               .stop_at = CLAIM(PROPERTY_NEVER) };
  assert_true(proof_run(&question, 2, 2, 1, 2).broken & CLAIM(PROPERTY_NEVER));
  free(bug);
  static const struct {
    const char *event, *next, *actions[5];
  } cells[] = {
    { "TX_COMMIT", "OUT", { "read_anew", "write_all", "go_on", "forget" } },
    { "TX_STORE", "RUN", { "read_anew", "note_store", "go_on" } },
  };
  for (unsigned i = 0; i < sizeof cells / sizeof *cells; i++) {
    action *actions[5] = { NULL };
    bug = plant_new("warptm-el");
    for (unsigned a = 0; cells[i].actions[a]; a++)
      actions[a] = plant_find(bug, 0, cells[i].actions[a]);
    plant_actions(bug, 0, plant_row(bug, 0, "RUN", cells[i].event, "invalid"), cells[i].next,
                  actions);
    question = (struct question){ .model = "warptm-el",
                                  .planted = &bug->system,
                                  .stop_at = CLAIM(PROPERTY_NEVER) };
    assert_true(proof_run(&question, 2, 2, 1, 2).broken & CLAIM(PROPERTY_NEVER));
    free(bug);
  }
}

/* P0 reads before P1 writes, which ends before P2 begins; and reads what P2 writes: P2, P0, P1 is
 * the only order.  The same holds if no lock is kept for reads, and if the order is that of
 * timestamps. No two of the three show it. */
static const char triangle[] = "B Rx Ry C | B Wx1 C | B Wy1 C";

static void test_an_order_that_disagrees_with_real_time(void **state) {
  (void)state;
  const uint64_t order =
      CLAIM(PROPERTY_SERIALISABLE) | CLAIM(PROPERTY_OPACITY) | CLAIM(PROPERTY_STRICT);
  static const char *const strict[] = { "fg-lock", "warptm-el", "kilotm", "warptm:validated",
                                        "eapg" };
  for (unsigned i = 0; i < sizeof strict / sizeof *strict; i++)
    assert_int_equal(
        reached_by_search(&(struct question){ .model = strict[i] }, triangle, "x == 3").broken, 0);
  assert_int_equal(
      reached_by_search(&(struct question){ .model = "getm-lex" }, triangle, "x == 3").broken, 0);
  assert_int_equal(
      reached_by_search(&(struct question){ .model = "getm-lex:strict" }, triangle, "x == 3")
          .broken,
      CLAIM(PROPERTY_STRICT));
  struct planted *bug = plant_new("fg-lock");
  plant_actions(bug, 0, plant_row(bug, 0, "IN", "TX_LOAD", "gets"), "IN",
                (action *const[]){ plant_find(bug, 0, "load"), NULL });
  struct question question = { .model = "fg-lock", .planted = &bug->system };
  assert_int_equal(reached_by_search(&question, triangle, "x == 3").broken & order,
                   CLAIM(PROPERTY_STRICT));
  bug->system.invariants &= ~CLAIM(PROPERTY_STRICT);
  assert_int_equal(reached_by_search(&question, triangle, "x == 3").broken & order, 0);
  free(bug);
}

/* WarpTM that silently commits each read-only transaction, at any time. */
static void test_silence_without_times_loses_real_time(void **state) {
  (void)state;
  const uint64_t order = CLAIM(PROPERTY_SERIALISABLE) | CLAIM(PROPERTY_STRICT);
  struct mutant mutant = fault_drop("warptm", 0, "4.1 loads record the value", "note_time");
  struct planted *claims = plant_new("warptm");
  claims->system.invariants |= order;
  struct question question = { .model = "warptm", .planted = &claims->system };
  assert_int_equal(reached_by_search(&question, triangle, "x == 3").broken & order, 0);
  question.mutant = &mutant;
  assert_int_equal(reached_by_search(&question, triangle, "x == 3").broken & order,
                   CLAIM(PROPERTY_STRICT));
  question.settings = "io tcd=0"; /* who validates asks for no times */
  assert_int_equal(reached_by_search(&question, triangle, "x == 3").broken & order, 0);
  free(claims);
}

/* A request is taken up again and refused, since another one with the same time was first.  It must
 * then wake the next one itself. */
static void test_a_refused_retry_wakes_the_next(void **state) {
  (void)state;
  static const char *const cells[][2] = { { "LD", "load_early" }, { "ST", "store_early" } };
  static const char *const refusals[] = { "refuse_load", "refuse_store" };
  for (unsigned i = 0; i < 2; i++) {
    struct planted *bug = plant_new("getm");
    struct row *row = plant_row(bug, 1, "F", cells[i][0], cells[i][1]);
    plant_actions(bug, 1, row, "F", (action *const[]){ plant_find(bug, 1, refusals[i]), NULL });
    struct question question = { .model = "getm",
                                 .planted = &bug->system,
                                 .stop_at = CLAIM(PROPERTY_DEADLOCK) };
    assert_true(proof_run(&question, 3, 3, 1, 1).broken & CLAIM(PROPERTY_DEADLOCK));
    free(bug);
  }
}

/* A commit writes the whole line, with words that its log lacks. It loses another's write to the
 * line's other word, whether it says so or not.  In lines of one word that loses nothing. */
static bool commits(const struct step *step) { return step_incoming(step)->flag & 1; }
static void write_both(struct step *step) {
  for (unsigned word = 0; word < WORDS_MAX && commits(step); word++)
    data_write(&step->line->memory, word, step_incoming(step)->data.word[word]);
}
static void write_both_and_tell(struct step *step) {
  write_both(step);
  for (unsigned word = 0; word < WORDS_MAX && commits(step); word++)
    step_observe(step, HISTORY_WROTE, step->request->core, history_word(step->at, word));
}
static void tell_of_the_log(struct step *step) {
  for (unsigned word = 0; word < WORDS_MAX; word++)
    if (step_incoming(step)->flag >> (1 + word) & 1)
      step_observe(step, HISTORY_WROTE, step->request->core, history_word(step->at, word));
}

/* A commit unit of two words informs three lanes of the reads and writes of both: with its answer,
 * 13 messages in one step. */
static void test_a_step_has_room_for_what_it_sends(void **state) {
  (void)state;
  struct reach_answer answer = reached_by_search(&(struct question){ .model = "eapg" },
                                                 "B Ry Rx Wx1 Wy2 C | Rx | Ry", "P0:r0 == 2");
  assert_false(answer.reached || answer.broken);
}

static void test_a_commit_that_writes_the_whole_line(void **state) {
  (void)state;
  struct planted *bug = plant_new("getm-lex");
  struct row *row = plant_row(bug, 1, "R", "LOG", "frees");
  action *release = plant_find(bug, 1, "release"), *retry = plant_find(bug, 1, "retry_oldest");
  struct question question = { .model = "getm-lex", .planted = &bug->system };
  plant_actions(bug, 1, row, "F",
                (action *const[]){ write_both, tell_of_the_log, release, retry, NULL });
  struct reach_proof one_word = proof_run(&question, 2, 2, 1, 2);
  assert_true(one_word.complete && !one_word.broken);
  question.two_words = true;
  assert_true(proof_run(&question, 2, 2, 1, 2).broken & CLAIM(PROPERTY_NEVER));
  plant_actions(bug, 1, row, "F", (action *const[]){ write_both_and_tell, release, retry, NULL });
  assert_true(proof_run(&question, 2, 2, 1, 2).broken & CLAIM(PROPERTY_NEVER));
  free(bug);
  struct reach_proof proof =
      proof_run(&(struct question){ .model = "getm-lex", .two_words = true }, 2, 2, 1, 2);
  assert_true(proof.complete && !proof.broken);
}

/* Transactions in turn (4.1) need no second validation and no order of writes.  Under the pass
 * pointer alone they do. */
static void test_turns(void **state) {
  (void)state;
  struct reach_proof turns = proof_run(&(struct question){ .model = "kilotm:in-turn" }, 2, 2, 1, 2);
  assert_true(turns.complete && !turns.broken);
  struct question overlap = { .model = "kilotm",
                              .settings = "io hazard=0 queue=0",
                              .stop_at = CLAIM(PROPERTY_STRICT) };
  assert_true(proof_run(&overlap, 2, 2, 1, 2).broken & CLAIM(PROPERTY_STRICT));
  static const char *const models[] = { "warptm", "warptm:in-turn" };
  for (unsigned i = 0; i < 2; i++)
    assert_int_equal(reached_by_search(&(struct question){ .model = models[i] },
                                       "B Wx1 Wy1 C | B Ry Wz1 C | B Rz Rx C",
                                       "P1:r0 == 0 /\\ P2:r0 == 0 /\\ P2:r1 == 1")
                         .reached,
                     i == 0);
}

static void test_most_general_client(void **state) {
  (void)state;
  static const struct {
    const char *model;
    unsigned sms, threads;
  } clients[] = { { "eapg", 2, 2 }, { "eapg", 1, 2 }, { "warptm:validated", 2, 2 } };
  for (unsigned i = 0; i < sizeof clients / sizeof *clients; i++) {
    struct question question = { .model = clients[i].model };
    struct reach_proof proof = proof_run(&question, clients[i].sms, clients[i].threads, 1, 2);
    assert_true(proof.complete);
    assert_int_equal(proof.broken, 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_pause_and_go),
    cmocka_unit_test(test_early_abort),
    cmocka_unit_test(test_hints_change_no_outcome),
    cmocka_unit_test(test_stays_announced),
    cmocka_unit_test(test_no_go),
    cmocka_unit_test(test_an_id_before_the_pause),
    cmocka_unit_test(test_most_general_client),
    cmocka_unit_test(test_turns),
    cmocka_unit_test(test_a_commit_that_is_none),
    cmocka_unit_test(test_an_end_that_is_not_so),
    cmocka_unit_test(test_a_fault_that_no_step_meets),
    cmocka_unit_test(test_reservations_that_an_explicit_abort_keeps),
    cmocka_unit_test(test_each_property_is_broken_by_what_breaks_it),
    cmocka_unit_test(test_a_refused_retry_wakes_the_next),
    cmocka_unit_test(test_a_step_has_room_for_what_it_sends),
    cmocka_unit_test(test_a_commit_that_writes_the_whole_line),
    cmocka_unit_test(test_what_was_read_is_compared),
    cmocka_unit_test(test_an_order_that_disagrees_with_real_time),
    cmocka_unit_test(test_silence_without_times_loses_real_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
