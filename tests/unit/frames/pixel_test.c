/* Symbolic pixels: the laws that they know, and those that they must not; sequential rendering;
 * group boundaries. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "base/memory.h"
#include "frames/compositor.h"

static struct frame *frame_of(const char *text) {
  struct diagnostic error = { NULL };
  struct frame *frame = frame_read_text("a.frame", text, strlen(text), &error);
  if (!frame) fail_msg("%s", error.message);
  return frame;
}

static void assert_colour(const struct colour *colour, const char *expected) {
  struct frame *frame = frame_of("Frame f\ngpus 2\ndraw a at 0:1 draw b at 0:1 draw c at 0:1");
  struct text text = { 0 };
  colour_print(&text, frame, colour);
  assert_string_equal(text.bytes, expected);
  text_free(&text);
  frame_free(frame);
}

static struct colour list(enum blend blend, unsigned first, unsigned count) {
  struct colour colour = { 0 };
  for (unsigned i = 0; i < count; i++) colour_draw(&colour, blend, first + i, NULL);
  return colour;
}

static void test_one_operator_is_associative(void **state) {
  (void)state;
  struct colour a = list(BLEND_OVER, 0, 1), b = list(BLEND_OVER, 1, 1), c = list(BLEND_OVER, 2, 1);
  struct colour ab = colour_merge(&a, BLEND_OVER, &b), bc = colour_merge(&b, BLEND_OVER, &c);
  struct colour left = colour_merge(&ab, BLEND_OVER, &c), right = colour_merge(&a, BLEND_OVER, &bc);
  assert_true(colour_equal(&left, &right));
  struct colour on = colour_merge(&colour_background, BLEND_OVER, &left);
  assert_colour(&on, "bg over a over b over c");
}

static void test_over_does_not_commute(void **state) {
  (void)state;
  struct colour a = list(BLEND_OVER, 0, 1), b = list(BLEND_OVER, 1, 1);
  struct colour ab = colour_merge(&a, BLEND_OVER, &b), ba = colour_merge(&b, BLEND_OVER, &a);
  assert_false(colour_equal(&ab, &ba));
}

static void test_add_commutes_but_not_past_over(void **state) {
  (void)state;
  struct colour a = list(BLEND_ADD, 0, 1), b = list(BLEND_ADD, 1, 1);
  struct colour ab = colour_merge(&a, BLEND_ADD, &b), ba = colour_merge(&b, BLEND_ADD, &a);
  assert_true(colour_equal(&ab, &ba));
  struct colour mixed = colour_background;
  colour_draw(&mixed, BLEND_ADD, 2, NULL);
  colour_draw(&mixed, BLEND_OVER, 1, NULL);
  colour_draw(&mixed, BLEND_ADD, 0, NULL);
  assert_colour(&mixed, "bg add c over b add a");
}

static void test_mixed_operators_do_not_associate(void **state) {
  (void)state;
  struct colour below = list(BLEND_OVER, 0, 1), above = list(BLEND_ADD, 1, 2);
  struct colour merged = colour_merge(&below, BLEND_OVER, &above);
  assert_colour(&merged, "over a over (add b add c)");
}

static void test_replace_hides_and_reads_are_kept(void **state) {
  (void)state;
  struct colour colour = colour_background, read = list(BLEND_REPLACE, 0, 1);
  colour_draw(&colour, BLEND_OVER, 0, NULL);
  colour_draw(&colour, BLEND_REPLACE, 1, &read);
  assert_colour(&colour, "b(a)");
  struct colour twice = colour_background;
  twice = colour_merge(&twice, BLEND_OVER, &colour_background);
  assert_int_equal(colour_backgrounds(&twice), 2);
  colour_draw(&colour, BLEND_REPLACE, 1, &colour_background);
  assert_int_equal(colour_backgrounds(&colour), 0);
}

static void test_too_many_layers_equal_nothing(void **state) {
  (void)state;
  struct colour colour = list(BLEND_OVER, 0, TOKENS_MAX + 1);
  assert_false(colour_equal(&colour, &colour));
}

static void test_equal_depths_go_by_the_order_of_draws(void **state) {
  (void)state;
  struct pixel_sample first = { .depth = 5, .drawer = 1 }, second = { .depth = 5, .drawer = 2 };
  assert_true(sample_wins(DEPTH_LESS, true, &first, &second));
  assert_false(sample_wins(DEPTH_LESS, true, &second, &first));
  assert_true(sample_wins(DEPTH_LEQUAL, true, &second, &first));
  assert_false(sample_wins(DEPTH_LEQUAL, true, &first, &second));
  assert_true(sample_wins(DEPTH_LEQUAL, false, &first, &second));
}

/* --- opaque sub-images meet in any order --- */

