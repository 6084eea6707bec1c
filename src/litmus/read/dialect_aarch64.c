/* The AArch64 dialect as herd7 writes it (Arm ARM, DDI 0487: the instructions' names).
 *
 *   MOV W0,#1   LDR W0,[X1]   LDAR, LDAPR, LDXR, LDAXR   STR W0,[X1]   STLR, STXR W2,W0,[X1], STLXR
 *   LDUR, STUR   LDP, STP W0,W1,[X2,#8]
 *   [X1,W2,SXTW]   [X1,X2]   [X1,#0]   of LDR and STR also [X1],#4   [X1,#4]!
 *   EOR, ADD, SUB, AND, ORR, BIC W2,W0,W0   MVN, NEG W2,W0   CMP W0,#1
 *   CBZ, CBNZ W0,L   TBZ, TBNZ W0,#1,L   B L   B.EQ L
 *   DMB, DSB SY|LD|ST|ISH...   ISB   NOP
 *   CMN, TST, ADDS, SUBS, ANDS   CSEL, CSINC W0,W1,W2,EQ   CINC W0,W1,NE   CSET W0,GE
 *   CAS W0,W1,[X2] with A, L or AL, then B or H   CASP W0,W1,W2,W3,[X4] with A, L or AL
 *   SWP, LDADD, LDCLR, LDEOR, LDSET, LDSMAX, LDSMIN, LDUMAX, LDUMIN W0,W2,[X1] with A, L or AL,
 * STADD and its kin W0,[X1], all with B or H
 *
 * W0 and X0 are one register, called X0: what writes W0 clears its upper half (Arm ARM, C6.1.2 and
 * B1.2.1).  Flags and what asks for them: aarch64_flags.c.  Memory models for AArch64 compute
 * dependencies from events of registers, so the program asks for those. */
#include "litmus/read/aarch64.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"

