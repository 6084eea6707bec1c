/* The AArch64 dialect as herd7 writes it (Arm ARM, DDI 0487: the instructions' names).
 *
 *   MOV W0,#1   LDR W0,[X1]   LDAR, LDAPR, LDXR, LDAXR   STR W0,[X1]   STLR, STXR W2,W0,[X1], STLXR
 *   LDUR, STUR   LDP, STP W0,W1,[X2,#8]
 *   [X1,W2,SXTW]   [X1,X2]   [X1,#0]   of LDR and STR also [X1],#4   [X1,#4]!
 *   EOR, ADD, SUB, AND, ORR, BIC W2,W0,W0   MVN, NEG W2,W0
 *   CBZ, CBNZ W0,L   TBZ, TBNZ W0,#1,L   B L   B.EQ L
 *   DMB, DSB SY|LD|ST|ISH...   ISB   NOP
 *   CMP, CMN, TST, ADDS, SUBS, ANDS   CSEL, CSINC, CINC, CSET      (aarch64_flags.c)
 *   CAS, CASP, SWP, LDADD, STADD and so on, with A, L or AL        (aarch64_atomic.c)
 *
 * W0 and X0 are one register, called X0; a write of W0 clears its upper half (Arm ARM, C6.1.2 and
 * B1.2.1).  Memory models for AArch64 compute dependencies from events of registers, so the program
 * asks for those. */
#include "litmus/read/aarch64.h"
#include "litmus/read/aarch64_flags.h"
#include "litmus/read/aarch64_atomic.h"
#include "litmus/read/dialect_aarch64.h"
#include "litmus/read/names.h"
#include "litmus/read/code.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- registers, extensions, addresses ---- */

bool aarch64_register_name(const struct cursor *cursor, struct span word, char name[16]) {
  const char *text = cursor->source->text + word.start;
  char kind = (char)toupper((unsigned char)text[0]);
  if (word.length < 2 || word.length > 3 || (kind != 'W' && kind != 'X')) return false;
  bool zero = word.length == 3 && toupper((unsigned char)text[1]) == 'Z' &&
              toupper((unsigned char)text[2]) == 'R';
  if (!zero)
    for (size_t i = 1; i < word.length; i++)
      if (!isdigit((unsigned char)text[i])) return false;
  name[0] = 'X';
  for (size_t i = 1; i < word.length; i++) name[i] = (char)toupper((unsigned char)text[i]);
  name[word.length] = 0;
  return zero || atoi(name + 1) <= 30;
}

unsigned aarch64_register_bytes(const struct assembling *a, struct span name) {
  return name.length && toupper((unsigned char)a->cursor->source->text[name.start]) == 'X' ? 8 : 4;
}

unsigned aarch64_next_bytes(struct assembling *a) {
  return aarch64_register_bytes(a, cursor_next_word(a->cursor));
}

void aarch64_set_size(struct assembling *a, struct span name, int which) {
  a->instruction->size = which & BYTE ? 1 : which & HALF ? 2 : aarch64_register_bytes(a, name);
}

bool aarch64_extension(struct assembling *a, struct operand *operand) {
  static const struct cursor_word words[] = { { "SXTW", ARITHMETIC_SIGN_EXTEND },
                                              { "UXTW", ARITHMETIC_ZERO_EXTEND },
                                              { "LSL", ARITHMETIC_MOVE },
                                              { NULL, 0 } };
  struct span word = cursor_next_word(a->cursor);
  int extension = cursor_lookup(a->cursor, word, words);
  int64_t shift = 0;
  if (extension < 0) return cursor_expected(a->cursor, "SXTW");
  a->cursor->at += word.length;
  if (cursor_accept(a->cursor, "#") && !cursor_number(a->cursor, &shift)) return false;
  if (shift) return cursor_fail(a->cursor, word, "unsupported: a shifted register");
  return extension == ARITHMETIC_MOVE ||
         assembly_extend_before(a, "extended", (enum arithmetic)extension, 4, operand);
}

