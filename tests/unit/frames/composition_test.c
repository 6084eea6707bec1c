/* Models of image composition: one verdict with reductions and without, planted faults that are
 * found, and renamed GPUs. */
#include "composition_support.h"

#include <stdlib.h>
#include "base/memory.h"
#include "frames/frame_counts.h"
#include "frames/step.h"

/* --- verdicts --- */

/* A search, and the states from which it goes no further: every reduction must keep those. */
struct composition_found {
  uint64_t broken, states;
  unsigned ends;
};

static struct composition_found *finding; /* of the search that runs */
static uint64_t (*broken_of)(const struct model *model, void *worker, const slot_t *state,
                             unsigned steps);

static uint64_t count_ends(const struct model *model, void *worker, const slot_t *state,
                           unsigned steps) {
  finding->ends += !(steps & ~(unsigned)STEP_BLOCKED);
  return broken_of(model, worker, state, steps);
}

static void find(const struct compositor *compositor, struct composition_found *found) {
  struct model model = *&compositor->model;
  finding = found;
  broken_of = model.broken;
  model.broken = count_ends;
  struct search_options limits = { .threads = 1, .memory_max = 1ull << 30 };
  struct search_result result = search_run(&model, &limits);
  assert_int_equal(result.end, SEARCH_COMPLETE);
  found->broken |= result.broken & ~(uint64_t)CLAIM(COMPOSES_WITNESS);
  found->states += result.states;
  search_result_clear(&result);
}

static struct composition_found found_with(struct setting setting, const char *text,
                                           bool no_reduction) {
  struct frame *frame = frame_of(text);
  struct rules rules = composition_rules(&setting);
  struct dealing dealing = dealing_first(frame, &rules);
  struct compositor_options options = { .no_reduction = no_reduction };
  struct composition_found found = { 0 };
  do {
    struct compositor *compositor = compositor_new(&setting, &dealing, &options);
    find(compositor, &found);
    compositor_free(compositor);
  } while (dealing_next(&dealing));
  frame_free(frame);
  return found;
}

static struct composition_found found_in(const char *model, const char *text, bool no_reduction) {
  return found_with(setting_named(model), text, no_reduction);
}

static const char opaque[] = "Frame f\ngpus 2 pixels 2 draw a at 0:5 1:3 draw b at 0:3 1:5";
static const char glass[] =
    "Frame f\ngpus 3 pixels 3 write off operator over draw a on 0 at 0:5 1:5 2:5\n"
    "draw b on 1 at 0:4 1:4 2:4\n"
    "draw c on 2 at 0:3 1:3 2:3";
static const char groups[] =
    "Frame f\ngpus 2 pixels 2 draw a on 0 at 0:5 1:5 draw b on 1 at 0:3 boundary\n"
    "draw c on 0 at 0:4 1:2 draw d on 1 at 1:3";

static const char deep[] =
    "Frame f\ngpus 3 pixels 3 link 4 write off operator over draw a on 0 at 2:5 draw b on 1 at 2:4";

/* Two packets a sub-image, over links that hold one. */
static const char wide[] =
    "Frame f\ngpus 3 pixels 6 draw a on 0 at 0:2 1:2 2:2 3:1 4:1 5:1\n"
    "draw b on 1 at 0:1 1:1 2:1 3:2 4:2 5:2 draw c on 2 at 0:1 1:1 2:1 3:1 4:1 5:1";

/* Two rounds of two GPUs; only GPU3 draws pixel 0, and only GPU0 pixel 3. */
static const char four[] =
    "Frame f\ngpus 4 pixels 4 draw a on 0 at 3:1 draw b on 1 at 1:3 draw c on 2 at 1:2 2:2\n"
    "draw d on 3 at 0:1 1:1";
static const char panes[] =
    "Frame f\ngpus 4 pixels 4 write off operator over draw a on 0 at 0:5 1:5 2:5 3:5\n"
    "draw b on 1 at 0:4 1:4 2:4 3:4 draw c on 2 at 0:3 1:3 2:3 3:3 draw d on 3 at 0:2 1:2 2:2 3:2";

