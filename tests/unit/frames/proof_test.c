/* prove of compositions.  The systems are proved, over two groups in a row, too.  Properties that
 * variants lose by their records are refuted, with a run.  A record that says too much or too
 * little is found.
 *
 * builds: plain asan */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/memory.h"
#include "frames/proof.h"
#include "run/suite.h"
#include "tests/unit/sanitized.h"
#include "run/effort.h"

static struct setting setting_named(const char *name) {
  struct diagnostic error = { NULL };
  struct setting setting;
  if (!composition_setting(&setting, name, &error)) fail_msg("%s", error.message);
  return setting;
}

static struct frame_proof prove_of(const struct setting *setting, unsigned gpus, unsigned draws,
                                   unsigned groups) {
  struct effort effort = { .threads = 1 };
  struct frame_client client = { gpus, draws, groups };
  return frame_prove(setting, &client, &effort);
}

static void test_systems(void **state) {
  (void)state;
  for (const struct system *const *system = composition_systems(); *system; system++) {
    struct setting setting = setting_named((*system)->name);
    struct frame_proof proof = prove_of(&setting, 3, 1, 0);
    assert_int_equal(frame_proof_verdict(&proof), FRAME_PROOF_PROVED);
    assert_true(proof.complete && !proof.broken && !proof.frame);
    assert_int_equal(proof.part_count, 2);
    for (unsigned p = 0; p < proof.part_count; p++)
      for (unsigned i = proof.parts[p].begin; i < proof.parts[p].end; i++)
        assert_true(proof.made[p][i].dealings > 0);
    assert_int_equal(proof.parts[0].end, PROOF_SEQUENCES);
    frame_proof_clear(&proof);
  }
}

/* On two GPUs, where that is enough, for the run is looked for without reductions.  Rounds need
 * four.
 */
static struct frame_proof refute(const struct setting *setting) {
  if (composition_by_number(setting)) return prove_of(setting, 4, 2, 1);
  struct frame_proof proof = prove_of(setting, 2, 3, 0);
  if (proof.broken) return proof;
  assert_int_equal(frame_proof_verdict(&proof), FRAME_PROOF_PROVED);
  frame_proof_clear(&proof);
  return prove_of(setting, 3, 3, 0);
}

static void test_every_variant(void **state) {
  (void)state;
  for (const struct system *const *system = composition_systems(); *system; system++)
    for (unsigned v = 0; v < VARIANTS_MAX && (*system)->variants[v].name; v++) {
      const struct variant *variant = &(*system)->variants[v];
      struct setting setting;
      assert_null(setting_of_variant(&setting, *system, variant));
      if (!variant->invariants_lost) continue;
      struct frame_proof proof = refute(&setting);
      if (frame_proof_verdict(&proof) != FRAME_PROOF_KNOWN)
        fail_msg("%s:%s loses none of what its record says, or more", (*system)->name,
                 variant->name);
      assert_non_null(proof.run.trace);
      assert_true(variant->invariants_lost >> proof.run.trace->property & 1);
      frame_proof_clear(&proof);
    }
}

/* Where the numbers of GPUs tell, each way to deal out the draws is tried, and three GPUs are too
 * few for the fault of a variant. */
static void test_gpus_that_numbers_tell_apart(void **state) {
  (void)state;
  struct setting setting = setting_named("radix-k:wrong-partner");
  struct frame_proof three = prove_of(&setting, 3, 3, 0), four = prove_of(&setting, 4, 3, 1);
  const struct rendering *opaque = &three.made[1][0];
  assert_int_equal(frame_proof_verdict(&three), FRAME_PROOF_PROVED);
  assert_int_equal(opaque->dealings, 27);
  assert_int_equal(opaque->stand_for, 27);
  assert_int_equal(frame_proof_verdict(&four), FRAME_PROOF_KNOWN);
  frame_proof_clear(&three);
  frame_proof_clear(&four);
}

/* One group hides what two show. */
static void test_two_groups(void **state) {
  (void)state;
  static const char *const names[] = { "chopin-compose:no-cgid", "chopin-compose:swap-only",
                                       "direct-send:no-groups", "chopin-compose:no-event-1",
                                       "chopin-compose:strict" };
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
    struct setting setting = setting_named(names[i]);
    struct frame_proof one = prove_of(&setting, 2, 2, 1), two = prove_of(&setting, 2, 2, 2);
    assert_false(one.broken);
    assert_true(two.broken);
    assert_int_equal(frame_proof_verdict(&one), FRAME_PROOF_PROVED);
    assert_int_equal(frame_proof_verdict(&two), FRAME_PROOF_KNOWN);
    frame_proof_clear(&one);
    frame_proof_clear(&two);
  }
}

/* Links of one packet hide what longer ones show. */
static void test_links(void **state) {
  (void)state;
  struct setting setting = setting_named("gpupd:no-acks");
  struct frame_proof short_links = prove_of(&setting, 3, 2, 1), both = prove_of(&setting, 3, 2, 0);
  assert_false(short_links.broken);
  assert_true(both.broken);
  frame_proof_clear(&short_links);
  frame_proof_clear(&both);
}