bool aarch64_places(struct assembling *a, struct operand *base, struct operand *offset) {
  *offset = operand_constant(0);
  if (!cursor_expect(a->cursor, "[", "\"[\"") || !assembly_source(a, base)) return false;
  bool has_offset = cursor_accept(a->cursor, ",");
  if (has_offset && !assembly_value(a, offset)) return false;
  if (has_offset && cursor_accept(a->cursor, ",") && !aarch64_extension(a, offset)) return false;
  return cursor_expect(a->cursor, "]", has_offset ? "\"]\"" : "\",\" or \"]\"");
}

bool aarch64_address(struct assembling *a) {
  struct operand base, offset;
  return aarch64_places(a, &base, &offset) && assembly_address(a, base, offset);
}

bool aarch64_two(struct assembling *a, int which, struct instruction *two) {
  unsigned bytes = aarch64_next_bytes(a);
  for (unsigned k = 0; k < 2; k++) {
    if (k && !assembly_comma(a)) return false;
    struct span name = cursor_next_word(a->cursor);
    if (aarch64_register_bytes(a, name) != bytes)
      return cursor_fail(a->cursor, name, "expected a register as wide as the first");
    if (!assembly_operands(a, which & STORES ? "s" : "d")) return false;
    two[k] = *a->instruction;
    two[k].size = bytes;
    a->instruction->value = operand_none();
    a->instruction->destination = NO_REGISTER;
  }
  return which & STORES || two[0].destination != two[1].destination ||
         cursor_fail(a->cursor, a->mnemonic, "unsupported: a pair of loads into one register");
}

/* ---- accesses ---- */

static bool is_register(struct operand operand, struct operand reg) {
  return operand.kind == OPERAND_REGISTER && reg.kind == OPERAND_REGISTER &&
         operand.index == reg.index;
}

/* An address, or [X1],#4 or [X1,#4]!, which add to X1 after the access.  The new X1 depends only on
 * the old one, in both forms. */
static bool read_indexed_address(struct assembling *a) {
  struct operand base, offset, added = operand_constant(0);
  if (!aarch64_places(a, &base, &offset)) return false;
  size_t at = a->cursor->at;
  bool after = cursor_accept(a->cursor, ","), before = !after && cursor_accept(a->cursor, "!");
  if (after && !assembly_value(a, &added)) return false;
  if (!assembly_address(a, base, offset)) return false;
  if (!after && !before) return true;
  bool is_moved = a->instruction->opcode == OP_LOAD ? (int)base.index == a->instruction->destination
                                                    : is_register(a->instruction->value, base);
  if (is_moved || base.kind != OPERAND_REGISTER || (before && offset.kind != OPERAND_CONSTANT) ||
      added.kind != OPERAND_CONSTANT)
    return cursor_fail(a->cursor, (struct span){ at, 1 },
                       "unsupported: this address that is written back");
  return assembly_apply(a, (int)base.index, ARITHMETIC_ADD, base, before ? offset : added);
}

/* The tags of an access, and an order where it has one. */
static void mark_access(struct assembling *a, int which, enum order order, const char *tag) {
  a->instruction->exclusive = which & EXCLUSIVE;
  if (which & (ORDERED | WEAKLY_ORDERED)) {
    a->instruction->order = order;
    a->instruction->scope = SCOPE_SYSTEM;
    assembly_tag(a, tag);
  }
  if (which & EXCLUSIVE) assembly_tag(a, "EX");
}

/* The register that is loaded or stored, and the address; a plain one may be written back. */
static bool read_access(struct assembling *a, int which, const char *operand) {
  bool plain = !(which & (ORDERED | WEAKLY_ORDERED | EXCLUSIVE | UNSCALED));
  aarch64_set_size(a, cursor_next_word(a->cursor), which);
  return assembly_operands(a, operand) && assembly_comma(a) &&
         (plain ? read_indexed_address(a) : aarch64_address(a));
}

static bool read_load(struct assembling *a) {
  if (!assembly_more(a, OP_LOAD)) return false;
  mark_access(a, a->which, ORDER_ACQUIRE, a->which & ORDERED ? "A" : "Q");
  return read_access(a, a->which, "d");
}

static bool read_store(struct assembling *a) {
  if (!assembly_more(a, OP_STORE)) return false;
  mark_access(a, a->which, ORDER_RELEASE, "L");
  if (a->which & EXCLUSIVE && (!assembly_operands(a, "d") || !assembly_comma(a))) return false;
  return read_access(a, a->which, "s");
}