enum { OPAQUE_DRAWS = 4, NEAREST = 1, FARTHEST = 6 };

static struct pixel_sample drawn_over(enum depth_test test, struct pixel_sample below,
                                      unsigned depth, unsigned draw) {
  if (depth && depth_test_passes(test, depth, below.depth))
    below =
        (struct pixel_sample){ .depth = (uint8_t)depth, .drawer = (uint8_t)(draw + 1), .drawn = 1 };
  return below;
}

/* The GPUs' sub-images, of a draw each, composed in the order given; the first is the receiver's
 * own. */
static unsigned winner(enum depth_test test, struct pixel_sample clear, const unsigned *depth,
                       const unsigned *order) {
  struct pixel_sample own = drawn_over(test, clear, depth[order[0]], order[0]);
  for (unsigned i = 1; i < OPAQUE_DRAWS; i++) {
    struct pixel_sample in = drawn_over(test, clear, depth[order[i]], order[i]);
    if (in.drawn && sample_wins(test, true, &in, &own)) own = in;
  }
  return own.drawer;
}

static void assert_any_order_will_do(enum depth_test test, struct pixel_sample clear,
                                     const unsigned *depth) {
  struct pixel_sample sequential = clear;
  for (unsigned i = 0; i < OPAQUE_DRAWS; i++)
    sequential = drawn_over(test, sequential, depth[i], i);
  for (unsigned code = 0; code < OPAQUE_DRAWS * OPAQUE_DRAWS * OPAQUE_DRAWS; code++) {
    unsigned a = code % OPAQUE_DRAWS, b = code / OPAQUE_DRAWS % OPAQUE_DRAWS,
             c = code / OPAQUE_DRAWS / OPAQUE_DRAWS;
    if (a == b || b == c || a == c) continue;
    unsigned order[OPAQUE_DRAWS] = { a, b, c, 6 - a - b - c }; /* 0 + 1 + 2 + 3 = 6 */
    assert_int_equal(winner(test, clear, depth, order), sequential.drawer);
  }
}

/* Four draws at any depths, also at equal ones, before, at and behind the old depth.  A draw need
 * not touch the pixel (0).  The sub-images are composed once each, in any order: the pixel is that
 * of sequential rendering.  So what `prove` finds of the depths of its one opaque group
 * (frames/proof.h) holds for all. */
static void test_any_depths_compose_in_any_order(void **state) {
  (void)state;
  static const enum depth_test tests[] = { DEPTH_LESS, DEPTH_LEQUAL, DEPTH_GREATER, DEPTH_GEQUAL };
  for (unsigned test = 0; test < sizeof tests / sizeof *tests; test++)
    for (unsigned before = NEAREST; before <= FARTHEST; before++)
      for (unsigned code = 0; code < 6 * 6 * 6 * 6; code++) {
        unsigned depth[OPAQUE_DRAWS] = { code % 6, code / 6 % 6, code / 36 % 6, code / 216 };
        assert_any_order_will_do(tests[test], (struct pixel_sample){ .depth = (uint8_t)before },
                                 depth);
      }
}

