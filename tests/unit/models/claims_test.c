/* The claims of systems that neither know a single writer nor keep every copy newest.  These are
 * wt, no-l1, rcc, rcc-hier, sw-flat, sw-hier, nhcc, hmg, rcc-o, rcc-o-hier and lrcc-hier.  Only
 * these claims show the planted bugs to the most general client.  One more bug is a marker without
 * an owner (quickrelease).
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>
#include "protocol/step.h"
#include "plant.h"
#include "reach.h"

/* A cell that does something else. */
struct claims_bug {
  const char *model;
  unsigned kind;
  const char *in, *on, *when, *next;
  const char *actions[6];
  unsigned sms, threads, lines; /* the client that it takes */
  unsigned room;                /* of a channel, where one message's is not enough */
};

static struct reach_proof prove_planted(const struct planted *planted,
                                        const struct claims_bug *bug) {
  bool posts =
      planted->system.topology.gpus; /* stores without an answer: as many as there is room for */
  struct question question = { .model = bug->model,
                               .planted = &planted->system,
                               .may_fill = posts,
                               .capacity = bug->room ? bug->room : posts };
  return proof_run(&question, bug->sms, bug->threads, bug->lines, 1);
}

/* Without the claim nothing is wrong, in any state that can be reached; with it something is. */
static void expect_told(struct planted *planted, const struct claims_bug *bug) {
  struct reach_proof told = prove_planted(planted, bug);
  planted->system.own_invariant.holds = NULL;
  planted->system.own_invariant.holds_in_flight = NULL;
  for (unsigned kind = 0; kind < KINDS_MAX; kind++) planted->system.kinds[kind].keeps = NULL;
  struct reach_proof untold = prove_planted(planted, bug);
  if (told.broken != CLAIM(PROPERTY_OWN) || !untold.complete || untold.broken)
    fail_msg("%s %s/%s %s: broken 0x%x, and without the claim 0x%x", bug->model, bug->in, bug->on,
             bug->actions[0], (unsigned)told.broken, (unsigned)untold.broken);
  free(planted);
}

static void refute(const struct claims_bug *bugs, unsigned count) {
  for (const struct claims_bug *bug = bugs; bug < bugs + count; bug++) {
    struct planted *planted = plant_new(bug->model);
    action *actions[ROW_ACTIONS_MAX] = { NULL };
    for (unsigned i = 0; bug->actions[i]; i++)
      actions[i] = plant_find(planted, bug->kind, bug->actions[i]);
    plant_actions(planted, bug->kind, plant_row(planted, bug->kind, bug->in, bug->on, bug->when),
                  bug->next, actions);
    expect_told(planted, bug);
  }
}
#define REFUTE(bugs) refute(bugs, sizeof(bugs) / sizeof *(bugs))

static void test_write_through(void **state) {
  (void)state;
  static const struct claims_bug bugs[] = {
    /* an acquire, or a fence, that does not invalidate; not what is to come; or too early */
    { "wt", 0, "II", "DATA_ACQUIRE", "last", "I", { "serve" }, 1, 1, 2 },
    { "wt", 0, "V", "FENCE", "drained", NULL, { "pass" }, 1, 1, 1 },
    { "wt", 0, "IV", "INV_ALL", "drops_fills", NULL, { NULL }, 1, 2, 1 },
    /* an SM that reads what is older than its own store */
    { "wt", 0, "V", "STORE", NULL, NULL, { "write" }, 1, 1, 1 },
    { "wt", 0, "IV", "STORE", NULL, NULL, { "write" }, 1, 2, 1 },
    /* a copy of nothing: after a miss, a store that allocates, an eviction */
    { "wt", 0, "IV", "DATA", NULL, "V", { "serve" }, 1, 1, 1 },
    { "wt", 0, "I", "STORE", NULL, "V", { "write" }, 1, 1, 1 },
    { "wt", 0, "V", "EVICT", NULL, "V", { "drop" }, 1, 1, 1 },
    /* a release that waits for no store; a fence, too */
    { "wt", 0, "I", "STORE_RELEASE", "draining", NULL, { "write" }, 1, 2, 1 },
    { "wt", 0, "I", "FENCE", "draining", NULL, { "invalidate_all", "pass" }, 1, 2, 1 },
    /* stores that are acknowledged, and lost */
    { "wt", 1, "V", "WRITE", NULL, NULL, { "l2_ack" }, 1, 1, 1 },
    { "incoherent-l1", 1, "V", "WRITE", NULL, NULL, { "l2_ack" }, 1, 1, 1 },
    { "incoherent-l1", 0, "V", "STORE", NULL, NULL, { "write" }, 1, 1, 1 },
    { "incoherent-l1", 0, "I", "STORE", NULL, "V", { "write" }, 1, 1, 1 },
    { "no-l1", 1, "V", "WRITE", NULL, NULL, { "l2_ack" }, 1, 1, 1 },
  };
  REFUTE(bugs);
}

