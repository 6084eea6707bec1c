/* The reader on damaged and outsized input: an error or a program, never a crash, in linear time.
 *
 * A program that is read in spite of the damage must round trip like any other.  Each text is
 * copied into a block of its exact length, so that a sanitizer sees a read past its end. */
#include "support.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "base/text.h"
#include "tests/unit/sanitized.h"

static const char *const samples[] = {
  "PTX MP \"remark\"\nkey=value\n{ x=0; P1:r0=-3; y @ generic aliases x; t @ texture aliases y; }\n"
  " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
  " st.weak x, 1 (* c *) | L0: tld.weak r0, t ;\n"
  " fence.acq_rel.sys | bne r0, 1, L0 ;\n"
  " st.release.gpu y, 0x1F | atom.acquire.cta.cas r1, y, r0, 2 // c ;\n ;\n"
  " bar.cta.sync 1, 2, 3 | fence.proxy.alias ;\n"
  "locations [x; P1:r0;]\nfilter (true)\n~exists (P1:r0 == 1 /\\ (x != 2 \\/ not 1:r1 >= 0) => "
  "false)\n",
  "PTX TX\n{ x=0 }\nP3@cta 0,gpu 0;\n"
  "A: txbegin; mov r0, 1; add r1, r0, -2; red.relaxed.gpu.add x, r1;\n"
  "beq r1, r0, B; txabort; B:; txcancel; txcommit; goto C; C:;\n"
  "forall x = 0 /\\ [x] <= 9223372036854775807 \\/ P3:commits = P3:cancels",
};
enum { SAMPLES = sizeof samples / sizeof *samples };

/* Reads these bytes; true when they are a program, which must then round trip. */
static bool digest(const char *bytes, size_t length) {
  char *exact = memory_new(length, 1);
  memcpy(exact, bytes, length);
  struct diagnostic error = { 0 };
  struct program *program = litmus_read_text("fuzz", exact, length, &error);
  memory_free(exact);
  assert_true(!program == !!error.message);
  bool read = program != NULL;
  if (read) must_round_trip(program);
  program_free(program);
  diagnostic_clear(&error);
  return read;
}

static void every_prefix(void **state) {
  (void)state;
  for (int s = 0; s < SAMPLES; s++) {
    size_t length = strlen(samples[s]);
    assert_true(digest(samples[s], length));
    for (size_t i = 0; i < length; i++) digest(samples[s], i);
  }
}

/* A small generator of its own: the same damage on every machine. */
static uint32_t random_below(uint64_t *seed, uint32_t bound) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*seed >> 33) % bound;
}

static void flipped_bytes(void **state) {
  (void)state;
  static const char likely[] = "0123456789(){}[]|;:,=~/\\*<>!@.\"\n\t xyrLP_\xff";
  uint64_t seed = 42;
  unsigned read = 0, rounds = 20000;
  for (unsigned round = 0; round < rounds; round++) {
    char text[1024];
    const char *sample = samples[round % SAMPLES];
    size_t length = strlen(sample);
    memcpy(text, sample, length);
    for (uint32_t flips = 1 + random_below(&seed, 3); flips > 0; flips--) {
      bool wild = random_below(&seed, 4) == 0;
      text[random_below(&seed, (uint32_t)length)] =
          wild ? (char)random_below(&seed, 256) : likely[random_below(&seed, sizeof likely - 1)];
    }
    read += digest(text, length);
  }
  assert_in_range(read, rounds / 100, rounds / 2); /* the damage neither always nor never matters */
}

/* Parts taken out, doubled or put elsewhere. */
static void moved_parts(void **state) {
  (void)state;
  uint64_t seed = 7;
  for (unsigned round = 0; round < 5000; round++) {
    const char *sample = samples[round % SAMPLES];
    uint32_t length = (uint32_t)strlen(sample), from = random_below(&seed, length);
    uint32_t size = 1 + random_below(&seed, length - from), to = random_below(&seed, length);
    struct text text = { 0 };
    text_add_bytes(&text, sample, to);
    text_add_bytes(&text, sample + from, size);
    text_add_bytes(&text, sample + to + (round & 4 ? 0 : (length - to < size ? length - to : size)),
                   length - to - (round & 4 ? 0 : (length - to < size ? length - to : size)));
    digest(text.bytes, text.length);
    text_free(&text);
  }
}

