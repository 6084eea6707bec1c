/* Sets of keys: hashes that spread and that collide, and many threads that add the same keys while
 * tables grow.  Also other keys under the same numbers, the end of memory, and the end of numbers.
 *
 * builds: plain asan tsan */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "base/memory.h"
#include "os/crew.h"
#include "states/words.h"
#include "tests/unit/sanitized.h"

enum { MEMBERS = 4, KEYS = 50000, LENGTH_MAX = 5 };

/* The number of lines up to which tables are not tagged.  Each test runs twice: as ever, and with
 * tags in all tables but the first.  The tests of the first table run once. */
static uint64_t untagged_max;

static bool init(struct words *words, unsigned length, unsigned writers, uint32_t number_max,
                 struct budget *budget) {
  bool good = words_init(words, length, writers, number_max, budget);
  if (good) words->untagged_max = untagged_max;
  return good;
}

static uint32_t add(struct words *words, const uint64_t *key, bool *added) {
  for (;;) {
    uint32_t number = words_add(words, 0, key, words_hash(key, words->length), added);
    if (number || !words_make_room(words)) return number;
    words_move_share(words);
  }
}

/* As many collisions as chance gives, in the bits that choose the line and in those of the tag. */
static void hashes_spread(void **unused) {
  enum { BITS = 20, STATES = 1 << 16 };
  static unsigned char upper[1 << BITS], lower[1 << BITS];
  (void)unused;
  for (unsigned length = 1; length <= LENGTH_MAX; length++) {
    unsigned upper_collisions = 0, lower_collisions = 0;
    memset(upper, 0, sizeof upper);
    memset(lower, 0, sizeof lower);
    for (uint64_t i = 0; i < STATES; i++) {
      uint64_t key[LENGTH_MAX] = { i, i << 32, i * 3, i & 0xff, i >> 8 };
      uint64_t hash = words_hash(key, length);
      upper_collisions += upper[hash >> (64 - BITS)]++ > 0;
      lower_collisions += lower[hash & ((1 << BITS) - 1)]++ > 0;
    }
    /* STATES^2 / 2^(BITS + 1) = 2048 are expected, a little fewer with multiple ones */
    assert_in_range(upper_collisions, 1800, 2200);
    assert_in_range(lower_collisions, 1800, 2200);
  }
}

/* Numbers side by side in a word, as states are: of four slots, each of 16 values, wherever these
 * are.  (A single fold has up to five times as many collisions there.) */
static void hashes_of_states_spread(void **unused) {
  enum { BITS = 20, STATES = 1 << 16 };
  static unsigned char upper[1 << BITS], lower[1 << BITS];
  (void)unused;
  for (unsigned apart = 4; apart <= 20; apart++) {
    unsigned upper_collisions = 0, lower_collisions = 0;
    memset(upper, 0, sizeof upper);
    memset(lower, 0, sizeof lower);
    for (uint64_t i = 0; i < STATES; i++) {
      uint64_t hash = word_hash((i & 15) | (i >> 4 & 15) << apart | (i >> 8 & 15) << 2 * apart |
                                (i >> 12) << 3 * apart);
      upper_collisions += upper[hash >> (64 - BITS)]++ > 0;
      lower_collisions += lower[hash & ((1 << BITS) - 1)]++ > 0;
    }
    assert_in_range(upper_collisions, 1800, 2200);
    assert_in_range(lower_collisions, 1800, 2200);
  }
}

/* Pairs of keys that belong to the same line of the smallest table with equal tags: only comparing
 * them tells them apart. Found by sorting the hashes of 2^22 keys; to be found again if the hash
 * changes. */
static const uint64_t collisions[][2] = {
  { 1821226463664, 3394129182358 }, { 1213478640426, 2971820915437 },
  { 752515257540, 2948811846410 },  { 1892503677495, 2005058015157 },
  { 30778092335, 3406679220008 },
};