static void test_records_that_err(void **state) {
  (void)state;
  struct variant sound = { "sound", "nothing is changed", .fails = "opaque-2",
                           .invariants_lost = CLAIM(COMPOSES_IMAGE) };
  struct setting setting = setting_named("chopin-compose");
  setting.variant = &sound;
  struct frame_proof proof = prove_of(&setting, 3, 3, 0);
  assert_int_equal(frame_proof_verdict(&proof), FRAME_PROOF_MISSING);
  frame_proof_clear(&proof);
  setting.values[0] = 30; /* not the record's own parameters: it may be mended */
  proof = prove_of(&setting, 2, 2, 1);
  assert_int_equal(frame_proof_verdict(&proof), FRAME_PROOF_PROVED);
  frame_proof_clear(&proof);

  setting = setting_named("chopin-compose:no-tie");
  struct variant other = *setting.variant;
  other.invariants_lost = CLAIM(COMPOSES_SESSIONS);
  setting.variant = &other;
  proof = prove_of(&setting, 2, 2, 0);
  assert_int_equal(proof.broken, CLAIM(COMPOSES_IMAGE));
  assert_int_equal(frame_proof_verdict(&proof), FRAME_PROOF_VIOLATION);
  frame_proof_clear(&proof);
}

/* A frame that a variant is known to fail must be failed as its record says. */
static void test_frames_are_judged_by_the_record(void **state) {
  (void)state;
  static const char text[] =
      "Frame tie-less\ngpus 2 pixels 2\ndraw a at 0:5 1:5\ndraw b at 0:5 1:5";
  struct diagnostic error = { NULL };
  struct effort effort = { .threads = 1 };
  struct setting setting = setting_named("chopin-compose:no-tie");
  struct framed framed = { .frame = frame_read_text("f.frame", text, sizeof text - 1, &error) };
  struct rendering rendering =
      frame_render(&setting, framed.frame, &(struct compositor_options){ 0 }, 0, &effort);
  struct variant other = *setting.variant;
  assert_int_equal(frame_judge(&setting, &framed, &rendering), FRAME_KNOWN);
  other.invariants_lost = CLAIM(COMPOSES_SESSIONS);
  setting.variant = &other;
  assert_int_equal(frame_judge(&setting, &framed, &rendering), FRAME_VIOLATION);
  rendering_clear(&rendering);
  frame_free(framed.frame);
}

/* The lost properties of a record that no frame shows: first its frames, then all others. */
static uint64_t unseen(const struct setting *setting, const struct frame_suite *suite) {
  struct effort effort = { .threads = 1 };
  uint64_t left = setting->variant->invariants_lost;
  for (unsigned pass = 0; pass < 2; pass++)
    for (unsigned f = 0; f < suite->count && left; f++) {
      const struct frame *frame = suite->items[f].frame;
      if (suite_name_is_listed(setting->variant->fails, frame->name) != !pass) continue;
      for (uint64_t asked = 0; asked != left;) { /* a search ends at the first that it shows */
        struct rendering rendering =
            frame_render(setting, frame, &(struct compositor_options){ 0 }, left, &effort);
        asked = left;
        left &= ~rendering.broken;
        rendering_clear(&rendering);
      }
    }
  return left;
}

/* Some frame shows each property that a record says is lost.  A record that claims too much is
 * found. */
static void test_records_claim_what_is_seen(void **state) {
  (void)state;
  const char *const folders[] = { "litmus/frames" };
  struct frame_suite suite = frame_suite_load(folders, 1);
  for (const struct system *const *system = composition_systems(); *system; system++)
    for (unsigned v = 0; v < VARIANTS_MAX && (*system)->variants[v].name; v++) {
      struct setting setting;
      assert_null(setting_of_variant(&setting, *system, &(*system)->variants[v]));
      if (unseen(&setting, &suite)) fail_msg("%s:%s", (*system)->name, setting.variant->name);
    }
  struct setting setting = setting_named("chopin-compose:no-event-1");
  struct variant other = *setting.variant;
  other.invariants_lost |= CLAIM(COMPOSES_SESSIONS);
  setting.variant = &other;
  assert_int_equal(unseen(&setting, &suite), CLAIM(COMPOSES_SESSIONS));
  frame_suite_clear(&suite);
}

/* A record is refused that names no property that it loses, or one that no record claims.  A record
 * whose fault fails no frame is refused, too. */
static void test_records_are_checked(void **state) {
  (void)state;
  static const unsigned lost[] = { 0, CLAIM(COMPOSES_WITNESS), CLAIM(COMPOSES_CONGESTION) };
  for (unsigned i = 0; i < 3; i++) {
    struct composition planted = *composition_find("direct-send");
    struct diagnostic error = { NULL };
    assert_true(composition_check(&planted, &error));
    planted.system.variants[0].invariants_lost = lost[i];
    if (i == 2) planted.system.variants[0].fails = NULL;
    assert_false(composition_check(&planted, &error));
    diagnostic_clear(&error);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(test_systems),
                                      cmocka_unit_test(test_gpus_that_numbers_tell_apart),
                                      cmocka_unit_test(test_two_groups),
                                      cmocka_unit_test(test_links),
                                      cmocka_unit_test(test_records_are_checked),
                                      cmocka_unit_test(test_frames_are_judged_by_the_record) };
  const struct CMUnitTest long_ones[] = { cmocka_unit_test(test_every_variant),
                                          cmocka_unit_test(test_records_that_err),
                                          cmocka_unit_test(test_records_claim_what_is_seen) };
  return cmocka_run_group_tests(tests, NULL, NULL) +
         (SANITIZED ? 0 : cmocka_run_group_tests(long_ones, NULL, NULL));
}
