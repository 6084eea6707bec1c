/* The Power dialect as herd7 writes it (Power ISA, Books I and II).
 *
 *   li r1,n   mr r1,r2   addi, ori, xori r1,r2,n   xor, add, sub, subf, and, or r1,r2,r3   nop
 *   lwz, ld, lbz, lhz r1,4(r2)   stw, std, stb, sth   lwzx r1,r2,r3   stwx
 *   lwarx r1,r0,r2   stwcx. r1,r0,r2   cmpw r1,r2   cmpwi r1,n
 *   beq, bne, blt, bge, bgt, ble L   b L   sync (hwsync), lwsync, eieio, isync
 *
 * A comparison leaves the difference in the hidden register "flags", and a store-conditional leaves
 * there whether it failed. */
#include "litmus/read/assembly.h"

static bool register_name(const struct cursor *cursor, struct span word, char name[16]) {
  int number = assembly_numbered_register(cursor, word, 'r', 2, name);
  return number >= 0 && number < 32;
}

/* ", 4(r2)" */
static bool read_address(struct assembling *a) {
  int64_t offset;
  return assembly_comma(a) && cursor_number(a->cursor, &offset) &&
         assembly_address_behind(a, offset);
}

static bool read_load(struct assembling *a) {
  if (!assembly_more(a, OP_LOAD)) return false;
  a->instruction->size = (unsigned)a->which;
  return assembly_operands(a, "d") && read_address(a);
}

static bool read_store(struct assembling *a) {
  if (!assembly_more(a, OP_STORE)) return false;
  a->instruction->size = (unsigned)a->which;
  return assembly_operands(a, "s") && read_address(a);
}

/* r2,r3: their sum is computed before the access, whose own operand is read first. */
static bool read_indexed(struct assembling *a, enum opcode opcode, bool exclusive) {
  struct operand value = { .kind = OPERAND_NONE }, base, index, sum;
  int destination = NO_REGISTER;
  if (!assembly_more(a, opcode)) return false;
  if (opcode == OP_LOAD && (destination = assembly_register(a, REGISTER_WRITTEN)) < 0) return false;
  if (opcode == OP_STORE && !assembly_source(a, &value)) return false;
  if (!assembly_comma(a) || !assembly_source(a, &base) || !assembly_comma(a) ||
      !assembly_source(a, &index) ||
      !assembly_before(a, "address", ARITHMETIC_ADD, base, index, &sum))
    return false;
  struct instruction *access = a->instruction;
  access->address = sum;
  access->value = value;
  access->exclusive = exclusive;
  access->size = 4;
  if (exclusive) assembly_tag(a, "EX");
  if (exclusive && opcode == OP_STORE) destination = assembly_hidden(a, "flags", REGISTER_WRITTEN);
  access->destination = destination;
  return true;
}

static bool read_load_indexed(struct assembling *a) { return read_indexed(a, OP_LOAD, a->which); }

static bool read_store_indexed(struct assembling *a) {
  if (a->which && !cursor_expect(a->cursor, ".", "the dot of stwcx.")) return false;
  return read_indexed(a, OP_STORE, a->which);
}

/* subf r1,r2,r3: r3 - r2 */
static bool read_subtract_from(struct assembling *a) {
  if (!assembly_compute(a)) return false;
  struct operand subtracted = a->instruction->left;
  a->instruction->left = a->instruction->value;
  a->instruction->value = subtracted;
  return true;
}

static bool read_compare(struct assembling *a) {
  struct operand left, value;
  return assembly_more(a, OP_COMPUTE) && assembly_source(a, &left) && assembly_comma(a) &&
         assembly_value(a, &value) && assembly_hidden(a, "flags", REGISTER_WRITTEN) >= 0 &&
         assembly_set_flags(a, 4, left, value);
}

/* Models spell the tags of fences in capitals (herd) or not (Dat3M). */
static const struct mnemonic mnemonics[] = {
  { "LWZ", read_load, 4 },
  { "STW", read_store, 4 },
  { "LD", read_load, 8 },
  { "STD", read_store, 8 },
  { "LBZ", read_load, 1 },
  { "STB", read_store, 1 },
  { "LHZ", read_load, 2 },
  { "STH", read_store, 2 },
  { "LWZX", read_load_indexed, 0 },
  { "STWX", read_store_indexed, 0 },
  { "LWARX", read_load_indexed, 1 },
  { "STWCX", read_store_indexed, 1 },
  { "LI", assembly_move, 0 },
  { "MR", assembly_move, 0 },
  { "XOR", assembly_compute, ARITHMETIC_XOR },
  { "ADD", assembly_compute, ARITHMETIC_ADD },
  { "SUB", assembly_compute, ARITHMETIC_SUB },
  { "SUBF", read_subtract_from, ARITHMETIC_SUB },
  { "NOP", assembly_nop, 0 },
  { "AND", assembly_compute, ARITHMETIC_AND },
  { "OR", assembly_compute, ARITHMETIC_OR },
  { "ADDI", assembly_compute, ARITHMETIC_ADD },
  { "ORI", assembly_compute, ARITHMETIC_OR },
  { "XORI", assembly_compute, ARITHMETIC_XOR },
  { "CMPW", read_compare, 0 },
  { "CMPWI", read_compare, 0 },
  { "BEQ", assembly_branch_on_flags, COMPARE_EQ },
  { "BNE", assembly_branch_on_flags, COMPARE_NE },
  { "BLT", assembly_branch_on_flags, COMPARE_LT },
  { "BGE", assembly_branch_on_flags, COMPARE_GE },
  { "BGT", assembly_branch_on_flags, COMPARE_GT },
  { "BLE", assembly_branch_on_flags, COMPARE_LE },
  { "B", assembly_goto, 0 },
  { "SYNC", assembly_row_fence, ORDER_SC, "SYNC sync" },
  { "HWSYNC", assembly_row_fence, ORDER_SC, "SYNC sync" },
  { "LWSYNC", assembly_row_fence, ORDER_ACQ_REL, "LWSYNC lwsync" },
  { "EIEIO", assembly_row_fence, ORDER_RELAXED, "EIEIO eieio" },
  { "ISYNC", assembly_row_fence, ORDER_RELAXED, "ISYNC isync" },
  { NULL, NULL, 0 }
};

const struct dialect dialect_ppc = { .name = "PPC", ASSEMBLY_DIALECT };
