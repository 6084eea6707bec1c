/* The sets that may leave states out never say "complete", and say how likely an omission was.  A
 * planted omission shows in the count.
 *
 * builds: plain asan tsan */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "search/search.h"
#include "tests/unit/toys.h"

static const enum visited_kind kinds[] = { VISITED_COMPACTED, VISITED_BITS };

enum { SIDE = 10, WIDTH = 4, STATES = 10000 };

static struct search_result run(const struct model *model, enum visited_kind kind, unsigned threads,
                                uint64_t memory, uint64_t stop_at) {
  struct search_options options = {
    .visited = kind, .threads = threads, .memory_max = memory, .stop_at = stop_at
  };
  return search_run(model, &options);
}

static void large_tables_leave_nothing_out(void **unused) {
  struct grid grid = { .side = SIDE };
  struct model model = toy_grid(&grid, WIDTH);
  (void)unused;
  for (unsigned i = 0; i < 2; i++)
    for (unsigned threads = 1; threads <= 4; threads++) {
      struct search_result result = run(&model, kinds[i], threads, 64 << 20, 1);
      assert_int_equal(result.end, SEARCH_LOSSY);
      assert_int_equal(result.states, STATES);
      assert_int_equal(result.transitions, (SIDE - 1) * WIDTH * STATES / SIDE);
      assert_true(result.omission >= 0 && result.omission < 0.01);
      search_result_clear(&result);
    }
}

/* A few states, none of which meets the entry of another: they might have, and only a single one
 * could not. */
static void omission_is_never_excluded(void **unused) {
  (void)unused;
  for (unsigned i = 0; i < 2; i++)
    for (slot_t side = 1; side <= 3; side++) {
      struct grid grid = { .side = side };
      struct model model = toy_grid(&grid, 2);
      struct search_result result = run(&model, kinds[i], 1, 64 << 20, 1);
      assert_int_equal(result.states, side * side);
      assert_true(result.omission < 1e-6);
      assert_int_equal(result.omission > 0, side > 1);
      search_result_clear(&result);
    }
}

/* 4 or 8 KiB of bits for 10,000 states of 3 bits: most are mistaken for others, and the search says
 * so. */
static void small_tables_say_so(void **unused) {
  struct grid grid = { .side = SIDE };
  struct model model = toy_grid(&grid, WIDTH);
  (void)unused;
  struct search_result result = run(&model, VISITED_BITS, 1, 16 << 10, 1);
  assert_int_equal(result.end, SEARCH_LOSSY);
  assert_true(result.states < STATES);
  assert_true(result.omission > 0.99);
  search_result_clear(&result);
  result = run(&model, VISITED_COMPACTED, 1, 16 << 10, 1);
  assert_int_equal(result.end, SEARCH_OUT_OF_MEMORY); /* entries are not shared: there is no room */
  search_result_clear(&result);
}

/* Tables of any size take nearly as many states as they have slots, in whatever line those begin;
 * then there is no room. */
static void tables_are_filled(void **unused) {
  struct grid grid = { .side = SIDE };
  struct model model = toy_grid(&grid, WIDTH);
  (void)unused;
  for (uint64_t slots = STATES + STATES / 16; slots < 2 * STATES; slots += 3000) {
    struct search_result result =
        run(&model, VISITED_COMPACTED, 1, 2 * (slots + 1024) * sizeof(uint32_t), 1);
    assert_int_equal(result.end, SEARCH_LOSSY);
    assert_int_equal(result.states, STATES);
    search_result_clear(&result);
  }
  struct search_result result =
      run(&model, VISITED_COMPACTED, 1, STATES * sizeof(uint32_t), 1); /* slots for half of them */
  assert_int_equal(result.end, SEARCH_OUT_OF_MEMORY);
  assert_true(result.states > STATES / 2 * 9 / 10 - 1024 && result.states <= STATES / 2);
  search_result_clear(&result);
}

/* Two different states of one fingerprint: the second found is left out, and with it what only it
 * leads to. */
static uint64_t colliding(const struct model *model, void *worker, const slot_t *state) {
  slot_t other[WIDTH_MAX] = { 0 };
  if (state[0] == SIDE - 1 && state[1] == 0)
    other[0] = SIDE - 1, state = other; /* all of them stand for one */
  return toy_fingerprint(model, worker, state);
}

static void planted_collisions_are_counted(void **unused) {
  struct grid grid = { .side = SIDE };
  struct model model = toy_grid(&grid, WIDTH);
  (void)unused;
  model.fingerprint = colliding;
  for (unsigned i = 0; i < 2; i++) {
    struct search_result result = run(&model, kinds[i], 1, 64 << 20, 1);
    assert_int_equal(result.end, SEARCH_LOSSY);
    assert_int_equal(result.states, STATES - SIDE * SIDE + 1);
    search_result_clear(&result);
  }
}

static void violations_are_real(void **unused) {
  struct grid grid = { .side = SIDE, .bad_sum = 7 };
  struct model model = toy_grid(&grid, WIDTH);
  (void)unused;
  for (unsigned i = 0; i < 2; i++)
    for (unsigned threads = 1; threads <= 2; threads++) {
      struct search_result result = run(&model, kinds[i], threads, 64 << 20, 1);
      assert_int_equal(result.end, SEARCH_VIOLATION);
      assert_int_equal(result.trace->length, 7);
      assert_true(trace_replays(&model, result.trace));
      search_result_clear(&result);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(large_tables_leave_nothing_out),
    cmocka_unit_test(omission_is_never_excluded),
    cmocka_unit_test(small_tables_say_so),
    cmocka_unit_test(tables_are_filled),
    cmocka_unit_test(planted_collisions_are_counted),
    cmocka_unit_test(violations_are_real),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