static void test_reductions_change_no_verdict(void **state) {
  (void)state;
  static const struct {
    const char *model, *text;
  } cases[] = {
    { "chopin-compose", opaque },
    { "chopin-compose", glass },
    { "chopin-compose", groups },
    { "chopin-compose:swap-only", groups },
    { "chopin-compose:any-order", glass },
    { "chopin-compose:neighbour", glass },
    { "chopin-compose:no-cgid", groups },
    { "chopin-compose:early-reset", groups },
    { "chopin-compose:on-background", glass },
    { "chopin-compose:no-sending-test", glass },
    { "direct-send", groups },
    { "direct-send:no-groups", groups },
    { "direct-send:shared-input", glass },
    { "direct-send", wide },
    { "direct-send:half-duplex", wide },
    { "direct-send:shared-input", wide },
    { "direct-send:uncongested", wide },
    { "chopin-compose", wide },
    { "duplication", groups },
    { "chopin-draw", groups },
    { "radix-k", groups },
    { "radix-k", four },
    { "radix-k", panes },
    { "radix-k", wide },
    { "radix-k:wrong-partner", panes },
    { "radix-k:wrong-order", panes },
    { "radix-k:early-round", panes },
  };
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct composition_found some = found_in(cases[i].model, cases[i].text, false),
                             all = found_in(cases[i].model, cases[i].text, true);
    assert_int_equal(some.broken, all.broken);
    assert_int_equal(some.ends, all.ends);
    assert_true(some.states <= all.states);
  }
}

/* --- records that promise too much --- */

static bool is_found_out(const struct composition *planted, const char *variant, const char *text) {
  struct setting setting = setting_named(variant);
  setting.system = &planted->system;
  struct composition_found some = found_with(setting, text, false),
                           all = found_with(setting, text, true);
  return some.broken != all.broken || some.ends != all.ends;
}

/* Claims, falsely, that any event of a GPU goes on with a sub-image that it has begun. */
static bool all_goes_on(const struct gpu *gpu, unsigned event, unsigned peer) {
  (void)gpu, (void)event, (void)peer;
  return true;
}

static void test_goes_on(void **state) {
  (void)state;
  struct composition planted = *composition_find("gpupd");
  assert_false(is_found_out(&planted, "gpupd:shared-acks", opaque));
  assert_false(is_found_out(&planted, "gpupd:no-acks", deep));
  planted.goes_on = all_goes_on;
  assert_true(is_found_out(&planted, "gpupd:shared-acks", opaque));
  assert_true(is_found_out(&planted, "gpupd:no-acks", deep));
}

/* In a shared queue packets keep the order in which they were sent: it tells. */
static void test_irreducible(void **state) {
  (void)state;
  struct composition planted = *composition_find("direct-send");
  assert_false(is_found_out(&planted, "direct-send:shared-input", wide));
  planted.irreducible = NULL;
  assert_true(is_found_out(&planted, "direct-send:shared-input", wide));
}

/* --- what is planted is found --- */

/* A cell without a row. */
static void test_no_row(void **state) {
  (void)state;
  struct composition planted = *composition_find("direct-send");
  struct setting setting = setting_named("direct-send");
  setting.system = &planted.system;
  assert_int_equal(found_with(setting, groups, false).broken, 0);
  planted.system.kinds[0].table.row_count--;
  assert_true(found_with(setting, groups, false).broken >> COMPOSES_NEVER & 1);
}

static struct row *own_rows(struct composition *planted, unsigned kind) {
  struct table *table = &planted->system.kinds[kind].table;
  struct row *rows = memory_new(table->row_count, sizeof *rows);
  memcpy(rows, table->rows, table->row_count * sizeof *rows);
  table->rows = rows;
  return rows;
}

/* A scheduler that forgets what was processed: its table is right, and its choice is not. */
static guard *is_for_all; /* the system's own */

