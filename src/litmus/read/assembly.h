/* Inside the readers of dialects in columns: one instruction at a time.
 *
 * Code is cells between `|` in rows ended by `;`.  The first row names the threads; each further
 * cell is empty or has an instruction, with labels before it ("LC00:").
 *
 * A dialect is a table of mnemonics.  Each row names the function that reads the operands and
 * lowers the instruction, and a number for it.  A mnemonic may become several instructions, with
 * hidden registers of the reader's own.
 *
 * Registers of assembly dialects hold 64-bit integers or addresses.  A register that nothing writes
 * and the initial state does not name holds 0, as in herd.  In PTX and Vulkan any word names a
 * register, and mnemonics are made of parts. */
#ifndef LITMUS_READ_ASSEMBLY_H
#define LITMUS_READ_ASSEMBLY_H

#include "litmus/read/reading.h"

enum { PARTS_MAX = 16 };

/* The mnemonic being read. */
struct assembling {
  struct reader *reader;
  struct cursor *cursor;
  unsigned thread;
  struct span mnemonic; /* with its dots */
  struct span parts[PARTS_MAX];
  unsigned count;                    /* of parts between dots; 1 in assembly dialects */
  uint64_t seen;                     /* parts that were understood, a bit each (PTX, Vulkan) */
  bool is_guarded, guard_is_negated; /* PTX: @p or @!p stands before it */
  int guard;                         /* PTX: the register p */
  unsigned first;                    /* PTX: the first instruction that it became */
  int which;                         /* of the mnemonic's row, as the next */
  const char *tags;
  struct instruction *instruction; /* the last one that it became */
};

struct mnemonic {
  const char *name; /* in capitals; the first part in PTX and Vulkan */
  bool (*read)(struct assembling *a);
  int which;
  const char *tags; /* of a fence */
};

/* Reads an instruction by the row of that name, or by the last one, which has none: "unsupported"
 * if that has no function.  Letters may be of any case in assembly dialects. */
bool assembly_run(struct assembling *a, const struct mnemonic *rows, struct span name);
/* Reads the code of a dialect in columns up to the words that end it, and checks its names, jumps
 * and transactions. */
bool assembly_read(struct reader *reader);
/* "int" or "int *" before a name in the initial state. */
struct type assembly_type(struct cursor *cursor, unsigned *size);
/* For register_name: the number of "r5", a letter and at most `digits` digits, or -1. */
int assembly_numbered_register(const struct cursor *cursor, struct span word, char letter,
                               unsigned digits, char name[16]);
/* Reads "aliases x" behind the name of a location: the index of x, or -1. */
int assembly_alias(struct reader *reader, unsigned location, const char *expected);

/* The fields that the records of most assembly dialects share. */
#define ASSEMBLY_DIALECT                                                     \
  .read_code = assembly_read, .read_type = assembly_type, .addresses = true, \
  .has_no_scopes = true, .mnemonics = mnemonics, .register_name = register_name

/* ---- operands ---- */

/* A register: its index, -1 for none (recorded), ASSEMBLY_ZERO for the zero register. */
enum { ASSEMBLY_ZERO = -2 };
int assembly_register(struct assembling *a, enum register_use use);
int assembly_hidden(struct assembling *a, const char *name, enum register_use use);
struct operand assembly_hidden_operand(struct assembling *a, const char *name);
bool assembly_destination(
    struct assembling *a); /* of the instruction; into a hidden one for zero */
bool assembly_source(struct assembling *a, struct operand *operand); /* a register */
/* A register or a number, which may begin with $ or # in assembly dialects. */
bool assembly_value(struct assembling *a, struct operand *operand);
bool assembly_comma(struct assembling *a);
/* Operands between commas, by letters.  d: the destination.  x: the location that is accessed, by
 * its name.  l, s: a register, as `left` and as `value`.  v: a register or a number, as `value`; in
 * PTX and Vulkan l, too.  j: a label to jump to. */
bool assembly_operands(struct assembling *a, const char *letters);

/* ---- instructions ---- */

struct instruction *assembly_more(struct assembling *a, enum opcode opcode); /* one more, or NULL */
/* One more: destination := left arithmetic value; false too where destination is below 0. */
bool assembly_apply(struct assembling *a, int destination, enum arithmetic arithmetic,
                    struct operand left, struct operand value);
bool assembly_apply_hidden(struct assembling *a, const char *name, enum arithmetic arithmetic,
                           struct operand left, struct operand value);
/* One more: the lowest 32 bits of the value with their sign; the same register without its upper 32
 * bits, where it has `bytes` 4. */
bool assembly_sign_extend(struct assembling *a, int destination, struct operand value);
bool assembly_clear_upper(struct assembling *a, unsigned bytes, int destination);
/* One more, before the one in work: a hidden register := left arithmetic value, which `result` is
 * then. */
bool assembly_before(struct assembling *a, const char *hidden, enum arithmetic arithmetic,
                     struct operand left, struct operand value, struct operand *result);
/* The lowest bytes of the value, extended by such an instruction where it is a register. */
bool assembly_extend_before(struct assembling *a, const char *hidden, enum arithmetic extension,
                            unsigned bytes, struct operand *value);
/* base + offset, computed by such an instruction unless the offset is 0. */
bool assembly_sum(struct assembling *a, struct operand base, struct operand offset,
                  struct operand *sum);
/* The sum, or the offset plus "(" base ")", becomes the address of the instruction in work. */
bool assembly_address(struct assembling *a, struct operand base, struct operand offset);
bool assembly_address_behind(struct assembling *a, int64_t offset);
/* "flags" := left - value, of their lowest bytes with a sign, in the instruction in work. */
bool assembly_set_flags(struct assembling *a, unsigned bytes, struct operand left,
                        struct operand value);
/* Tags on both halves of the instruction in work, between blanks; true. */
bool assembly_tag(struct assembling *a, const char *names);
/* A fence with tags, and an order for models that do not know them. */
bool assembly_fence(struct assembling *a, const char *tags, enum order order);
/* Makes the instruction in work an atomic operation on its address. */
bool assembly_set_atomic(struct assembling *a, enum arithmetic arithmetic, struct operand value,
                         int destination, const char *tags);

/* ---- readers for tables of mnemonics ---- */

bool assembly_move(struct assembling *a);    /* a register := a value */
bool assembly_compute(struct assembling *a); /* := a register and a value, by an enum arithmetic */
bool assembly_branch(struct assembling *a);  /* on `left` and `value`, by an enum comparison */
bool assembly_branch_on_flags(struct assembling *a);
bool assembly_goto(struct assembling *a);
bool assembly_nop(struct assembling *a);
bool assembly_row_fence(struct assembling *a); /* an enum order, and tags */
/* Those that PTX and Vulkan share. */
#define ASSEMBLY_ROWS(compute, branch, jump)                                                       \
  { "add", compute, ARITHMETIC_ADD }, { "sub", compute, ARITHMETIC_SUB },                          \
      { "mul", compute, ARITHMETIC_MUL }, { "div", compute, ARITHMETIC_DIV },                      \
      { "and", compute, ARITHMETIC_AND }, { "or", compute, ARITHMETIC_OR },                        \
      { "xor", compute, ARITHMETIC_XOR }, { "beq", branch, COMPARE_EQ },                           \
      { "bne", branch, COMPARE_NE }, { "blt", branch, COMPARE_LT }, { "ble", branch, COMPARE_LE }, \
      { "bgt", branch, COMPARE_GT }, { "bge", branch, COMPARE_GE }, {                              \
    "goto", jump                                                                                   \
  }

#endif
