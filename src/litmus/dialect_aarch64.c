/* The AArch64 dialect as herd7 writes it (Arm ARM, DDI 0487: the instructions' names).
 *
 *   MOV W0,#1   LDR W0,[X1]   LDAR, LDAPR, LDXR, LDAXR   STR W0,[X1]   STLR, STXR W2,W0,[X1], STLXR
 *   [X1,W2,SXTW]   [X1,X2]   [X1,#0]   EOR, ADD, SUB, AND, ORR W2,W0,W0   CMP W0,#1   CBZ, CBNZ W0,L   B L   B.EQ, B.NE L
 *   DMB, DSB SY|LD|ST|ISH...   ISB
 *
 * W0 and X0 are one register, called X0.  A compare leaves the difference in a register of the reader's own.  Memory
 * models for AArch64 compute dependencies from events of registers, so the program asks for those. */
#include "litmus/assembly.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"

static bool register_name(const struct cursor *cursor, struct span word, char name[16]) {
  const char *text = cursor->source->text + word.start;
  char kind = (char)toupper((unsigned char)text[0]);
  if (word.length < 2 || word.length > 3 || (kind != 'W' && kind != 'X')) return false;
  bool zero = word.length == 3 && toupper((unsigned char)text[1]) == 'Z' && toupper((unsigned char)text[2]) == 'R';
  if (!zero)
    for (size_t i = 1; i < word.length; i++)
      if (!isdigit((unsigned char)text[i])) return false;
  name[0] = 'X';
  for (size_t i = 1; i < word.length; i++) name[i] = (char)toupper((unsigned char)text[i]);
  name[word.length] = 0;
  return zero || atoi(name + 1) <= 30;
}

/* ", SXTW" and its kin, which change nothing here, and "#0" after them. */
static bool read_extension(struct assembling *a) {
  static const char *const words[] = {"SXTW", "UXTW", "LSL", NULL};
  struct span word = cursor_next_word(a->cursor);
  for (const char *const *w = words; *w; w++)
    if (span_is(a->cursor, word, *w)) {
      a->cursor->at = word.start + word.length;
      int64_t shift = 0;
      if (cursor_accept(a->cursor, "#") && !cursor_number(a->cursor, &shift)) return false;
      return shift == 0 || cursor_fail(a->cursor, word, "unsupported: a shifted register");
    }
  return cursor_expected(a->cursor, "SXTW");
}

/* [X1], [X1,#0], [X1,X2] or [X1,W2,SXTW]: the last two are computed into a register first. */
static bool read_address(struct assembling *a, struct operand *address) {
  struct operand base, offset;
  if (!cursor_expect(a->cursor, "[", "\"[\"") || !assembly_source(a, &base)) return false;
  *address = base;
  if (!cursor_accept(a->cursor, ",")) return cursor_expect(a->cursor, "]", "\",\" or \"]\"");
  if (!assembly_value(a, &offset)) return false;
  if (cursor_accept(a->cursor, ",") && !read_extension(a)) return false;
  if (!cursor_expect(a->cursor, "]", "\"]\"")) return false;
  if (offset.kind == OPERAND_CONSTANT && offset.number == 0) return true;
  struct instruction access = *a->instruction, *sum = a->instruction; /* the sum stands before the access */
  sum->opcode = OP_COMPUTE;
  sum->arithmetic = ARITHMETIC_ADD;
  sum->left = base;
  sum->value = offset;
  sum->destination = assembly_hidden(a, "address", REGISTER_WRITTEN);
  *address = (struct operand){.kind = OPERAND_REGISTER, .index = (unsigned)sum->destination};
  struct instruction *made = assembly_more(a, access.opcode);
  if (!made) return false;
  unsigned line = made->line, column = made->column;
  *made = access;
  made->line = line;
  made->column = column;
  return true;
}

static bool set_address(struct assembling *a) {
  struct operand address;
  if (!read_address(a, &address)) return false;
  if (address.kind != OPERAND_REGISTER) return cursor_fail(a->cursor, a->mnemonic, "expected an address in a register");
  a->instruction->address = address;
  return true;
}

enum { PLAIN, ORDERED, EXCLUSIVE = 2, WEAKLY_ORDERED = 4 };

static bool read_load(struct assembling *a, int which) {
  if (!assembly_more(a, OP_LOAD)) return false;
  if (which & (ORDERED | WEAKLY_ORDERED)) {
    a->instruction->order = ORDER_ACQUIRE;
    a->instruction->scope = SCOPE_SYSTEM;
    assembly_tag(a, which & ORDERED ? "A" : "Q");
  }
  a->instruction->exclusive = which & EXCLUSIVE;
  if (which & EXCLUSIVE) {
    assembly_tag(a, "EX");
    assembly_tag(a, "X");
  }
  return assembly_destination(a) && assembly_comma(a) && set_address(a);
}