/* An SM's load that overtakes its own store. */
static void test_order(void **state) {
  (void)state;
  struct planted *planted = plant_new("wt");
  planted->system.networks[0].order = UNORDERED;
  expect_told(planted,
              &(struct claims_bug){
                  .model = "wt", .in = "any", .on = "load", .actions = { "overtakes" }, 1, 1, 1 });
}

static void test_rcc(void **state) {
  (void)state;
  static const struct claims_bug bugs[] = {
    /* an acquire that does not invalidate */
    { "rcc", 0, "VG", "Data", "acquire_kept", "V", { "serve", "install" }, 1, 1, 2 },
    { "rcc", 0, "IV", "INV_ALL", "no_stale_words", NULL, { NULL }, 1, 2, 1 },
    /* a fill around words that have been written back since: for plain loads, and for an acquire */
    { "rcc", 0, "IV", "Data", "plain_clean", "V", { "serve", "install" }, 1, 1, 1 },
    { "rcc",
      0,
      "IV",
      "Data",
      "acquire_clean",
      "V",
      { "serve", "install", "invalidate_all" },
      1,
      2,
      1 },
    { "rcc",
      0,
      "VG",
      "Data",
      "acquire_clean",
      "V",
      { "serve", "install", "invalidate_all" },
      1,
      2,
      1 },
    { "rcc-hier",
      1,
      "IV",
      "Data",
      "acquire_is_spoilt",
      "V",
      { "serve_acquire", "install", "serve_held", "serve_atomics", "invalidate" },
      1,
      2,
      1,
      4 },
    /* dirty words that are lost: by an invalidation, under a fill, in the L2 */
    { "rcc", 0, "D", "INV_ALL", "not_just_read", "I", { "drop" }, 1, 2, 1 },
    { "rcc", 0, "I", "STORE", "acknowledged", "IV", { "getv", "write", "done" }, 1, 1, 1 },
    { "rcc", 1, "V", "WB", NULL, NULL, { "l2_ack" }, 1, 1, 1 },
    /* a fetch that is sent while the line's write-back is out, and may overtake it */
    { "rcc", 0, "I", "LOAD", "unacknowledged", "IV", { "keep", "getv" }, 1, 1, 1 },
    /* a release that leaves the other lines dirty, and a fence its own */
    { "rcc", 0, "I", "STORE_RELEASE", NULL, NULL, { "keep" }, 1, 1, 2 },
    { "rcc", 0, "D", "FENCE", "not_all_clean", NULL, { "done" }, 1, 1, 1 },
  };
  REFUTE(bugs);
}

/* A dirty line that is evicted as a clean one is. */
static void forget_words(struct step *s) {
  data_clear(&s->line->data);
  s->line->dirty = 0;
}

static void test_lost_eviction(void **state) {
  (void)state;
  struct planted *planted = plant_new("rcc");
  action *const actions[] = { forget_words, NULL };
  plant_actions(planted, 0, plant_row(planted, 0, "D", "WRITE_BACK", "acknowledged"), "I", actions);
  expect_told(
      planted,
      &(struct claims_bug){
          .model = "rcc", .in = "D", .on = "WRITE_BACK", .actions = { "forget" }, 1, 1, 1 });
}

