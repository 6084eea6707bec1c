/* Least and greatest counts along runs.  Graphs drawn by hand have known answers.  Thousands of
 * small random graphs are compared with an oracle that relaxes all arrows again and again.
 *
 * builds: plain asan tsan */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "liveness/counts.h"
#include "tests/unit/sanitized.h"
#include "tests/unit/toys.h"

/* ---- a model that is a drawing: numbered states, arrows with amounts ---- */

enum { ARROWS_MAX = 24, STATES_DRAWN = 8 };

struct weighed_arrow {
  slot_t from, to;
  unsigned amount; /* of counter 0; counter 1 gets 1 */
};

struct weighed_drawing {
  unsigned states, arrows;
  struct weighed_arrow arrow[ARROWS_MAX];
  bool ended[STATES_DRAWN];
  const struct weighed_arrow *shown;
};

static void drawing_initial(const struct model *model, void *worker, step_visitor *visit,
                            void *context) {
  (void)model, (void)worker;
  visit(context, &(slot_t){ 0 }, 0, STEP_ISSUE);
}

static void drawing_successors(const struct model *model, void *worker, const slot_t *state,
                               step_visitor *visit, void *context) {
  struct weighed_drawing *drawing = model->self;
  (void)worker;
  for (unsigned i = 0; i < drawing->arrows; i++) {
    if (drawing->arrow[i].from != *state) continue;
    drawing->shown = &drawing->arrow[i];
    visit(context, &drawing->arrow[i].to, i, STEP_PROGRESS);
  }
}

static uint64_t drawing_broken(const struct model *model, void *worker, const slot_t *state,
                               unsigned steps) {
  (void)model, (void)worker, (void)state, (void)steps;
  return 0;
}

static uint32_t drawing_ended(const struct model *model, void *worker, const slot_t *state) {
  (void)worker;
  return ((const struct weighed_drawing *)model->self)->ended[*state];
}

static uint64_t drawing_added(const struct model *model, void *worker) {
  (void)worker;
  return 1 + ((const struct weighed_drawing *)model->self)->shown->amount;
}

static unsigned drawing_amount(const struct model *model, uint64_t name, unsigned counter) {
  (void)model;
  return counter ? 1 : (unsigned)name - 1;
}

static struct counts count(struct weighed_drawing *drawing) {
  struct model model = toy(1, drawing);
  model.initial = drawing_initial;
  model.successors = drawing_successors;
  model.broken = drawing_broken;
  struct counters counters = { 2, drawing_ended, drawing_added, drawing_amount };
  struct counts counts = counts_find(&model, &counters, &(struct search_options){ .threads = 1 });
  assert_int_equal(counts.end, SEARCH_COMPLETE);
  return counts;
}

static void expect(struct weighed_drawing *drawing, uint32_t least, uint32_t greatest) {
  struct counts counts = count(drawing);
  assert_true(counts.ends);
  assert_int_equal(counts.ranges[0].least, least);
  assert_int_equal(counts.ranges[0].greatest, greatest);
  counts_clear(&counts);
}

#define DRAW(states_, end, ...)                                                              \
  {                                                                                          \
    .states = (states_), .ended = { [end] = true }, .arrow = { __VA_ARGS__ },                \
    .arrows = sizeof((struct weighed_arrow[]){ __VA_ARGS__ }) / sizeof(struct weighed_arrow) \
  }

static void two_ways_have_two_counts(void **unused) {
  (void)unused;
  struct weighed_drawing drawing = DRAW(4, 3, { 0, 1, 2 }, { 0, 2, 0 }, { 1, 3, 3 }, { 2, 3, 1 });
  expect(&drawing, 1, 5);
}

static void a_loop_that_adds_has_no_bound(void **unused) {
  (void)unused;
  struct weighed_drawing adds = DRAW(3, 2, { 0, 1, 1 }, { 1, 0, 1 }, { 0, 2, 0 }, { 1, 2, 0 });
  struct weighed_drawing adds_nothing =
      DRAW(3, 2, { 0, 1, 0 }, { 1, 0, 0 }, { 0, 2, 4 }, { 1, 2, 6 });
  expect(&adds, 0, COUNT_UNBOUNDED);
  expect(&adds_nothing, 4, 6);
}

