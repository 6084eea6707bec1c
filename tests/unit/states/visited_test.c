/* The visited set on its own.  Many threads insert the same states while its tables grow, states
 * get other shapes, and the memory ends.
 *
 * builds: plain asan tsan */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "base/memory.h"
#include "states/visited.h"
#include "states/visited_concurrent.h"
#include "tests/unit/nothing_left.h"
#include "tests/unit/sanitized.h"

enum { WIDTH = 5, MEMBERS = 4, STATES = 60000 };

/* ---- many threads ---- */

struct visited_inserter {
  struct visited *visited;
  struct crew *crew;
  unsigned number;
  bool kept, led;
};

/* Every member inserts all states, each in an order of its own; every 50th state is wide. */
static void *insert_all(void *context) {
  static const unsigned strides[MEMBERS] = { 1, 7, 59999, 17 };
  struct visited_inserter *inserter = context;
  inserter->kept = true;
  for (unsigned i = 0; i < STATES && inserter->kept; i++) {
    slot_t number = (slot_t)((uint64_t)i * strides[inserter->number] % STATES);
    slot_t state[WIDTH] = { number, number % 50 == 0 ? 1 << 20 : 0, 0, 0, number % 3 };
    visited_note(inserter->visited, inserter->number, state);
    inserter->kept = !visited_commit(inserter->visited, inserter->number, 32);
  }
  inserter->kept = !visited_commit(inserter->visited, inserter->number, 1) && inserter->kept;
  inserter->led = crew_rest(inserter->crew);
  if (inserter->led) crew_dismiss(inserter->crew);
  return NULL;
}

struct collection {
  const struct visited *visited;
  bool seen[STATES];
  unsigned count;
};

static void take(void *context, struct range range) {
  struct collection *collection = context;
  for (uint32_t i = 0; i < range.count; i++) {
    slot_t state[WIDTH_MAX];
    visited_load(collection->visited, range.first + i, state);
    assert_true(state[0] < STATES);
    assert_false(collection->seen[state[0]]);
    assert_int_equal(state[1], state[0] % 50 == 0 ? 1 << 20 : 0);
    assert_int_equal(state[4], state[0] % 3);
    collection->seen[state[0]] = true;
    collection->count++;
  }
}

static void expect_all_states(struct visited *visited) {
  static struct collection collection;
  collection = (struct collection){ .visited = visited };
  visited_collect(visited, take, &collection);
  assert_int_equal(collection.count, visited_count(visited));
}

/* The crew of `size` members inserts within `bytes`; true when all inserted states were kept. */
static bool insert_by_crew(unsigned size, uint64_t bytes) {
  struct crew crew;
  struct budget budget = budget_of(bytes);
  pthread_t threads[MEMBERS];
  struct visited_inserter inserters[MEMBERS];
  bool kept = true;
  unsigned leaders = 0;
  crew_init(&crew, size);
  struct visited *visited = visited_concurrent_new(WIDTH, 0, &crew, &budget);
  for (unsigned i = 0; i < size; i++) {
    inserters[i] = (struct visited_inserter){ .visited = visited, .crew = &crew, .number = i };
    pthread_create(&threads[i], NULL, insert_all, &inserters[i]);
  }
  for (unsigned i = 0; i < size; i++) {
    pthread_join(threads[i], NULL);
    kept = kept && inserters[i].kept;
    leaders += inserters[i].led;
  }
  assert_int_equal(leaders, 1);
  if (kept) assert_int_equal(visited_count(visited), STATES);
  expect_all_states(visited);
  visited_free(visited);
  crew_destroy(&crew);
  assert_true(budget.peak <= bytes);
  assert_int_equal(budget.held, 0);
  return kept;
}

static void threads_insert_the_same_states(void **unused) {
  (void)unused;
  for (unsigned size = 1 + WATCHES_THREADS; size <= MEMBERS; size++)
    for (unsigned round = 0; round < (WATCHES_THREADS ? 1 : 3); round++)
      assert_true(insert_by_crew(size, 64 << 20));
}

static void memory_ends_for_all_threads(void **unused) {
  (void)unused;
  for (unsigned size = 1 + WATCHES_THREADS; size <= MEMBERS; size++)
    for (uint64_t bytes = 1 << 15; bytes <= 1 << 19; bytes <<= 1)
      assert_false(insert_by_crew(size, bytes));
}

/* ---- shapes ---- */

enum { MANY = 70000 };

/* Slots that vary together stand far apart, so halves in order are bad; some states are wide. */
static void correlated(slot_t number, unsigned width, unsigned wide_every, slot_t *state) {
  for (unsigned i = 0; i < width; i++) state[i] = (number >> (i / 2 % 3 * 6) & 63) * (i + 1);
  if (wide_every && number % wide_every == 0) state[width - 1] += 1 << 20;
}

struct indices {
  state_index of[MANY];
  unsigned count;
};

static void take_indices(void *context, struct range range) {
  struct indices *indices = context;
  for (uint32_t i = 0; i < range.count; i++) indices->of[indices->count++] = range.first + i;
}

static void note_all(struct visited *visited, unsigned width, unsigned wide_every) {
  for (slot_t number = 0; number < MANY; number++) {
    slot_t state[WIDTH_MAX];
    correlated(number, width, wide_every, state);
    visited_note(visited, 0, state);
    assert_int_equal(visited_commit(visited, 0, 32), NO_SHORTAGE);
  }
  assert_int_equal(visited_commit(visited, 0, 1), NO_SHORTAGE);
}

static void expect_reshaped(unsigned width, unsigned wide_every) {
  static struct indices indices, none;
  struct crew crew;
  struct budget budget = budget_of(64 << 20);
  crew_init(&crew, 1);
  struct visited *visited = visited_concurrent_new(width, 0, &crew, &budget);
  note_all(visited, width, wide_every);
  uint64_t before = budget.held;
  indices.count = none.count = 0;
  visited_collect(visited, take_indices, &indices); /* here */
  assert_int_equal(indices.count, MANY);
  if (width >= 9 && wide_every < 2) assert_true(budget.held < before / 2);
  for (slot_t number = 0; number < MANY; number++) {
    slot_t state[WIDTH_MAX], expected[WIDTH_MAX];
    visited_load(visited, indices.of[number], state);
    correlated(number, width, wide_every, expected);
    assert_memory_equal(state, expected, width * sizeof *state);
  }
  note_all(visited, width, wide_every);
  visited_collect(visited, take_indices, &none);
  assert_int_equal(none.count, 0);
  assert_int_equal(visited_count(visited), MANY);
  visited_free(visited);
  crew_destroy(&crew);
  assert_int_equal(budget.held, 0);
}

static void other_shapes_hold_the_same_states(void **unused) {
  (void)unused;
  for (unsigned width = 5; width <= WIDTH_MAX; width += SANITIZED ? 42 : width < 8 ? 1 : 14)
    for (unsigned wide_every = 0; wide_every <= 2; wide_every++) expect_reshaped(width, wide_every);
}

int main(void) {
  const struct CMUnitTest alone[] = { TEST(other_shapes_hold_the_same_states) };
  const struct CMUnitTest threaded[] = { TEST(threads_insert_the_same_states),
                                         TEST(memory_ends_for_all_threads) };
  return (WATCHES_THREADS ? 0 : cmocka_run_group_tests(alone, NULL, NULL)) +
         cmocka_run_group_tests(threaded, NULL, NULL);
}