static void test_rcc_o(void **state) {
  (void)state;
  static const struct claims_bug bugs[] = {
    /* copies that lack words: after a miss, a store that misses, an eviction */
    { "rcc-o", 0, "IV", "Data", "for_loads", "V", { "serve" }, 1, 1, 1 },
    { "rcc-o", 0, "I", "STORE", NULL, "VO", { "keep", "geto" }, 1, 1, 1 },
    { "rcc-o", 0, "V", "EVICT", NULL, "V", { "drop" }, 1, 1, 1 },
    /* an acquire, or a fence, that does not invalidate; not what is to come; that keeps what it had
       before */
    { "rcc-o", 0, "IV", "Data", "for_acquire", "V", { "install", "serve" }, 1, 1, 2 },
    { "rcc-o", 0, "V", "FENCE", NULL, NULL, { "done" }, 1, 1, 1 },
    { "rcc-o", 0, "IV", "INV_ALL", NULL, "IV", { "drop" }, 1, 2, 1 },
    { "rcc-o", 0, "VG", "Data", NULL, "V", { "serve", "invalidate_all" }, 2, 2, 1 },
    /* words that an owner calls its own when it owns the line no more */
    { "rcc-o", 0, "O", "EVICT", NULL, "OI", { "put", "drop" }, 1, 1, 1 },
  };
  REFUTE(bugs);
}

static void test_rcc_o_hier(void **state) {
  (void)state;
  static const struct claims_bug bugs[] = {
    /* of .sys scope, an acquire of an owned line, or a fence, that its L1 answers by itself; or by
       which the L1 drops nothing */
    { "rcc-o-hier",
      0,
      "O",
      "LOAD_ACQUIRE",
      "not_own_wide",
      NULL,
      { "hit", "invalidate_all" },
      1,
      1,
      1 },
    { "rcc-o-hier", 0, "V", "FENCE", "of_system", NULL, { "invalidate_all", "done" }, 1, 1, 1 },
    { "rcc-o-hier", 0, "V", "InvDone", NULL, NULL, { "pass_answer" }, 1, 1, 1 },
    /* an L2 that drops nothing: as it is asked to; with what the LLC sends; with what it owns */
    { "rcc-o-hier", 1, "V", "Inv", NULL, NULL, { "invalidated" }, 1, 1, 1 },
    { "rcc-o-hier",
      1,
      "IV",
      "Data",
      "for_system",
      "V",
      { "install", "data_to_all", "end_acquire" },
      1,
      1,
      2 },
    { "rcc-o-hier", 1, "O", "GetV", "is_wide", NULL, { "data_to_sender" }, 1, 1, 2 },
    /* or not what is to come */
    { "rcc-o-hier", 1, "IV", "INV_ALL", "drops_fills", "IV", { "drop" }, 1, 2, 1 },
    /* copies that lack words */
    { "rcc-o-hier", 1, "IV", "Data", "for_gpu", "V", { "data_to_all" }, 1, 1, 1 },
    { "rcc-o-hier", 1, "V", "EVICT", NULL, "V", { "drop" }, 1, 1, 1 },
  };
  REFUTE(bugs);
}

static void test_sw_flat(void **state) {
  (void)state;
  static const struct claims_bug bugs[] = {
    { "sw-flat", 0, "V", "DATA_ACQUIRE", "top_down", NULL, { "acquired" }, 1, 1, 1 },
    { "sw-flat", 1, "V", "DATA_ACQUIRE", "top_down", NULL, { "pass_down" }, 1, 1, 1 },
    { "sw-flat", 1, "IV", "INV_ALL", NULL, NULL, { NULL }, 1, 2, 1 },
    { "sw-flat", 0, "V", "STORE", "unwritten", NULL, { "count_write", "write" }, 1, 1, 1 },
    { "sw-flat", 1, "V", "WRITE", "may_store", NULL, { "count_write", "pass_write" }, 1, 1, 1 },
    { "sw-flat", 1, "IV", "WRITE", "may_write", NULL, { "count_write", "pass_write" }, 2, 3, 1 },
    { "sw-flat", 0, "I", "FENCE", "draining", NULL, { "invalidate_l2" }, 1, 2, 1 },
  };
  REFUTE(bugs);
}

