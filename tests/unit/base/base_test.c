/* The base layer: counted memory, texts, hashes, sparse maps, vectors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/arena.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/sparse.h"
#include "base/text.h"
#include "base/vector.h"

static void blocks_are_counted(void **state) {
  (void)state;
  size_t before = memory_blocks();
  char *bytes = memory_new(3, 5);
  for (int i = 0; i < 15; i++) assert_int_equal(bytes[i], 0);
  assert_int_equal(memory_blocks(), before + 1);
  bytes = memory_resize(bytes, 100, 100);
  assert_int_equal(memory_blocks(), before + 1);
  void *grown = memory_resize(NULL, 0, 8);
  assert_non_null(grown);
  assert_int_equal(memory_blocks(), before + 2);
  memory_free(bytes);
  memory_free(grown);
  memory_free(NULL);
  assert_int_equal(memory_blocks(), before);
}

/* Pieces are zeroes, apart from each other, and of any size; those that are whole lines of the
 * cache begin lines. */
static void pieces_are_apart(void **state) {
  (void)state;
  enum { PIECES = 300, LARGE = 1 << 20, LINE = 64 };
  size_t before = memory_blocks();
  struct arena arena = { 0 }, lines = { 0 };
  char *pieces[PIECES];
  for (size_t i = 0; i < PIECES; i++) {
    size_t size = i == 40 ? LARGE : i;
    pieces[i] = arena_new(&arena, size);
    assert_int_equal((uintptr_t)pieces[i] % sizeof(void *), 0);
    assert_int_equal((uintptr_t)arena_new(&lines, (1 + i % 3) * LINE) % LINE, 0);
    for (size_t n = 0; n < size; n++) assert_int_equal(pieces[i][n], 0);
    memset(pieces[i], (int)i, size);
  }
  for (size_t i = 0; i < PIECES; i++)
    for (size_t n = 0; n < (i == 40 ? LARGE : i); n++)
      assert_int_equal((unsigned char)pieces[i][n], i & 255);
  assert_non_null(arena_new(&arena, 0));
  arena_free(&arena);
  arena_free(&lines);
  assert_int_equal(memory_blocks(), before);
}

static void texts_are_copied(void **state) {
  (void)state;
  char *copy = memory_copy_text("abcdef", 3), *empty = memory_copy_text(NULL, 0);
  assert_string_equal(copy, "abc");
  assert_string_equal(empty, "");
  char *formatted = memory_format("%s-%d", copy, 7);
  assert_string_equal(formatted, "abc-7");
  memory_free(copy);
  memory_free(empty);
  memory_free(formatted);
}

/* The status of a child that asks for what no machine has. */
static int status_of(void (*ask)(void)) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    if (!freopen("/dev/null", "w", stderr)) _exit(99);
    ask();
    _exit(0);
  }
  int status;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void ask_overflow(void) { memory_free(memory_new(SIZE_MAX / 2, 3)); }
static void ask_wrap(void) { memory_free(memory_resize(NULL, SIZE_MAX, 1)); }

static void exhaustion_is_inconclusive(void **state) {
  (void)state;
  assert_int_equal(status_of(ask_overflow), 3);
  assert_int_equal(status_of(ask_wrap), 3);
}

/* As the C library formats them, also where a text has to grow in the middle. */
static void texts_are_formatted(void **state) {
  (void)state;
  for (int filled = 0; filled < 70; filled++) {
    char expected[300];
    struct text text = { 0 };
    text_add(&text, "%*s", filled, "");
    text_add(&text, "%s%u %lld %lld%s", "", 4294967295u, INT64_MIN + 0LL, -1LL, "|");
    text_add(&text, "%u%% %c %s %-4d.%08x%.*s", 0u, 'x', "plain", -7, 255u, 2, "abc");
    snprintf(expected, sizeof expected, "%*s%u %lld %lld|0%% x plain -7  .000000ffab", filled, "",
             4294967295u, INT64_MIN + 0LL, -1LL);
    assert_string_equal(text.bytes, expected);
    assert_int_equal(text.length, strlen(expected));
    text_free(&text);
  }
}

static void text_grows(void **state) {
  (void)state;
  struct text text = { 0 };
  for (int i = 0; i < 1000; i++) text_add(&text, "%d,", i % 10);
  assert_int_equal(text.length, 2000);
  assert_memory_equal(text.bytes, "0,1,2,3,4,5,6,7,8,9,0,", 22);
  text_add_bytes(&text, "a\0b", 3);
  assert_int_equal(text.length, 2003);
  assert_int_equal(text.bytes[2003], 0);
  text_free(&text);
  text_add_bytes(&text, "", 0);
  assert_string_equal(text.bytes, "");
  text_free(&text);
  assert_true(text_starts("release", "rel"));
  assert_false(text_starts("re", "rel"));
  assert_true(text_equal("a", "a"));
  assert_false(text_equal("a", "ab"));
}

static const char *nearest_to(const char *word) {
  static const char *const names[] = { "sc", "rcc-sc", "rcc-wo", "tso" };
  struct nearest nearest = { word, strlen(word), NULL, 0 };
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++) text_offer(&nearest, names[i]);
  return nearest.name ? nearest.name : "";
}

