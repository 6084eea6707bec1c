/* Constant folding of PTX (PTX ISA 9.7.1, 9.7.5 to 9.7.9).
 *
 * A table has a row for each instruction.  Sources come as the bits of registers; each function
 * cuts them to the type of its instruction, with its sign. */
#include "extract/fold.h"

#include <stddef.h>
#include "base/text.h"

uint64_t fold_cut(uint64_t value, unsigned bits) {
  return bits >= 64 ? value : value & ((UINT64_C(1) << bits) - 1);
}

int64_t fold_signed(uint64_t value, unsigned bits) {
  if (bits >= 64) return (int64_t)value;
  uint64_t sign = UINT64_C(1) << (bits - 1);
  return (int64_t)((fold_cut(value, bits) ^ sign) - sign);
}

/* An instruction in work: its type, its sources as numbers of that type. */
struct folding {
  const struct ptx_mnemonic *mnemonic;
  struct scalar type;
  uint64_t a, b, c; /* of signed types with their signs */
  unsigned count;
};

static uint64_t as_type(struct scalar type, uint64_t value) {
  return type.kind == 's' ? (uint64_t)fold_signed(value, type.bits) : fold_cut(value, type.bits);
}

static bool has_sign(const struct folding *f) { return f->type.kind == 's'; }

static bool less(const struct folding *f) {
  return has_sign(f) ? (int64_t)f->a < (int64_t)f->b : f->a < f->b;
}

static bool do_first(struct folding *f, uint64_t *r) { return *r = f->a, true; }
static bool do_add(struct folding *f, uint64_t *r) { return *r = f->a + f->b, true; }
static bool do_sub(struct folding *f, uint64_t *r) { return *r = f->a - f->b, true; }
static bool do_neg(struct folding *f, uint64_t *r) { return *r = -f->a, true; }
static bool do_and(struct folding *f, uint64_t *r) { return *r = f->a & f->b, true; }
static bool do_or(struct folding *f, uint64_t *r) { return *r = f->a | f->b, true; }
static bool do_xor(struct folding *f, uint64_t *r) { return *r = f->a ^ f->b, true; }
static bool do_not(struct folding *f, uint64_t *r) { return *r = ~f->a, true; }
static bool do_cnot(struct folding *f, uint64_t *r) { return *r = !f->a, true; }
static bool do_min(struct folding *f, uint64_t *r) { return *r = less(f) ? f->a : f->b, true; }
static bool do_max(struct folding *f, uint64_t *r) { return *r = less(f) ? f->b : f->a, true; }
static bool do_selp(struct folding *f, uint64_t *r) { return *r = f->c & 1 ? f->a : f->b, true; }

static bool do_abs(struct folding *f, uint64_t *r) {
  return *r = (int64_t)f->a < 0 ? -f->a : f->a, true;
}

/* The high half of .hi; of .wide the product is twice as wide as the type. */
static bool do_mul(struct folding *f, uint64_t *r) {
  if (!mnemonic_has(f->mnemonic, "hi")) return do_first(&(struct folding){ .a = f->a * f->b }, r);
  unsigned __int128 product = has_sign(f)
                                  ? (unsigned __int128)((__int128)(int64_t)f->a * (int64_t)f->b)
                                  : (unsigned __int128)f->a * f->b;
  *r = (uint64_t)(product >> f->type.bits);
  return true;
}

static bool do_mad(struct folding *f, uint64_t *r) {
  if (!do_mul(f, r)) return false;
  *r += f->c;
  return true;
}

static bool do_div(struct folding *f, uint64_t *r) {
  if (f->b == 0) return false;
  if (has_sign(f) && f->b == UINT64_MAX) return do_neg(f, r);
  *r = has_sign(f) ? (uint64_t)((int64_t)f->a / (int64_t)f->b) : f->a / f->b;
  return true;
}

static bool do_rem(struct folding *f, uint64_t *r) {
  if (f->b == 0) return false;
  if (has_sign(f) && f->b == UINT64_MAX) return *r = 0, true;
  *r = has_sign(f) ? (uint64_t)((int64_t)f->a % (int64_t)f->b) : f->a % f->b;
  return true;
}

