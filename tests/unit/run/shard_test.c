/* Shards are disjoint, and together the whole; of words, only I/N is one.
 *
 * builds: plain asan tsan */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include "run/shard.h"

enum { NAMES = 500, SHARDS = 5 };

static void each_once(void **state) {
  (void)state;
  unsigned sizes[SHARDS] = { 0 };
  for (unsigned i = 0; i < NAMES; i++) {
    char name[16];
    unsigned times = 0;
    snprintf(name, sizeof name, "test-%u", i);
    for (unsigned s = 0; s < SHARDS; s++) {
      struct shard shard = { s + 1, SHARDS };
      bool has = shard_has(&shard, "mesi", name);
      sizes[s] += has;
      times += has;
    }
    assert_int_equal(times, 1);
    assert_true(shard_has(&(struct shard){ 0, 0 }, "mesi", name));
  }
  for (unsigned s = 0; s < SHARDS; s++) assert_in_range(sizes[s], NAMES / SHARDS / 2, NAMES / 2);
}

/* A model and a test that change places are another cell. */
static void both_names_count(void **state) {
  (void)state;
  unsigned differ = 0;
  for (unsigned i = 1; i <= 64; i++) {
    struct shard shard = { 1, i };
    differ += shard_has(&shard, "a", "b") != shard_has(&shard, "b", "a");
  }
  assert_true(differ > 0);
}

static void words(void **state) {
  (void)state;
  static const char *const none[] = {
    "",     "/",   "1/", "/2",    "0/2",  "3/2",     "1/2x",
    "+1/2", "1/0", "1",  "1/2/3", " 1/2", "1/10000", "99999999999/99999999999"
  };
  struct shard shard;
  assert_true(shard_parse("2/3", &shard));
  assert_int_equal(shard.number, 2);
  assert_int_equal(shard.count, 3);
  for (unsigned i = 0; i < sizeof none / sizeof *none; i++)
    if (shard_parse(none[i], &shard)) fail_msg("\"%s\" is read", none[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(each_once),
                                      cmocka_unit_test(both_names_count), cmocka_unit_test(words) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
