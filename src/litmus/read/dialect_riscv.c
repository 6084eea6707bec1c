/* The RISC-V dialect as herd7 writes it (the RISC-V manual, vol. I: RV64I, A).
 *
 *   ori, andi, xori, addi, slti x1,x2,n   xor, or, and, add, sub, slt x1,x2,x3   li, lui x1,n   mv
 * x1,x2   nop addiw x1,x2,n   addw, subw x1,x2,x3   slli, srli, slliw x1,x2,n   sext.w x1,x2 lw, ld
 * x1,4(x2)   sw, sd   and .aq, .rl, .aq.rl of both   lbu, lhu, lwu, sb, sh lr.w, lr.d   sc.w, sc.d
 * amoOP.w with the same marks   beq, bne, blt, bge x1,x2,L   j L fence rw,rw   fence.tso   fence.i
 *
 * A fence's i and o, devices' input and output, add nothing to its r and w; a fence without
 * operands has all four.
 *
 * An access with a mark has the tag Acq, Rel or AcqRel; both halves of an AMO have it, and the tag
 * AMO.  Those of lr and sc have the tag EX; which of them are X depends on the model's version of
 * the names (tags.c). */
#include "litmus/read/assembly.h"

#include <string.h>

/* x5, and by the calling convention's names: t0 is x5.  The register's own name is the one with x.
 */
static bool register_name(const struct cursor *cursor, struct span word, char name[16]) {
  static const char *const names[] = { "zero", "ra", "sp",  "gp",  "tp", "t0", "t1", "t2",
                                       "s0",   "s1", "a0",  "a1",  "a2", "a3", "a4", "a5",
                                       "a6",   "a7", "s2",  "s3",  "s4", "s5", "s6", "s7",
                                       "s8",   "s9", "s10", "s11", "t3", "t4", "t5", "t6" };
  enum { REGISTERS = sizeof names / sizeof *names };
  char own[4] = "x";
  for (unsigned i = 0; i < REGISTERS; i++) {
    unsigned digits = i < 10 ? 1 : 2;
    if (digits == 2) own[1] = (char)('0' + i / 10);
    own[digits] = (char)('0' + i % 10);
    own[digits + 1] = 0;
    if (!span_is(cursor, word, names[i]) && !span_is(cursor, word, own)) continue;
    strcpy(name, own);
    return true;
  }
  return false;
}

/* 4(x6) or (x6) */
static bool read_address(struct assembling *a) {
  int64_t offset = 0;
  return (cursor_peek(a->cursor) == '(' || cursor_number(a->cursor, &offset)) &&
         assembly_address_behind(a, offset);
}

/* What a mnemonic's marks make of an access: bits 8 to 11; its bytes: bits 12 to 15. */
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

static bool read_load(struct assembling *a, int which) {
  if (!assembly_more(a, OP_LOAD)) return false;
  set_marks(a, which);
  set_reserved(a, which);
  a->instruction->sign_extends = which & SIGNED;
  return assembly_destination(a) && assembly_comma(a) && read_address(a);
}

static bool read_store(struct assembling *a, int which) {
  if (!assembly_more(a, OP_STORE)) return false;
  set_marks(a, which);
  set_reserved(a, which);
  if (which & RESERVED && (!assembly_destination(a) || !assembly_comma(a))) return false;
  return assembly_source(a, &a->instruction->value) && assembly_comma(a) && read_address(a);
}

static bool read_amo(struct assembling *a, int which) {
  if (!assembly_more(a, OP_RMW)) return false;
  a->instruction->arithmetic = (enum arithmetic)(which & 0xff);
  set_marks(a, which);
  a->instruction->left = operand_constant(a->instruction->size);
  a->instruction->whole = true;
  a->instruction->sign_extends = a->instruction->size == 4;
  assembly_tag(a, "AMO");
  return assembly_destination(a) && assembly_comma(a) &&
         assembly_source(a, &a->instruction->value) && assembly_comma(a) && read_address(a);
}

static bool read_word_compute(struct assembling *a, int arithmetic) {
  if (!assembly_compute(a, arithmetic)) return false;
  int destination = a->instruction->destination;
  return assembly_sign_extend(a, destination, operand_register(destination));
}

