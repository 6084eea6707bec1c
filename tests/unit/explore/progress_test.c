/* Progress on graphs drawn by hand, whose answers are known, weak fairness beside strong; and on thousands of small random ones,
 * against an oracle that tries every set of states as a loop. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "explore/progress.h"
#include "tests/unit/explore/toys.h"

/* ---- a model that is a drawing: numbered states, arrows with classes ---- */

enum { ARROWS_MAX = 64, STATES_DRAWN = 16 };
enum { A = 1, B, C }; /* classes */

struct arrow { slot_t from, to; uint64_t class; };

struct drawing {
  unsigned states, arrows;
  struct arrow arrow[ARROWS_MAX];
  uint32_t met[STATES_DRAWN]; /* goals, by state */
  unsigned strong;            /* set of classes */
  uint64_t shown;             /* the class of the arrow being shown */
};

static void drawing_initial(const struct model *model, void *worker, step_visitor *visit, void *context) {
  (void)model, (void)worker;
  visit(context, &(slot_t){ 0 }, 0, STEP_ISSUE);
}

static void drawing_successors(const struct model *model, void *worker, const slot_t *state, step_visitor *visit, void *context) {
  struct drawing *drawing = model->self;
  (void)worker;
  for (unsigned i = 0; i < drawing->arrows; i++) {
    if (drawing->arrow[i].from != *state) continue;
    drawing->shown = drawing->arrow[i].class;
    visit(context, &drawing->arrow[i].to, i, STEP_PROGRESS);
  }
}

static uint64_t drawing_broken(const struct model *model, void *worker, const slot_t *state, unsigned steps) {
  (void)model, (void)worker, (void)state, (void)steps;
  return 0;
}

static uint32_t drawing_met(const struct model *model, void *worker, const slot_t *state) {
  const struct drawing *drawing = model->self;
  (void)worker;
  return drawing->met[*state];
}

static uint64_t drawing_owed(const struct model *model, void *worker) {
  (void)worker;
  return ((const struct drawing *)model->self)->shown;
}

static bool drawing_strong(const struct model *model, uint64_t class) {
  return ((const struct drawing *)model->self)->strong >> class & 1;
}

static struct model model_of(struct drawing *drawing) {
  struct model model = toy(1, drawing);
  model.initial = drawing_initial;
  model.successors = drawing_successors;
  model.broken = drawing_broken;
  return model;
}

static struct obligations obligations_of(unsigned goals) {
  uint32_t all = (uint32_t)((UINT64_C(1) << goals) - 1);
  return (struct obligations){ .goals = goals, .possible = all, .guaranteed = all, .met = drawing_met, .owed = drawing_owed,
                               .is_strong = drawing_strong };
}

static struct progress check(struct drawing *drawing, unsigned goals, enum visited_kind visited) {
  struct model model = model_of(drawing);
  struct obligations obligations = obligations_of(goals);
  struct progress progress = progress_check(&model, &obligations, &(struct search_options){ .visited = visited });
  assert_int_equal(progress.end, SEARCH_COMPLETE);
  if (progress.lasso) assert_true(lasso_replays(&model, &obligations, progress.lasso));
  assert_int_equal(progress.lasso != NULL, (progress.impossible | progress.avoidable) != 0);
  return progress;
}

/* Of one goal. */
static void expect(struct drawing *drawing, bool possible, bool guaranteed, unsigned stem, unsigned loop) {
  struct progress progress = check(drawing, 1, VISITED_CONCURRENT);
  assert_int_equal(progress.impossible, !possible);
  assert_int_equal(progress.avoidable, !guaranteed);
  if (progress.lasso) {
    assert_int_equal(progress.lasso->refutes, possible ? GUARANTEED_PROGRESS : POSSIBLE_PROGRESS);
    assert_int_equal(progress.lasso->loop, stem);
    assert_int_equal(progress.lasso->trace.length - progress.lasso->loop, loop);
  }
  progress_clear(&progress);
}

#define DRAW(states_, goal, ...)                                                                              \
  { .states = (states_), .met = { [goal] = 1 }, .arrow = { __VA_ARGS__ },                                     \
    .arrows = sizeof((struct arrow[]){ __VA_ARGS__ }) / sizeof(struct arrow) }

static void a_step_that_is_owed_is_taken(void **unused) {
  (void)unused;
  struct drawing owed = DRAW(2, 1, { 0, 1, A }), rescue = DRAW(2, 1, { 0, 1, NOT_OWED });
  expect(&owed, true, true, 0, 0);
  expect(&rescue, true, false, 0, 0); /* nobody has to take it: the run ends where it began */
}