static void utf8_characters_are_told(void **state) {
  (void)state;
  assert_int_equal(text_utf8_length("a"), 1);
  assert_int_equal(text_utf8_length("\xc3\xa9"), 2);
  assert_int_equal(text_utf8_length("\xe2\x82\xac"), 3);
  assert_int_equal(text_utf8_length("\xf0\x9f\x98\x80"), 4);
  static const char *const none[] = { "\x80",         "\xc0\x80",         "\xc3",
                                      "\xe0\x9f\xbf", "\xed\xa0\x80",     "\xe2\x82",
                                      "\xff",         "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80" };
  for (unsigned i = 0; i < sizeof none / sizeof *none; i++)
    assert_int_equal(text_utf8_length(none[i]), 0);
}

static void names_are_near(void **state) {
  (void)state;
  char room[NEAREST_ROOM];
  assert_string_equal(nearest_to("rcc_sc"), "rcc-sc");
  assert_string_equal(nearest_to("rccwo"), "rcc-wo");
  assert_string_equal(nearest_to("tsoo"), "tso");
  assert_string_equal(nearest_to("x"), "");
  assert_string_equal(nearest_to("mesi"), "");
  assert_string_equal(nearest_to("a-word-that-is-longer-than-any-name-of-ours"), "");
  assert_string_equal(text_suggestion(&(struct nearest){ "tsoo", 4, "tso", 1 }, room),
                      "; did you mean tso?");
  assert_string_equal(text_suggestion(&(struct nearest){ "x", 1, NULL, 0 }, room), "");
}

static void vector_grows(void **state) {
  (void)state;
  VECTOR(int) v = { 0 };
  for (int i = 0; i < 100; i++) vector_push(v, i * i);
  assert_int_equal(v.length, 100);
  assert_int_equal(v.items[50], 2500);
  assert_int_equal(v.items[99], 99 * 99);
  vector_free(v);
  assert_null(v.items);
}

/* Hashes are printed and kept, so they may never change. */
static void hashes_are_fixed(void **state) {
  (void)state;
  assert_true(hash_bytes("", 0) == 0x2d06800538d394c2u);
  assert_true(hash_bytes("turnsole", 8) == hash_bytes("turnsole", 8));
  assert_true(hash_bytes("turnsole", 8) != hash_bytes("turnsold", 8));
  assert_true(hash_combine(1, 2) != hash_combine(2, 1));
  assert_true(hash_combine(0, 0) == hash_combine(0, 0));
}

static void sparse_iterates_in_order(void **state) {
  (void)state;
  static const uintptr_t keys[] = { UINTPTR_MAX, 7, 0, 1u << 31, 8 };
  static const uintptr_t sorted[] = { 0, 7, 8, 1u << 31, UINTPTR_MAX };
  struct sparse map = { 0 };
  assert_null(sparse_find(&map, 7));
  for (size_t i = 0; i < 5; i++) {
    uintptr_t *slot = sparse_at(&map, keys[i]);
    assert_int_equal(*slot, 0);
    *slot = keys[i] / 2;
  }
  uintptr_t key = 0;
  size_t i = 0;
  for (uintptr_t *slot = sparse_first(&map, &key); slot; slot = sparse_next(&map, &key), i++) {
    assert_true(key == sorted[i]);
    assert_true(*slot == key / 2);
  }
  assert_int_equal(i, 5);
  key = 9;
  assert_non_null(sparse_first(&map, &key));
  assert_true(key == 1u << 31);
  sparse_free(&map);
  assert_null(sparse_first(&map, &(uintptr_t){ 0 }));
}

static void dictionary_finds_bytes(void **state) {
  (void)state;
  struct dictionary map = { 0 };
  char key[40];
  for (int i = 0; i < 1000; i++) {
    int length = snprintf(key, sizeof key, "%d%s", i, i % 3 ? "" : "-a-longer-key-than-a-word");
    *dictionary_at(&map, key, (size_t)length) = (uintptr_t)i + 1;
  }
  for (int i = 0; i < 1000; i++) {
    int length = snprintf(key, sizeof key, "%d%s", i, i % 3 ? "" : "-a-longer-key-than-a-word");
    uintptr_t *slot = dictionary_find(&map, key, (size_t)length);
    assert_non_null(slot);
    assert_int_equal(*slot, i + 1);
  }
  assert_null(dictionary_find(&map, "1001", 4));
  assert_null(dictionary_find(&map, "1", 0));
  *dictionary_at(&map, "a\0b", 3) = 1;
  assert_null(dictionary_find(&map, "a\0c", 3));
  dictionary_free(&map);
}

/* Last: cmocka reports a group's teardown that fails, and exits with 0 all the same. */
static void nothing_is_left(void **state) {
  (void)state;
  assert_int_equal(memory_blocks(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(blocks_are_counted),
    cmocka_unit_test(texts_are_copied),
    cmocka_unit_test(exhaustion_is_inconclusive),
    cmocka_unit_test(text_grows),
    cmocka_unit_test(texts_are_formatted),
    cmocka_unit_test(pieces_are_apart),
    cmocka_unit_test(utf8_characters_are_told),
    cmocka_unit_test(names_are_near),
    cmocka_unit_test(vector_grows),
    cmocka_unit_test(hashes_are_fixed),
    cmocka_unit_test(sparse_iterates_in_order),
    cmocka_unit_test(dictionary_finds_bytes),
    cmocka_unit_test(nothing_is_left),
  };
  return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