static void test_lrcc_hier(void **state) {
  (void)state;
  static const struct claims_bug bugs[] = {
    /* an acquire, or a fence, that leaves copies in the L1 */
    { "lrcc-hier",
      0,
      "IV",
      "Data",
      "for_acquire",
      "V",
      { "install", "serve_in_order" },
      1,
      1,
      2,
      4 },
    { "lrcc-hier", 0, "V", "FENCE", "of_gpu_and_clean", NULL, { "done" }, 1, 1, 1, 4 },
    /* in the L2; or a fill to come */
    { "lrcc-hier", 1, "IV", "Data", "for_system", "V", { "install", "pass_on" }, 1, 1, 2, 4 },
    { "lrcc-hier", 1, "V", "INV_ALL", "not_just_read", "V", { NULL }, 1, 1, 1, 4 },
    { "lrcc-hier", 1, "IV", "INV_ALL", "drops_fills", "IV", { "poison" }, 1, 2, 1, 4 },
  };
  REFUTE(bugs);
}

static void test_sw_hier(void **state) {
  (void)state;
  static const struct claims_bug bugs[] = {
    { "sw-hier", 0, "V", "STORE", NULL, NULL, { "st", "done" }, 1, 1, 1 },
    { "sw-hier", 0, "V", "INVDONE", "top_down", NULL, { "complete" }, 1, 1, 1 },
    { "sw-hier", 1, "-", "INV", NULL, NULL, { "invalidated" }, 1, 1, 1 },
    { "sw-hier", 1, "-", "INV_ALL", "between_with_fill", NULL, { "drop_copy" }, 2, 2, 1 },
    { "sw-hier", 1, "-", "REL", "release_waits", NULL, { "finish_release" }, 1, 1, 1 },
  };
  REFUTE(bugs);
}

static void test_hmg(void **state) {
  (void)state;
  static const struct claims_bug bugs[] = {
    /* an SM that does not see its own store; a store that is lost, in the L1 or in the L2 */
    { "nhcc", 0, "V", "STORE", NULL, NULL, { "st", "done" }, 1, 1, 1 },
    { "nhcc", 0, "IV", "STORE", NULL, NULL, { "st", "done" }, 1, 2, 1 },
    { "nhcc", 0, "I", "STORE", NULL, NULL, { "done" }, 1, 1, 1 },
    { "nhcc", 1, "I", "ST", "away", NULL, { NULL }, 1, 1, 1 },
    { "hmg", 1, "I", "RST", NULL, NULL, { "add_sharer" }, 1, 1, 1 },
    /* an acquire, or a fence, that leaves copies, or a fill to come */
    { "nhcc", 0, "IV", "SMDATA", "for_acquire", "I", { "answer_loads" }, 1, 1, 2 },
    { "nhcc", 0, "V", "RELDONE", NULL, NULL, { "done" }, 1, 1, 1 },
    { "hmg", 0, "V", "RELDONE", NULL, NULL, { "done" }, 1, 1, 1 },
    { "hmg", 0, "IV", "INV_ALL", "poisons_fills", NULL, { NULL }, 1, 2, 1 },
    /* a release that sends no request: in the L1, in its GPM */
    { "nhcc", 0, "V", "FENCE", "release_goes_on", "I", { "drop", "done" }, 1, 1, 1 },
    { "nhcc", 1, "I", "REL", "release_waits", NULL, { "finish_release" }, 1, 1, 1 },
    { "hmg", 1, "I", "REL", "release_waits", NULL, { "finish_release" }, 1, 1, 1 },
  };
  REFUTE(bugs);
}

/* Invalidations are counted, and no L1 flushes.  A home does not wait until all have been
 * acknowledged. */
static void test_hmg_counts(void **state) {
  (void)state;
  static const char *const models[] = { "nhcc", "hmg" };
  for (unsigned i = 0; i < 2; i++) {
    struct planted *planted = plant_new(models[i]);
    action *const actions[] = { plant_find(planted, 1, "go_on_release"),
                                plant_find(planted, 1, "ack_release"), NULL };
    plant_actions(planted, 1, plant_row(planted, 1, "V", "RELREQ", "some_to_count"), NULL, actions);
    struct question question = { .model = models[i],
                                 .settings = "release=6",
                                 .planted = &planted->system,
                                 .may_fill = true,
                                 .capacity = 1,
                                 .stop_at = CLAIM(PROPERTY_OWN) };
    assert_int_equal(proof_run(&question, 2, 2, 1, 1).broken, CLAIM(PROPERTY_OWN));
    free(planted);
  }
}