static void colliding_keys_are_told_apart(void **unused) {
  enum { PAIRS = sizeof collisions / sizeof *collisions };
  struct budget budget = budget_of(1 << 20);
  struct words words;
  (void)unused;
  assert_true(init(&words, 1, 1, UINT32_MAX, &budget));
  for (unsigned round = 0; round < 2; round++)
    for (unsigned i = 0; i < 2 * PAIRS; i++) {
      const uint64_t *key = &collisions[i / 2][i % 2];
      uint64_t hash = words_hash(key, 1), other = words_hash(&collisions[i / 2][0], 1);
      bool added;
      assert_ptr_equal(words_line(&words.table, hash), words_line(&words.table, other));
      assert_int_equal(words_tag(&words.table, hash), words_tag(&words.table, other));
      assert_int_equal(add(&words, key, &added), i + 1);
      assert_int_equal(added, round == 0);
      assert_int_equal(*words_at(&words, i + 1), *key);
    }
  assert_int_equal(words_count(&words), 2 * PAIRS);
  words_destroy(&words);
  assert_int_equal(budget.held, 0);
}

/* Where a key was not found it is put without another look, unless something came to its line since
 * then. */
static void slots_are_won_once(void **unused) {
  struct budget budget = budget_of(1 << 20);
  const uint64_t first = 7, *pair = collisions[0];
  uint64_t hashes[] = { word_hash(pair[0]), word_hash(pair[1]) };
  uint32_t *slot, *slots[2];
  struct words words;
  bool added;
  (void)unused;
  assert_true(init(&words, 1, 1, UINT32_MAX, &budget));
  assert_int_equal(words_look(&words, word_hash(first), &slot), 0);
  assert_non_null(slot);
  assert_int_equal(word_put(&words, 0, first, word_hash(first), slot),
                   0); /* the writer has no numbers yet */
  assert_int_equal(add(&words, &first, &added), 1);
  for (unsigned i = 0; i < 2; i++) assert_int_equal(words_look(&words, hashes[i], &slots[i]), 0);
  assert_non_null(slots[0]);
  assert_ptr_equal(slots[0], slots[1]);
  assert_int_equal(word_put(&words, 0, pair[0], hashes[0], slots[0]), 2);
  assert_int_equal(word_put(&words, 0, pair[1], hashes[1], slots[1]), 0);
  assert_int_equal(words_look(&words, hashes[1], &slot), 2); /* it may be that one, by its tag */
  assert_null(slot);
  assert_int_equal(add(&words, &pair[1], &added), 3);
  assert_true(added);
  for (unsigned i = 0; i < 2; i++) assert_int_equal(words_find(&words, &pair[i], hashes[i]), 2 + i);
  words_destroy(&words);
  assert_int_equal(budget.held, 0);
}

/* Behind a full line the next one is looked at, and behind the last the first. */
static void full_lines_are_passed(void **unused) {
  struct budget budget = budget_of(1 << 20);
  struct words words;
  uint32_t *slot, kept = 0;
  bool added;
  (void)unused;
  assert_true(init(&words, 1, 1, UINT32_MAX, &budget));
  assert_true(words_make_room(&words));
  assert_int_equal(words.table.tagged, untagged_max == 0);
  const uint32_t *last = words.table.slots + (words.table.lines - 1) * LINE_ENTRIES;
  const uint32_t entries = words.table.tagged ? TAGGED_ENTRIES : LINE_ENTRIES;
  for (uint64_t key = 0; kept < entries + 1; key++) {
    uint64_t hash = word_hash(key);
    if (words_line(&words.table, hash) != last) continue;
    if (words_look(&words, hash, &slot)) continue; /* another has its tag */
    assert_ptr_equal(slot, kept < entries ? last + kept : words.table.slots);
    if (kept == 0) assert_int_equal(add(&words, &key, &added), 1);
    else assert_int_equal(word_put(&words, 0, key, hash, slot), kept + 1);
    assert_int_equal(words_find(&words, &key, hash), ++kept);
    assert_int_equal(words_look(&words, hash, &slot), kept);
  }
  words_destroy(&words);
  assert_int_equal(budget.held, 0);
}