/* A spinning thread (A) does not keep another (B) from its step; but where only A can move, it spins for ever. */
static void spinning_starves_nobody_else(void **unused) {
  (void)unused;
  struct drawing two = DRAW(2, 1, { 0, 0, A }, { 0, 1, B }), alone = DRAW(2, 1, { 0, 0, A }, { 0, 1, NOT_OWED });
  expect(&two, true, true, 0, 0);
  expect(&alone, true, false, 0, 1);
}

/* B's step can be taken in one state of the loop only: weak fairness lets it starve, strong does not. */
static void weak_and_strong_differ(void **unused) {
  (void)unused;
  struct drawing loop = DRAW(3, 2, { 0, 1, A }, { 1, 0, A }, { 0, 2, B });
  expect(&loop, true, false, 0, 2);
  loop.strong = 1 << B;
  expect(&loop, true, true, 0, 0);
}

/* Strong fairness takes the states away in which B can be taken; what is left holds a loop without B, behind a stem. */
static void strong_fairness_leaves_a_smaller_loop(void **unused) {
  (void)unused;
  struct drawing loops = DRAW(4, 3, { 0, 1, A }, { 1, 0, A }, { 0, 3, B }, { 1, 2, A }, { 2, 2, A }, { 2, 0, C });
  loops.strong = 1 << B;
  expect(&loops, true, true, 0, 0); /* C is owed, and leads back to where B can be taken */
  loops.arrow[5].class = NOT_OWED;
  expect(&loops, true, false, 2, 1);
}

/* The loop must take both A and B to be fair, though each alone leads round. */
static void the_loop_takes_what_is_owed(void **unused) {
  (void)unused;
  struct drawing eight = DRAW(4, 3, { 0, 1, A }, { 1, 0, NOT_OWED }, { 0, 2, B }, { 2, 0, NOT_OWED }, { 0, 3, NOT_OWED });
  eight.strong = 1 << A | 1 << B;
  expect(&eight, true, false, 0, 4);
  eight.arrow[1].class = eight.arrow[3].class = C;
  expect(&eight, true, false, 0, 4);
}

/* State 1 runs on for ever, but never gets to 3 again; state 2 is a deadlock. */
static void livelock_and_deadlock_are_lost_goals(void **unused) {
  (void)unused;
  struct drawing live = DRAW(4, 3, { 0, 3, A }, { 3, 0, A }, { 0, 1, B }, { 1, 1, A });
  expect(&live, false, false, 1, 1);
  struct drawing dead = DRAW(4, 3, { 0, 3, A }, { 3, 0, A }, { 3, 2, B });
  expect(&dead, false, false, 2, 0);
}

/* Two goals: the first always comes, the second need not. */
static void goals_are_answered_one_by_one(void **unused) {
  (void)unused;
  struct drawing drawing = DRAW(4, 3, { 0, 1, A }, { 1, 2, A }, { 2, 1, A }, { 2, 3, NOT_OWED }, { 3, 1, A });
  drawing.met[1] = 1;
  drawing.met[3] = 3;
  struct progress progress = check(&drawing, 2, VISITED_JUDY);
  assert_int_equal(progress.impossible, 0);
  assert_int_equal(progress.avoidable, 2);
  assert_int_equal(progress.lasso->goal, 1);
  progress_clear(&progress);
}

static void what_is_no_lasso_is_refused(void **unused) {
  (void)unused;
  struct drawing loop = DRAW(3, 2, { 0, 1, A }, { 1, 0, A }, { 0, 2, B });
  struct model model = model_of(&loop);
  struct obligations obligations = obligations_of(1);
  struct progress progress = check(&loop, 1, VISITED_CONCURRENT);
  loop.strong = 1 << B;
  assert_false(lasso_replays(&model, &obligations, progress.lasso)); /* unfair */
  loop.strong = 0;
  loop.met[1] = 1;
  assert_false(lasso_replays(&model, &obligations, progress.lasso)); /* meets the goal */
  loop.met[1] = 0;
  progress.lasso->loop = 1;
  assert_false(lasso_replays(&model, &obligations, progress.lasso)); /* no loop */
  progress_clear(&progress);
}

/* ---- limits ---- */

