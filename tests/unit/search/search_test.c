/* The search on models whose counts are known, by both exact sets and several numbers of threads.
 * Counts are in closed form, or Murphi gave them.  Planted bugs have a known shortest trace.  Each
 * limit is hit.
 *
 * builds: plain asan tsan */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "search/search.h"
#include "tests/unit/nothing_left.h"
#include "tests/unit/reference_set.h"
#include "tests/unit/sanitized.h"
#include "tests/unit/toys.h"

static const struct {
  bool reference;
  unsigned threads;
} engines[] = { { false, 2 }, { false, 4 }, { true, 4 }, { false, 0 }, { false, 1 }, { true, 1 } };

enum { ALONE = 4, ENGINES = WATCHES_THREADS ? ALONE - 1 : sizeof engines / sizeof *engines };

static struct search_result run(const struct model *model, unsigned engine,
                                struct search_options options) {
  options.visited_new = engines[engine].reference ? reference_set_new : NULL;
  options.threads = engines[engine].threads;
  return search_run(model, &options);
}

static void expect_complete(const struct model *model, uint64_t states, uint64_t transitions,
                            uint64_t broken) {
  for (unsigned i = 0; i < ENGINES; i++) {
    struct search_result result = run(model, i, (struct search_options){ 0 });
    assert_int_equal(result.end, SEARCH_COMPLETE);
    assert_int_equal(result.states, states);
    assert_int_equal(result.transitions, transitions);
    assert_int_equal(result.broken, broken);
    assert_null(result.trace);
    assert_true(result.bytes > states * sizeof(uint64_t)); /* a word or more for each */
    search_result_clear(&result);
  }
}

/* Every engine finds the same shortest trace to `property`, of the given length, and it replays. */
static void expect_violation(const struct model *model, unsigned property, unsigned length) {
  struct trace *first = NULL;
  uint64_t states = 0, transitions = 0;
  for (unsigned i = 0; i < ENGINES; i++) {
    struct search_result result =
        run(model, i, (struct search_options){ .stop_at = UINT64_C(1) << property });
    assert_int_equal(result.end, SEARCH_VIOLATION);
    assert_int_equal(result.depth, length);
    assert_int_equal(result.trace->length, length);
    assert_int_equal(result.trace->property, property);
    assert_true(trace_replays(model, result.trace));
    if (!first) {
      first = result.trace;
      states = result.states;
      transitions = result.transitions;
      continue;
    }
    assert_int_equal(result.states, states);
    assert_int_equal(result.transitions, transitions);
    assert_memory_equal(result.trace->states, first->states,
                        (length + 1) * model->width * sizeof(slot_t));
    if (length) assert_memory_equal(result.trace->labels, first->labels, length * sizeof(uint32_t));
    search_result_clear(&result);
  }
  trace_free(first);
}

static uint64_t power(uint64_t base, unsigned exponent) {
  return exponent ? base * power(base, exponent - 1) : 1;
}

static void grids_have_their_counts(void **unused) {
  (void)unused;
  for (unsigned width = 1; width <= 9; width++) {
    slot_t side = width < 4 ? (WATCHES_THREADS ? 12 : 40) : width < 7 ? 6 : 3;
    struct grid grid = { .side = side };
    struct model model = toy_grid(&grid, width);
    expect_complete(&model, power(side, width), width * (side - 1) * power(side, width - 1), 0);
  }
}

/* With a stride of 2^16 every state but the first is wide, and slot contents differ in their upper
 * halves only. */
static void wide_states_have_their_counts(void **unused) {
  (void)unused;
  for (unsigned width = 1; width <= (WATCHES_THREADS ? 5 : 7); width++) {
    struct grid grid = { .side = 5, .stride = 1 << 16, .copies = 1 };
    struct model model = toy_grid(&grid, width);
    expect_complete(&model, power(5, width), 2 * width * 4 * power(5, width - 1), 0);
  }
  struct grid line = { .side = 70000 };
  struct model model = toy_grid(&line, 1);
  expect_complete(&model, 70000, 69999, 0);
}

static void widest_state(void **unused) {
  (void)unused;
  struct grid grid = { .side = 3, .bad_sum = 2 };
  struct model model = toy_grid(&grid, WIDTH_MAX);
  expect_violation(&model, 0, 2);
}

static void german_has_murphis_counts(void **unused) {
  (void)unused;
  struct german german = { .clients = 3 };
  struct model model = toy_german(&german);
  expect_complete(&model, 58104, 235872, 0);
}

static void german_grant_too_early_is_found(void **unused) {
  (void)unused;
  struct german german = { .clients = 3, .grants_too_early = true };
  struct model model = toy_german(&german);
  expect_violation(&model, 0, 8); /* two requests, received, granted and their grants received */
}