/* Processor seconds to read `head` and then `length` bytes of `piece`, and nothing more. */
static double seconds_to_read(const char *head, const char *piece, size_t length) {
  struct text text = { 0 };
  text_add(&text, "%s", head);
  size_t step = strlen(piece);
  while (text.length < length) text_add_bytes(&text, piece, step);
  clock_t start = clock();
  digest(text.bytes, text.length);
  double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  text_free(&text);
  return seconds;
}

/* Ten megabytes cost about ten times one: what is read in quadratic time costs a hundred times as
 * much.  (A ratio, since machines differ; half a second is small on any.  One time of three will
 * do: a busy machine may be slow at either.)  A sanitizer looks at how what is long is read, not at
 * how fast. */
static void outsized(const char *head, const char *piece) {
  double one = 0, ten = 0;
  for (unsigned tries = 0; tries < 3; tries++) {
    one = seconds_to_read(head, piece, 1000000);
    if (SANITIZED) return;
    ten = seconds_to_read(head, piece, 10000000);
    if (ten <= 0.5 || ten <= 30 * one) return;
  }
  fail_msg("%.2f s for one megabyte of \"%s\", %.2f s for ten", one, piece, ten);
}

static void ten_megabytes(void **state) {
  (void)state;
  static const char init[] = "PTX t\n{ ", code[] = "PTX t\n{ x=0; }\nP0@cta 0,gpu 0;\n",
                    condition[] = "PTX t\n{ x=0; }\nP0@cta 0,gpu 0;\nexists ";
  outsized("", "a");
  outsized("PTX ", "a");
  outsized("PTX t\n", "a");
  outsized("PTX t\n\"", "a");
  outsized("PTX t\n", "(*");
  outsized("PTX t\n", "a=");
  outsized("PTX t\n", "\"\"");
  outsized(init, "a");
  outsized(init, "1");
  outsized(init, ";");
  outsized(init, "x=0;");
  outsized(init, "P0:a=0;");
  outsized("PTX t\n{ x=0; }\n", "P0@cta 0,gpu 0 |");
  outsized(code, "a");
  outsized(code, "a:");
  outsized(code, "|");
  outsized(code, " ;");
  outsized(code, "st.weak x, 1;\n");
  outsized(code, "goto a;\n");
  outsized(code, "st.weak x, 1");
  outsized(condition, "1");
  outsized(condition, "(");
  outsized(condition, "x=1/\\");
  outsized(condition, "x=x");
  outsized(condition, "P1");
  outsized(condition, "P1:");
}

/* Labels without a name in common, all on one instruction: many names, few instructions. */
static void many_labels(void **state) {
  (void)state;
  struct text text = { 0 };
  text_add(&text, "PTX t\n{ x=0; }\nP0@cta 0,gpu 0;\n");
  for (int i = 0; i < 200000; i++) text_add(&text, "L%d:;\n", i);
  text_add(&text, "goto L77777;\n");
  assert_true(digest(text.bytes, text.length));
  text_free(&text);
}

/* The largest condition that is taken: deep where it may be, wide where it may be. */
static void largest_condition(void **state) {
  (void)state;
  struct text text = { 0 };
  text_add(&text, "PTX t\n{ x=0; }\nP0@cta 0,gpu 0;\nexists ");
  for (int i = 0; i < 900; i++) text_add(&text, "(x=1 %s ", i % 2 ? "/\\" : "\\/");
  text_add(&text, "x=2");
  for (int i = 0; i < 900; i++) text_add(&text, ")");
  for (int i = 0; i < 60000; i++) text_add(&text, " /\\ x=%d", i);
  assert_true(digest(text.bytes, text.length));
  text_free(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_prefix),    cmocka_unit_test(flipped_bytes),
    cmocka_unit_test(moved_parts),     cmocka_unit_test(ten_megabytes),
    cmocka_unit_test(many_labels),     cmocka_unit_test(largest_condition),
    cmocka_unit_test(nothing_is_left),
  };
  return cmocka_run_group_tests_name("robust", tests, NULL, NULL);
}