/* Shifts beyond the width give 0, or the sign; the distance is 32 bits without a sign. */
static bool do_shl(struct folding *f, uint64_t *r) {
  uint64_t by = fold_cut(f->b, 32);
  return *r = by >= f->type.bits ? 0 : f->a << by, true;
}

static bool do_shr(struct folding *f, uint64_t *r) {
  uint64_t by = fold_cut(f->b, 32);
  if (by >= f->type.bits) by = f->type.bits - 1, f->a = has_sign(f) ? f->a : 0;
  return *r = has_sign(f) ? (uint64_t)((int64_t)f->a >> by) : f->a >> by, true;
}

static bool do_popc(struct folding *f, uint64_t *r) {
  return *r = (uint64_t)__builtin_popcountll(f->a), true;
}

static bool do_clz(struct folding *f, uint64_t *r) {
  return *r = f->a ? (uint64_t)__builtin_clzll(f->a) - (64 - f->type.bits) : f->type.bits, true;
}

static bool do_bfe(struct folding *f, uint64_t *r) {
  unsigned from = f->b & 255, length = f->c & 255;
  if (from >= f->type.bits) from = f->type.bits - 1, length = has_sign(f) ? 1 : 0;
  if (length > f->type.bits - from) length = f->type.bits - from;
  uint64_t value = fold_cut(f->a, f->type.bits) >> from;
  *r = length == 0   ? 0
       : has_sign(f) ? (uint64_t)fold_signed(value, length)
                     : fold_cut(value, length);
  return true;
}

/* ---- comparisons ---- */

bool fold_compare(const struct ptx_mnemonic *mnemonic, uint64_t left, uint64_t right,
                  bool *result) {
  struct scalar type = mnemonic_last_type(mnemonic);
  struct folding f = { mnemonic, type, as_type(type, left), as_type(type, right), 0, 2 },
                 other = { mnemonic, type, f.b, f.a, 0, 2 };
  bool below = less(&f), above = less(&other);
  if (mnemonic_has(mnemonic, "eq")) *result = !below && !above;
  else if (mnemonic_has(mnemonic, "ne")) *result = below || above;
  else if (mnemonic_has(mnemonic, "lt") || mnemonic_has(mnemonic, "lo")) *result = below;
  else if (mnemonic_has(mnemonic, "le") || mnemonic_has(mnemonic, "ls")) *result = !above;
  else if (mnemonic_has(mnemonic, "gt") || mnemonic_has(mnemonic, "hi")) *result = above;
  else if (mnemonic_has(mnemonic, "ge") || mnemonic_has(mnemonic, "hs")) *result = !below;
  else return false;
  return true;
}

/* setp with .and, .or or .xor joins the comparison with a predicate. */
static bool do_compare(struct folding *f, uint64_t *r) {
  bool result;
  if (!fold_compare(f->mnemonic, f->a, f->b, &result)) return false;
  if (mnemonic_has(f->mnemonic, "and")) *r = result & f->c;
  else if (mnemonic_has(f->mnemonic, "or")) *r = result | f->c;
  else if (mnemonic_has(f->mnemonic, "xor")) *r = result ^ f->c;
  else *r = result;
  if (mnemonic_part_is(f->mnemonic, 0, "set")) *r = *r & 1 ? UINT64_MAX : 0;
  return true;
}

/* ---- the table ---- */

static const struct fold_row {
  const char *name;
  unsigned sources;
  bool in_tests; /* the PTX dialect of tests has it, for operands that are loaded */
  bool (*run)(struct folding *f, uint64_t *result);
} rows[] = {
  { "mov", 1, true, do_first },    { "cvta", 1, false, do_first },  { "cvt", 1, true, do_first },
  { "add", 2, true, do_add },      { "sub", 2, true, do_sub },      { "mul", 2, true, do_mul },
  { "mad", 3, true, do_mad },      { "div", 2, true, do_div },      { "rem", 2, true, do_rem },
  { "neg", 1, true, do_neg },      { "abs", 1, false, do_abs },     { "min", 2, true, do_min },
  { "max", 2, true, do_max },      { "and", 2, true, do_and },      { "or", 2, true, do_or },
  { "xor", 2, true, do_xor },      { "not", 1, true, do_not },      { "cnot", 1, false, do_cnot },
  { "shl", 2, true, do_shl },      { "shr", 2, true, do_shr },      { "popc", 1, false, do_popc },
  { "clz", 1, false, do_clz },     { "bfe", 3, false, do_bfe },     { "selp", 3, true, do_selp },
  { "setp", 2, true, do_compare }, { "set", 2, false, do_compare },
};