static bool register_name(const struct cursor *cursor, struct span word, char name[16]) {
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

/* ", SXTW" and its kin, and "#0" after them: what they make of the operand, before the instruction
 * in work. */
bool aarch64_extension(struct assembling *a, struct operand *operand) {
  static const struct {
    const char *word;
    enum arithmetic extension;
  } words[] = { { "SXTW", ARITHMETIC_SIGN_EXTEND },
                { "UXTW", ARITHMETIC_ZERO_EXTEND },
                { "LSL", ARITHMETIC_MOVE } };
  struct span word = cursor_next_word(a->cursor);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (span_is(a->cursor, word, words[i].word)) {
      a->cursor->at = word.start + word.length;
      int64_t shift = 0;
      if (cursor_accept(a->cursor, "#") && !cursor_number(a->cursor, &shift)) return false;
      if (shift) return cursor_fail(a->cursor, word, "unsupported: a shifted register");
      return words[i].extension == ARITHMETIC_MOVE ||
             assembly_extend_before(a, "extended", words[i].extension, 4, operand);
    }
  return cursor_expected(a->cursor, "SXTW");
}

/* [X1], [X1,#4], [X1,X2] or [X1,W2,SXTW]: what it is made of. */
static bool read_places(struct assembling *a, struct operand *base, struct operand *offset) {
  *offset = operand_constant(0);
  if (!cursor_expect(a->cursor, "[", "\"[\"") || !assembly_source(a, base)) return false;
  bool has_offset = cursor_accept(a->cursor, ",");
  if (has_offset && !assembly_value(a, offset)) return false;
  if (has_offset && cursor_accept(a->cursor, ",") && !aarch64_extension(a, offset)) return false;
  return cursor_expect(a->cursor, "]", has_offset ? "\"]\"" : "\",\" or \"]\"");
}

static bool read_address(struct assembling *a) {
  struct operand base, offset;
  return read_places(a, &base, &offset) && assembly_address(a, base, offset);
}

static bool is_register(struct operand operand, struct operand reg) {
  return operand.kind == OPERAND_REGISTER && reg.kind == OPERAND_REGISTER &&
         operand.index == reg.index;
}

/* The same, and [X1],#4 or [X1,#4]!, which add to X1 what stands there, after the access or before
 * it; whichever it is, what X1 gets depends on nothing but X1. */
static bool read_indexed_address(struct assembling *a) {
  struct operand base, offset, added = operand_constant(0);
  if (!read_places(a, &base, &offset)) return false;
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
  struct instruction *add = assembly_more(a, OP_COMPUTE);
  if (!add) return false;
  add->destination = (int)base.index;
  add->arithmetic = ARITHMETIC_ADD;
  add->left = base;
  add->value = before ? offset : added;
  return true;
}

struct operand aarch64_operand(struct assembling *a, const char *name) {
  return operand_register(assembly_hidden(a, name, REGISTER_DECLARED));
}

bool aarch64_compute(struct assembling *a, int destination, enum arithmetic arithmetic,
                     struct operand left, struct operand value) {
  if (destination < 0 || !assembly_more(a, OP_COMPUTE)) return false;
  a->instruction->destination = destination;
  a->instruction->arithmetic = arithmetic;
  a->instruction->left = left;
  a->instruction->value = value;
  return true;
}

bool aarch64_compute_hidden(struct assembling *a, const char *name, enum arithmetic arithmetic,
                            struct operand left, struct operand value) {
  return aarch64_compute(a, assembly_hidden(a, name, REGISTER_WRITTEN), arithmetic, left, value);
}

enum {
  PLAIN,
  ORDERED,
  EXCLUSIVE = 2,
  WEAKLY_ORDERED = 4,
  BYTE = 8,
  HALF = 16,
  RELEASES = 32,
  STORES = 64,
  UNSCALED = 128,
  ARITHMETIC_FROM = 8
};

unsigned aarch64_register_bytes(const struct assembling *a, struct span name) {
  return name.length && toupper((unsigned char)a->cursor->source->text[name.start]) == 'X' ? 8 : 4;
}

/* Bytes of an access of this register: what the mnemonic says, else those of X or W. */
static void set_size(struct assembling *a, struct span name, int which) {
  a->instruction->size = which & BYTE ? 1 : which & HALF ? 2 : aarch64_register_bytes(a, name);
}

static bool is_zero_register(const struct assembling *a, struct span name) {
  return name.length == 3 && toupper((unsigned char)a->cursor->source->text[name.start + 1]) == 'Z';
}

/* May the address be written back? */
static bool is_plain(int which) {
  return !(which & (ORDERED | WEAKLY_ORDERED | EXCLUSIVE | UNSCALED));
}

static bool read_load(struct assembling *a, int which) {
  if (!assembly_more(a, OP_LOAD)) return false;
  if (which & (ORDERED | WEAKLY_ORDERED)) {
    a->instruction->order = ORDER_ACQUIRE;
    a->instruction->scope = SCOPE_SYSTEM;
    assembly_tag(a, which & ORDERED ? "A" : "Q");
  }
  a->instruction->exclusive = which & EXCLUSIVE;
  if (which & EXCLUSIVE) assembly_tag(a, "EX");
  set_size(a, cursor_next_word(a->cursor), which);
  return assembly_destination(a) && assembly_comma(a) &&
         (is_plain(which) ? read_indexed_address(a) : read_address(a));
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
    if (!assembly_destination(a) || !assembly_comma(a)) return false;
  }
  set_size(a, cursor_next_word(a->cursor), which);
  return assembly_source(a, &a->instruction->value) && assembly_comma(a) &&
         (is_plain(which) ? read_indexed_address(a) : read_address(a));
}

static void mark_atomic(struct assembling *a, int which, bool returns) {
  struct instruction *rmw = a->instruction;
  assembly_tag(a, "X");
  if (!returns) rmw->tags |= reader_tag(a->reader, "NoRet");
  else if (which & ORDERED) rmw->tags |= reader_tag(a->reader, "A");
  if (which & RELEASES) rmw->write_tags |= reader_tag(a->reader, "L");
  bool acquires = returns && which & ORDERED;
  rmw->order = which & RELEASES ? acquires ? ORDER_ACQ_REL : ORDER_RELEASE
               : acquires       ? ORDER_ACQUIRE
                                : ORDER_RELAXED;
  rmw->scope = SCOPE_SYSTEM;
}

