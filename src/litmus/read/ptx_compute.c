/* PTX: moves, arithmetic, comparisons and jumps (ISA 9.7.1, 9.7.7, 9.7.12).
 *
 * A register holds 64 bits.  A type says how many of the lowest bytes an instruction takes, and
 * whether they have a sign.  The result is cut to it.  Without a type an instruction is Dat3M's,
 * which counts no bytes. */
#include "litmus/read/ptx_compute.h"
#include "litmus/read/ptx_guard.h"
#include "litmus/read/ptx_operands.h"
#include "litmus/read/ptx_parts.h"

#include "litmus/read/code.h"
#include "litmus/read/names.h"

/* The type of an instruction on numbers. */
static bool read_type(struct assembling *a, struct ptx_type *type) {
  if (!ptx_take_type(a, type)) return false;
  if (type->is_float) return ptx_fail(a, "unsupported: floating-point arithmetic; use integers");
  if (type->bytes == 1 && !span_is(a->cursor, a->parts[0], "cvt"))
    return ptx_fail(a, "expected a type of 16, 32 or 64 bits: registers have no 8");
  if (!type->bytes) ptx_beyond(a, "write a type (.s32)");
  return true;
}

static enum arithmetic extension_of(const struct ptx_type *type) {
  return type->has_sign ? ARITHMETIC_SIGN_EXTEND : ARITHMETIC_ZERO_EXTEND;
}

/* One more, which cuts a register to the type; none for 8 bytes. */
static bool cut(struct assembling *a, const struct ptx_type *type, int destination) {
  if (!type->bytes || type->bytes >= 8 || destination < 0) return true;
  return assembly_apply(a, destination, extension_of(type), operand_constant(type->bytes),
                        operand_register(destination));
}

/* The operand cut to the type, by an instruction before the one in work. */
static bool extend(struct assembling *a, const char *hidden, const struct ptx_type *type,
                   struct operand *operand) {
  if (!type->bytes || type->bytes >= 8 || operand->kind == OPERAND_LOCATION) return true;
  return assembly_extend_before(a, hidden, extension_of(type), type->bytes, operand);
}

/* d, a */
static bool read_two(struct assembling *a, struct operand *operand) {
  return ptx_destination(a) && assembly_comma(a) && ptx_value(a, true, operand);
}

/* d, a, b */
static bool read_three(struct assembling *a, struct operand *left, struct operand *right) {
  return read_two(a, left) && assembly_comma(a) && ptx_value(a, true, right);
}

static void set(struct assembling *a, enum arithmetic arithmetic, struct operand left,
                struct operand right) {
  a->instruction->arithmetic = arithmetic;
  a->instruction->left = left;
  a->instruction->value = right;
}

/* ---- moves ---- */

bool ptx_move(struct assembling *a) {
  struct ptx_type type;
  struct operand from;
  if (!assembly_more(a, OP_COMPUTE) || !ptx_take_type(a, &type)) return false;
  if (!type.bytes) ptx_beyond(a, "write a type (.u32)");
  ptx_has(a, "to");
  bool takes_address = span_is(a->cursor, a->parts[0], "cvta");
  if (takes_address && !ptx_names_space(a))
    return ptx_fail(a, "expected a state space: cvta.global.u64");
  if (!ptx_take_space(a) || !read_two(a, &from)) return false;
  if (type.is_predicate && from.kind == OPERAND_CONSTANT) from.number = from.number != 0;
  set(a, ARITHMETIC_MOVE, operand_none(), from);
  return from.kind != OPERAND_REGISTER || type.is_predicate ||
         cut(a, &type, a->instruction->destination);
}

/* cvt.u64.u32 d, a: the bytes of the second type, with its sign, cut to the first. */
bool ptx_convert(struct assembling *a) {
  struct ptx_type to, from;
  struct operand value;
  if (!assembly_more(a, OP_COMPUTE) || !read_type(a, &to) || !read_type(a, &from)) return false;
  if (!from.bytes) return ptx_fail(a, "expected two types: cvt.u64.u32");
  if (!read_two(a, &value)) return false;
  if (from.bytes == 8) set(a, ARITHMETIC_MOVE, operand_none(), value);
  else set(a, extension_of(&from), operand_constant(from.bytes), value);
  bool fits = to.bytes >= from.bytes && to.has_sign == from.has_sign;
  return fits || cut(a, &to, a->instruction->destination);
}