static bool read_sign_extend(struct assembling *a, int unused) {
  (void)unused;
  return assembly_sign_extend(a, NO_REGISTER, operand_constant(0)) && assembly_destination(a) &&
         assembly_comma(a) && assembly_source(a, &a->instruction->value);
}

/* By a constant distance inside a register (which holds as many bytes as the mnemonic says: bits 12
 * to 15). */
static bool read_shift(struct assembling *a, int which) {
  if (!assembly_more(a, OP_COMPUTE)) return false;
  struct instruction *shift = a->instruction;
  shift->arithmetic = (enum arithmetic)(which & 0xff);
  shift->value = operand_constant(0);
  if (!assembly_destination(a) || !assembly_comma(a) || !assembly_source(a, &shift->left) ||
      !assembly_comma(a) ||
      !cursor_number_within(a->cursor, 0, which & WORD ? 31 : 63, "a distance",
                            &shift->value.number))
    return false;
  int destination = shift->destination;
  return !(which & WORD) || assembly_sign_extend(a, destination, operand_register(destination));
}

/* lui x1,n: n in bits 12 to 31, with the sign that this makes. */
static bool read_upper(struct assembling *a, int unused) {
  (void)unused;
  struct instruction *move = assembly_more(a, OP_COMPUTE);
  int64_t upper;
  if (!move || !assembly_destination(a) || !assembly_comma(a) ||
      !cursor_number_within(a->cursor, 0, 0xfffff, "an upper immediate", &upper))
    return false;
  move->value = operand_constant(upper < 0x80000 ? upper << 12 : (upper - 0x100000) * 0x1000);
  return true;
}

static bool read_branch(struct assembling *a, int comparison) {
  if (!assembly_more(a, OP_BRANCH)) return false;
  a->instruction->comparison = (enum comparison)comparison;
  return assembly_source(a, &a->instruction->left) && assembly_comma(a) &&
         assembly_source(a, &a->instruction->value) && assembly_comma(a) &&
         jump_read(a->reader, a->thread);
}

/* fence P,S with P and S of r, w and rw, or a bare one */
static bool read_fence(struct assembling *a, int unused) {
  static const char *const kinds[] = { "r", "w", "rw" }, *const with_devices[] = { "ir", "ow",
                                                                                   "iorw" };
  int chosen[2] = { -1, -1 };
  (void)unused;
  if (cursor_at_end(a->cursor)) chosen[0] = chosen[1] = 2;
  for (unsigned side = 0; side < 2 && chosen[side] < 0; side++) {
    struct span word;
    if (side && !assembly_comma(a)) return false;
    if (!cursor_word(a->cursor, &word)) return cursor_expected(a->cursor, "r, w or rw");
    for (int k = 0; k < 3; k++)
      if (span_is(a->cursor, word, kinds[k]) || span_is(a->cursor, word, with_devices[k]))
        chosen[side] = k;
    if (chosen[side] < 0) return cursor_fail(a->cursor, word, "expected r, w or rw");
  }
  char tag[16] = "Fence.";
  strcat(strcat(strcat(tag, kinds[chosen[0]]), "."), kinds[chosen[1]]);
  return assembly_fence(a, tag, chosen[0] == 2 && chosen[1] == 2 ? ORDER_SC : ORDER_ACQ_REL);
}

static bool read_other_fence(struct assembling *a, int tso) {
  return assembly_fence(a, tso ? "Fence.tso" : "Fence.i", tso ? ORDER_ACQ_REL : ORDER_RELAXED);
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
  { "FENCE.TSO", read_other_fence, 1 },
  { "FENCE.I", read_other_fence, 0 },
  { NULL, NULL, 0 }
};

static const struct assembly assembly = { "RISCV", mnemonics, register_name, "x0", false };

const struct dialect dialect_riscv = { .name = "RISCV",
                                       .read_initial = assembly_initial,
                                       .read_code = assembly_read,
                                       .assembly = &assembly,
                                       .addresses = true,
                                       .has_no_scopes = true,
                                       .halves_in_order = true };