/* LDCLR clears the bits that are set in its operand: what it stores is old AND NOT that. */
static bool read_bits_to_keep(struct assembling *a) {
  struct operand bits;
  a->instruction->opcode = OP_COMPUTE;
  a->instruction->arithmetic = ARITHMETIC_XOR;
  a->instruction->destination = assembly_hidden(a, "kept", REGISTER_WRITTEN);
  if (a->instruction->destination < 0 || !assembly_source(a, &bits)) return false;
  a->instruction->left = bits;
  a->instruction->value = operand_constant(-1);
  struct operand kept = operand_register(a->instruction->destination);
  if (!assembly_more(a, OP_RMW)) return false;
  a->instruction->value = kept;
  return true;
}

/* An atomic instruction of one read and one write; without a register to return to, its read is
 * NoRet and acquires nothing. */
static bool read_atomic(struct assembling *a, int which) {
  if (!assembly_more(a, OP_RMW)) return false;
  enum arithmetic arithmetic = (enum arithmetic)(which >> ARITHMETIC_FROM);
  struct span stored = cursor_next_word(a->cursor);
  if (arithmetic == ARITHMETIC_AND ? !read_bits_to_keep(a)
                                   : !assembly_source(a, &a->instruction->value))
    return false;
  a->instruction->arithmetic = arithmetic;
  set_size(a, stored, which);
  a->instruction->left = operand_constant(a->instruction->size);
  bool returns = false;
  if (which & STORES) a->instruction->destination = assembly_hidden(a, "nowhere", REGISTER_WRITTEN);
  else {
    if (!assembly_comma(a)) return false;
    returns = !is_zero_register(a, cursor_next_word(a->cursor));
    if (!assembly_destination(a)) return false;
  }
  mark_atomic(a, which, returns);
  return a->instruction->destination >= 0 && assembly_comma(a) && read_address(a);
}

/* CAS W0,W1,[X2]: W1 is stored where W0 is found, and W0 gets what was found. */
static bool read_compare_and_swap(struct assembling *a, int which) {
  if (!assembly_more(a, OP_RMW)) return false;
  struct span word = cursor_next_word(a->cursor);
  bool zero = is_zero_register(a, word);
  size_t at = a->cursor->at;
  set_size(a, word, which);
  if (!assembly_destination(a)) return false;
  a->cursor->at = at;
  a->instruction->arithmetic = ARITHMETIC_CAS;
  a->instruction->may_fail = true;
  a->instruction->fail_order = !zero && which & ORDERED ? ORDER_ACQUIRE : ORDER_RELAXED;
  mark_atomic(a, which, !zero);
  return assembly_source(a, &a->instruction->left) && assembly_comma(a) &&
         assembly_source(a, &a->instruction->value) && assembly_comma(a) && read_address(a);
}

bool aarch64_clear_upper(struct assembling *a, unsigned bytes, int destination) {
  return bytes == 8 || assembly_clear_upper(a, destination);
}

static bool read_move(struct assembling *a, int unused) {
  unsigned bytes = aarch64_register_bytes(a, cursor_next_word(a->cursor));
  return assembly_move(a, unused) && aarch64_clear_upper(a, bytes, a->instruction->destination);
}

static bool read_compute(struct assembling *a, int arithmetic) {
  unsigned bytes = aarch64_register_bytes(a, cursor_next_word(a->cursor));
  if (!assembly_compute(a, arithmetic)) return false;
  struct operand value = a->instruction->value;
  if (cursor_accept(a->cursor, ",") && !aarch64_extension(a, &value)) return false;
  a->instruction->value = value;
  return aarch64_clear_upper(a, bytes, a->instruction->destination);
}

/* MVN W0,W1 */
static bool read_not(struct assembling *a, int unused) {
  unsigned bytes = aarch64_register_bytes(a, cursor_next_word(a->cursor));
  (void)unused;
  if (!assembly_more(a, OP_COMPUTE)) return false;
  a->instruction->arithmetic = ARITHMETIC_XOR;
  a->instruction->value = operand_constant(-1);
  return assembly_destination(a) && assembly_comma(a) &&
         assembly_source(a, &a->instruction->left) &&
         aarch64_clear_upper(a, bytes, a->instruction->destination);
}