/* Variants whose records say that they lose a claim of the system.  The client finds it quickly. */
static void test_variants(void **state) {
  (void)state;
  static const struct {
    const char *model;
    unsigned sms, threads;
  } variants[] = { { "rcc:stale-words", 1, 2 },     { "rcc:no-inv", 1, 1 },
                   { "sw-flat:bottom-up", 1, 2 },   { "sw-flat:early-acquire", 1, 2 },
                   { "sw-flat:l1-acquire", 1, 1 },  { "sw-flat:own-writes", 2, 2 },
                   { "wt:keep-fills", 1, 2 },       { "nhcc:one-hop", 1, 1 },
                   { "nhcc:no-release-ack", 1, 1 }, { "nhcc:l1-release", 1, 1 },
                   { "nhcc:no-acquire", 1, 1 },     { "nhcc:early-acquire", 1, 1 },
                   { "hmg:one-hop", 1, 1 },         { "hmg:narrow-release", 1, 1 },
                   { "hmg:direct-release", 1, 1 },  { "hmg:keep-fills", 1, 2 } };
  for (unsigned i = 0; i < sizeof variants / sizeof *variants; i++) {
    struct question question = { .model = variants[i].model, .stop_at = CLAIM(PROPERTY_OWN) };
    question.capacity = setting_of(&question).system->topology.gpus > 0; /* as in prove_planted */
    assert_int_equal(proof_run(&question, variants[i].sms, variants[i].threads, 1, 1).broken,
                     CLAIM(PROPERTY_OWN));
  }
}

/* L2s that write back keep the claims.  Those that lose dirty words, or leave them behind, do not.
 * (A release sends dirty words and its request to one home in one step.) */
static void test_write_back(void **state) {
  (void)state;
  static const struct {
    const char *model;
    unsigned sms, threads;
    uint64_t broken;
  } variants[] = { { "nhcc:write-back", 1, 2, 0 },
                   { "nhcc:flags-stay", 1, 1, 0 },
                   { "nhcc:untracked-eviction", 1, 1, 0 },
                   { "nhcc:unwritten-release", 1, 1, CLAIM(PROPERTY_OWN) },
                   { "nhcc:lost-eviction", 1, 1, CLAIM(PROPERTY_OWN) },
                   { "nhcc:lost-invalidation", 2, 2, CLAIM(PROPERTY_OWN) },
                   { "nhcc:passed-words", 1, 1, CLAIM(PROPERTY_OWN) } };
  for (unsigned i = 0; i < sizeof variants / sizeof *variants; i++) {
    struct question question = { .model = variants[i].model, .capacity = 2 };
    if (variants[i].broken) question.stop_at = CLAIM(PROPERTY_OWN);
    struct reach_proof proof = proof_run(&question, variants[i].sms, variants[i].threads, 1, 1);
    assert_true(proof.broken == variants[i].broken && (proof.broken || proof.complete));
  }
}

/* A marker is taken from the last head although there is none: the answer, and the change, are of
 * no core. */
static void test_what_nobody_is_told(void **state) {
  (void)state;
  struct planted *bug = plant_new("quickrelease");
  action *release_ack[ROW_ACTIONS_MAX] = { plant_find(bug, 1, "release_ack") };
  plant_actions(bug, 1, plant_row(bug, 1, "W", "MARKER", "l2_not_at_head"), NULL, release_ack);
  struct question question = { .model = "quickrelease", .planted = &bug->system };
  assert_true(proof_run(&question, 1, 2, 1, 1).broken & CLAIM(PROPERTY_NEVER));
  free(bug);
}

int main(int argc, char **argv) {
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_what_nobody_is_told),
    cmocka_unit_test(test_write_through),
    cmocka_unit_test(test_order),
    cmocka_unit_test(test_rcc),
    cmocka_unit_test(test_lost_eviction),
    cmocka_unit_test(test_rcc_o),
    cmocka_unit_test(test_sw_flat),
    cmocka_unit_test(test_rcc_o_hier),
    cmocka_unit_test(test_lrcc_hier),
    cmocka_unit_test(test_sw_hier),
    cmocka_unit_test(test_hmg),
    cmocka_unit_test(test_hmg_counts),
    cmocka_unit_test(test_variants),
    cmocka_unit_test(test_write_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
