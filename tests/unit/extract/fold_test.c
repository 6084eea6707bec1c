/* Constant folding, by the PTX ISA's definitions: widths, signs, shifts beyond the width. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "extract/fold.h"

struct folded {
  const char *mnemonic;
  uint64_t sources[3], result;
};

static bool run(const struct folded *row, uint64_t *result) {
  struct span whole = { 0, strlen(row->mnemonic) };
  struct ptx_mnemonic mnemonic = mnemonic_of(row->mnemonic, whole);
  unsigned count = fold_sources(&mnemonic);
  return count && fold(&mnemonic, row->sources, count, result);
}

static void expect(const struct folded *rows, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint64_t result = 0;
    if (!run(&rows[i], &result)) fail_msg("%s is not folded", rows[i].mnemonic);
    if (result != rows[i].result)
      fail_msg("%s gives %llx, not %llx", rows[i].mnemonic, (unsigned long long)result,
               (unsigned long long)rows[i].result);
  }
}
#define EXPECT(rows) expect(rows, sizeof(rows) / sizeof *(rows))

#define MINUS(n) (UINT64_C(0) - (n))

static void test_arithmetic(void **state) {
  (void)state;
  static const struct folded rows[] = {
    { "add.u32", { 0xffffffff, 2 }, 1 },
    { "add.s32", { 0x7fffffff, 1 }, MINUS(0x80000000) },
    { "sub.u16", { 1, 2 }, 0xffff },
    { "mul.lo.u32", { 0x10000, 0x10001 }, 0x10000 },
    { "mul.hi.u32", { 0x10000, 0x10001 }, 1 },
    { "mul.hi.s32", { MINUS(1), 2 }, MINUS(1) },
    { "mul.hi.u64", { MINUS(1), 2 }, 1 },
    { "mul.wide.s32", { 0xffffffff, 4 }, MINUS(4) },
    { "mul.wide.u32", { 0xffffffff, 4 }, 0x3fffffffc },
    { "mul.wide.u16", { 0xffff, 2 }, 0x1fffe },
    { "mad.lo.s32", { 3, 4, MINUS(13) }, MINUS(1) },
    { "mad.wide.u32", { 0xffffffff, 2, 0x100000000 }, 0x2fffffffe },
    { "div.s32", { MINUS(7), 2 }, MINUS(3) },
    { "div.u32", { 0xfffffff9, 2 }, 0x7ffffffc },
    { "div.s64", { UINT64_C(1) << 63, MINUS(1) }, UINT64_C(1) << 63 },
    { "rem.s32", { MINUS(7), 2 }, MINUS(1) },
    { "rem.s64", { UINT64_C(1) << 63, MINUS(1) }, 0 },
    { "neg.s32", { 5 }, MINUS(5) },
    { "abs.s32", { MINUS(5) }, 5 },
    { "min.s32", { MINUS(5), 3 }, MINUS(5) },
    { "min.u32", { MINUS(5), 3 }, 3 },
    { "max.s64", { MINUS(5), 3 }, 3 },
  };
  EXPECT(rows);
}

static void test_bits(void **state) {
  (void)state;
  static const struct folded rows[] = {
    { "and.b32", { 0xff0, 0x3c }, 0x30 },
    { "or.b64", { 1, 0x8000000000000000 }, 0x8000000000000001 },
    { "xor.pred", { 1, 1 }, 0 },
    { "not.pred", { 1 }, 0 },
    { "not.b16", { 0 }, 0xffff },
    { "cnot.b32", { 0 }, 1 },
    { "shl.b32", { 1, 31 }, 0x80000000 },
    { "shl.b32", { 1, 32 }, 0 },
    { "shr.u32", { 0x80000000, 31 }, 1 },
    { "shr.s32", { 0x80000000, 40 }, MINUS(1) },
    { "shr.u32", { 0x80000000, 40 }, 0 },
    { "popc.b64", { MINUS(1) }, 64 },
    { "clz.b32", { 1 }, 31 },
    { "clz.b32", { 0 }, 32 },
    { "bfe.u32", { 0xabcd, 4, 8 }, 0xbc },
    { "bfe.s32", { 0xabcd, 4, 8 }, MINUS(0x44) },
    { "bfe.u32", { 0xabcd, 40, 8 }, 0 },
  };
  EXPECT(rows);
}

static void test_conversions(void **state) {
  (void)state;
  static const struct folded rows[] = {
    { "cvt.u64.u32", { MINUS(1) }, 0xffffffff },
    { "cvt.s64.s32", { 0xffffffff }, MINUS(1) },
    { "cvt.u32.s16", { 0x8000 }, 0xffff8000 },
    { "cvt.u16.u32", { 0x12345 }, 0x2345 },
    { "cvt.s32.s8", { 0x80 }, MINUS(128) },
    { "mov.b32", { 7 }, 7 },
    { "cvta.to.global.u64", { 64 }, 64 },
    { "selp.b32", { 4, 5, 1 }, 4 },
    { "selp.b32", { 4, 5, 0 }, 5 },
  };
  EXPECT(rows);
}

static void test_comparisons(void **state) {
  (void)state;
  static const struct folded rows[] = {
    { "setp.lt.s32", { MINUS(1), 0 }, 1 },
    { "setp.lt.u32", { MINUS(1), 0 }, 0 },
    { "setp.lo.u32", { 0, 1 }, 1 },
    { "setp.hs.u64", { MINUS(1), 1 }, 1 },
    { "setp.ls.u32", { 1, 1 }, 1 },
    { "setp.hi.u32", { 1, 1 }, 0 },
    { "setp.eq.s16", { 0x10005, 5 }, 1 },
    { "setp.ne.b64", { 0x10005, 5 }, 1 },
    { "setp.eq.and.s32", { 1, 1, 0 }, 0 },
    { "setp.eq.or.s32", { 1, 2, 1 }, 1 },
    { "setp.eq.xor.s32", { 1, 1, 1 }, 0 },
    { "set.eq.u32.s32", { 1, 1 }, 0xffffffff },
    { "set.lt.s32.s32", { MINUS(1), 0 }, MINUS(1) },
  };
  EXPECT(rows);
}

static void test_what_is_not_folded(void **state) {
  (void)state;
  static const struct folded rows[] = {
    { "div.u32", { 1, 0 }, 0 },    { "rem.s32", { 1, 0 }, 0 },
    { "add.cc.u32", { 1, 2 }, 0 }, { "add.sat.s32", { 1, 2 }, 0 },
    { "shfl.sync.b32", { 1 }, 0 }, { "setp.num.f32", { 1, 1 }, 0 },
    { "mov", { 1 }, 0 },
  };
  uint64_t result;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) assert_false(run(&rows[i], &result));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_arithmetic),         cmocka_unit_test(test_bits),
    cmocka_unit_test(test_conversions),        cmocka_unit_test(test_comparisons),
    cmocka_unit_test(test_what_is_not_folded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