/* --- groups --- */

static struct plan plan_with(const char *text, unsigned events, bool refined) {
  struct frame *frame = frame_of(text);
  struct plan plan =
      composition_plan(frame, &(struct rules){ .events = events, .refined = refined });
  frame_free(frame);
  return plan;
}

static void test_each_event_ends_a_group(void **state) {
  (void)state;
  static const char *const between[] = { "present", "target 1", "write off", "depth greater",
                                         "operator add" };
  for (unsigned event = 1; event <= 5; event++) {
    char *text = memory_format(
        "Frame f\ngpus 2 write off operator over write on\ndraw a at 0:1\n%s\ndraw b at 0:1\n",
        between[event - 1]);
    struct plan with = plan_with(text, 31, true),
                without = plan_with(text, 31 & ~(1u << (event - 1)), true);
    assert_int_equal(with.count, 3); /* the last is the present at the end */
    assert_int_equal(with.groups[1].event, event);
    assert_int_equal(without.count, 2);
    memory_free(text);
  }
}

static void test_workflows(void **state) {
  (void)state;
  static const struct {
    const char *state;
    enum workflow refined, strict;
  } cases[] = {
    { "", WORKFLOW_ANY_ORDER, WORKFLOW_ANY_ORDER },
    { "depth always", WORKFLOW_ADJACENT, WORKFLOW_ANY_ORDER },
    { "write off", WORKFLOW_ADJACENT, WORKFLOW_ANY_ORDER },
    { "depth equal", WORKFLOW_DUPLICATE, WORKFLOW_ANY_ORDER },
    { "write off operator over", WORKFLOW_ADJACENT, WORKFLOW_ADJACENT },
    { "operator over", WORKFLOW_DUPLICATE, WORKFLOW_ADJACENT },
  };
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *text = memory_format("Frame f\ngpus 2 %s draw a at 0:1\n", cases[i].state);
    assert_int_equal(plan_with(text, 31, true).groups[0].workflow, cases[i].refined);
    assert_int_equal(plan_with(text, 31, false).groups[0].workflow, cases[i].strict);
    memory_free(text);
  }
}

static unsigned dealings(const char *text, bool round_robin) {
  struct frame *frame = frame_of(text);
  struct rules rules = { .events = 31, .refined = true, .round_robin = round_robin };
  struct dealing dealing = dealing_first(frame, &rules);
  unsigned count = 1;
  while (dealing_next(&dealing)) count++;
  frame_free(frame);
  return count;
}

static void test_dealings_are_all_there_are(void **state) {
  (void)state;
  assert_int_equal(dealings("Frame f\ngpus 3 draw a at 0:1 draw b at 0:1", false), 9);
  assert_int_equal(
      dealings("Frame f\ngpus 3 write off operator over draw a at 0:1 draw b at 0:1 draw c at 0:1",
               false),
      10);
  assert_int_equal(
      dealings("Frame f\ngpus 3 write off operator over draw a at 0:1 draw b at 0:1 draw c at 0:1",
               true),
      1);
  assert_int_equal(dealings("Frame f\ngpus 3 draw a on 1 at 0:1 draw b at 0:1", false), 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_one_operator_is_associative),
    cmocka_unit_test(test_over_does_not_commute),
    cmocka_unit_test(test_add_commutes_but_not_past_over),
    cmocka_unit_test(test_mixed_operators_do_not_associate),
    cmocka_unit_test(test_replace_hides_and_reads_are_kept),
    cmocka_unit_test(test_too_many_layers_equal_nothing),
    cmocka_unit_test(test_equal_depths_go_by_the_order_of_draws),
    cmocka_unit_test(test_any_depths_compose_in_any_order),
    cmocka_unit_test(test_each_event_ends_a_group),
    cmocka_unit_test(test_workflows),
    cmocka_unit_test(test_dealings_are_all_there_are),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