/* What comes behind an end, and what never ends, is not counted. */
static void only_runs_to_their_end_count(void **unused) {
  (void)unused;
  struct weighed_drawing behind = DRAW(3, 1, { 0, 1, 1 }, { 1, 2, 5 }, { 2, 1, 5 });
  struct weighed_drawing stuck = DRAW(4, 1, { 0, 1, 1 }, { 0, 2, 5 }, { 2, 3, 7 }, { 3, 3, 9 });
  expect(&behind, 1, 1);
  expect(&stuck, 1, 1);
}

static void no_run_ends(void **unused) {
  (void)unused;
  struct weighed_drawing drawing = DRAW(2, 2, { 0, 1, 1 });
  struct counts counts = count(&drawing);
  assert_false(counts.ends);
  counts_clear(&counts);
}

/* ---- random graphs ---- */

enum { NEVER_ENDS = -1, ROUNDS_MAX = 4 * STATES_DRAWN, GREAT = 1000 };

static unsigned random_below(uint64_t *seed, unsigned bound) {
  *seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407;
  return (unsigned)(*seed >> 33) % bound;
}

static struct weighed_drawing random_drawing(uint64_t *seed) {
  struct weighed_drawing drawing = { .states = 2 + random_below(seed, STATES_DRAWN - 1) };
  drawing.arrows = 1 + random_below(seed, 2 * drawing.states);
  for (unsigned i = 0; i < drawing.arrows; i++)
    drawing.arrow[i] =
        (struct weighed_arrow){ random_below(seed, drawing.states),
                                random_below(seed, drawing.states),
                                random_below(seed, 3) ? 0 : 1 + random_below(seed, 3) };
  for (unsigned i = 0; i < drawing.states; i++) drawing.ended[i] = !random_below(seed, 4);
  return drawing;
}

/* The best count of runs of at most `rounds` steps from state 0, by `sign`: least or greatest. */
static int best_count(const struct weighed_drawing *drawing, int sign, unsigned rounds) {
  int best[STATES_DRAWN];
  for (unsigned i = 0; i < drawing->states; i++) best[i] = drawing->ended[i] ? 0 : NEVER_ENDS;
  for (unsigned round = 0; round < rounds; round++)
    for (unsigned i = 0; i < drawing->arrows; i++) {
      const struct weighed_arrow *arrow = &drawing->arrow[i];
      int count = best[arrow->to] + (int)arrow->amount;
      if (drawing->ended[arrow->from] || best[arrow->to] == NEVER_ENDS || count > GREAT) continue;
      if (best[arrow->from] == NEVER_ENDS || sign * count > sign * best[arrow->from])
        best[arrow->from] = count;
    }
  return best[0];
}

static void random_graphs(void **unused) {
  (void)unused;
  uint64_t seed = 1;
  unsigned drawn = SANITIZED ? 500 : 5000, bounded = 0, unbounded = 0;
  for (unsigned i = 0; i < drawn; i++) {
    struct weighed_drawing drawing = random_drawing(&seed);
    struct counts counts = count(&drawing);
    int least = best_count(&drawing, -1, ROUNDS_MAX),
        greatest = best_count(&drawing, 1, ROUNDS_MAX),
        later = best_count(&drawing, 1, 2 * ROUNDS_MAX);
    assert_int_equal(counts.ends, least != NEVER_ENDS);
    if (counts.ends) assert_int_equal(counts.ranges[0].least, least);
    bool grows = later != greatest || greatest > 3 * STATES_DRAWN;
    if (counts.ends)
      assert_int_equal(counts.ranges[0].greatest, grows ? COUNT_UNBOUNDED : (uint32_t)greatest);
    bounded += counts.ends && !grows;
    unbounded += counts.ends && grows;
    counts_clear(&counts);
  }
  assert_true(bounded > drawn / 50 && unbounded > drawn / 50);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(two_ways_have_two_counts),
    cmocka_unit_test(a_loop_that_adds_has_no_bound),
    cmocka_unit_test(only_runs_to_their_end_count),
    cmocka_unit_test(no_run_ends),
    cmocka_unit_test(random_graphs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