static void limits_end_without_an_answer(void **unused) {
  (void)unused;
  struct grid grid = { .side = 300 };
  struct model model = toy_grid(&grid, 2);
  struct obligations obligations = obligations_of(1);
  struct progress progress = progress_check(&model, &obligations, &(struct search_options){ .memory_max = 1 << 20 });
  assert_int_equal(progress.end, SEARCH_OUT_OF_MEMORY);
  assert_null(progress.lasso);
  progress_clear(&progress);
}

/* ---- the oracle ---- */

static bool strongly_connected(const struct drawing *drawing, unsigned set) {
  for (unsigned from = 0; from < drawing->states; from++) {
    if (!(set >> from & 1)) continue;
    unsigned reached = 1u << from;
    for (bool grew = true; grew;) {
      grew = false;
      for (unsigned i = 0; i < drawing->arrows; i++) {
        const struct arrow *arrow = &drawing->arrow[i];
        if (!(reached >> arrow->from & 1) || !(set >> arrow->to & 1) || reached >> arrow->to & 1) continue;
        reached |= 1u << arrow->to;
        grew = true;
      }
    }
    if (reached != set) return false;
  }
  return true;
}

/* A run that stays in the set and takes all its arrows again and again; of one state, it may stay there for good. */
static bool is_fair_loop(const struct drawing *drawing, unsigned set) {
  for (unsigned class = A; class <= C; class++) {
    unsigned enabled = 0;
    bool taken = false;
    for (unsigned i = 0; i < drawing->arrows; i++) {
      const struct arrow *arrow = &drawing->arrow[i];
      if (arrow->class != class || !(set >> arrow->from & 1)) continue;
      enabled |= 1u << arrow->from;
      taken |= set >> arrow->to & 1;
    }
    if (!taken && (drawing->strong >> class & 1 ? enabled != 0 : enabled == set)) return false;
  }
  return true;
}

static unsigned reachable(const struct drawing *drawing, unsigned from) {
  unsigned reached = 1u << from;
  for (unsigned round = 0; round < drawing->states; round++)
    for (unsigned i = 0; i < drawing->arrows; i++)
      if (reached >> drawing->arrow[i].from & 1) reached |= 1u << drawing->arrow[i].to;
  return reached;
}

static void random_drawings_agree_with_the_oracle(void **unused) {
  (void)unused;
  unsigned found[2] = { 0 }, loops = 0;
  srand(7);
  for (unsigned round = 0; round < 20000; round++) {
    struct drawing drawing = { .states = 2 + (unsigned)rand() % 5, .strong = (unsigned)rand() % 16 };
    drawing.arrows = drawing.states + (unsigned)rand() % (drawing.states + 1);
    for (unsigned i = 0; i < drawing.arrows; i++)
      drawing.arrow[i] = (struct arrow){ (slot_t)rand() % drawing.states, (slot_t)rand() % drawing.states, (uint64_t)rand() % 4 };
    drawing.met[drawing.states - 1] = 1;
    unsigned goal = 1u << (drawing.states - 1), all = reachable(&drawing, 0);
    bool possible = true, guaranteed = true;
    for (unsigned i = 0; i < drawing.states; i++)
      if (all >> i & 1) possible &= (reachable(&drawing, i) & goal) != 0;
    for (unsigned set = 1; set < 1u << drawing.states; set++)
      if ((set & all) == set && !(set & goal) && strongly_connected(&drawing, set) && is_fair_loop(&drawing, set))
        guaranteed = false;
    struct progress progress = check(&drawing, 1, round % 2 ? VISITED_CONCURRENT : VISITED_JUDY);
    assert_int_equal(progress.impossible, !possible);
    assert_int_equal(progress.avoidable, !guaranteed);
    found[0] += !possible;
    found[1] += !guaranteed && possible;
    if (progress.lasso) loops += progress.lasso->loop < progress.lasso->trace.length;
    progress_clear(&progress);
  }
  assert_true(found[0] > 1000 && found[1] > 1000 && loops > 1000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_step_that_is_owed_is_taken),
    cmocka_unit_test(spinning_starves_nobody_else),
    cmocka_unit_test(weak_and_strong_differ),
    cmocka_unit_test(strong_fairness_leaves_a_smaller_loop),
    cmocka_unit_test(the_loop_takes_what_is_owed),
    cmocka_unit_test(livelock_and_deadlock_are_lost_goals),
    cmocka_unit_test(goals_are_answered_one_by_one),
    cmocka_unit_test(what_is_no_lasso_is_refused),
    cmocka_unit_test(limits_end_without_an_answer),
    cmocka_unit_test(random_drawings_agree_with_the_oracle),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