/* A slot whose tag is not written yet may be anybody's. */
static void untold_slots_are_looked_at(void **unused) {
  struct budget budget = budget_of(1 << 20);
  struct words words;
  uint32_t *slot;
  uint64_t keys[2], found = 0;
  bool added;
  (void)unused;
  assert_true(init(&words, 1, 1, UINT32_MAX, &budget));
  assert_true(words_make_room(&words));
  for (uint64_t key = 0; found < 2; key++)
    if (words_line(&words.table, word_hash(key)) == words.table.slots) keys[found++] = key;
  assert_int_equal(add(&words, &keys[0], &added), 1);
  line_bytes(words.table.slots)[0] = 0;
  assert_int_equal(words_look(&words, word_hash(keys[0]), &slot), 0);
  assert_ptr_equal(slot, words.table.slots);
  assert_int_equal(word_put(&words, 0, keys[0], word_hash(keys[0]), slot), 0);
  assert_int_equal(words_find(&words, &keys[0], word_hash(keys[0])), 1);
  assert_int_equal(add(&words, &keys[0], &added), 1);
  assert_false(added);
  assert_int_equal(words_find(&words, &keys[1], word_hash(keys[1])), 0);
  assert_int_equal(add(&words, &keys[1], &added), 2);
  assert_true(added);
  assert_int_equal(words.table.slots[1], 2);
  words_destroy(&words);
  assert_int_equal(budget.held, 0);
}

static void make_key(uint64_t *key, unsigned length, uint64_t number) {
  for (unsigned i = 0; i < length; i++) key[i] = i + 1 == length ? number : number / 1000;
}

static void numbers_stay(void **unused) {
  (void)unused;
  for (unsigned length = 1; length <= LENGTH_MAX; length++) {
    struct budget budget = budget_of(64 << 20);
    struct words words;
    assert_true(init(&words, length, 1, UINT32_MAX, &budget));
    for (unsigned round = 0; round < 2; round++)
      for (uint32_t i = 0; i < 4 * KEYS; i++) {
        uint64_t key[LENGTH_MAX];
        bool added;
        make_key(key, length, i);
        assert_int_equal(add(&words, key, &added), i + 1);
        assert_int_equal(added, round == 0);
        assert_true(words_is(&words, i + 1, key));
        uint32_t candidate = words_candidate(&words, words_hash(key, length));
        assert_true(candidate <= words_count(&words));
      }
    assert_int_equal(words_count(&words), 4 * KEYS);
    words_destroy(&words);
  }
}

static void next_key(void *context, uint64_t *key) { *key += *(uint64_t *)context; }

static void keys_are_replaced(void **unused) {
  struct budget budget = budget_of(64 << 20);
  struct words words;
  uint64_t step = KEYS, key;
  bool added;
  (void)unused;
  assert_true(init(&words, 1, 2, UINT32_MAX, &budget));
  for (key = 0; key < KEYS; key++) add(&words, &key, &added);
  words_replace(&words, next_key, &step);
  for (key = 0; key < KEYS; key++)
    assert_int_equal(*words_at(&words, (uint32_t)key + 1), key + KEYS);
  for (key = KEYS; key < 2 * KEYS; key++) {
    assert_int_equal(add(&words, &key, &added), key - KEYS + 1);
    assert_false(added);
  }
  words_destroy(&words);
}

/* ---- the end ---- */

static void numbers_end(void **unused) {
  (void)unused;
  for (uint32_t most = 100; most < 5000; most = most * 3 / 2) {
    struct budget budget = budget_of(1 << 20);
    struct words words;
    uint64_t key = 0;
    bool added;
    assert_true(init(&words, 1, 1, most, &budget));
    while (add(&words, &key, &added)) assert_int_equal(++key, words_count(&words));
    assert_true(words.out_of_numbers);
    assert_int_equal(words_count(&words), most - 1); /* number 0 is none */
    words_destroy(&words);
  }
}