static void philosophers_starve(void **unused) {
  (void)unused;
  for (unsigned n = 2; n <= 9; n++) {
    struct model model = toy_philosophers(n);
    expect_violation(&model, 1, n);
    struct search_result all = run(&model, ALONE, (struct search_options){ .stop_at = 0 });
    assert_int_equal(all.end, SEARCH_COMPLETE);
    assert_int_equal(all.broken, 2);
    assert_true(all.blocked);
  }
}

static void violation_at_the_start(void **unused) {
  (void)unused;
  struct grid grid = { .side = 1 };
  struct model model = toy_grid(&grid, 3);
  model.broken = philosophers_broken;
  expect_violation(&model, 1, 0);
}

/* Numbers given out in different orders: equal counts, and traces that read the same. */
static void trace_text(const struct model *model, const struct trace *trace, char *text,
                       size_t room) {
  FILE *out = fmemopen(text, room, "w");
  for (unsigned i = 0; i <= trace->length; i++) {
    model->describe_state(model, out, trace->states + i * trace->width);
    if (i < trace->length) model->describe_step(model, out, NULL, trace->labels[i], NULL);
  }
  fclose(out);
}

static void nothing_depends_on_the_numbers(void **unused) {
  (void)unused;
  struct german german = { .clients = 3, .grants_too_early = true };
  struct model inner = toy_german(&german);
  static char expected[1 << 16], text[1 << 16];
  uint64_t states = 0;
  for (unsigned seed = 0; seed < ENGINES; seed++) {
    struct model model = toy_interned(&inner, 32, seed, seed % 2 ? 4000 : 1);
    struct search_result result = run(&model, seed, (struct search_options){ .stop_at = 3 });
    assert_int_equal(result.end, SEARCH_VIOLATION);
    assert_true(trace_replays(&model, result.trace));
    trace_text(&model, result.trace, seed ? text : expected, sizeof text);
    if (seed) assert_string_equal(text, expected);
    if (seed) assert_int_equal(result.states, states);
    states = result.states;
    search_result_clear(&result);
    memory_free(model.self);
  }
}

/* Points of the grid whose coordinates sum to at most `depth`, by counting them. */
static uint64_t grid_within(const struct grid *grid, unsigned width, unsigned depth) {
  if (width == 0) return 1;
  uint64_t points = 0;
  for (slot_t first = 0; first < grid->side && first <= depth; first++)
    points += grid_within(grid, width - 1, depth - first);
  return points;
}

static void depth_is_kept_to(void **unused) {
  (void)unused;
  struct grid grid = { .side = 6, .bad_sum = 7 };
  struct model model = toy_grid(&grid, 5);
  for (unsigned i = 0; i < ENGINES; i++)
    for (unsigned depth = 1; depth <= 25; depth += 3) {
      struct search_result result = run(&model, i, (struct search_options){ .depth_max = depth });
      assert_int_equal(result.end, depth < 25 ? SEARCH_OUT_OF_DEPTH : SEARCH_COMPLETE);
      assert_int_equal(result.depth, depth);
      assert_int_equal(result.states, grid_within(&grid, 5, depth));
      assert_int_equal(result.broken, depth >= 7);
    }
}

/* The grid's last states, at depth 25, are far beyond the first 1000 of 7776. */
static void a_sample_sees_the_ends_of_runs(void **unused) {
  (void)unused;
  struct grid grid = { .side = 6, .bad_sum = 25 };
  struct model model = toy_grid(&grid, 5);
  uint64_t states = 0, transitions = 0;
  for (unsigned i = 0; i < ENGINES; i++) {
    struct search_result whole = run(&model, i, (struct search_options){ .states_max = 1000 });
    struct search_result part =
        run(&model, i, (struct search_options){ .states_max = 1000, .sample = 30 });
    assert_int_equal(whole.end, SEARCH_OUT_OF_STATES);
    assert_int_equal(whole.broken, 0);
    assert_int_equal(part.end, SEARCH_OUT_OF_STATES);
    assert_int_equal(part.depth, 25);
    assert_int_equal(part.broken, 1);
    assert_in_range(part.states, whole.states + 1, 2000);
    if (i) assert_int_equal(part.states, states);
    if (i) assert_int_equal(part.transitions, transitions);
    states = part.states;
    transitions = part.transitions;
  }
}

/* A sample that would go on for ever is cut, and one of a space that fits is never taken. */
static void a_sample_is_bounded(void **unused) {
  (void)unused;
  struct grid line = { .side = UINT32_MAX }, square = { .side = 30 };
  struct model endless = toy_grid(&line, 1), small = toy_grid(&square, 2);
  for (unsigned i = 0; i < ENGINES; i++) {
    struct search_result result =
        run(&endless, i, (struct search_options){ .states_max = 500, .sample = 4 });
    assert_int_equal(result.end, SEARCH_OUT_OF_STATES);
    assert_in_range(result.states, 500, 1001);
    result = run(&small, i, (struct search_options){ .states_max = 900, .sample = 1 });
    assert_int_equal(result.end, SEARCH_COMPLETE);
    assert_int_equal(result.states, 900);
  }
}

