/* The visited sets on their own: states whose hashes collide, many threads that insert the same states while the table
 * grows under them, and the end of the memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "base/memory.h"
#include "explore/visited.h"

enum { WIDTH = 5, MEMBERS = 4, STATES = 60000 };

/* Pairs of states that begin at the same entry of the smallest table with equal tags: only comparing them tells them
 * apart.  Found by sorting the hashes of 2^23 states; to be found again if the hash changes. */
static const slot_t collisions[][2][WIDTH] = {
  { { 4, 15, 63, 3, 1 }, { 254, 217, 76, 3, 1 } },   { { 240, 24, 10, 3, 1 }, { 191, 142, 115, 3, 1 } },
  { { 184, 83, 22, 3, 1 }, { 101, 35, 115, 3, 1 } }, { { 209, 0, 28, 3, 1 }, { 248, 103, 55, 3, 1 } },
};

enum { PAIRS = sizeof collisions / sizeof *collisions, SMALLEST_TABLE_BITS = 10 };

static uint64_t hash_of(const slot_t *state) {
  uint64_t words[PACKED_MAX];
  enum form form = pack(state, WIDTH, words);
  return packed_hash(words, packed_words(WIDTH, form), form);
}

static void colliding_states_are_told_apart(void **unused) {
  (void)unused;
  struct crew crew;
  struct budget budget = budget_of(1 << 20);
  crew_init(&crew, 1);
  struct visited *visited = visited_concurrent_new(WIDTH, &crew, &budget);
  for (unsigned round = 0; round < 2; round++)
    for (unsigned i = 0; i < PAIRS; i++) {
      uint64_t a = hash_of(collisions[i][0]), b = hash_of(collisions[i][1]);
      assert_int_equal((uint32_t)a, (uint32_t)b);
      assert_int_equal(a >> (64 - SMALLEST_TABLE_BITS), b >> (64 - SMALLEST_TABLE_BITS));
      visited_note(visited, 0, collisions[i][0]);
      visited_note(visited, 0, collisions[i][1]);
      assert_true(visited_commit(visited, 0, 1));
    }
  assert_int_equal(visited_count(visited), 2 * PAIRS);
  visited_free(visited);
  crew_destroy(&crew);
  assert_int_equal(budget.held, 0);
}

/* ---- many threads ---- */

struct inserter { struct visited *visited; struct crew *crew; unsigned number; bool kept, led; };

/* Every member inserts all states, each in an order of its own; every 50th state is wide. */
static void *insert_all(void *context) {
  static const unsigned strides[MEMBERS] = { 1, 7, 59999, 17 };
  struct inserter *inserter = context;
  inserter->kept = true;
  for (unsigned i = 0; i < STATES && inserter->kept; i++) {
    slot_t number = (slot_t)((uint64_t)i * strides[inserter->number] % STATES);
    slot_t state[WIDTH] = { number, number % 50 == 0 ? 1 << 20 : 0, 0, 0, number % 3 };
    visited_note(inserter->visited, inserter->number, state);
    inserter->kept = visited_commit(inserter->visited, inserter->number, 32);
  }
  inserter->kept = visited_commit(inserter->visited, inserter->number, 1) && inserter->kept;
  inserter->led = crew_rest(inserter->crew);
  if (inserter->led) crew_dismiss(inserter->crew);
  return NULL;
}

static void expect_all_states(const struct visited *visited) {
  static bool seen[STATES];
  const struct store *store = &visited->store;
  memset(seen, 0, sizeof seen);
  for (uint32_t number = 1; number < store->chunk_count; number++)
    for (uint32_t place = 0; place < store_chunk(store, number)->used; place++) {
      slot_t state[WIDTH_MAX];
      store_load(store, (number << PLACE_BITS) + place, state);
      assert_true(state[0] < STATES);
      assert_false(seen[state[0]]);
      assert_int_equal(state[1], state[0] % 50 == 0 ? 1 << 20 : 0);
      assert_int_equal(state[4], state[0] % 3);
      seen[state[0]] = true;
    }
}

/* The crew of `size` members inserts within `bytes`; true when all that was inserted was kept. */
static bool insert_by_crew(unsigned size, uint64_t bytes) {
  struct crew crew;
  struct budget budget = budget_of(bytes);
  pthread_t threads[MEMBERS];
  struct inserter inserters[MEMBERS];
  bool kept = true;
  unsigned leaders = 0;
  crew_init(&crew, size);
  struct visited *visited = visited_concurrent_new(WIDTH, &crew, &budget);
  for (unsigned i = 0; i < size; i++) {
    inserters[i] = (struct inserter){ .visited = visited, .crew = &crew, .number = i };
    pthread_create(&threads[i], NULL, insert_all, &inserters[i]);
  }
  for (unsigned i = 0; i < size; i++) {
    pthread_join(threads[i], NULL);
    kept = kept && inserters[i].kept;
    leaders += inserters[i].led;
  }
  assert_int_equal(leaders, 1);
  if (kept) assert_int_equal(visited_count(visited), STATES);
  assert_int_equal(visited_count(visited), store_count(&visited->store));
  expect_all_states(visited);
  visited_free(visited);
  crew_destroy(&crew);
  assert_true(budget.peak <= bytes);
  assert_int_equal(budget.held, 0);
  return kept;
}

static void threads_insert_the_same_states(void **unused) {
  (void)unused;
  for (unsigned size = 1; size <= MEMBERS; size++)
    for (unsigned round = 0; round < 3; round++) assert_true(insert_by_crew(size, 64 << 20));
}

static void memory_ends_for_all_threads(void **unused) {
  (void)unused;
  for (unsigned size = 1; size <= MEMBERS; size++)
    for (uint64_t bytes = 1 << 15; bytes <= 1 << 19; bytes <<= 1) assert_false(insert_by_crew(size, bytes));
}

/* 2^16 entries hold 60,000 states only above the ordinary limit, which is raised when no larger table fits. */
static void a_table_is_filled_before_the_memory_ends(void **unused) {
  (void)unused;
  uint64_t table = sizeof(uint64_t) << 16, states = STATES * 2 * sizeof(uint64_t);
  assert_true(insert_by_crew(1, table + 2 * states));
}

static int nothing_is_left(void **state) {
  (void)state;
  return memory_blocks() != 0;
}

#define TEST(name) cmocka_unit_test_teardown(name, nothing_is_left)

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(colliding_states_are_told_apart), TEST(threads_insert_the_same_states), TEST(memory_ends_for_all_threads),
    TEST(a_table_is_filled_before_the_memory_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