static void memory_ends(void **unused) {
  (void)unused;
  for (uint64_t bytes = 1 << 12; bytes <= 1 << 22; bytes += bytes / 3) {
    struct budget budget = budget_of(bytes);
    struct words words;
    uint64_t key = 0;
    bool added;
    if (!init(&words, 1, 1, UINT32_MAX, &budget)) continue;
    while (add(&words, &key, &added)) key++;
    assert_true(words.out_of_memory);
    assert_false(words_make_room(&words));
    assert_int_equal(words_count(&words), key);
    for (uint64_t i = 0; i < key; i++) assert_int_equal(*words_at(&words, (uint32_t)i + 1), i);
    assert_true(key * 32 > bytes / 2);
    assert_true(budget.peak <= bytes);
    words_destroy(&words);
    assert_int_equal(budget.held, 0);
  }
}

/* Others hold all memory, and give it back later: the set then goes on where it was. */
static void memory_comes_back(void **unused) {
  (void)unused;
  for (uint64_t wanted = 100; wanted < 100000; wanted *= 3) {
    struct budget budget = budget_of(1 << 24);
    struct words words;
    uint64_t key = 0;
    bool added;
    assert_true(init(&words, 1, 1, UINT32_MAX, &budget));
    while (key < wanted && add(&words, &key, &added)) key++;
    while (words_add(&words, 0, &key, word_hash(key), &added)) key++;
    budget_reserve(&budget, budget.max);
    assert_false(words_make_room(&words));
    assert_true(words.out_of_memory);
    budget_reserve(&budget, 0);
    words.out_of_memory = false; /* as who made room says */
    for (uint64_t known = 0; known < 2 * wanted; known++) {
      assert_int_equal(add(&words, &known, &added), known + 1);
      assert_int_equal(added, known >= key);
    }
    words_destroy(&words);
    assert_int_equal(budget.held, 0);
  }
}

/* The last table has room for all numbers, and there is none for their keys. */
static void memory_ends_before_numbers(void **unused) {
  enum { NUMBERS = 3000 };
  struct budget budget = budget_of(1 << 20);
  struct words words;
  uint64_t key = 0;
  bool added;
  (void)unused;
  assert_true(init(&words, 1, 1, NUMBERS, &budget));
  while (words.table.limit < NUMBERS) assert_true(add(&words, &key, &added) && ++key);
  budget_reserve(&budget, budget.max);
  while (add(&words, &key, &added)) key++;
  assert_true(key < NUMBERS - 1);
  assert_true(words.out_of_memory && !words.out_of_numbers);
  budget_reserve(&budget, 0);
  words.out_of_memory = false;
  while (add(&words, &key, &added)) key++;
  assert_int_equal(key, NUMBERS - 1);
  assert_true(words.out_of_numbers && !words.out_of_memory);
  words_destroy(&words);
}

/* ---- many threads ---- */

struct adder {
  struct words *words;
  struct crew *crew;
  unsigned number;
  uint32_t stride, seen[KEYS];
  unsigned added, grown;
};

static void grow(struct adder *adder) {
  static bool good;
  adder->grown++;
  if (crew_meet(adder->crew)) {
    good = !words_full(adder->words) || words_make_room(adder->words);
    crew_dismiss(adder->crew);
  }
  assert_true(good);
  words_move_share(adder->words);
  if (crew_meet(adder->crew)) crew_dismiss(adder->crew);
}

/* Adds a key; one of a single word, if the set has not grown since, where it was not found before
 * (or NULL). */
static void add_one(struct adder *adder, uint32_t key_number, uint32_t *slot) {
  unsigned length = adder->words->length;
  uint64_t key[2], hash;
  make_key(key, length, key_number);
  hash = words_hash(key, length);
  uint32_t number = slot ? word_put(adder->words, adder->number, *key, hash, slot) : 0;
  bool added = number != 0;
  while (!number) {
    number = words_add(adder->words, adder->number, key, hash, &added);
    if (!number) grow(adder);
  }
  adder->seen[key_number] = number;
  adder->added += added;
}

/* Every member adds all keys, in an order that its stride gives; it looks for a few of one word
 * before it adds them. */
