/* Arithmetic on values wraps around in two's complement.  It is computed on unsigned words, since C
 * does not define signed overflow. */
#include "litmus/value.h"

/* Only the least number divided by -1 does not fit.  It wraps to itself. */
static int64_t divide(int64_t left, int64_t right) {
  if (right == 0) return 0;
  return right == -1 ? (int64_t)(0 - (uint64_t)left) : left / right;
}

static int64_t extend(int64_t bytes, int64_t value, bool with_sign) {
  if (bytes <= 0 || bytes >= 8 || is_symbol(value)) return value;
  int64_t limit = (int64_t)1 << (8 * bytes), low = value & (limit - 1);
  return with_sign && low >= limit / 2 ? low - limit : low;
}

static int64_t larger(int64_t bytes, int64_t left, int64_t right, bool with_sign, bool smaller) {
  int64_t a = extend(bytes, left, with_sign), b = extend(bytes, right, with_sign);
  bool is_larger = with_sign ? a > b : (uint64_t)a > (uint64_t)b;
  return is_larger != smaller ? left : right;
}

static int64_t count_within(uint32_t old, uint32_t bound, bool down) {
  if (down) return old == 0 || old > bound ? bound : old - 1;
  return old >= bound ? 0 : old + 1;
}

int64_t arithmetic_apply(enum arithmetic arithmetic, int64_t left, int64_t right,
                         int64_t expected) {
  uint64_t a = (uint64_t)left, b = (uint64_t)right;
  switch (arithmetic) {
  case ARITHMETIC_MOVE: return right;
  case ARITHMETIC_ADD: return (int64_t)(a + b);
  case ARITHMETIC_SUB: return (int64_t)(a - b);
  case ARITHMETIC_MUL: return (int64_t)(a * b);
  case ARITHMETIC_DIV: return divide(left, right);
  case ARITHMETIC_AND: return left & right;
  case ARITHMETIC_OR: return left | right;
  case ARITHMETIC_XOR: return left ^ right;
  case ARITHMETIC_CAS: return left == expected ? right : left;
  case ARITHMETIC_SHIFT_LEFT: return b < 64 ? (int64_t)(a << b) : 0;
  case ARITHMETIC_SHIFT_RIGHT: return b < 64 ? (int64_t)(a >> b) : 0;
  case ARITHMETIC_MAX:
  case ARITHMETIC_MIN: return larger(expected, left, right, true, arithmetic == ARITHMETIC_MIN);
  case ARITHMETIC_MAX_UNSIGNED:
  case ARITHMETIC_MIN_UNSIGNED:
    return larger(expected, left, right, false, arithmetic == ARITHMETIC_MIN_UNSIGNED);
  case ARITHMETIC_EQ:
  case ARITHMETIC_NE:
  case ARITHMETIC_LT:
  case ARITHMETIC_LE:
  case ARITHMETIC_GT:
  case ARITHMETIC_GE:
    return comparison_apply((enum comparison)(arithmetic - ARITHMETIC_EQ), left, right);
  case ARITHMETIC_ZERO_EXTEND:
  case ARITHMETIC_SIGN_EXTEND: return extend(left, right, arithmetic == ARITHMETIC_SIGN_EXTEND);
  case ARITHMETIC_INCREMENT:
  case ARITHMETIC_DECREMENT:
    return count_within((uint32_t)left, (uint32_t)right, arithmetic == ARITHMETIC_DECREMENT);
  }
  __builtin_unreachable();
}

bool comparison_apply(enum comparison comparison, int64_t left, int64_t right) {
  switch (comparison) {
  case COMPARE_EQ: return left == right;
  case COMPARE_NE: return left != right;
  case COMPARE_LT: return left < right;
  case COMPARE_LE: return left <= right;
  case COMPARE_GT: return left > right;
  case COMPARE_GE: return left >= right;
  }
  __builtin_unreachable();
}

const char *arithmetic_name(enum arithmetic arithmetic) {
  static const char *const names[] = { "mov",  "add",  "sub", "mul", "div", "and", "or",
                                       "xor",  "cas",  "shl", "shr", "max", "min", "umax",
                                       "umin", "eq",   "ne",  "lt",  "le",  "gt",  "ge",
                                       "zext", "sext", "inc", "dec" };
  return names[arithmetic];
}

const char *comparison_name(enum comparison comparison) {
  static const char *const names[] = { "==", "!=", "<", "<=", ">", ">=" };
  return names[comparison];
}

int64_t type_holds(struct type type, int64_t number) {
  return extend(type.bytes, number, type.has_sign);
}

int64_t type_shows(struct type type, int64_t number) {
  if (!type.is_supposed) return type_holds(type, number);
  return number == (int64_t)(uint32_t)number ? (int32_t)(uint32_t)number : number;
}
