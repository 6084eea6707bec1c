/* Interning and remembering, alone and from several threads at once.
 *
 * builds: plain asan tsan */
#include <pthread.h>
#include "support.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/memo.h"
#include "base/small_map.h"

enum { THREADS = 4, CONTENTS = 3000 };

/* Content i is i written out, so lengths vary; content 0 is empty. */
static size_t content(unsigned i, char *bytes) {
  return i ? (size_t)sprintf(bytes, "%0*u", (int)(i % 90) + 1, i) : 0;
}

static void test_interning(void **state) {
  (void)state;
  struct intern *intern = intern_new();
  char bytes[128];
  for (unsigned round = 0; round < 2; round++)
    for (unsigned i = 0; i < CONTENTS; i++) {
      size_t length = content(i, bytes), found;
      assert_int_equal(intern_add(intern, bytes, length),
                       i); /* in order of arrival, and the same again */
      assert_memory_equal(intern_at(intern, i, &found), bytes, length);
      assert_int_equal(found, length);
      assert_int_equal(intern_hash(intern, i), hash_bytes(bytes, length));
    }
  const void *first = intern_at(intern, 1, NULL);
  memset(bytes, 'x', sizeof bytes);
  for (unsigned i = 0; i < 128; i++) intern_add(intern, bytes, i);
  assert_ptr_equal(intern_at(intern, 1, NULL), first); /* contents never move */
  intern_free(intern);
}

static void test_large_contents(void **state) {
  (void)state;
  struct intern *intern = intern_new();
  size_t size = 100000, found;
  char *bytes = calloc(1, size);
  uint32_t number = intern_add(intern, bytes, size);
  bytes[size - 1] = 1;
  assert_int_not_equal(intern_add(intern, bytes, size), number);
  assert_int_equal(intern_add(intern, bytes, size - 1), number + 2); /* a part is another content */
  intern_at(intern, number, &found);
  assert_int_equal(found, size);
  free(bytes);
  intern_free(intern);
}

static void test_memo(void **state) {
  (void)state;
  struct memo memo;
  memo_start(&memo);
  assert_int_equal(memo_find(&memo, 0, 0), 0);
  for (uint64_t i = 0; i < CONTENTS; i++) memo_add(&memo, i, i << 56 | 7, i + 1);
  for (uint64_t i = 0; i < CONTENTS; i++) {
    assert_int_equal(memo_find(&memo, i, i << 56 | 7), i + 1);
    assert_int_equal(memo_find(&memo, i, i << 56 | 8), 0);
  }
  memo_add(&memo, 5, (uint64_t)5 << 56 | 7, 99);
  assert_int_equal(memo_find(&memo, 5, (uint64_t)5 << 56 | 7), 6); /* the first stays */
  memo_end(&memo);
}

static void test_notes(void **state) {
  (void)state;
  struct arena arena = { 0 };
  struct small_map *notes = &small_map_none;
  for (uint32_t key = 0; key < CONTENTS; key++) {
    assert_int_equal(small_map_find(notes, 7 * key), SMALL_MAP_NONE);
    notes = small_map_add(notes, 7 * key, 1u << 31 | key, &arena);
    assert_int_equal(small_map_find(notes, 7 * key), 1u << 31 | key);
  }
  for (uint32_t key = 0; key < 7 * CONTENTS; key++)
    assert_int_equal(small_map_find(notes, key), key % 7 ? SMALL_MAP_NONE : 1u << 31 | key / 7);
  assert_ptr_equal(small_map_add(notes, 0, 5, &arena), notes);
  assert_int_equal(small_map_find(notes, 0), 1u << 31); /* the first stays */
  assert_int_equal(small_map_find(&small_map_none, 0), SMALL_MAP_NONE);
  arena_free(&arena);
}

/* --- together --- */

struct team {
  struct intern *intern;
  struct memo memo;
  pthread_mutex_t lock; /* of the notes */
  struct small_map *notes;
  struct arena arena;
  uint32_t numbers[THREADS][CONTENTS];
};
struct memo_orbit_member {
  struct team *team;
  unsigned number;
  pthread_t thread;
};

static bool notes_agree(struct team *team, uint32_t key, uint32_t value) {
  uint32_t known = small_map_find(__atomic_load_n(&team->notes, __ATOMIC_ACQUIRE), key);
  if (known != SMALL_MAP_NONE) return known == value;
  pthread_mutex_lock(&team->lock);
  __atomic_store_n(&team->notes, small_map_add(team->notes, key, value, &team->arena),
                   __ATOMIC_RELEASE);
  pthread_mutex_unlock(&team->lock);
  return true;
}

/* Each goes through all contents, from a place of its own; and remembers, and notes, each content's
 * number under its index. */
static void *work(void *argument) {
  struct memo_orbit_member *member = argument;
  struct team *team = member->team;
  char bytes[128];
  for (unsigned n = 0; n < CONTENTS; n++) {
    unsigned i = (n + member->number * (CONTENTS / THREADS)) % CONTENTS;
    size_t length = content(i, bytes), found;
    uint32_t number = intern_add(team->intern, bytes, length);
    team->numbers[member->number][i] = number;
    uint64_t known = memo_find(&team->memo, i, 1);
    if (known && known != number + 1ull) return "remembered otherwise";
    if (!known) memo_add(&team->memo, i, 1, number + 1ull);
    if (!notes_agree(team, i, number)) return "noted otherwise";
    if (memcmp(intern_at(team->intern, number, &found), bytes, length) || found != length)
      return "another content";
  }
  return NULL;
}

static void test_together(void **state) {
  (void)state;
  struct team *team = calloc(1, sizeof *team);
  team->intern = intern_new();
  memo_start(&team->memo);
  pthread_mutex_init(&team->lock, NULL);
  team->notes = &small_map_none;
  struct memo_orbit_member members[THREADS];
  for (unsigned i = 0; i < THREADS; i++) {
    members[i] = (struct memo_orbit_member){ team, i, 0 };
    assert_int_equal(pthread_create(&members[i].thread, NULL, work, &members[i]), 0);
  }
  for (unsigned i = 0; i < THREADS; i++) {
    void *fault;
    pthread_join(members[i].thread, &fault);
    if (fault) fail_msg("%s", (char *)fault);
  }
  for (unsigned i = 0; i < CONTENTS; i++) {
    for (unsigned t = 1; t < THREADS; t++)
      assert_int_equal(team->numbers[t][i], team->numbers[0][i]);
    assert_true(team->numbers[0][i] < CONTENTS);
    assert_int_equal(memo_find(&team->memo, i, 1), team->numbers[0][i] + 1);
    assert_int_equal(small_map_find(team->notes, i), team->numbers[0][i]);
  }
  memo_end(&team->memo);
  pthread_mutex_destroy(&team->lock);
  arena_free(&team->arena);
  intern_free(team->intern);
  free(team);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_interning), cmocka_unit_test(test_large_contents),
    cmocka_unit_test(test_memo),      cmocka_unit_test(test_notes),
    cmocka_unit_test(test_together),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