static void *add_all(void *context) {
  enum { FEW = 8 };
  struct adder *adder = context;
  const struct words *words = adder->words;
  for (uint32_t i = 0; i < KEYS; i += FEW) {
    unsigned grown = adder->grown;
    uint32_t numbers[FEW], *slots[FEW] = { NULL };
    for (uint32_t k = 0; k < FEW; k++) {
      uint64_t key[2];
      numbers[k] = (uint32_t)((uint64_t)(i + k) * adder->stride % KEYS);
      make_key(key, words->length, numbers[k]);
      if (words->length == 1) words_look(words, words_hash(key, 1), &slots[k]);
    }
    for (uint32_t k = 0; k < FEW; k++)
      add_one(adder, numbers[k], adder->grown == grown ? slots[k] : NULL);
  }
  if (crew_rest(adder->crew)) crew_dismiss(adder->crew);
  return NULL;
}

static void add_by_crew(unsigned length, unsigned size, const uint32_t *strides) {
  static struct adder adders[MEMBERS];
  pthread_t threads[MEMBERS];
  struct budget budget = budget_of(64 << 20);
  struct words words;
  struct crew crew;
  unsigned added = 0;
  crew_init(&crew, size);
  assert_true(init(&words, length, size, UINT32_MAX, &budget));
  memset(adders, 0, sizeof adders);
  for (unsigned i = 0; i < size; i++) {
    adders[i].words = &words;
    adders[i].crew = &crew;
    adders[i].number = i;
    adders[i].stride = strides[i];
    pthread_create(&threads[i], NULL, add_all, &adders[i]);
  }
  for (unsigned i = 0; i < size; i++) {
    pthread_join(threads[i], NULL);
    added += adders[i].added;
    assert_memory_equal(adders[i].seen, adders[0].seen, sizeof adders[i].seen);
  }
  assert_int_equal(added, KEYS);
  assert_int_equal(words_count(&words), KEYS);
  words_destroy(&words);
  crew_destroy(&crew);
}

static void threads_add_the_same_keys(void **unused) {
  static const uint32_t orders[MEMBERS] = { 1, 7, 49999, 17 };
  (void)unused;
  for (unsigned size = 1; size <= MEMBERS; size++)
    for (unsigned length = 1; length <= 2; length++) add_by_crew(length, size, orders);
}

/* All want the same slots at the same time. */
static void threads_race_for_the_same_slots(void **unused) {
  static const uint32_t order[MEMBERS] = { 1, 1, 1, 1 };
  (void)unused;
  for (unsigned round = 0; round < (WATCHES_THREADS ? 6 : 30); round++)
    add_by_crew(1 + round % 2, 2 + round % 3, order);
}

static int as_ever(void **state) {
  (void)state;
  untagged_max = UNTAGGED_MAX;
  return 0;
}

static int with_tags(void **state) {
  (void)state;
  untagged_max = 0;
  return 0;
}

static int nothing_is_left(void **state) {
  (void)state;
  return memory_blocks() != 0;
}

#define TEST(name) \
  { #name, name, as_ever, nothing_is_left, NULL }
#define WITH_TAGS(name) \
  { #name " with tags", name, with_tags, nothing_is_left, NULL }
#define BOTH(name) TEST(name), WITH_TAGS(name)

int main(void) {
  const struct CMUnitTest alone[] = {
    TEST(hashes_spread),      TEST(hashes_of_states_spread), TEST(colliding_keys_are_told_apart),
    TEST(slots_are_won_once), BOTH(full_lines_are_passed),   WITH_TAGS(untold_slots_are_looked_at),
    BOTH(numbers_stay),       BOTH(keys_are_replaced),       BOTH(numbers_end),
    BOTH(memory_ends),        BOTH(memory_comes_back),       BOTH(memory_ends_before_numbers),
  };
  const struct CMUnitTest threaded[] = { BOTH(threads_add_the_same_keys),
                                         BOTH(threads_race_for_the_same_slots) };
  return (WATCHES_THREADS ? 0 : cmocka_run_group_tests(alone, NULL, NULL)) +
         cmocka_run_group_tests(threaded, NULL, NULL);
}
