/* Damaged PTX files: reading and extraction end, and leave nothing behind.
 *
 * The seed has most of what the reader knows.  A round damages it in up to four places.  The
 * generator is fixed, so every machine does the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "extract/extract.h"
#include "tests/unit/nothing_left.h"

enum { ROUNDS = 3000, LENGTH_MAX = 4096 };

static const char seed[] =
    ".version 8.0\n.target sm_90, debug\n.address_size 64\n.file 1 \"x.cu\"\n"
    ".global .align 4 .u32 flag = 3;\n.const .align 4 .b8 table[8] = {5, 0, 0, 0, 6, 0, 0, 0};\n"
    ".func (.param .b32 result) add(.param .b64 add_0, .param .b32 add_1)\n{\n"
    " .reg .b32 %r<4>; .reg .b64 %rd<2>;\n"
    " ld.param.u64 %rd1, [add_0]; ld.param.u32 %r1, [add_1];\n"
    " atom.global.add.u32 %r2, [%rd1], %r1; st.param.b32 [result+0], %r2; ret;\n}\n"
    ".visible .entry k(.param .u64 .ptr .global .align 4 k_0, .param .u32 k_1)\n"
    ".reqnctapercluster 2, 1, 1\n{\n"
    " .reg .pred %p<9>; .reg .b32 %r<20>; .reg .b64 %rd<9>;\n .shared .align 4 .b8 box[32];\n"
    " ld.param.u64 %rd1, [k_0]; ld.param.u32 %r1, [k_1]; .loc 1 2 3\n"
    " cvta.to.global.u64 %rd2, %rd1; mov.u32 %r2, %tid.x; mov.u64 %rd3, box;\n"
    " mad.wide.u32 %rd4, %r2, 4, %rd3; st.shared.u32 [%rd4], %r2; bar.sync 0;\n"
    " mov.u32 %r3, 0;\n"
    "$L1: // a loop that waits\n ld.acquire.gpu.b32 %r4, [%rd2+4]; add.s32 %r3, %r3, 1;\n"
    " setp.ne.s32 %p1|%p2, %r4, 1; @%p1 bra $L1;\n"
    " mov.u64 %rd5, table; ld.const.u32 %r5, [%rd5+4]; mapa.u64 %rd6, %rd3, 1;\n"
    " @!%p2 ld.u32 %r6, [%rd6]; selp.b32 %r7, %r5, %r4, %p2;\n"
    " { .reg .b32 t; .param .b64 a; st.param.b64 [a+0], %rd1; .param .b32 b;\n"
    "   st.param.b32 [b+0], %r7; .param .b32 c; call.uni (c), add, (a, b);\n"
    "   ld.param.b32 %r8, [c+0]; }\n"
    " st.global.v2.u32 [%rd2+8], {%r8, 0f3F800000}; fence.acq_rel.gpu;\n"
    "/* unrolled */ mov.u32 %r9, 0;\n"
    "$L2: st.volatile.global.u32 [flag], %r9; add.s32 %r9, %r9, 1;\n"
    " setp.lt.u32 %p3, %r9, 3; @%p3 bra $L2;\n ret;\n}\n";

/* xorshift (Marsaglia) */
static unsigned below(unsigned limit) {
  static uint64_t x = 88172645463325252;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  return (unsigned)(x % limit);
}

static void damage(char *text, size_t *length) {
  static const char likely[] = "0123456789(){}[]|;:,<>!@.+-%$_prb \n\"/";
  size_t from = below((unsigned)*length), part = below(40), other = below((unsigned)*length);
  if (from + part > *length) part = *length - from;
  switch (below(5)) {
  case 0: text[from] = likely[below(sizeof likely - 1)]; break;
  case 1: text[from] = (char)('0' + below(10)); break;
  case 2:
    if (other + part <= *length) memmove(text + from, text + other, part);
    break;
  case 3:
    memmove(text + from, text + from + part, *length - from - part);
    *length -= part;
    break;
  default:
    if (below(20) == 0) *length = from + 1;
  }
  if (*length == 0) *length = 1;
  text[*length] = '\0';
}

static void ask(struct asked_test *test, struct diagnostic *error) {
  assert_true(request_thread(test, "P0=k,cta=0,tid=0", error));
  assert_true(request_thread(test, "P1=k,cta=1,tid=(3,0,0)", error));
  assert_true(request_parameter(test, "k.0=x", error));
  assert_true(request_parameter(test, "k.1=2", error));
  assert_true(request_sizes(test->ntid, "4", "--ntid", error));
  test->condition = "exists (x[1]=1 /\\ x+4=1)";
}

/* Whether a test was made. */
static bool extracts(char *text, size_t length) {
  struct asked_test test = { .name = "t" };
  struct diagnostic error = { NULL };
  struct text out = { 0 }, notes = { 0 };
  ask(&test, &error);
  struct module *module = module_read((struct source){ "t.ptx", text, length }, &error);
  bool good = module && extract_test(module, &test, &out, &notes, &error);
  assert_true(good == !error.message);
  module_free(module);
  request_clear(&test);
  diagnostic_clear(&error);
  text_free(&out);
  text_free(&notes);
  return good;
}

static void test_seed(void **state) {
  (void)state;
  char text[LENGTH_MAX];
  memcpy(text, seed, sizeof seed);
  assert_true(extracts(text, sizeof seed - 1));
}

static void test_damage(void **state) {
  (void)state;
  unsigned made = 0;
  for (unsigned round = 0; round < ROUNDS; round++) {
    char text[LENGTH_MAX];
    size_t length = sizeof seed - 1;
    memcpy(text, seed, sizeof seed);
    for (unsigned times = 1 + below(4); times; times--) damage(text, &length);
    made += extracts(text, length);
  }
  assert_in_range(made, ROUNDS / 20, ROUNDS - ROUNDS / 20);
}

int main(void) {
  const struct CMUnitTest tests[] = { TEST(test_seed), TEST(test_damage) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