static bool has_fewest_scheduled(const struct step *s) {
  const struct compose_step *step = COMPOSE_STEP(s);
  const struct scheduler *scheduler = step->scheduler;
  if (scheduler->next >= step->frame->command_count ||
      step->frame->commands[scheduler->next].kind != COMMAND_DRAW)
    return false;
  for (unsigned i = 0; i < step->frame->gpus; i++)
    if (scheduler->entry[i].scheduled < step->entry->scheduled) return false;
  return true;
}
static bool is_for_another(const struct step *s) {
  return !has_fewest_scheduled(s) && !is_for_all(s);
}

static void plant_guard(struct row *rows, unsigned count, const char *name, guard *planted) {
  for (unsigned i = 0; i < count; i++) {
    if (!rows[i].when_name || strcmp(rows[i].when_name, name)) continue;
    is_for_all = rows[i].when;
    if (planted) rows[i].when = planted;
    return;
  }
  fail_msg("no row has the guard %s", name);
}

static const char three[] = "Frame f\ngpus 2 pixels 2 draw a at 0:3 draw b at 0:2 draw c at 1:1";

static void test_balance_by_what_was_scheduled(void **state) {
  (void)state;
  struct composition planted = *composition_find("chopin-draw");
  struct setting setting = setting_named("chopin-draw");
  setting.system = &planted.system;
  assert_int_equal(found_with(setting, three, false).broken, 0);
  struct row *rows = own_rows(&planted, KIND_SCHEDULER);
  unsigned count = planted.system.kinds[KIND_SCHEDULER].table.row_count;
  plant_guard(rows, count, "is_scheduled_here", has_fewest_scheduled);
  plant_guard(rows, count, "is_not_for_this", is_for_another);
  plant_guard(rows, count, "is_for_all", NULL);
  assert_int_equal(found_with(setting, three, false).broken, CLAIM(COMPOSES_BALANCE));
  memory_free(rows);
}

/* A report that is not sent, or not counted: in the end triangles remain. */
static void do_nothing(struct step *s) { (void)s; }

static void test_reports_that_are_lost(void **state) {
  (void)state;
  static const struct {
    unsigned kind, row, action;
    uint64_t broken;
  } cases[] = { { KIND_GPU, 0, 1, CLAIM(COMPOSES_TABLE) },
                { KIND_SCHEDULER, 3, 0, CLAIM(COMPOSES_TABLE) | CLAIM(COMPOSES_BALANCE) } };
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct composition planted = *composition_find("chopin-draw");
    struct setting setting = setting_named("chopin-draw");
    setting.system = &planted.system;
    struct row *rows = own_rows(&planted, cases[i].kind);
    rows[cases[i].row].actions[cases[i].action] = do_nothing;
    assert_int_equal(found_with(setting, three, false).broken, cases[i].broken);
    memory_free(rows);
  }
}

/* --- rounds --- */

static void test_one_round_is_direct_send(void **state) {
  (void)state;
  static const char *const frames[] = { opaque, groups, wide, glass, panes };
  for (unsigned i = 0; i < sizeof frames / sizeof *frames; i++) {
    struct composition_found rounds = found_in("radix-k:one-round", frames[i], true),
                             direct = found_in("direct-send", frames[i], true);
    assert_int_equal(rounds.broken, 0);
    assert_int_equal(direct.broken, 0);
    assert_int_equal(rounds.states, direct.states);
    assert_int_equal(rounds.ends, direct.ends);
  }
}

/* A GPU that passes on what it composed, and not that it was drawn: the next one leaves it out. */
static void test_pixels_that_are_passed_on(void **state) {
  (void)state;
  struct composition planted = *composition_find("radix-k");
  struct setting setting = setting_named("radix-k");
  setting.system = &planted.system;
  assert_int_equal(found_with(setting, four, false).broken, 0);
  struct row *rows = own_rows(&planted, KIND_GPU);
  unsigned planted_in = 0;
  for (unsigned i = 0; i < planted.system.kinds[KIND_GPU].table.row_count; i++) {
    if (!rows[i].action_names || !strstr(rows[i].action_names, "merge, mark_drawn")) continue;
    rows[i].actions[1] = do_nothing;
    planted_in++;
  }
  assert_int_equal(planted_in, 2);
  assert_int_equal(found_with(setting, four, false).broken, CLAIM(COMPOSES_IMAGE));
  memory_free(rows);
}

