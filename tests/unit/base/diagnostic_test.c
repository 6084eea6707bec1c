/* Diagnostics: where, what, the line and the caret; and the loading of sources. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/diagnostic.h"
#include "base/memory.h"
#include "base/source_load.h"

static struct source source_of(const char *text) {
  return (struct source){ "mp.litmus", text, strlen(text) };
}

static void points_at_the_place(void **state) {
  (void)state;
  struct source source = source_of("one\n ld.acquire.blok r0, x\nthree\n");
  struct diagnostic error = { 0 };
  assert_false(diagnostic_at(&error, &source, (struct span){ 16, 4 },
                             "expected a scope, found \"%s\"", "blok"));
  assert_string_equal(error.message, "mp.litmus:2:13: expected a scope, found \"blok\"\n"
                                     "  ld.acquire.blok r0, x\n"
                                     "             ^~~~");
  diagnostic_clear(&error);
  assert_null(error.message);
}

static void first_failure_counts(void **state) {
  (void)state;
  struct source source = source_of("x");
  struct diagnostic error = { 0 };
  diagnostic_at(&error, &source, (struct span){ 0, 1 }, "first");
  diagnostic_at(&error, &source, (struct span){ 0, 1 }, "second");
  diagnostic_plain(&error, "third");
  assert_non_null(strstr(error.message, "first"));
  assert_null(strstr(error.message, "second"));
  assert_null(strstr(error.message, "third"));
  diagnostic_clear(&error);
}

/* Past the end, at the end, an empty text. */
static void survives_the_ends(void **state) {
  (void)state;
  struct source source = source_of("ab\ncd"), empty = source_of("");
  struct diagnostic error = { 0 };
  diagnostic_at(&error, &source, (struct span){ 5, 0 }, "more");
  assert_string_equal(error.message, "mp.litmus:2:3: more\n cd\n   ^");
  diagnostic_clear(&error);
  diagnostic_at(&error, &source, (struct span){ 99, 99 }, "more");
  assert_string_equal(error.message, "mp.litmus:2:3: more\n cd\n   ^");
  diagnostic_clear(&error);
  diagnostic_at(&error, &empty, (struct span){ 0, 7 }, "empty");
  assert_string_equal(error.message, "mp.litmus:1:1: empty\n \n ^");
  diagnostic_clear(&error);
}

/* Columns count characters, a tab is one, and what a terminal would obey is shown as '?'. */
static void counts_characters(void **state) {
  (void)state;
  struct source source = source_of("\xc3\xa9\t\x1b[x");
  struct diagnostic error = { 0 };
  diagnostic_at(&error, &source, (struct span){ 5, 1 }, "bad \x1b");
  assert_string_equal(error.message, "mp.litmus:1:5: bad ?\n \xc3\xa9 ?[x\n     ^");
  diagnostic_clear(&error);
}

/* Letters of UTF-8 stay; whatever else is beyond ASCII (parts of letters, overlong forms,
 * surrogates, C1 controls) does not. */
static void masks_what_is_no_letter(void **state) {
  (void)state;
  static const struct {
    const char *bytes, *shown;
  } cases[] = {
    { "\xc3\xa9\xe2\x82\xac\xf0\x9f\x8c\xb1", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x8c\xb1" },
    { "a\xff"
      "b",
      "a?b" },
    { "a\xc3", "a?" },
    { "\xc3(", "?(" },
    { "a\x9b"
      "31m",
      "a31m" },
    { "\xc2\x9b"
      "31m",
      "?31m" },
    { "\xc0\xaf", "?" },
    { "\xe0\x80\x80", "?" },
    { "\xed\xa0\x80", "?" },
    { "\xf4\x90\x80\x80", "?" },
    { "\xf8\x88", "?" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct source source = source_of(cases[i].bytes);
    struct diagnostic error = { 0 }, plain = { 0 };
    diagnostic_at(&error, &source, (struct span){ 0, 1 }, "bad");
    diagnostic_plain(&plain, "%s", cases[i].bytes);
    assert_int_equal(strncmp(error.message, "mp.litmus:1:1: bad\n ", 20), 0);
    assert_int_equal(strncmp(error.message + 20, cases[i].shown, strlen(cases[i].shown)), 0);
    assert_int_equal(error.message[20 + strlen(cases[i].shown)], '\n');
    assert_string_equal(plain.message, cases[i].shown);
    diagnostic_clear(&error);
    diagnostic_clear(&plain);
  }
}

static void long_lines_are_cut(void **state) {
  (void)state;
  size_t length = 10 << 20;
  char *text = memory_new(length + 1, 1);
  memset(text, 'a', length);
  struct source source = { "long", text, length };
  struct diagnostic error = { 0 };
  diagnostic_at(&error, &source, (struct span){ 5 << 20, length }, "%s", text);
  assert_true(strlen(error.message) < 1000);
  assert_int_equal(strncmp(error.message, "long:1:5242881: aaa", 19), 0);
  diagnostic_clear(&error);
  memory_free(text);
}

static void loads_files(void **state) {
  (void)state;
  char path[] = "/tmp/turnsole-diagnostic-XXXXXX";
  int file = mkstemp(path);
  assert_int_equal(write(file, "a\0b\n", 4), 4);
  close(file);
  struct diagnostic error = { 0 };
  size_t length;
  char *text = source_load(path, &length, &error);
  assert_non_null(text);
  assert_int_equal(length, 4);
  assert_memory_equal(text, "a\0b\n", 5);
  memory_free(text);
  assert_int_equal(truncate(path, (64 << 20) + 1), 0);
  assert_null(source_load(path, &length, &error));
  assert_non_null(strstr(error.message, "64 MiB"));
  diagnostic_clear(&error);
  unlink(path);
  assert_null(source_load(path, &length, &error));
  assert_non_null(strstr(error.message, "No such file"));
  diagnostic_clear(&error);
  assert_null(source_load("/tmp", &length, &error));
  assert_non_null(strstr(error.message, "folder"));
  diagnostic_clear(&error);
}

/* Last: cmocka reports a group's teardown that fails, and exits with 0 all the same. */
static void nothing_is_left(void **state) {
  (void)state;
  assert_int_equal(memory_blocks(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(points_at_the_place),
    cmocka_unit_test(first_failure_counts),
    cmocka_unit_test(survives_the_ends),
    cmocka_unit_test(counts_characters),
    cmocka_unit_test(masks_what_is_no_letter),
    cmocka_unit_test(long_lines_are_cut),
    cmocka_unit_test(loads_files),
    cmocka_unit_test(nothing_is_left),
  };
  return cmocka_run_group_tests_name("diagnostic", tests, NULL, NULL);
}
