/* The RISC-V dialect as herd7 writes it (the RISC-V manual, vol. I: RV64I, A).
 *
 *   ori, andi, xori, addi, slti x1,x2,n   xor, or, and, add, sub, slt x1,x2,x3   li, lui x1,n
 *   mv x1,x2   nop   addiw x1,x2,n   addw, subw x1,x2,x3   slli, srli, slliw x1,x2,n   sext.w x1,x2
 *   lw, ld x1,4(x2)   sw, sd   and .aq, .rl, .aq.rl of both   lb, lh, lbu, lhu, lwu, sb, sh
 *   lr.w, lr.d   sc.w, sc.d   amoOP.w, amoOP.d with the same marks
 *   beq, bne, blt, bge x1,x2,L   j L   fence rw,rw   fence.tso   fence.i
 *
 * A fence's i and o, devices' input and output, add nothing to its r and w.  A fence without
 * operands has all four.
 *
 * An access with a mark has the tag Acq, Rel or AcqRel.  Both halves of an AMO have that tag, and
 * the tag AMO.  Accesses of lr and sc have the tag EX. litmus/tags.c says which accesses are X. */
#include "litmus/read/assembly.h"

#include <stdio.h>

/* x5, or t0, its name in the calling convention. */
static bool register_name(const struct cursor *cursor, struct span word, char name[16]) {
  static const char *const names[] = { "zero", "ra", "sp",  "gp",  "tp", "t0", "t1", "t2",
                                       "s0",   "s1", "a0",  "a1",  "a2", "a3", "a4", "a5",
                                       "a6",   "a7", "s2",  "s3",  "s4", "s5", "s6", "s7",
                                       "s8",   "s9", "s10", "s11", "t3", "t4", "t5", "t6" };
  enum { REGISTERS = sizeof names / sizeof *names };
  int number = assembly_numbered_register(cursor, word, 'x', 2, name);
  if (number >= 0) return number < REGISTERS && (number >= 10 || word.length == 2);
  for (number = 0; number < REGISTERS; number++)
    if (span_is(cursor, word, names[number])) {
      snprintf(name, 16, "x%d", number);
      return true;
    }
  return false;
}

/* ", 4(x6)" or ", (x6)" */
static bool read_address(struct assembling *a) {
  int64_t offset = 0;
  return assembly_comma(a) &&
         (cursor_peek(a->cursor) == '(' || cursor_number(a->cursor, &offset)) &&
         assembly_address_behind(a, offset);
}

/* Marks of a mnemonic: bits 8 to 11.  Its bytes: bits 12 to 15. */
enum {
  AQ = 1 << 8,
  RL = 1 << 9,
  RESERVED = 1 << 10,
  SIGNED = 1 << 11,
  BYTE = 1 << 12,
  HALF = 2 << 12,
  WORD = 4 << 12,
  DOUBLE = 8 << 12
};

static void set_marks(struct assembling *a, int which) {
  static const char *const marks[] = { NULL, "Acq", "Rel", "AcqRel" };
  static const enum order orders[] = { ORDER_WEAK, ORDER_ACQUIRE, ORDER_RELEASE, ORDER_ACQ_REL };
  int mark = which >> 8 & 3;
  a->instruction->size = (unsigned)which >> 12;
  a->instruction->order = orders[mark];
  if (!mark) return;
  a->instruction->scope = SCOPE_SYSTEM;
  assembly_tag(a, marks[mark]);
}

static void set_reserved(struct assembling *a, int which) {
  a->instruction->exclusive = which & RESERVED;
  if (which & RESERVED) assembly_tag(a, "EX");
}

static bool read_load(struct assembling *a) {
  if (!assembly_more(a, OP_LOAD)) return false;
  set_marks(a, a->which);
  set_reserved(a, a->which);
  a->instruction->sign_extends = a->which & SIGNED;
  return assembly_operands(a, "d") && read_address(a);
}

static bool read_store(struct assembling *a) {
  if (!assembly_more(a, OP_STORE)) return false;
  set_marks(a, a->which);
  set_reserved(a, a->which);
  return assembly_operands(a, a->which & RESERVED ? "ds" : "s") && read_address(a);
}