/* Messages, where each part of a sub-image is one packet: N log N by pairs, and N (N - 1) directly.
 */
static void test_messages_of_rounds(void **state) {
  (void)state;
  static const struct {
    const char *model;
    unsigned messages;
  } cases[] = { { "radix-k", 8 }, { "radix-k:one-round", 12 }, { "direct-send", 12 } };
  struct frame *frame = frame_of("Frame f\ngpus 4 pixels 1 draw a on 0 at 0:1");
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct setting setting = setting_named(cases[i].model);
    struct effort effort = { .threads = 1 };
    struct frame_counts counts = frame_count(&setting, frame, &effort);
    assert_true(counts.complete && counts.ends);
    assert_int_equal(counts.ranges[EVENT_PIXELS].least, cases[i].messages);
    assert_int_equal(counts.ranges[EVENT_PIXELS].greatest, cases[i].messages);
  }
  frame_free(frame);
}

/* The first part of a draw, reported for every part: some triangles are counted twice, others
 * never.
 */
static void report_first_part_only(struct step *s) {
  for (unsigned i = 0; i < 2; i++)
    compose_post(s, EVENT_PROCESSED, SCHEDULER)->peer = COMPOSE_STEP(s)->in->peer;
}

static void test_reports_of_the_wrong_part(void **state) {
  (void)state;
  static const char odd[] = "Frame f\ngpus 2 pixels 2 draw a triangles 3 at 0:3";
  struct composition planted = *composition_find("chopin-draw");
  struct setting setting = setting_named("chopin-draw");
  setting.system = &planted.system;
  assert_true(setting_assign(&setting, "reports=2", &(struct diagnostic){ NULL }));
  assert_int_equal(found_with(setting, odd, true).broken, 0);
  struct row *rows = own_rows(&planted, KIND_GPU);
  rows[0].actions[1] = report_first_part_only;
  assert_int_equal(found_with(setting, odd, true).broken, CLAIM(COMPOSES_TABLE));
  memory_free(rows);
}

static void test_each_property_is_broken_by_what_breaks_it(void **state) {
  (void)state;
  static const struct {
    const char *model, *text;
    enum composition_property property;
  } cases[] = {
    { "chopin-compose:any-order", glass, COMPOSES_IMAGE },
    { "chopin-compose:no-received-test", opaque, COMPOSES_ONCE },
    { "chopin-compose:on-background", glass, COMPOSES_BACKGROUND },
    { "chopin-compose:no-sending-test", glass, COMPOSES_SESSIONS },
    { "chopin-compose:early-reset", groups, COMPOSES_TABLE },
    { "chopin-compose:neighbour", glass, COMPOSES_DEADLOCK },
    { "direct-send:shared-input", glass, COMPOSES_DEADLOCK },
    { "direct-send:no-groups", groups, COMPOSES_ONCE },
    { "direct-send:uncongested", groups, COMPOSES_CONGESTION },
    { "gpupd:no-acks", deep, COMPOSES_IMAGE },
    { "gpupd:shared-acks", opaque, COMPOSES_DEADLOCK },
    { "radix-k:wrong-partner", panes, COMPOSES_DEADLOCK },
    { "radix-k:early-round", panes, COMPOSES_IMAGE },
    { "radix-k:early-round", four, COMPOSES_ONCE },
    { "radix-k:wrong-order", panes, COMPOSES_IMAGE },
  };
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint64_t broken = found_in(cases[i].model, cases[i].text, true).broken;
    if (!(broken >> cases[i].property & 1))
      fail_msg("%s breaks %#x only", cases[i].model, (unsigned)broken);
  }
}