/* ---- arithmetic ---- */

/* Bitwise instructions take .b32 and the like, and others do not. */
static bool bits_fit(const struct assembling *a, const struct ptx_type *type, bool bitwise) {
  if (!type->bytes || type->is_predicate || type->is_bits == bitwise) return true;
  return ptx_fail(a,
                  bitwise ? "expected a type of bits (.b32) here" : "expected .u32 or .s32 here");
}

/* The IR divides numbers of 64 bits with a sign. */
static bool divides_exactly(const struct assembling *a, const struct ptx_type *type) {
  if (type->bytes != 8 || type->has_sign) return true;
  return ptx_fail(a, "unsupported: a division of .u64; write .s64 where no number is that large");
}

bool ptx_compute(struct assembling *a) {
  struct ptx_type type;
  struct operand left, right;
  enum arithmetic arithmetic = (enum arithmetic)a->which;
  if (!assembly_more(a, OP_COMPUTE) || !read_type(a, &type)) return false;
  bool bitwise =
      arithmetic == ARITHMETIC_AND || arithmetic == ARITHMETIC_OR || arithmetic == ARITHMETIC_XOR;
  if (!bits_fit(a, &type, bitwise)) return false;
  if (ptx_has(a, "cc")) return ptx_fail(a, "unsupported: carries (.cc); use 64-bit types");
  if (!read_three(a, &left, &right)) return false;
  bool divides = arithmetic == ARITHMETIC_DIV;
  if (divides && !divides_exactly(a, &type)) return false;
  if (divides && (!extend(a, "left", &type, &left) || !extend(a, "right", &type, &right)))
    return false;
  set(a, arithmetic, left, right);
  return type.is_predicate || cut(a, &type, a->instruction->destination);
}

/* mul.lo, mul.wide and mad.lo; the older form mul is Dat3M's. */
bool ptx_wide(struct assembling *a) {
  struct ptx_type type;
  struct operand left, right, added = operand_none();
  bool adds = span_is(a->cursor, a->parts[0], "mad");
  if (!assembly_more(a, OP_COMPUTE) || !read_type(a, &type)) return false;
  bool low = ptx_has(a, "lo"), wide = ptx_has(a, "wide");
  if (ptx_has(a, "hi"))
    return ptx_fail(a, "unsupported: the upper half of a product; write mul.wide");
  if (type.bytes && low == wide) return ptx_fail(a, "expected one of .lo and .wide");
  if (wide && type.bytes == 8) return ptx_fail(a, "expected .u16, .s16, .u32 or .s32 with .wide");
  if (!read_three(a, &left, &right)) return false;
  if (adds && (!assembly_comma(a) || !ptx_value(a, true, &added))) return false;
  if (wide && (!extend(a, "left", &type, &left) || !extend(a, "right", &type, &right)))
    return false;
  set(a, ARITHMETIC_MUL, left, right);
  int destination = a->instruction->destination;
  if (adds) {
    int product = assembly_hidden(a, "product", REGISTER_WRITTEN);
    a->instruction->destination = product;
    if (product < 0 ||
        !assembly_apply(a, destination, ARITHMETIC_ADD, operand_register(product), added))
      return false;
  }
  if (wide) type.bytes *= 2;
  return cut(a, &type, destination);
}

/* rem: left - left / right * right */
bool ptx_remainder(struct assembling *a) {
  struct ptx_type type;
  struct operand left, right;
  if (!assembly_more(a, OP_COMPUTE) || !read_type(a, &type) || !divides_exactly(a, &type) ||
      !read_three(a, &left, &right) || !extend(a, "left", &type, &left) ||
      !extend(a, "right", &type, &right))
    return false;
  int destination = a->instruction->destination;
  int part = assembly_hidden(a, "quotient", REGISTER_WRITTEN);
  if (part < 0) return false;
  set(a, ARITHMETIC_DIV, left, right);
  a->instruction->destination = part;
  return assembly_apply(a, part, ARITHMETIC_MUL, operand_register(part), right) &&
         assembly_apply(a, destination, ARITHMETIC_SUB, left, operand_register(part)) &&
         cut(a, &type, destination);
}