/* NEG W0,W1 */
static bool read_negate(struct assembling *a, int unused) {
  unsigned bytes = aarch64_register_bytes(a, cursor_next_word(a->cursor));
  (void)unused;
  if (!assembly_more(a, OP_COMPUTE)) return false;
  a->instruction->arithmetic = ARITHMETIC_SUB;
  a->instruction->left = operand_constant(0);
  return assembly_destination(a) && assembly_comma(a) &&
         assembly_source(a, &a->instruction->value) &&
         aarch64_clear_upper(a, bytes, a->instruction->destination);
}

/* BIC W0,W1,W2: W1 AND NOT W2 */
static bool read_bit_clear(struct assembling *a, int unused) {
  struct operand kept, bits;
  unsigned bytes = aarch64_register_bytes(a, cursor_next_word(a->cursor));
  int destination;
  (void)unused;
  if (!assembly_more(a, OP_NOP) || !assembly_destination(a)) return false;
  destination = a->instruction->destination;
  a->instruction->destination = NO_REGISTER;
  return assembly_comma(a) && assembly_source(a, &kept) && assembly_comma(a) &&
         assembly_source(a, &bits) &&
         aarch64_compute_hidden(a, "kept", ARITHMETIC_XOR, bits, operand_constant(-1)) &&
         aarch64_compute(a, destination, ARITHMETIC_AND, kept, aarch64_operand(a, "kept")) &&
         aarch64_clear_upper(a, bytes, destination);
}

/* The two registers of a pair, of one width: what is stored, or where the loads go. */
static bool read_two(struct assembling *a, int which, struct instruction *two) {
  unsigned bytes = aarch64_register_bytes(a, cursor_next_word(a->cursor));
  for (unsigned k = 0; k < 2; k++) {
    if (k && !assembly_comma(a)) return false;
    struct span name = cursor_next_word(a->cursor);
    if (aarch64_register_bytes(a, name) != bytes)
      return cursor_fail(a->cursor, name, "expected a register as wide as the first");
    if (which & STORES ? !assembly_source(a, &a->instruction->value) : !assembly_destination(a))
      return false;
    two[k].value = a->instruction->value;
    two[k].destination = a->instruction->destination;
    two[k].size = bytes;
    a->instruction->value = (struct operand){ .kind = OPERAND_NONE };
    a->instruction->destination = NO_REGISTER;
  }
  bool same = !(which & STORES) && two[0].destination == two[1].destination;
  return !same ||
         cursor_fail(a->cursor, a->mnemonic, "unsupported: a pair of loads into one register");
}

/* LDP W0,W1,[X2]: two accesses, in no order, since they are of one instruction. */
static bool read_pair(struct assembling *a, int which) {
  struct instruction two[2];
  struct operand base, offset, places[2];
  if (!assembly_more(a, OP_NOP) || !read_two(a, which, two) || !assembly_comma(a) ||
      !read_places(a, &base, &offset))
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
        !aarch64_compute(a, (int)places[k].index, ARITHMETIC_ADD, base, distance))
      return false;
  }
  for (unsigned k = 0; k < 2; k++) {
    if (!assembly_more(a, which & STORES ? OP_STORE : OP_LOAD)) return false;
    a->instruction->value = two[k].value;
    a->instruction->destination = two[k].destination;
    a->instruction->size = two[k].size;
    a->instruction->address = places[k];
  }
  a->instruction->unsequenced_until = a->reader->program->threads[a->thread].length;
  a->instruction->unsequenced_from = a->instruction->unsequenced_until - 1;
  return true;
}

/* CASP W0,W1,W2,W3,[X4]: a CAS of each of two neighbours, which both store or neither does; in no
 * order, as of one instruction. */