/* LDP W0,W1,[X2]: two unordered accesses, as of one instruction. */
static bool read_pair(struct assembling *a) {
  struct instruction two[2];
  struct operand base, offset, places[2];
  if (!assembly_more(a, OP_NOP) || !aarch64_two(a, a->which, two) || !assembly_comma(a) ||
      !aarch64_places(a, &base, &offset))
    return false;
  struct span next = { a->cursor->at, 1 };
  if (offset.kind != OPERAND_CONSTANT || cursor_accept(a->cursor, ",") ||
      cursor_accept(a->cursor, "!"))
    return cursor_fail(a->cursor, next, "unsupported: this address of a pair");
  for (unsigned k = 0; k < 2; k++) {
    static const char *const names[] = { "address", "second" };
    places[k] = k || offset.number
                    ? operand_register(assembly_hidden(a, names[k], REGISTER_WRITTEN))
                    : base;
    struct operand distance = operand_constant(offset.number + k * two[0].size);
    if ((k || offset.number) &&
        !assembly_apply(a, (int)places[k].index, ARITHMETIC_ADD, base, distance))
      return false;
  }
  for (unsigned k = 0; k < 2; k++) {
    if (!assembly_more(a, a->which & STORES ? OP_STORE : OP_LOAD)) return false;
    a->instruction->value = two[k].value;
    a->instruction->destination = two[k].destination;
    a->instruction->size = two[k].size;
    a->instruction->address = places[k];
  }
  a->instruction->unsequenced_until = a->reader->program->threads[a->thread].length;
  a->instruction->unsequenced_from = a->instruction->unsequenced_until - 1;
  return true;
}

/* ---- arithmetic ---- */

/* A register W keeps 4 bytes. */
static bool read_move(struct assembling *a) {
  unsigned bytes = aarch64_next_bytes(a);
  return assembly_move(a) && assembly_clear_upper(a, bytes, a->instruction->destination);
}

static bool read_compute(struct assembling *a) {
  unsigned bytes = aarch64_next_bytes(a);
  if (!assembly_compute(a)) return false;
  struct operand value = a->instruction->value;
  if (cursor_accept(a->cursor, ",") && !aarch64_extension(a, &value)) return false;
  a->instruction->value = value;
  return assembly_clear_upper(a, bytes, a->instruction->destination);
}

/* MVN W0,W1: W1 XOR -1.  NEG W0,W1: 0 - W1. */
static bool read_unary(struct assembling *a) {
  unsigned bytes = aarch64_next_bytes(a);
  if (!assembly_more(a, OP_COMPUTE)) return false;
  a->instruction->arithmetic = (enum arithmetic)a->which;
  a->instruction->left = operand_constant(0);
  a->instruction->value = operand_constant(-1);
  return assembly_operands(a, a->which == ARITHMETIC_XOR ? "dl" : "ds") &&
         assembly_clear_upper(a, bytes, a->instruction->destination);
}

/* BIC W0,W1,W2: W1 AND NOT W2 */
static bool read_bit_clear(struct assembling *a) {
  struct operand bits;
  unsigned bytes = aarch64_next_bytes(a);
  if (!assembly_more(a, OP_NOP) || !assembly_operands(a, "dls")) return false;
  struct instruction read = *a->instruction;
  a->instruction->destination = NO_REGISTER;
  a->instruction->left = a->instruction->value = operand_none();
  bits = read.value;
  return assembly_apply_hidden(a, "kept", ARITHMETIC_XOR, bits, operand_constant(-1)) &&
         assembly_apply(a, read.destination, ARITHMETIC_AND, read.left,
                        assembly_hidden_operand(a, "kept")) &&
         assembly_clear_upper(a, bytes, read.destination);
}

/* ---- branches and barriers ---- */