/* A trace into a sampled level is a run, and the same for every engine. */
static void what_a_sample_breaks_has_a_trace(void **unused) {
  (void)unused;
  struct grid grid = { .side = 6, .bad_sum = 22 };
  struct model model = toy_grid(&grid, 5);
  struct trace *first = NULL;
  for (unsigned i = 0; i < ENGINES; i++) {
    struct search_options options = { .states_max = 1000, .sample = 30, .stop_at = 1 };
    struct search_result result = run(&model, i, options);
    assert_int_equal(result.end, SEARCH_VIOLATION);
    assert_true(trace_replays(&model, result.trace));
    if (first)
      assert_memory_equal(result.trace->labels, first->labels, first->length * sizeof(uint32_t));
    if (first) search_result_clear(&result);
    else first = result.trace;
  }
  trace_free(first);
}

static void memory_is_kept_to(void **unused) {
  (void)unused;
  struct grid grid = { .side = 50 };
  struct model model = toy_grid(&grid, 6);
  for (unsigned i = 0; i < ENGINES; i++)
    for (uint64_t max = 1 << 10; max <= (WATCHES_THREADS ? 1 << 20 : 1 << 22); max <<= 2) {
      struct search_result result = run(&model, i, (struct search_options){ .memory_max = max });
      assert_int_equal(result.end, SEARCH_OUT_OF_MEMORY);
      assert_true(result.bytes <= max + max / 8 + (1 << 14));
      if (max >= 1 << 20) assert_true(result.states > max / 128);
      search_result_clear(&result);
    }
}

/* A grid whose worker remembers a block for every state. */
enum { REMEMBERED = 4096 };
struct remembering {
  void *blocks[1 << 12];
  unsigned count;
};

static void remember(const struct model *model, void *worker, const slot_t *state,
                     step_visitor *visit, void *context) {
  struct remembering *remembering = worker;
  remembering->blocks[remembering->count++] = memory_new(REMEMBERED, 1);
  grid_successors(model, worker, state, visit, context);
}

static void *remembering_new(const struct model *model) {
  (void)model;
  return memory_new(1, sizeof(struct remembering));
}

static void remembering_free(const struct model *model, void *worker) {
  struct remembering *remembering = worker;
  for (unsigned i = 0; i < remembering->count; i++) memory_free(remembering->blocks[i]);
  toy_worker_free(model, worker);
}

static void what_a_model_remembers_counts(void **unused) {
  (void)unused;
  struct grid grid = { .side = 8 };
  struct model model = toy_grid(&grid, 4);
  model.successors = remember;
  model.worker_new = remembering_new;
  model.worker_free = remembering_free;
  for (unsigned counts = 0; counts < 2; counts++) {
    struct search_result result = search_run(
        &model, &(struct search_options){ .memory_max = 4 << 20, .model_memory = counts });
    assert_int_equal(result.end, counts ? SEARCH_OUT_OF_MEMORY : SEARCH_COMPLETE);
    if (counts) assert_true(result.states > 256 && result.states < 1 << 11);
    else assert_int_equal(result.states, 1 << 12);
    assert_true(result.bytes < 1 << 20); /* which are for states */
    search_result_clear(&result);
  }
}

static void enough_memory_is_enough(void **unused) {
  (void)unused;
  struct grid grid = { .side = 7 };
  struct model model = toy_grid(&grid, 6);
  struct search_result free_run = run(&model, ALONE, (struct search_options){ 0 });
  struct search_result tight =
      run(&model, ALONE, (struct search_options){ .memory_max = free_run.bytes });
  assert_int_equal(tight.end, SEARCH_COMPLETE);
  assert_int_equal(tight.states, 117649);
  assert_true(tight.bytes <= free_run.bytes);
}

struct reports {
  unsigned count;
  struct search_status last;
};

static void count_report(void *context, const struct search_status *progress) {
  struct reports *reports = context;
  assert_true(progress->states > reports->last.states);
  assert_true(progress->transitions > reports->last.transitions);
  assert_true(progress->depth >= reports->last.depth);
  reports->last = *progress;
  reports->count++;
}

static void time_is_kept_to(void **unused) {
  (void)unused;
  struct grid grid = { .side = 200 };
  struct model model = toy_grid(&grid, 8);
  for (unsigned i = 1; i < ENGINES; i += 2) {
    struct reports reports = { 0 };
    struct search_options options = { .seconds_max = i == 1 ? 1.2 : 0.1,
                                      .status = count_report,
                                      .status_context = &reports,
                                      .memory_max = UINT64_C(4) << 30 };
    struct search_result result = run(&model, i, options);
    assert_int_equal(result.end, SEARCH_OUT_OF_TIME);
    assert_true(result.seconds >= options.seconds_max && result.seconds < options.seconds_max + 1);
    assert_int_equal(reports.count, i == 1);
    search_result_clear(&result);
  }
}