/* Let a frame be the same for all GPUs.  A renaming of GPUs then makes one search of another: as
 * many states, and the same verdict.  (With reductions, ample steps are taken in the order of the
 * GPUs' numbers, so counts may differ.  Counts may also differ if the image depends on the order of
 * composition.  An entry's interval then distinguishes more orders for some GPUs than for others.)
 */
static void test_dealings_that_stand_for_others(void **state) {
  (void)state;
  static const char *const models[] = { "chopin-compose", "direct-send", "chopin-compose:no-tie" };
  struct frame *frame =
      frame_of("Frame f\ngpus 3 pixels 3\ndraw a at 0:2 1:2 2:2 draw b at 0:2 1:2 2:2");
  for (unsigned i = 0; i < sizeof models / sizeof *models; i++) {
    struct setting setting = setting_named(models[i]);
    struct rules rules = composition_rules(&setting);
    struct dealing dealing = dealing_first(frame, &rules);
    uint64_t states[2] = { 0, 0 }, broken[2] = { 0, 0 }; /* both draws on one GPU, or on two */
    unsigned firsts = 0, count = 0;
    do {
      struct compositor_options options = { .no_reduction = true };
      struct compositor *compositor = compositor_new(&setting, &dealing, &options);
      struct search_result result =
          search_run(&compositor->model, &(struct search_options){ .threads = 1 });
      bool apart = dealing.gpu[0] != dealing.gpu[1];
      if (!states[apart]) {
        states[apart] = result.states;
        broken[apart] = result.broken;
      }
      if (!broken[apart]) assert_int_equal(result.states, states[apart]);
      assert_int_equal(result.broken, broken[apart]);
      firsts += dealing_is_representative(&dealing);
      count++;
      search_result_clear(&result);
      compositor_free(compositor);
    } while (dealing_next(&dealing));
    assert_int_equal(firsts, 2);
    assert_int_equal(count, 9);
  }
  frame_free(frame);
}

static void count_firsts(const char *text, unsigned *firsts, unsigned *count) {
  struct setting setting = setting_named("chopin-compose");
  struct frame *frame = frame_of(text);
  struct rules rules = composition_rules(&setting);
  struct dealing dealing = dealing_first(frame, &rules);
  *firsts = *count = 0;
  do {
    *firsts += dealing_is_representative(&dealing);
    ++*count;
  } while (dealing_next(&dealing));
  frame_free(frame);
}

/* Over two opaque groups GPUs are renamed alike in both; beside a group that keeps an order over
 * GPUs, not at all. */
static void test_dealings_of_two_groups(void **state) {
  (void)state;
  unsigned firsts, count;
  count_firsts("Frame f\ngpus 3 pixels 3 draw a at 0:2 boundary draw b at 0:2", &firsts, &count);
  assert_int_equal(firsts, 2);
  assert_int_equal(count, 9);
  count_firsts("Frame f\ngpus 3 pixels 3 draw a at 0:2 write off operator over draw b at 0:1",
               &firsts, &count);
  assert_int_equal(firsts, 9);
  assert_int_equal(count, 9);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(test_goes_on),
                                      cmocka_unit_test(test_one_round_is_direct_send),
                                      cmocka_unit_test(test_pixels_that_are_passed_on),
                                      cmocka_unit_test(test_messages_of_rounds),
                                      cmocka_unit_test(test_irreducible),
                                      cmocka_unit_test(test_no_row),
                                      cmocka_unit_test(test_balance_by_what_was_scheduled),
                                      cmocka_unit_test(test_reports_that_are_lost),
                                      cmocka_unit_test(test_reports_of_the_wrong_part),
                                      cmocka_unit_test(test_reductions_change_no_verdict),
                                      cmocka_unit_test(
                                          test_each_property_is_broken_by_what_breaks_it),
                                      cmocka_unit_test(test_dealings_that_stand_for_others),
                                      cmocka_unit_test(test_dealings_of_two_groups) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