static bool read_branch_on_register(struct assembling *a) {
  unsigned bytes = aarch64_next_bytes(a);
  struct operand tested;
  if (!assembly_more(a, OP_BRANCH)) return false;
  a->instruction->comparison = (enum comparison)a->which;
  a->instruction->value = operand_constant(0);
  if (!assembly_source(a, &tested) ||
      !assembly_extend_before(a, "tested", ARITHMETIC_ZERO_EXTEND, bytes, &tested))
    return false;
  a->instruction->left = tested;
  return assembly_comma(a) && reader_jump(a->reader, a->thread);
}

/* TBZ W0,#n,L: a jump where that bit is 0. */
static bool read_branch_on_bit(struct assembling *a) {
  struct operand tested;
  int64_t bit;
  unsigned bits = 8 * aarch64_next_bytes(a);
  if (!assembly_more(a, OP_NOP) || !assembly_source(a, &tested) || !assembly_comma(a) ||
      !cursor_expect(a->cursor, "#", "\"#\"") ||
      !cursor_number_within(a->cursor, 0, bits - 1, "a bit", &bit) || !assembly_comma(a) ||
      !assembly_apply_hidden(a, "bit", ARITHMETIC_AND, tested,
                             operand_constant((int64_t)(UINT64_C(1) << bit))) ||
      !assembly_more(a, OP_BRANCH))
    return false;
  a->instruction->comparison = (enum comparison)a->which;
  a->instruction->left = assembly_hidden_operand(a, "bit");
  a->instruction->value = operand_constant(0);
  return reader_jump(a->reader, a->thread);
}

static bool read_barrier(struct assembling *a) {
  static const struct cursor_word domains[] = {
    { "SY", ORDER_SC },  { "LD", ORDER_ACQUIRE },    { "ST", ORDER_RELEASE },
    { "ISH", ORDER_SC }, { "ISHLD", ORDER_ACQUIRE }, { "ISHST", ORDER_RELEASE },
    { "OSH", ORDER_SC }, { "OSHLD", ORDER_ACQUIRE }, { "OSHST", ORDER_RELEASE },
    { NULL, 0 }
  };
  static const char what[] = "SY, LD, ST or another domain";
  struct span word;
  char tag[16];
  if (!cursor_word(a->cursor, &word)) return cursor_expected(a->cursor, what);
  int order = cursor_lookup(a->cursor, word, domains);
  if (order < 0) return cursor_expected_at(a->cursor, word, what);
  snprintf(tag, sizeof tag, "%s.%.*s", a->which ? "DSB" : "DMB", SPAN(a->cursor, word));
  return assembly_fence(a, tag, (enum order)order);
}

/* ---- the table ---- */

#define SIZES(name, read, which) \
  { name, read, which }, { name "B", read, (which) | BYTE }, { name "H", read, (which) | HALF }

#define ATOMIC(name, arithmetic)                                                   \
  SIZES(name, aarch64_atomic, (arithmetic) << ARITHMETIC_FROM),                    \
      SIZES(name "A", aarch64_atomic, (arithmetic) << ARITHMETIC_FROM | ORDERED),  \
      SIZES(name "L", aarch64_atomic, (arithmetic) << ARITHMETIC_FROM | RELEASES), \
      SIZES(name "AL", aarch64_atomic, (arithmetic) << ARITHMETIC_FROM | ORDERED | RELEASES)
#define BOTH_FORMS(name, arithmetic)                                              \
  ATOMIC("LD" name, arithmetic),                                                  \
      SIZES("ST" name, aarch64_atomic, (arithmetic) << ARITHMETIC_FROM | STORES), \
      SIZES("ST" name "L", aarch64_atomic, (arithmetic) << ARITHMETIC_FROM | STORES | RELEASES)