/* One thread, whichever it is, walks the levels of one state.  It must look at the clock. */
static void time_is_kept_to_on_a_line(void **unused) {
  (void)unused;
  struct grid line = { .side = UINT32_MAX };
  struct model model = toy_grid(&line, 1);
  for (unsigned i = 0; i < 4 * ENGINES; i++) {
    struct search_result result =
        run(&model, i % ENGINES, (struct search_options){ .seconds_max = 0.02 });
    assert_int_equal(result.end, SEARCH_OUT_OF_TIME);
    assert_true(result.seconds < 2);
  }
}

static void forged_traces_do_not_replay(void **unused) {
  (void)unused;
  struct model model = toy_philosophers(4);
  struct search_result result = run(&model, ALONE, (struct search_options){ .stop_at = 2 });
  struct trace *trace = result.trace;
  assert_true(trace_replays(&model, trace));
  trace->labels[1] ^= 1;
  assert_false(trace_replays(&model, trace));
  trace->labels[1] ^= 1;
  trace->states[trace->width * 2] ^= 2;
  assert_false(trace_replays(&model, trace));
  trace->states[trace->width * 2] ^= 2;
  trace->property = 0;
  assert_false(trace_replays(&model, trace));
  trace->property = 1;
  trace->length--;
  assert_false(trace_replays(&model, trace));
  trace->states[0] = 1;
  trace->length++;
  assert_false(trace_replays(&model, trace));
  search_result_clear(&result);
}

static void no_initial(const struct model *model, void *worker, step_visitor *visit,
                       void *context) {
  (void)model, (void)worker, (void)visit, (void)context;
}

/* Five thousand initial states, each twice: more than the first table holds, in one batch. */
static void many_initial(const struct model *model, void *worker, step_visitor *visit,
                         void *context) {
  (void)model, (void)worker;
  for (slot_t i = 0; i < 10000; i++) visit(context, (slot_t[]){ i / 2, 0 }, i, STEP_ISSUE);
}

static void initial_states_are_any_number(void **unused) {
  (void)unused;
  struct grid grid = { .side = 5000 };
  struct model model = toy_grid(&grid, 2);
  for (unsigned i = 0; i < ENGINES; i++) {
    model.initial = no_initial;
    assert_int_equal(run(&model, i, (struct search_options){ 0 }).states, 0);
    model.initial = many_initial;
    struct search_result result = run(&model, i, (struct search_options){ .depth_max = 1 });
    assert_int_equal(result.states, 10000);
  }
}

static void *search_german(void *context) {
  struct german german = { .clients = 3 };
  struct model model = toy_german(&german);
  *(struct search_result *)context = search_run(&model, &(struct search_options){ .threads = 1 });
  return NULL;
}

static void searches_run_side_by_side(void **unused) {
  (void)unused;
  enum { SEARCHES = 4 };
  pthread_t threads[SEARCHES];
  struct search_result results[SEARCHES];
  for (unsigned i = 0; i < SEARCHES; i++)
    pthread_create(&threads[i], NULL, search_german, &results[i]);
  for (unsigned i = 0; i < SEARCHES; i++) {
    pthread_join(threads[i], NULL);
    assert_int_equal(results[i].states, 58104);
    assert_int_equal(results[i].transitions, 235872);
  }
}

int main(void) {
  const struct CMUnitTest alone[] = {
    TEST(what_a_model_remembers_counts),
    TEST(enough_memory_is_enough),
    TEST(forged_traces_do_not_replay),
  };
  const struct CMUnitTest threaded[] = {
    TEST(grids_have_their_counts),
    TEST(wide_states_have_their_counts),
    TEST(widest_state),
    TEST(german_has_murphis_counts),
    TEST(german_grant_too_early_is_found),
    TEST(philosophers_starve),
    TEST(violation_at_the_start),
    TEST(nothing_depends_on_the_numbers),
    TEST(depth_is_kept_to),
    TEST(a_sample_sees_the_ends_of_runs),
    TEST(a_sample_is_bounded),
    TEST(what_a_sample_breaks_has_a_trace),
    TEST(memory_is_kept_to),
    TEST(time_is_kept_to),
    TEST(time_is_kept_to_on_a_line),
    TEST(initial_states_are_any_number),
    TEST(searches_run_side_by_side),
  };
  return (WATCHES_THREADS ? 0 : cmocka_run_group_tests(alone, NULL, NULL)) +
         cmocka_run_group_tests(threaded, NULL, NULL);
}