static bool read_compare_and_swap_pair(struct assembling *a, int which) {
  struct instruction found[2], compared[2], stored[2];
  if (!assembly_more(a, OP_NOP)) return false;
  size_t at = a->cursor->at;
  if (!read_two(a, 0, found)) return false;
  a->cursor->at = at;
  if (!read_two(a, STORES, compared) || !assembly_comma(a)) return false;
  struct span second = cursor_next_word(a->cursor);
  if (!read_two(a, STORES, stored) || !assembly_comma(a)) return false;
  if (stored[0].size != found[0].size)
    return cursor_fail(a->cursor, second, "expected a register as wide as the first");
  if (!read_address(a)) return false;
  struct operand address = a->instruction->address;
  a->instruction->address = (struct operand){ .kind = OPERAND_NONE };
  for (unsigned k = 0; k < 2; k++) {
    struct instruction *rmw = assembly_more(a, OP_RMW);
    if (!rmw) return false;
    rmw->arithmetic = ARITHMETIC_CAS;
    rmw->may_fail = true;
    rmw->paired = k == 0;
    rmw->fail_order = which & ORDERED ? ORDER_ACQUIRE : ORDER_RELAXED;
    rmw->destination = found[k].destination;
    rmw->left = compared[k].value;
    rmw->value = stored[k].value;
    rmw->size = found[k].size;
    rmw->address = address;
    mark_atomic(a, which, true);
  }
  return true;
}

static bool read_branch_on_register(struct assembling *a, int comparison) {
  unsigned bytes = aarch64_register_bytes(a, cursor_next_word(a->cursor));
  struct operand tested;
  if (!assembly_more(a, OP_BRANCH)) return false;
  a->instruction->comparison = (enum comparison)comparison;
  a->instruction->value = operand_constant(0);
  if (!assembly_source(a, &tested) ||
      !assembly_extend_before(a, "tested", ARITHMETIC_ZERO_EXTEND, bytes, &tested))
    return false;
  a->instruction->left = tested;
  return assembly_comma(a) && jump_read(a->reader, a->thread);
}

/* TBZ W0,#n,L: a jump where that bit is 0. */
static bool read_branch_on_bit(struct assembling *a, int comparison) {
  struct operand tested;
  int64_t bit;
  struct span name = cursor_next_word(a->cursor);
  if (!assembly_more(a, OP_NOP) || !assembly_source(a, &tested) || !assembly_comma(a) ||
      !cursor_expect(a->cursor, "#", "\"#\"") ||
      !cursor_number_within(a->cursor, 0, 8 * aarch64_register_bytes(a, name) - 1, "a bit", &bit) ||
      !assembly_comma(a) ||
      !aarch64_compute_hidden(a, "bit", ARITHMETIC_AND, tested,
                              operand_constant((int64_t)(UINT64_C(1) << bit))) ||
      !assembly_more(a, OP_BRANCH))
    return false;
  a->instruction->comparison = (enum comparison)comparison;
  a->instruction->left = aarch64_operand(a, "bit");
  a->instruction->value = operand_constant(0);
  return jump_read(a->reader, a->thread);
}

static bool read_barrier(struct assembling *a, int dsb) {
  static const char *const options[] = { "SY",    "LD",  "ST",    "ISH",  "ISHLD",
                                         "ISHST", "OSH", "OSHLD", "OSHST" };
  struct span word;
  if (!cursor_word(a->cursor, &word))
    return cursor_expected(a->cursor, "SY, LD, ST or another domain");
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
    if (!span_is(a->cursor, word, options[i])) continue;
    char tag[16];
    strcpy(tag, dsb ? "DSB." : "DMB.");
    strcat(tag, options[i]);
    return assembly_fence(a, tag,
                          i % 3 == 0   ? ORDER_SC
                          : i % 3 == 1 ? ORDER_ACQUIRE
                                       : ORDER_RELEASE);
  }
  return cursor_fail(a->cursor, word, "expected SY, LD, ST or another domain, found \"%.*s\"",
                     SPAN(a->cursor, word));
}

static bool read_isb(struct assembling *a, int unused) {
  (void)unused;
  return assembly_fence(a, "ISB", ORDER_RELAXED);
}

#define SIZES(name, read, which) \
  { name, read, which }, { name "B", read, (which) | BYTE }, { name "H", read, (which) | HALF }

#define ATOMIC(name, arithmetic)                                                \
  SIZES(name, read_atomic, (arithmetic) << ARITHMETIC_FROM),                    \
      SIZES(name "A", read_atomic, (arithmetic) << ARITHMETIC_FROM | ORDERED),  \
      SIZES(name "L", read_atomic, (arithmetic) << ARITHMETIC_FROM | RELEASES), \
      SIZES(name "AL", read_atomic, (arithmetic) << ARITHMETIC_FROM | ORDERED | RELEASES)