static const struct mnemonic mnemonics[] = {
  { "MOV", read_move, 0 },
  { "MOVZ", read_move, 0 },
  SIZES("LDR", read_load, PLAIN),
  SIZES("LDAR", read_load, ORDERED),
  SIZES("LDAPR", read_load, WEAKLY_ORDERED),
  SIZES("LDXR", read_load, EXCLUSIVE),
  SIZES("LDAXR", read_load, EXCLUSIVE | ORDERED),
  SIZES("STR", read_store, PLAIN),
  SIZES("STLR", read_store, ORDERED),
  SIZES("STXR", read_store, EXCLUSIVE),
  SIZES("STLXR", read_store, EXCLUSIVE | ORDERED),
  SIZES("LDUR", read_load, UNSCALED),
  SIZES("STUR", read_store, UNSCALED),
  { "LDP", read_pair, 0 },
  { "STP", read_pair, STORES },
  { "EOR", read_compute, ARITHMETIC_XOR },
  { "ADD", read_compute, ARITHMETIC_ADD },
  { "SUB", read_compute, ARITHMETIC_SUB },
  { "AND", read_compute, ARITHMETIC_AND },
  { "ORR", read_compute, ARITHMETIC_OR },
  { "BIC", read_bit_clear, 0 },
  { "MVN", read_unary, ARITHMETIC_XOR },
  { "NEG", read_unary, ARITHMETIC_SUB },
  { "CMP", aarch64_compute_flags, FLAGS_ALONE | ARITHMETIC_SUB },
  { "CMN", aarch64_compute_flags, FLAGS_ALONE | ARITHMETIC_ADD },
  { "TST", aarch64_compute_flags, FLAGS_ALONE | ARITHMETIC_AND },
  { "ADDS", aarch64_compute_flags, ARITHMETIC_ADD },
  { "SUBS", aarch64_compute_flags, ARITHMETIC_SUB },
  { "ANDS", aarch64_compute_flags, ARITHMETIC_AND },
  { "CSEL", aarch64_select, OF_TWO },
  { "CSINC", aarch64_select, OF_TWO | INCREASED },
  { "CINC", aarch64_select, OF_ONE | INCREASED },
  { "CSET", aarch64_select, OF_NONE | INCREASED },
  { "CBZ", read_branch_on_register, COMPARE_EQ },
  { "CBNZ", read_branch_on_register, COMPARE_NE },
  { "TBZ", read_branch_on_bit, COMPARE_EQ },
  { "TBNZ", read_branch_on_bit, COMPARE_NE },
  { "B", assembly_goto, 0 },
  { "DMB", read_barrier, 0 },
  { "DSB", read_barrier, 1 },
  { "ISB", assembly_row_fence, ORDER_RELAXED, "ISB" },
  { "NOP", assembly_nop, 0 },
  SIZES("CAS", aarch64_compare_and_swap, 0),
  SIZES("CASA", aarch64_compare_and_swap, ORDERED),
  SIZES("CASL", aarch64_compare_and_swap, RELEASES),
  SIZES("CASAL", aarch64_compare_and_swap, ORDERED | RELEASES),
  { "CASP", aarch64_compare_and_swap_pair, 0 },
  { "CASPA", aarch64_compare_and_swap_pair, ORDERED },
  { "CASPL", aarch64_compare_and_swap_pair, RELEASES },
  { "CASPAL", aarch64_compare_and_swap_pair, ORDERED | RELEASES },
  ATOMIC("SWP", ARITHMETIC_MOVE),
  BOTH_FORMS("ADD", ARITHMETIC_ADD),
  BOTH_FORMS("CLR", ARITHMETIC_AND),
  BOTH_FORMS("EOR", ARITHMETIC_XOR),
  BOTH_FORMS("SET", ARITHMETIC_OR),
  BOTH_FORMS("SMAX", ARITHMETIC_MAX),
  BOTH_FORMS("SMIN", ARITHMETIC_MIN),
  BOTH_FORMS("UMAX", ARITHMETIC_MAX_UNSIGNED),
  BOTH_FORMS("UMIN", ARITHMETIC_MIN_UNSIGNED),
  { NULL, aarch64_branch_on_condition }
};

/* Makes A the set of acquires, even if empty: in a program without the tag A it is the atomic
 * accesses. */
static bool read_code(struct reader *reader) {
  reader->program->registers_are_events = true;
  reader_tag(reader, "A");
  return assembly_read(reader);
}

const struct dialect dialect_aarch64 = { .name = "AArch64",
                                         .read_code = read_code,
                                         .read_type = assembly_type,
                                         .addresses = true,
                                         .has_no_scopes = true,
                                         .cutting = CUTS_LOADS,
                                         .mnemonics = mnemonics,
                                         .register_name = aarch64_register_name,
                                         .zero_register = "XZR" };