static bool read_store(struct assembling *a, int which) {
  if (!assembly_more(a, OP_STORE)) return false;
  if (which & ORDERED) {
    a->instruction->order = ORDER_RELEASE;
    a->instruction->scope = SCOPE_SYSTEM;
    assembly_tag(a, "L");
  }
  a->instruction->exclusive = which & EXCLUSIVE;
  if (which & EXCLUSIVE) {
    assembly_tag(a, "EX");
    assembly_tag(a, "X");
    if (!assembly_destination(a) || !assembly_comma(a)) return false;
  }
  return assembly_source(a, &a->instruction->value) && assembly_comma(a) && set_address(a);
}

static bool read_mov(struct assembling *a, int unused) {
  (void)unused;
  return assembly_more(a, OP_COMPUTE) && assembly_destination(a) && assembly_comma(a) &&
         assembly_value(a, &a->instruction->value);
}

static bool read_compute(struct assembling *a, int arithmetic) {
  if (!assembly_more(a, OP_COMPUTE)) return false;
  a->instruction->arithmetic = (enum arithmetic)arithmetic;
  return assembly_destination(a) && assembly_comma(a) && assembly_source(a, &a->instruction->left) &&
         assembly_comma(a) && assembly_value(a, &a->instruction->value) &&
         (!cursor_accept(a->cursor, ",") || read_extension(a));
}

static bool read_branch_on_register(struct assembling *a, int comparison) {
  if (!assembly_more(a, OP_BRANCH)) return false;
  a->instruction->comparison = (enum comparison)comparison;
  a->instruction->value = (struct operand){.kind = OPERAND_CONSTANT};
  return assembly_source(a, &a->instruction->left) && assembly_comma(a) && jump_read(a->reader, a->thread);
}

static bool read_barrier(struct assembling *a, int dsb) {
  static const char *const options[] = {"SY", "LD", "ST", "ISH", "ISHLD", "ISHST", "OSH", "OSHLD", "OSHST"};
  struct span word;
  if (!cursor_word(a->cursor, &word)) return cursor_expected(a->cursor, "SY, LD, ST or another domain");
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
    if (!span_is(a->cursor, word, options[i])) continue;
    char tag[16];
    strcpy(tag, dsb ? "DSB." : "DMB.");
    strcat(tag, options[i]);
    return assembly_fence(a, tag, i % 3 == 0 ? ORDER_SC : i % 3 == 1 ? ORDER_ACQUIRE : ORDER_RELEASE);
  }
  return cursor_fail(a->cursor, word, "expected SY, LD, ST or another domain, found \"%.*s\"", SPAN(a->cursor, word));
}

static bool read_isb(struct assembling *a, int unused) {
  (void)unused;
  return assembly_fence(a, "ISB", ORDER_RELAXED);
}

static const struct mnemonic mnemonics[] = {
    {"MOV", read_mov, 0}, {"LDR", read_load, PLAIN}, {"LDAR", read_load, ORDERED}, {"LDAPR", read_load, WEAKLY_ORDERED},
    {"LDXR", read_load, EXCLUSIVE}, {"LDAXR", read_load, EXCLUSIVE | ORDERED}, {"STR", read_store, PLAIN},
    {"STLR", read_store, ORDERED}, {"STXR", read_store, EXCLUSIVE}, {"STLXR", read_store, EXCLUSIVE | ORDERED},
    {"EOR", read_compute, ARITHMETIC_XOR}, {"ADD", read_compute, ARITHMETIC_ADD}, {"SUB", read_compute, ARITHMETIC_SUB},
    {"AND", read_compute, ARITHMETIC_AND}, {"ORR", read_compute, ARITHMETIC_OR}, {"CMP", assembly_compare, 0},
    {"B.EQ", assembly_branch_on_flags, COMPARE_EQ}, {"B.NE", assembly_branch_on_flags, COMPARE_NE},
    {"CBZ", read_branch_on_register, COMPARE_EQ}, {"CBNZ", read_branch_on_register, COMPARE_NE}, {"B", assembly_goto, 0},
    {"DMB", read_barrier, 0}, {"DSB", read_barrier, 1}, {"ISB", read_isb, 0}, {NULL, NULL, 0}};

static const struct assembly assembly = {"AArch64", mnemonics, register_name, "XZR"};

static bool read_code(struct reader *reader) {
  reader->program->registers_are_events = true;
  return assembly_read(reader);
}

const struct dialect dialect_aarch64 = {.name = "AArch64", .read_initial = assembly_initial, .read_code = read_code,
                                        .print_code = listing_print, .assembly = &assembly, .addresses = true};
