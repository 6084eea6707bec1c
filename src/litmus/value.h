/* Values of a program: 64-bit numbers, addresses and unknown values, with the types and the
 * operations that read them.
 *
 * An address is a number beyond all in tests.  An unknown value is one that threads pass
 * around in a ring and no instruction computes: it equals only itself. */
#ifndef LITMUS_VALUE_H
#define LITMUS_VALUE_H

#include <stdbool.h>
#include <stdint.h>

enum { LOCATIONS_MAX = 64 }; /* declared names, aliases included */

/* Operations of OP_RMW and OP_COMPUTE on two operands, left and right. */
enum arithmetic {
  ARITHMETIC_MOVE, /* the right operand: a move, or an exchange */
  ARITHMETIC_ADD,
  ARITHMETIC_SUB,
  ARITHMETIC_MUL,
  ARITHMETIC_DIV, /* 0 for a division by zero */
  ARITHMETIC_AND,
  ARITHMETIC_OR,
  ARITHMETIC_XOR,
  ARITHMETIC_CAS,        /* OP_RMW only: old == expected ? value : old; it writes in both cases,
                          * unless may_fail or must_succeed */
  ARITHMETIC_SHIFT_LEFT, /* by 0 to 63; 0 for other distances, as for the next */
  ARITHMETIC_SHIFT_RIGHT,
  /* OP_RMW only: of two numbers of as many bytes as `expected` says, signed or unsigned */
  ARITHMETIC_MAX,
  ARITHMETIC_MIN,
  ARITHMETIC_MAX_UNSIGNED,
  ARITHMETIC_MIN_UNSIGNED,
  ARITHMETIC_EQ, /* 1 or 0, as for the next five */
  ARITHMETIC_NE,
  ARITHMETIC_LT,
  ARITHMETIC_LE,
  ARITHMETIC_GT,
  ARITHMETIC_GE,
  ARITHMETIC_ZERO_EXTEND, /* the right operand's lowest bytes, as many as the left one says; an */
  ARITHMETIC_SIGN_EXTEND, /* address has no bytes and stays as it is */
  /* OP_RMW only: of numbers of 4 bytes without a sign, as PTX's atom.inc and atom.dec */
  ARITHMETIC_INCREMENT, /* old >= value ? 0 : old + 1 */
  ARITHMETIC_DECREMENT  /* old == 0 || old > value ? value : old - 1 */
};

enum comparison { COMPARE_EQ, COMPARE_NE, COMPARE_LT, COMPARE_LE, COMPARE_GT, COMPARE_GE };

/* `left` op `right`, wrapping around at 64 bits.  `expected` is the third operand of CAS, and the
 * bytes of MAX, MIN and their unsigned forms. */
int64_t arithmetic_apply(enum arithmetic, int64_t left, int64_t right, int64_t expected);
bool comparison_apply(enum comparison, int64_t left, int64_t right);
const char *arithmetic_name(enum arithmetic); /* "mov" "add" ... */
const char *comparison_name(enum comparison); /* "==" ... */

/* The declared type of a register or location. */
struct type {
  unsigned char bytes; /* 0: all of the number is shown */
  bool has_sign;
  bool is_supposed; /* an assembly dialect declares nothing: an int, unless it needs more bytes */
};

int64_t type_shows(struct type type, int64_t number); /* the number as logs show it */
int64_t type_holds(struct type type, int64_t number); /* the number cut to the type's bytes */

static inline int64_t address_of(unsigned location) {
  return ((int64_t)0x7a11 << 44) + ((int64_t)location << 32);
}

static inline bool is_address(int64_t value) {
  return value >= address_of(0) && value < address_of(LOCATIONS_MAX);
}

static inline int64_t unknown_value(unsigned number) { return address_of(LOCATIONS_MAX) + number; }

static inline bool is_unknown(int64_t value) {
  return value >= address_of(LOCATIONS_MAX) && value < address_of(LOCATIONS_MAX + 1);
}

/* true for a value without bytes to cut. */
static inline bool is_symbol(int64_t value) { return is_address(value) || is_unknown(value); }

#endif
