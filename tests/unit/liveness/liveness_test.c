/* Liveness of graphs under weak and strong fairness.  Graphs drawn by hand have known answers.
 * Thousands of small random graphs are compared with an oracle that tries every set of states as a
 * loop.
 *
 * builds: plain asan tsan */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "liveness/liveness.h"
#include "tests/unit/reference_set.h"
#include "tests/unit/sanitized.h"
#include "tests/unit/toys.h"

/* ---- a model that is a drawing: numbered states, arrows with classes and pairs ---- */

enum { ARROWS_MAX = 64, STATES_DRAWN = 16 };
enum { A = 1, B, C }; /* classes */

struct arrow {
  slot_t from, to;
  uint64_t class;
  struct pairs pairs;
};

struct drawing {
  unsigned states, arrows;
  struct arrow arrow[ARROWS_MAX];
  uint32_t met[STATES_DRAWN]; /* goals, by state */
  unsigned strong;            /* set of classes */
  bool has_pairs;
  const struct arrow *shown; /* the arrow being shown */
};

static void drawing_initial(const struct model *model, void *worker, step_visitor *visit,
                            void *context) {
  (void)model, (void)worker;
  visit(context, &(slot_t){ 0 }, 0, STEP_ISSUE);
}

static void drawing_successors(const struct model *model, void *worker, const slot_t *state,
                               step_visitor *visit, void *context) {
  struct drawing *drawing = model->self;
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

static uint32_t drawing_met(const struct model *model, void *worker, const slot_t *state) {
  const struct drawing *drawing = model->self;
  (void)worker;
  return drawing->met[*state];
}

static uint64_t drawing_owed(const struct model *model, void *worker) {
  (void)worker;
  return ((const struct drawing *)model->self)->shown->class;
}

static struct pairs drawing_pairs(const struct model *model, void *worker, const slot_t *to) {
  const struct arrow *shown = ((const struct drawing *)model->self)->shown;
  (void)worker;
  assert_int_equal(*to, shown->to);
  return shown->pairs;
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

static struct obligations obligations_of(unsigned goals, bool has_pairs) {
  uint32_t all = (uint32_t)((UINT64_C(1) << goals) - 1);
  return (struct obligations){ .goals = goals,
                               .possible = all,
                               .guaranteed = all,
                               .met = drawing_met,
                               .owed = drawing_owed,
                               .is_strong = drawing_strong,
                               .pairs = has_pairs ? drawing_pairs : NULL };
}

static struct liveness check(struct drawing *drawing, unsigned goals, bool reference) {
  struct model model = model_of(drawing);
  struct obligations obligations = obligations_of(goals, drawing->has_pairs);
  struct liveness liveness = liveness_check(
      &model, &obligations,
      &(struct search_options){ .visited_new = reference ? reference_set_new : NULL });
  assert_int_equal(liveness.end, SEARCH_COMPLETE);
  if (liveness.lasso) assert_true(lasso_replays(&model, &obligations, liveness.lasso));
  assert_int_equal(liveness.lasso != NULL, (liveness.impossible | liveness.avoidable) != 0);
  return liveness;
}

/* Checks the liveness of one goal. */
static void expect(struct drawing *drawing, bool possible, bool guaranteed, unsigned stem,
                   unsigned loop) {
  struct liveness liveness = check(drawing, 1, false);
  assert_int_equal(liveness.impossible, !possible);
  assert_int_equal(liveness.avoidable, !guaranteed);
  if (liveness.lasso) {
    assert_int_equal(liveness.lasso->refutes, possible ? LIVENESS_GUARANTEED : LIVENESS_POSSIBLE);
    assert_int_equal(liveness.lasso->loop, stem);
    assert_int_equal(liveness.lasso->trace.length - liveness.lasso->loop, loop);
  }
  liveness_clear(&liveness);
}

#define DRAW(states_, goal, ...)                                             \
  {                                                                          \
    .states = (states_), .met = { [goal] = 1 }, .arrow = { __VA_ARGS__ },    \
    .arrows = sizeof((struct arrow[]){ __VA_ARGS__ }) / sizeof(struct arrow) \
  }

static void a_step_that_is_owed_is_taken(void **unused) {
  (void)unused;
  struct drawing owed = DRAW(2, 1, { 0, 1, A }), rescue = DRAW(2, 1, { 0, 1, NOT_OWED });
  expect(&owed, true, true, 0, 0);
  expect(&rescue, true, false, 0, 0); /* the step is not owed: the run ends where it began */
}

/* A spinning thread (A) does not keep another (B) from its step; but where only A can move, it
 * spins for ever. */
static void spinning_starves_nobody_else(void **unused) {
  (void)unused;
  struct drawing two = DRAW(2, 1, { 0, 0, A }, { 0, 1, B }),
                 alone = DRAW(2, 1, { 0, 0, A }, { 0, 1, NOT_OWED });
  expect(&two, true, true, 0, 0);
  expect(&alone, true, false, 0, 1);
}

/* B's step can be taken in one state of the loop only: weak fairness lets it starve, strong does
 * not. */
static void weak_and_strong_differ(void **unused) {
  (void)unused;
  struct drawing loop = DRAW(3, 2, { 0, 1, A }, { 1, 0, A }, { 0, 2, B });
  expect(&loop, true, false, 0, 2);
  loop.strong = 1 << B;
  expect(&loop, true, true, 0, 0);
}

/* Strong fairness takes the states away in which B can be taken.  The rest has a loop without B,
 * behind a stem. */
static void strong_fairness_leaves_a_smaller_loop(void **unused) {
  (void)unused;
  struct drawing loops =
      DRAW(4, 3, { 0, 1, A }, { 1, 0, A }, { 0, 3, B }, { 1, 2, A }, { 2, 2, A }, { 2, 0, C });
  loops.strong = 1 << B;
  expect(&loops, true, true, 0, 0); /* C is owed, and leads back to where B can be taken */
  loops.arrow[5].class = NOT_OWED;
  expect(&loops, true, false, 2, 1);
}

/* And no others: A and C, weakly fair, are never taken either, but neither can be in both states of
 * the loop. */
static void strong_fairness_leaves_what_weak_allows(void **unused) {
  (void)unused;
  struct drawing loops =
      DRAW(4, 3, { 0, 1 }, { 1, 2 }, { 2, 1 }, { 2, 0 }, { 0, 3, B }, { 1, 3, A }, { 2, 3, C });
  loops.strong = 1 << B;
  expect(&loops, true, false, 1, 2);
}

/* The loop must take both A and B to be fair, though each alone leads round. */
static void the_loop_takes_what_is_owed(void **unused) {
  (void)unused;
  struct drawing eight = DRAW(4, 3, { 0, 1, A }, { 1, 0, NOT_OWED }, { 0, 2, B },
                              { 2, 0, NOT_OWED }, { 0, 3, NOT_OWED });
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

/* No run takes X1 for ever without Y1 (X2 without Y2). */
#define X1 \
  { .when = 1 }
#define Y1 \
  { .then = 1 }
#define X2 \
  { .when = 1ull << 63 }
#define Y2 \
  { .then = 1ull << 63 }

/* A must be taken for ever, which no run does that stays; unless Y1 is taken, too.  An arrow beside
 * a barred one is none. */
static void some_loops_are_no_runs(void **unused) {
  (void)unused;
  struct drawing loop = DRAW(2, 1, { 0, 0, A, X1 }, { 0, 1, NOT_OWED }),
                 beside = DRAW(2, 1, { 0, 0, A, X1 }, { 0, 0, B });
  beside.arrow[beside.arrows++] = (struct arrow){ 0, 1, NOT_OWED, { 0, 0 } };
  expect(&loop, true, false, 0, 1);
  loop.has_pairs = beside.has_pairs = true;
  expect(&loop, true, true, 0, 0);
  expect(&beside, true, true, 0, 0);
  beside.arrow[1].pairs = (struct pairs)Y1;
  expect(&beside, true, false, 0, 2);
  beside.arrow[0].class = NOT_OWED;
  beside.arrow[1].pairs = (struct pairs)Y2;
  expect(&beside, true, false, 0, 1);
}

/* The shortest loop takes X1 alone.  On the way to Y1 it must take X2, whose Y2 lies elsewhere. */
static void the_loop_takes_what_pairs_ask(void **unused) {
  (void)unused;
  struct drawing drawing = DRAW(4, 3, { 0, 0, A, X1 }, { 0, 1, NOT_OWED, X2 }, { 1, 0, B, Y1 },
                                { 1, 2, B }, { 2, 0, B, Y2 }, { 0, 3, NOT_OWED });
  drawing.has_pairs = true;
  expect(&drawing, true, false, 0, 6);
  drawing.arrow[4].pairs = (struct pairs){ 0, 0 };
  expect(&drawing, true, true, 0, 0); /* without X2 there is no Y1, and then no A */
  drawing.arrow[0].class = NOT_OWED;
  expect(&drawing, true, false, 0, 0); /* which need not be: it ends for good */
}

/* Which of two arrows between the same states the loop takes is not all one, though the first may
 * be taken on the way there. */
static void a_barred_step_is_no_part_of_the_loop(void **unused) {
  (void)unused;
  struct drawing drawing = DRAW(4, 3, { 0, 1, A, X1 }, { 0, 1, A }, { 1, 2, A }, { 2, 1, A, X2 },
                                { 2, 1, A }, { 2, 3, NOT_OWED });
  drawing.has_pairs = true;
  drawing.arrow[2].pairs = (struct pairs)X1;
  expect(&drawing, true, true, 0, 0);
  drawing.arrow[2].pairs = (struct pairs){ 0, 0 };
  expect(&drawing, true, false, 1, 2);
}

/* Two goals: the first always comes, the second need not. */
static void goals_are_answered_one_by_one(void **unused) {
  (void)unused;
  struct drawing drawing =
      DRAW(4, 3, { 0, 1, A }, { 1, 2, A }, { 2, 1, A }, { 2, 3, NOT_OWED }, { 3, 1, A });
  drawing.met[1] = 1;
  drawing.met[3] = 3;
  struct liveness liveness = check(&drawing, 2, true);
  assert_int_equal(liveness.impossible, 0);
  assert_int_equal(liveness.avoidable, 2);
  assert_int_equal(liveness.lasso->goal, 1);
  liveness_clear(&liveness);
}

/* Where 1 is to be avoided, there is no Y1, and A can be taken by no run; where 2 is, there is. */
static void each_goal_has_its_own_loops(void **unused) {
  (void)unused;
  struct drawing drawing =
      DRAW(3, 2, { 0, 0, A, X1 }, { 0, 1, B, Y1 }, { 1, 0, B }, { 0, 2, NOT_OWED }, { 2, 1, B });
  drawing.met[1] = 1;
  drawing.met[2] = 2;
  drawing.strong = 1 << A;
  drawing.has_pairs = true;
  struct liveness liveness = check(&drawing, 2, false);
  assert_int_equal(liveness.impossible, 0);
  assert_int_equal(liveness.avoidable, 2);
  liveness_clear(&liveness);
}

static void what_is_no_lasso_is_refused(void **unused) {
  (void)unused;
  struct drawing loop = DRAW(3, 2, { 0, 1, A }, { 1, 0, A }, { 0, 2, B });
  struct model model = model_of(&loop);
  struct obligations obligations = obligations_of(1, true);
  struct liveness liveness = check(&loop, 1, false);
  loop.arrow[0].pairs.when = loop.arrow[2].pairs.then = 1;
  assert_false(lasso_replays(&model, &obligations, liveness.lasso)); /* no run */
  loop.arrow[1].pairs.then = 1;
  assert_true(lasso_replays(&model, &obligations, liveness.lasso));
  loop.strong = 1 << B;
  assert_false(lasso_replays(&model, &obligations, liveness.lasso)); /* unfair */
  loop.strong = 0;
  loop.met[1] = 1;
  assert_false(lasso_replays(&model, &obligations, liveness.lasso)); /* meets the goal */
  loop.met[1] = 0;
  liveness.lasso->loop = 1;
  assert_false(lasso_replays(&model, &obligations, liveness.lasso)); /* no loop */
  liveness_clear(&liveness);
}

/* ---- limits ---- */

static void limits_end_without_an_answer(void **unused) {
  (void)unused;
  struct grid grid = { .side = 300 };
  struct model model = toy_grid(&grid, 2);
  struct obligations obligations = obligations_of(1, false);
  struct liveness liveness =
      liveness_check(&model, &obligations, &(struct search_options){ .memory_max = 1 << 20 });
  assert_int_equal(liveness.end, SEARCH_OUT_OF_MEMORY);
  assert_null(liveness.lasso);
  liveness_clear(&liveness);
  liveness =
      liveness_check(&model, &obligations,
                     &(struct search_options){ .depth_max = 30 }); /* before there is a graph */
  assert_int_equal(liveness.end, SEARCH_OUT_OF_DEPTH);
  assert_true(liveness.seconds > 0);
  liveness_clear(&liveness);
}

/* The far corner of a grid, and the two corners beside it.  Nothing is owed. */
static uint32_t corners_met(const struct model *model, void *worker, const slot_t *state) {
  slot_t last = ((const struct grid *)model->self)->side - 1;
  (void)worker;
  return (state[0] == last && state[1] == last ? 1u : 0) |
         (state[0] == last && state[1] == 0 ? 2u : 0) |
         (state[0] == 0 && state[1] == last ? 4u : 0);
}

static uint64_t nothing_owed(const struct model *model, void *worker) {
  (void)model, (void)worker;
  return NOT_OWED;
}

/* With little memory fewer members ask; however many do, they find the same. */
static void members_share_questions_as_memory_allows(void **unused) {
  (void)unused;
  struct grid grid = { .side = 120 };
  struct model model = toy_grid(&grid, 2);
  struct obligations obligations = { .goals = 3,
                                     .possible = 7,
                                     .guaranteed = 7,
                                     .met = corners_met,
                                     .owed = nothing_owed,
                                     .is_strong = drawing_strong };
  struct liveness whole =
      liveness_check(&model, &obligations, &(struct search_options){ .threads = 3 });
  unsigned complete = 0, short_of = 0;
  assert_int_equal(whole.impossible, 6);
  assert_int_equal(whole.avoidable, 7);
  for (uint64_t bytes = whole.bytes / 8; bytes < whole.bytes; bytes += whole.bytes / 32) {
    struct search_options options = { .threads = 3, .memory_max = bytes };
    struct liveness liveness = liveness_check(&model, &obligations, &options);
    complete += liveness.end == SEARCH_COMPLETE;
    short_of += liveness.end == SEARCH_OUT_OF_MEMORY;
    assert_int_equal(liveness.lasso != NULL, liveness.end == SEARCH_COMPLETE);
    if (liveness.lasso) {
      assert_int_equal(liveness.impossible, whole.impossible);
      assert_int_equal(liveness.avoidable, whole.avoidable);
      assert_int_equal(liveness.lasso->trace.length, whole.lasso->trace.length);
      assert_int_equal(liveness.lasso->lost, whole.lasso->lost);
    }
    liveness_clear(&liveness);
  }
  assert_true(complete >= 3 && short_of >= 3 && complete + short_of >= 25);
  liveness_clear(&whole);
}

/* ---- the oracle ---- */

/* Does the arrow lead from the set into it, and is no `when` of the barred pairs? */
static bool is_within(const struct arrow *arrow, unsigned set, uint64_t barred) {
  return set >> arrow->from & 1 && set >> arrow->to & 1 && !(arrow->pairs.when & barred);
}

static bool strongly_connected(const struct drawing *drawing, unsigned set, uint64_t barred) {
  for (unsigned from = 0; from < drawing->states; from++) {
    if (!(set >> from & 1)) continue;
    unsigned reached = 1u << from;
    for (bool grew = true; grew;) {
      grew = false;
      for (unsigned i = 0; i < drawing->arrows; i++) {
        const struct arrow *arrow = &drawing->arrow[i];
        if (!(reached >> arrow->from & 1) || !is_within(arrow, set, barred) ||
            reached >> arrow->to & 1)
          continue;
        reached |= 1u << arrow->to;
        grew = true;
      }
    }
    if (reached != set) return false;
  }
  return true;
}

/* A run that stays in the set and takes all its arrows but the barred ones again and again.  If the
 * set has one state, the run may stay there for good. */
static bool is_fair_loop(const struct drawing *drawing, unsigned set, uint64_t barred) {
  struct pairs pairs = { 0, 0 };
  for (unsigned class = A; class <= C; class ++) {
    unsigned enabled = 0;
    bool taken = false;
    for (unsigned i = 0; i < drawing->arrows; i++) {
      const struct arrow *arrow = &drawing->arrow[i];
      if (arrow->class != class || !(set >> arrow->from & 1)) continue;
      enabled |= 1u << arrow->from;
      taken |= is_within(arrow, set, barred);
    }
    if (!taken && (drawing->strong >> class & 1 ? enabled != 0 : enabled == set)) return false;
  }
  for (unsigned i = 0; i < drawing->arrows; i++) {
    if (!is_within(&drawing->arrow[i], set, barred)) continue;
    pairs.when |= drawing->arrow[i].pairs.when;
    pairs.then |= drawing->arrow[i].pairs.then;
  }
  return !drawing->has_pairs || !(pairs.when & ~pairs.then);
}

static unsigned reachable(const struct drawing *drawing, unsigned from) {
  unsigned reached = 1u << from;
  for (unsigned round = 0; round < drawing->states; round++)
    for (unsigned i = 0; i < drawing->arrows; i++)
      if (reached >> drawing->arrow[i].from & 1) reached |= 1u << drawing->arrow[i].to;
  return reached;
}

/* One arrow in three is a `when` or a `then` of one of two pairs. */
static struct pairs random_pairs(void) {
  unsigned pick = (unsigned)rand() % 12;
  return (struct pairs){ pick < 2 ? 1u << pick : 0, pick == 2 || pick == 3 ? 1u << (pick - 2) : 0 };
}

static bool stays_away(const struct drawing *drawing, unsigned reachable, unsigned goal) {
  for (unsigned set = 1; set < 1u << drawing->states; set++)
    for (uint64_t barred = 0; barred < (drawing->has_pairs ? 4 : 1); barred++)
      if ((set & reachable) == set && !(set & goal) && strongly_connected(drawing, set, barred) &&
          is_fair_loop(drawing, set, barred))
        return true;
  return false;
}

static void random_drawings_agree_with_the_oracle(void **unused) {
  (void)unused;
  unsigned found[2] = { 0 }, loops = 0, no_runs = 0;
  srand(7);
  for (unsigned round = 0; round < 20000 && !WATCHES_THREADS; round++) {
    struct drawing drawing = { .states = 2 + (unsigned)rand() % 5,
                               .strong = (unsigned)rand() % 16,
                               .has_pairs = round % 4 > 1 };
    drawing.arrows = drawing.states + (unsigned)rand() % (drawing.states + 1);
    for (unsigned i = 0; i < drawing.arrows; i++)
      drawing.arrow[i] =
          (struct arrow){ (slot_t)rand() % drawing.states, (slot_t)rand() % drawing.states,
                          (uint64_t)rand() % 4, random_pairs() };
    drawing.met[drawing.states - 1] = 1;
    unsigned goal = 1u << (drawing.states - 1), all = reachable(&drawing, 0);
    bool possible = true, guaranteed = !stays_away(&drawing, all, goal);
    for (unsigned i = 0; i < drawing.states; i++)
      if (all >> i & 1) possible &= (reachable(&drawing, i) & goal) != 0;
    struct liveness liveness = check(&drawing, 1, round % 2 == 0);
    assert_int_equal(liveness.impossible, !possible);
    assert_int_equal(liveness.avoidable, !guaranteed);
    found[0] += !possible;
    found[1] += !guaranteed && possible;
    if (liveness.lasso) loops += liveness.lasso->loop < liveness.lasso->trace.length;
    drawing.has_pairs = false;
    no_runs += guaranteed && stays_away(&drawing, all, goal);
    liveness_clear(&liveness);
  }
  assert_true(WATCHES_THREADS ||
              (found[0] > 1000 && found[1] > 1000 && loops > 1000 && no_runs > 200));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_step_that_is_owed_is_taken),
    cmocka_unit_test(spinning_starves_nobody_else),
    cmocka_unit_test(weak_and_strong_differ),
    cmocka_unit_test(strong_fairness_leaves_a_smaller_loop),
    cmocka_unit_test(strong_fairness_leaves_what_weak_allows),
    cmocka_unit_test(the_loop_takes_what_is_owed),
    cmocka_unit_test(livelock_and_deadlock_are_lost_goals),
    cmocka_unit_test(some_loops_are_no_runs),
    cmocka_unit_test(the_loop_takes_what_pairs_ask),
    cmocka_unit_test(a_barred_step_is_no_part_of_the_loop),
    cmocka_unit_test(goals_are_answered_one_by_one),
    cmocka_unit_test(each_goal_has_its_own_loops),
    cmocka_unit_test(what_is_no_lasso_is_refused),
    cmocka_unit_test(limits_end_without_an_answer),
    cmocka_unit_test(members_share_questions_as_memory_allows),
    cmocka_unit_test(random_drawings_agree_with_the_oracle),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