static bool read_amo(struct assembling *a) {
  if (!assembly_more(a, OP_RMW)) return false;
  a->instruction->arithmetic = (enum arithmetic)(a->which & 0xff);
  set_marks(a, a->which);
  a->instruction->left = operand_constant(a->instruction->size);
  a->instruction->whole = true;
  a->instruction->sign_extends = a->instruction->size == 4;
  assembly_tag(a, "AMO");
  return assembly_operands(a, "ds") && read_address(a);
}

static bool read_word_compute(struct assembling *a) {
  if (!assembly_compute(a)) return false;
  int destination = a->instruction->destination;
  return assembly_sign_extend(a, destination, operand_register(destination));
}

static bool read_sign_extend(struct assembling *a) {
  if (!assembly_more(a, OP_COMPUTE)) return false;
  a->instruction->arithmetic = ARITHMETIC_SIGN_EXTEND;
  a->instruction->left = operand_constant(4);
  return assembly_operands(a, "ds");
}

/* By a constant distance inside a register of as many bytes as the mnemonic says. */
static bool read_shift(struct assembling *a) {
  if (!assembly_more(a, OP_COMPUTE)) return false;
  struct instruction *shift = a->instruction;
  shift->arithmetic = (enum arithmetic)(a->which & 0xff);
  shift->value = operand_constant(0);
  return assembly_operands(a, "dl") && assembly_comma(a) &&
         cursor_number_within(a->cursor, 0, a->which & WORD ? 31 : 63, "a distance",
                              &shift->value.number) &&
         (!(a->which & WORD) ||
          assembly_sign_extend(a, shift->destination, operand_register(shift->destination)));
}

/* lui x1,n: n in bits 12 to 31, with the sign that this makes. */
static bool read_upper(struct assembling *a) {
  int64_t upper;
  if (!assembly_more(a, OP_COMPUTE) || !assembly_operands(a, "d") || !assembly_comma(a) ||
      !cursor_number_within(a->cursor, 0, 0xfffff, "an upper immediate", &upper))
    return false;
  a->instruction->value =
      operand_constant(upper < 0x80000 ? upper << 12 : (upper - 0x100000) * 0x1000);
  return true;
}

static bool read_branch(struct assembling *a) {
  if (!assembly_more(a, OP_BRANCH)) return false;
  a->instruction->comparison = (enum comparison)a->which;
  return assembly_operands(a, "lsj");
}

/* fence P,S with P and S of r, w and rw, or a bare one */
static bool read_fence(struct assembling *a) {
  static const struct cursor_word kinds[] = { { "r", 0 },  { "w", 1 },    { "rw", 2 }, { "ir", 0 },
                                              { "ow", 1 }, { "iorw", 2 }, { NULL, 0 } };
  static const char *const names[] = { "r", "w", "rw" };
  int chosen[2] = { 2, 2 };
  for (unsigned side = 0; side < 2 && (side || !cursor_at_end(a->cursor)); side++) {
    struct span word;
    if (side && !assembly_comma(a)) return false;
    if (!cursor_word(a->cursor, &word)) return cursor_expected(a->cursor, "r, w or rw");
    chosen[side] = cursor_lookup(a->cursor, word, kinds);
    if (chosen[side] < 0) return cursor_fail(a->cursor, word, "expected r, w or rw");
  }
  char tag[16];
  snprintf(tag, sizeof tag, "Fence.%s.%s", names[chosen[0]], names[chosen[1]]);
  return assembly_fence(a, tag, chosen[0] == 2 && chosen[1] == 2 ? ORDER_SC : ORDER_ACQ_REL);
}

#define MARKED(name, read, which)                                                                \
  { name, read, which }, { name ".AQ", read, (which) | AQ }, { name ".RL", read, (which) | RL }, \
      { name ".AQ.RL", read, (which) | AQ | RL }, {                                              \
    name ".AQRL", read, (which) | AQ | RL                                                        \
  }
