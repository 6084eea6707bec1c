/* Inside the readers of PTX and Vulkan: mnemonics of parts between dots, operands between commas,
 * code in columns. */
#ifndef LITMUS_READ_DOTTED_H
#define LITMUS_READ_DOTTED_H

#include "litmus/read/code.h"

enum { DOTTED_PARTS_MAX = 16 };

/* The instruction being read. */
struct dotted {
  struct reader *reader;
  struct cursor *cursor;
  unsigned thread;
  struct span mnemonic, parts[DOTTED_PARTS_MAX];
  unsigned count; /* of parts */
  uint64_t seen;  /* parts that were understood, a bit each (Vulkan) */
  struct instruction *instruction;
};

/* A row of a dialect's table, which ends with a NULL word: the first part of a mnemonic, the
 * function that reads the rest, and a number for it. */
struct dotted_row {
  const char *word;
  bool (*read)(struct dotted *d, int which);
  int which;
};

/* Reads the mnemonic and makes an instruction for it. */
bool dotted_begin(struct dotted *d, struct reader *reader, unsigned thread, unsigned parts_max);
const struct dotted_row *dotted_find(const struct dotted *d, const struct dotted_row *rows);
/* Operands between commas, by letters.  d: the destination.  x: the location that is accessed.  l,
 * v: a constant or a register, as `left` and as `value`.  j: a label to jump to. */
bool dotted_operands(struct dotted *d, const char *letters);
bool dotted_comma(struct dotted *d);
bool dotted_compute(struct dotted *d, int arithmetic); /* add r, a, b */
bool dotted_branch(struct dotted *d, int comparison);  /* beq a, b, L */
bool dotted_goto(struct dotted *d, int unused);
#define DOTTED_ROWS(compute, branch, jump)                                                         \
  { "add", compute, ARITHMETIC_ADD }, { "sub", compute, ARITHMETIC_SUB },                          \
      { "mul", compute, ARITHMETIC_MUL }, { "div", compute, ARITHMETIC_DIV },                      \
      { "and", compute, ARITHMETIC_AND }, { "or", compute, ARITHMETIC_OR },                        \
      { "xor", compute, ARITHMETIC_XOR }, { "beq", branch, COMPARE_EQ },                           \
      { "bne", branch, COMPARE_NE }, { "blt", branch, COMPARE_LT }, { "ble", branch, COMPARE_LE }, \
      { "bgt", branch, COMPARE_GT }, { "bge", branch, COMPARE_GE }, {                              \
    "goto", jump, 0                                                                                \
  }

/* Reads "aliases x" behind the name of a location: the index of x, or -1. */
int dotted_alias(struct reader *reader, unsigned location, const char *expected);

#endif