/* Turns numbers without a sign into ones that compare alike with one. */
static bool flip(struct assembling *a, const char *hidden, const struct ptx_type *type,
                 struct operand *operand) {
  if (type->bytes != 8 || type->has_sign || type->is_bits) return true;
  if (operand->kind == OPERAND_CONSTANT) {
    operand->number ^= INT64_MIN;
    return true;
  }
  return assembly_before(a, hidden, ARITHMETIC_XOR, *operand, operand_constant(INT64_MIN), operand);
}

/* min and max: the comparison is a->which. */
bool ptx_extreme(struct assembling *a) {
  struct ptx_type type;
  struct operand left, right;
  enum arithmetic compares = (enum arithmetic)a->which;
  if (!assembly_more(a, OP_COMPUTE) || !read_type(a, &type) || !read_three(a, &left, &right) ||
      !extend(a, "left", &type, &left) || !extend(a, "right", &type, &right))
    return false;
  struct operand l = left, r = right;
  int destination = a->instruction->destination;
  int picks = assembly_hidden(a, "picks", REGISTER_WRITTEN);
  if (picks < 0 || !flip(a, "flipped", &type, &l) || !flip(a, "flipped2", &type, &r)) return false;
  set(a, compares, l, r);
  a->instruction->destination = picks;
  return ptx_choose(a, destination, operand_register(picks), left, right);
}

/* A shift of a number with a sign goes as far as its last bit. */
static bool clamp(const struct assembling *a, const struct ptx_type *type,
                  struct operand *distance) {
  if (distance->kind != OPERAND_CONSTANT)
    return ptx_fail(a, "unsupported: shr of a sign by a register; write a number");
  int64_t most = 8 * (int64_t)type->bytes - 1;
  if ((uint64_t)distance->number > (uint64_t)most) distance->number = most;
  return true;
}

bool ptx_shift(struct assembling *a) {
  struct ptx_type type;
  struct operand value, distance;
  enum arithmetic arithmetic = (enum arithmetic)a->which;
  if (!assembly_more(a, OP_COMPUTE) || !read_type(a, &type)) return false;
  if (arithmetic == ARITHMETIC_SHIFT_LEFT && !bits_fit(a, &type, true)) return false;
  if (type.has_sign && type.bytes == 8)
    return ptx_fail(a, "unsupported: shr.s64; write shr.u64 where the number has no sign");
  if (!read_three(a, &value, &distance)) return false;
  if (arithmetic == ARITHMETIC_SHIFT_RIGHT && type.has_sign && !clamp(a, &type, &distance))
    return false;
  if (!extend(a, "left", &type, &value)) return false;
  set(a, arithmetic, value, distance);
  return cut(a, &type, a->instruction->destination);
}

/* neg: 0 - a.  not: a xor -1; of a predicate, a xor 1. */
bool ptx_unary(struct assembling *a) {
  struct ptx_type type;
  struct operand value;
  bool negates = a->which == ARITHMETIC_SUB;
  if (!assembly_more(a, OP_COMPUTE) || !read_type(a, &type) || !bits_fit(a, &type, !negates) ||
      !read_two(a, &value))
    return false;
  struct operand other = operand_constant(negates ? 0 : type.is_predicate ? 1 : -1);
  set(a, (enum arithmetic)a->which, other, value);
  return type.is_predicate || cut(a, &type, a->instruction->destination);
}

/* ---- predicates ---- */

static const struct {
  const char *word;
  enum arithmetic compares;
  bool is_unsigned;
} comparisons[] = {
  { "eq", ARITHMETIC_EQ, false }, { "ne", ARITHMETIC_NE, false }, { "lt", ARITHMETIC_LT, false },
  { "le", ARITHMETIC_LE, false }, { "gt", ARITHMETIC_GT, false }, { "ge", ARITHMETIC_GE, false },
  { "lo", ARITHMETIC_LT, true },  { "ls", ARITHMETIC_LE, true },  { "hi", ARITHMETIC_GT, true },
  { "hs", ARITHMETIC_GE, true },
};

