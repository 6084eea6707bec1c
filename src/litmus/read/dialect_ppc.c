/* The Power dialect as herd7 writes it (Power ISA, Books I and II).
 *
 *   li r1,n   mr r1,r2   addi, ori, xori r1,r2,n   xor, add, sub, subf, and, or r1,r2,r3   nop
 *   lwz, ld, lbz, lhz r1,4(r2)   stw, std, stb, sth   lwzx r1,r2,r3   stwx
 *   lwarx r1,r0,r2   stwcx. r1,r0,r2   cmpw r1,r2   cmpwi r1,n
 *   beq, bne, blt, bge, bgt, ble L   b L   sync (hwsync), lwsync, eieio, isync
 *
 * A compare leaves the difference in a register of the reader's own, and a store-conditional
 * whether it failed. */
#include "litmus/read/assembly.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool register_name(const struct cursor *cursor, struct span word, char name[16]) {
  const char *text = cursor->source->text + word.start;
  if (word.length < 2 || word.length > 3 || text[0] != 'r') return false;
  memcpy(name, text, word.length);
  name[word.length] = 0;
  for (size_t i = 1; name[i]; i++)
    if (!isdigit((unsigned char)name[i])) return false;
  return atoi(name + 1) < 32;
}

/* 4(r2) */
static bool read_address(struct assembling *a) {
  int64_t offset;
  return cursor_number(a->cursor, &offset) && assembly_address_behind(a, offset);
}

static bool access(struct assembling *a, enum opcode opcode, int size) {
  struct instruction *made = assembly_more(a, opcode);
  if (made) made->size = (unsigned)size;
  return made;
}

static bool read_load(struct assembling *a, int size) {
  return access(a, OP_LOAD, size) && assembly_destination(a) && assembly_comma(a) &&
         read_address(a);
}

static bool read_store(struct assembling *a, int size) {
  return access(a, OP_STORE, size) && assembly_source(a, &a->instruction->value) &&
         assembly_comma(a) && read_address(a);
}

/* r2,r3: their sum goes into a register before the access, whose own operand is read already. */
static bool read_indexed(struct assembling *a, enum opcode opcode, bool exclusive) {
  struct operand value = { .kind = OPERAND_NONE }, base, index;
  int destination = NO_REGISTER;
  if (!assembly_more(a, OP_COMPUTE)) return false;
  if (opcode == OP_LOAD && (destination = assembly_register(a, REGISTER_WRITTEN)) < 0) return false;
  if (opcode == OP_STORE && !assembly_source(a, &value)) return false;
  if (!assembly_comma(a) || !assembly_source(a, &base) || !assembly_comma(a) ||
      !assembly_source(a, &index))
    return false;
  int sum = assembly_hidden(a, "address", REGISTER_WRITTEN);
  a->instruction->arithmetic = ARITHMETIC_ADD;
  a->instruction->left = base;
  a->instruction->value = index;
  a->instruction->destination = sum;
  struct instruction *access = assembly_more(a, opcode);
  if (!access || sum < 0) return false;
  access->address = operand_register(sum);
  access->value = value;
  access->exclusive = exclusive;
  if (exclusive) assembly_tag(a, "EX");
  access->size = 4;
  access->destination = destination;
  if (exclusive && opcode == OP_STORE)
    access->destination = assembly_hidden(a, "flags", REGISTER_WRITTEN);
  return true;
}

static bool read_load_indexed(struct assembling *a, int exclusive) {
  return read_indexed(a, OP_LOAD, exclusive);
}

static bool read_store_indexed(struct assembling *a, int exclusive) {
  if (exclusive && !cursor_expect(a->cursor, ".", "the dot of stwcx.")) return false;
  return read_indexed(a, OP_STORE, exclusive);
}

/* subf r1,r2,r3: r3 - r2 */
static bool read_subtract_from(struct assembling *a, int unused) {
  (void)unused;
  if (!assembly_compute(a, ARITHMETIC_SUB)) return false;
  struct operand subtracted = a->instruction->left;
  a->instruction->left = a->instruction->value;
  a->instruction->value = subtracted;
  return true;
}

/* Models spell these in capitals (herd) or not (Dat3M). */
static bool read_fence(struct assembling *a, int which) {
  static const struct {
    const char *tag, *other;
    enum order order;
  } fences[] = { { "SYNC", "sync", ORDER_SC },
                 { "LWSYNC", "lwsync", ORDER_ACQ_REL },
                 { "EIEIO", "eieio", ORDER_RELAXED },
                 { "ISYNC", "isync", ORDER_RELAXED } };
  return assembly_fence(a, fences[which].tag, fences[which].order) &&
         assembly_tag(a, fences[which].other);
}

static const struct mnemonic mnemonics[] = { { "LWZ", read_load, 4 },
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
                                             { "SUBF", read_subtract_from, 0 },
                                             { "NOP", assembly_nop, 0 },
                                             { "AND", assembly_compute, ARITHMETIC_AND },
                                             { "OR", assembly_compute, ARITHMETIC_OR },
                                             { "ADDI", assembly_compute, ARITHMETIC_ADD },
                                             { "ORI", assembly_compute, ARITHMETIC_OR },
                                             { "XORI", assembly_compute, ARITHMETIC_XOR },
                                             { "CMPW", assembly_compare_words, 0 },
                                             { "CMPWI", assembly_compare_words, 0 },
                                             { "BEQ", assembly_branch_on_flags, COMPARE_EQ },
                                             { "BNE", assembly_branch_on_flags, COMPARE_NE },
                                             { "BLT", assembly_branch_on_flags, COMPARE_LT },
                                             { "BGE", assembly_branch_on_flags, COMPARE_GE },
                                             { "BGT", assembly_branch_on_flags, COMPARE_GT },
                                             { "BLE", assembly_branch_on_flags, COMPARE_LE },
                                             { "B", assembly_goto, 0 },
                                             { "SYNC", read_fence, 0 },
                                             { "HWSYNC", read_fence, 0 },
                                             { "LWSYNC", read_fence, 1 },
                                             { "EIEIO", read_fence, 2 },
                                             { "ISYNC", read_fence, 3 },
                                             { NULL, NULL, 0 } };

static const struct assembly assembly = { "PPC", mnemonics, register_name, NULL, false };

const struct dialect dialect_ppc = { .name = "PPC",
                                     .read_initial = assembly_initial,
                                     .read_code = assembly_read,
                                     .assembly = &assembly,
                                     .addresses = true,
                                     .has_no_scopes = true };