static const struct fold_row *row_of(const struct ptx_mnemonic *mnemonic) {
  if (mnemonic_has(mnemonic, "cc") || mnemonic_has(mnemonic, "sat")) return NULL;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (mnemonic_part_is(mnemonic, 0, rows[i].name)) return &rows[i];
  return NULL;
}

unsigned fold_sources(const struct ptx_mnemonic *mnemonic) {
  const struct fold_row *row = row_of(mnemonic);
  bool joins = row && row->run == do_compare &&
               (mnemonic_has(mnemonic, "and") || mnemonic_has(mnemonic, "or") ||
                mnemonic_has(mnemonic, "xor"));
  return row ? row->sources + joins : 0;
}

bool fold_is_in_tests(const struct ptx_mnemonic *mnemonic) {
  const struct fold_row *row = row_of(mnemonic);
  bool wide_shift = mnemonic_part_is(mnemonic, 0, "shr") && mnemonic_has(mnemonic, "s64");
  bool upper_half = row && row->run != do_compare && mnemonic_has(mnemonic, "hi");
  return row && row->in_tests && !upper_half && !wide_shift && !fold_is_float(mnemonic);
}

bool fold_is_float(const struct ptx_mnemonic *mnemonic) {
  bool moves = mnemonic_part_is(mnemonic, 0, "mov") || mnemonic_part_is(mnemonic, 0, "selp");
  return !moves &&
         (mnemonic_type(mnemonic, 0).kind == 'f' || mnemonic_type(mnemonic, 1).kind == 'f');
}

/* cvt.TO.FROM and mul.wide.T have a result of another type than their sources. */
static struct scalar type_of_result(const struct ptx_mnemonic *mnemonic, struct scalar type) {
  if (mnemonic_part_is(mnemonic, 0, "cvt")) return mnemonic_type(mnemonic, 0);
  if (mnemonic_part_is(mnemonic, 0, "set")) return mnemonic_type(mnemonic, 0);
  if (mnemonic_part_is(mnemonic, 0, "setp")) return (struct scalar){ 'p', 1 };
  if (mnemonic_part_is(mnemonic, 0, "popc") || mnemonic_part_is(mnemonic, 0, "clz"))
    return (struct scalar){ 'u', 32 };
  if (mnemonic_has(mnemonic, "wide")) return (struct scalar){ type.kind, type.bits * 2 };
  return type;
}

/* Shifts have a distance of 32 bits, bfe two numbers, mad.wide an addend of twice the width. */
static uint64_t as_source(const struct ptx_mnemonic *mnemonic, struct scalar type, unsigned which,
                          uint64_t value) {
  bool shifts = mnemonic_part_is(mnemonic, 0, "shl") || mnemonic_part_is(mnemonic, 0, "shr");
  if (which > 0 && (shifts || mnemonic_part_is(mnemonic, 0, "bfe"))) return fold_cut(value, 32);
  if (which == 2 && mnemonic_has(mnemonic, "wide")) return value;
  if (which == 2 && !mnemonic_part_is(mnemonic, 0, "mad")) return value & 1;
  return as_type(type, value);
}

bool fold(const struct ptx_mnemonic *mnemonic, const uint64_t *sources, unsigned count,
          uint64_t *result) {
  const struct fold_row *row = row_of(mnemonic);
  struct folding f = { .mnemonic = mnemonic, .type = mnemonic_last_type(mnemonic), .count = count };
  uint64_t *const places[] = { &f.a, &f.b, &f.c };
  if (!row || !f.type.kind) return false;
  for (unsigned i = 0; i < count && i < 3; i++)
    *places[i] = as_source(mnemonic, f.type, i, sources[i]);
  if (!row->run(&f, result)) return false;
  *result = as_type(type_of_result(mnemonic, f.type), *result);
  return true;
}