static bool take_comparison(struct assembling *a, const struct ptx_type *type,
                            enum arithmetic *compares) {
  for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++) {
    if (!ptx_has(a, comparisons[i].word)) continue;
    *compares = comparisons[i].compares;
    bool equal = *compares == ARITHMETIC_EQ || *compares == ARITHMETIC_NE;
    if ((type->is_bits && !equal) || (type->has_sign && comparisons[i].is_unsigned))
      return cursor_fail(a->cursor, ptx_part(a, comparisons[i].word),
                         ".%s does not go with this type: expected .%s", comparisons[i].word,
                         type->is_bits ? "u32 or .s32" : "u32");
    return true;
  }
  return ptx_fail(a, "expected a comparison (eq, ne, lt, le, gt, ge, lo, ls, hi or hs)");
}

/* The last operand of setp.eq.and and so on, p or !p, which may be the destination. */
static bool read_combined(struct assembling *a, enum arithmetic combines) {
  struct operand other, compared = assembly_hidden_operand(a, "compared");
  int destination = a->instruction->destination;
  a->instruction->destination = assembly_hidden(a, "compared", REGISTER_WRITTEN);
  if (!assembly_comma(a)) return false;
  bool negated = cursor_accept(a->cursor, "!");
  if (!assembly_source(a, &other)) return false;
  if (negated && !assembly_apply_hidden(a, "negated", ARITHMETIC_XOR, other, operand_constant(1)))
    return false;
  if (negated) other = assembly_hidden_operand(a, "negated");
  return assembly_apply(a, destination, combines, compared, other);
}

bool ptx_compare(struct assembling *a) {
  struct ptx_type type;
  struct operand left, right;
  enum arithmetic compares = ARITHMETIC_EQ;
  if (!assembly_more(a, OP_COMPUTE) || !read_type(a, &type) ||
      !take_comparison(a, &type, &compares))
    return false;
  if (!type.bytes) return ptx_fail(a, "expected a type (.s32) behind the comparison");
  enum arithmetic combines = ptx_has(a, "and")   ? ARITHMETIC_AND
                             : ptx_has(a, "or")  ? ARITHMETIC_OR
                             : ptx_has(a, "xor") ? ARITHMETIC_XOR
                                                 : ARITHMETIC_MOVE;
  if (!ptx_destination(a)) return false;
  if (!assembly_comma(a) || !ptx_value(a, true, &left) || !assembly_comma(a) ||
      !ptx_value(a, true, &right) || !extend(a, "left", &type, &left) ||
      !extend(a, "right", &type, &right))
    return false;
  bool orders = compares != ARITHMETIC_EQ && compares != ARITHMETIC_NE;
  if (orders && (!flip(a, "flipped", &type, &left) || !flip(a, "flipped2", &type, &right)))
    return false;
  set(a, compares, left, right);
  return combines == ARITHMETIC_MOVE || read_combined(a, combines);
}

/* selp d, a, b, p */
bool ptx_select(struct assembling *a) {
  struct ptx_type type;
  struct operand yes, no, predicate;
  if (!assembly_more(a, OP_COMPUTE) || !ptx_take_type(a, &type)) return false;
  if (type.bytes < 2 || type.is_predicate) return ptx_fail(a, "expected a type (.u32) behind selp");
  if (!read_three(a, &yes, &no) || !assembly_comma(a) || !assembly_source(a, &predicate))
    return false;
  int destination = a->instruction->destination;
  a->instruction->opcode = OP_NOP;
  a->instruction->destination = NO_REGISTER;
  return ptx_choose(a, destination, predicate, yes, no);
}

/* ---- jumps ---- */

bool ptx_branch(struct assembling *a) {
  ptx_has(a, "uni");
  if (!a->is_guarded) return assembly_more(a, OP_GOTO) && reader_jump(a->reader, a->thread);
  if (!assembly_more(a, OP_BRANCH)) return false;
  a->instruction->comparison = a->guard_is_negated ? COMPARE_EQ : COMPARE_NE;
  a->instruction->left = operand_register(a->guard);
  a->instruction->value = operand_constant(0);
  return reader_jump(a->reader, a->thread);
}

/* The target beyond all instructions becomes the end of the thread (dialect_ptx.c). */
bool ptx_leave(struct assembling *a) {
  if (!assembly_more(a, OP_GOTO)) return false;
  a->instruction->target = INSTRUCTIONS_MAX;
  return true;
}

bool ptx_nothing(struct assembling *a) {
  if (!assembly_more(a, OP_NOP)) return false;
  a->seen = ~(uint64_t)0;
  a->cursor->at = a->cursor->limit;
  return true;
}