#define BOTH_FORMS(name, arithmetic)                                           \
  ATOMIC("LD" name, arithmetic),                                               \
      SIZES("ST" name, read_atomic, (arithmetic) << ARITHMETIC_FROM | STORES), \
      SIZES("ST" name "L", read_atomic, (arithmetic) << ARITHMETIC_FROM | STORES | RELEASES)

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
  { "MVN", read_not, 0 },
  { "NEG", read_negate, 0 },
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
  { "B.EQ", aarch64_branch_on_condition, 0 },
  { "B.NE", aarch64_branch_on_condition, 0 },
  { "B.MI", aarch64_branch_on_condition, 0 },
  { "B.PL", aarch64_branch_on_condition, 0 },
  { "B.GE", aarch64_branch_on_condition, 0 },
  { "B.LT", aarch64_branch_on_condition, 0 },
  { "B.GT", aarch64_branch_on_condition, 0 },
  { "B.LE", aarch64_branch_on_condition, 0 },
  { "B.CS", aarch64_branch_on_condition, 0 },
  { "B.HS", aarch64_branch_on_condition, 0 },
  { "B.CC", aarch64_branch_on_condition, 0 },
  { "B.LO", aarch64_branch_on_condition, 0 },
  { "B.HI", aarch64_branch_on_condition, 0 },
  { "B.LS", aarch64_branch_on_condition, 0 },
  { "B.VS", aarch64_branch_on_condition, 0 },
  { "B.VC", aarch64_branch_on_condition, 0 },
  { "CBZ", read_branch_on_register, COMPARE_EQ },
  { "CBNZ", read_branch_on_register, COMPARE_NE },
  { "TBZ", read_branch_on_bit, COMPARE_EQ },
  { "TBNZ", read_branch_on_bit, COMPARE_NE },
  { "B", assembly_goto, 0 },
  { "DMB", read_barrier, 0 },
  { "DSB", read_barrier, 1 },
  { "ISB", read_isb, 0 },
  { "NOP", assembly_nop, 0 },
  SIZES("CAS", read_compare_and_swap, 0),
  SIZES("CASA", read_compare_and_swap, ORDERED),
  SIZES("CASL", read_compare_and_swap, RELEASES),
  SIZES("CASAL", read_compare_and_swap, ORDERED | RELEASES),
  { "CASP", read_compare_and_swap_pair, 0 },
  { "CASPA", read_compare_and_swap_pair, ORDERED },
  { "CASPL", read_compare_and_swap_pair, RELEASES },
  { "CASPAL", read_compare_and_swap_pair, ORDERED | RELEASES },
  ATOMIC("SWP", ARITHMETIC_MOVE),
  BOTH_FORMS("ADD", ARITHMETIC_ADD),
  BOTH_FORMS("CLR", ARITHMETIC_AND),
  BOTH_FORMS("EOR", ARITHMETIC_XOR),
  BOTH_FORMS("SET", ARITHMETIC_OR),
  BOTH_FORMS("SMAX", ARITHMETIC_MAX),
  BOTH_FORMS("SMIN", ARITHMETIC_MIN),
  BOTH_FORMS("UMAX", ARITHMETIC_MAX_UNSIGNED),
  BOTH_FORMS("UMIN", ARITHMETIC_MIN_UNSIGNED),
  { NULL, NULL, 0 }
};

static const struct assembly assembly = { "AArch64", mnemonics, register_name, "XZR", false };

static bool read_code(struct reader *reader) {
  reader->program->registers_are_events = true;
  reader_tag(reader, "A"); /* here A is the acquires, if there are any; it never is the atomic
                              accesses, as where no tag is A */
  return assembly_read(reader);
}

const struct dialect dialect_aarch64 = { .name = "AArch64",
                                         .read_initial = assembly_initial,
                                         .read_code = read_code,
                                         .assembly = &assembly,
                                         .addresses = true,
                                         .has_no_scopes = true,
                                         .cutting = CUTS_LOADS };
