/* The readers and the judge on damaged tests and memory models: no crash, no hang, no leak.
 *
 * The seeds are those of the fuzzers (tests/fuzz) and the embedded models.  A round damages one in
 * up to four places: bytes, parts that are doubled or taken out, and words of the languages.  The
 * generator is fixed, so every machine does the same.  `make test` runs it with sanitizers. */
#include "random_program.h"

#include <glob.h>
#include <stdio.h>
#include "tests/fuzz/harness.h"

enum { ROUNDS = 3000, SEEDS_MAX = 128 };

struct seeds {
  char *text[SEEDS_MAX];
  size_t length[SEEDS_MAX];
  unsigned count;
};

static void add_seeds(struct seeds *seeds, const char *pattern) {
  glob_t found;
  if (glob(pattern, 0, NULL, &found)) return;
  for (size_t i = 0; i < found.gl_pathc && seeds->count < SEEDS_MAX; i++) {
    FILE *file = fopen(found.gl_pathv[i], "r");
    char *text = memory_new(FUZZ_LENGTH_MAX, 1);
    seeds->length[seeds->count] = fread(text, 1, FUZZ_LENGTH_MAX, file);
    seeds->text[seeds->count++] = text;
    fclose(file);
  }
  globfree(&found);
}

static void free_seeds(struct seeds *seeds) {
  for (unsigned i = 0; i < seeds->count; i++) memory_free(seeds->text[i]);
}

/* Puts `length` bytes in the place of those from `from` to `to`. */
static size_t splice(uint8_t *text, size_t size, size_t from, size_t to, const char *bytes,
                     size_t length) {
  uint8_t rest[FUZZ_LENGTH_MAX];
  size_t tail = size - to;
  if (from + length + tail > FUZZ_LENGTH_MAX) return size;
  memcpy(rest, text + to, tail);
  memmove(text + from, bytes, length);
  memcpy(text + from + length, rest, tail);
  return from + length + tail;
}

static size_t damage(uint8_t *text, size_t size) {
  static const char likely[] = "0123456789(){}[]|;:,=~/\\*<>!@.\"\n\t &?+^-xyrLP_\xff";
  size_t from = size ? below((unsigned)size) : 0,
         to = size ? from + below((unsigned)(size - from)) : 0;
  if (to - from > 40) to = from + below(40);
  char held[64];
  const char *word;
  switch (below(5)) {
  case 0: return splice(text, size, from, to, "", 0);
  case 1: memcpy(held, text + from, to - from); return splice(text, size, to, to, held, to - from);
  case 2:
    word = PICK("let rec ", "with x from ", " in ", "procedure ", "match ", "linearisations(",
                "atomic_", "while (", "P0", "bar.cta.sync ", "9223372036854775807", "-1",
                "LC00:", "exists ", "forall ", "{ ", "}*", " | ", "r0", ".sys", "[x]", "\\/");
    return splice(text, size, from, from, word, strlen(word));
  default:
    if (size)
      text[from] = (uint8_t)(below(4) ? likely[below(sizeof likely - 1)] : (char)below(256));
    return size;
  }
}

static void run(const struct seeds *seeds, void (*digest)(const uint8_t *, size_t)) {
  assert_in_range(seeds->count, 2, SEEDS_MAX);
  size_t held = memory_blocks();
  for (unsigned round = 0; round < ROUNDS; round++) {
    unsigned seed = round % seeds->count;
    uint8_t text[FUZZ_LENGTH_MAX];
    size_t size = seeds->length[seed];
    memcpy(text, seeds->text[seed], size);
    for (unsigned times = round < seeds->count ? 0 : 1 + below(4); times > 0; times--)
      size = damage(text, size);
    digest(text, size);
    assert_int_equal(memory_blocks(), held);
  }
}

static void damaged_tests(void **unused) {
  (void)unused;
  struct seeds seeds = { .count = 0 };
  add_seeds(&seeds, "tests/fuzz/litmus/*");
  add_seeds(&seeds, "tests/dialects/*/*");
  run(&seeds, fuzz_litmus);
  free_seeds(&seeds);
}

static void damaged_models(void **unused) {
  (void)unused;
  struct seeds seeds = { .count = 0 };
  add_seeds(&seeds, "tests/fuzz/cat/*");
  add_seeds(&seeds, "memmodels/*.cat");
  run(&seeds, fuzz_cat);
  free_seeds(&seeds);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_teardown(damaged_tests, no_leaks),
    cmocka_unit_test_teardown(damaged_models, no_leaks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