#define BOTH_WIDTHS(name, read, which) \
  MARKED(name ".W", read, (which) | WORD), MARKED(name ".D", read, (which) | DOUBLE)

static const struct mnemonic mnemonics[] = {
  MARKED("LW", read_load, WORD | SIGNED),
  MARKED("LD", read_load, DOUBLE),
  MARKED("SW", read_store, WORD),
  MARKED("SD", read_store, DOUBLE),
  { "LB", read_load, BYTE | SIGNED },
  { "LH", read_load, HALF | SIGNED },
  { "LBU", read_load, BYTE },
  { "LHU", read_load, HALF },
  { "LWU", read_load, WORD },
  { "SB", read_store, BYTE },
  { "SH", read_store, HALF },
  BOTH_WIDTHS("LR", read_load, RESERVED | SIGNED),
  BOTH_WIDTHS("SC", read_store, RESERVED),
  BOTH_WIDTHS("AMOSWAP", read_amo, (int)ARITHMETIC_MOVE),
  BOTH_WIDTHS("AMOADD", read_amo, (int)ARITHMETIC_ADD),
  BOTH_WIDTHS("AMOAND", read_amo, (int)ARITHMETIC_AND),
  BOTH_WIDTHS("AMOOR", read_amo, (int)ARITHMETIC_OR),
  BOTH_WIDTHS("AMOXOR", read_amo, (int)ARITHMETIC_XOR),
  BOTH_WIDTHS("AMOMAX", read_amo, (int)ARITHMETIC_MAX),
  BOTH_WIDTHS("AMOMIN", read_amo, (int)ARITHMETIC_MIN),
  BOTH_WIDTHS("AMOMAXU", read_amo, (int)ARITHMETIC_MAX_UNSIGNED),
  BOTH_WIDTHS("AMOMINU", read_amo, (int)ARITHMETIC_MIN_UNSIGNED),
  { "ORI", assembly_compute, ARITHMETIC_OR },
  { "ANDI", assembly_compute, ARITHMETIC_AND },
  { "XORI", assembly_compute, ARITHMETIC_XOR },
  { "ADDI", assembly_compute, ARITHMETIC_ADD },
  { "XOR", assembly_compute, ARITHMETIC_XOR },
  { "OR", assembly_compute, ARITHMETIC_OR },
  { "AND", assembly_compute, ARITHMETIC_AND },
  { "ADD", assembly_compute, ARITHMETIC_ADD },
  { "SUB", assembly_compute, ARITHMETIC_SUB },
  { "SLT", assembly_compute, ARITHMETIC_LT },
  { "SLTI", assembly_compute, ARITHMETIC_LT },
  { "ADDW", read_word_compute, ARITHMETIC_ADD },
  { "SUBW", read_word_compute, ARITHMETIC_SUB },
  { "ADDIW", read_word_compute, ARITHMETIC_ADD },
  { "SLLI", read_shift, (int)ARITHMETIC_SHIFT_LEFT | DOUBLE },
  { "SRLI", read_shift, (int)ARITHMETIC_SHIFT_RIGHT | DOUBLE },
  { "SLLIW", read_shift, (int)ARITHMETIC_SHIFT_LEFT | WORD },
  { "SEXT.W", read_sign_extend, 0 },
  { "LUI", read_upper, 0 },
  { "NOP", assembly_nop, 0 },
  { "LI", assembly_move, 0 },
  { "MV", assembly_move, 0 },
  { "BEQ", read_branch, COMPARE_EQ },
  { "BNE", read_branch, COMPARE_NE },
  { "BLT", read_branch, COMPARE_LT },
  { "BGE", read_branch, COMPARE_GE },
  { "J", assembly_goto, 0 },
  { "FENCE", read_fence, 0 },
  { "FENCE.TSO", assembly_row_fence, ORDER_ACQ_REL, "Fence.tso" },
  { "FENCE.I", assembly_row_fence, ORDER_RELAXED, "Fence.i" },
  { NULL, NULL, 0 }
};

const struct dialect dialect_riscv = {
  .name = "RISCV", ASSEMBLY_DIALECT, .halves_in_order = true, .zero_register = "x0"
};
