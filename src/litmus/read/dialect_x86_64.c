/* The X86_64 dialect as herd7 writes it, in AT&T's order (Intel SDM, vol. 2: the instructions'
 * names):
 *
 *   movq $1,(x)   movl (x),%eax   movq %rax,8(%rbx)   movb $1,1(x)   xchgq %rax,(x)   mfence,
 * lfence, sfence addq, subq, andq, orq, xorq $1,%rax   incq, decq %rax   lock addq $1,(x)   lock
 * incq (x)   lock cmpxchgq %rbx,(x) cmpq $1,%rax   je, jne, jl, jle, jg, jge, jmp L   nop
 *
 * Registers go by their names of 64 bits: %eax is the low half of rax, and the size of an access
 * says which is meant. What writes the low half clears the other one (Intel SDM, vol. 1, 3.4.1.1).
 * XCHG is locked whatever it says; what is locked has the tag X (dialect_x86.c).  An instruction
 * that reads memory and writes it without a lock would be two accesses: it is refused by name, and
 * so is a load into a part of a register. */
#include "litmus/read/assembly.h"

#include <ctype.h>
#include <string.h>

enum {
  NO_SIZE = 0,
  PART_OF_REGISTER = 2
}; /* bytes: of 1 and of 2 the rest of a register stays what it was */

static const struct {
  const char *name;
  unsigned bytes;
  const char *whole;
} registers[] = {
  { "RAX", 8, "rax" }, { "EAX", 4, "rax" }, { "AX", 2, "rax" },  { "AL", 1, "rax" },
  { "RBX", 8, "rbx" }, { "EBX", 4, "rbx" }, { "BX", 2, "rbx" },  { "BL", 1, "rbx" },
  { "RCX", 8, "rcx" }, { "ECX", 4, "rcx" }, { "CX", 2, "rcx" },  { "CL", 1, "rcx" },
  { "RDX", 8, "rdx" }, { "EDX", 4, "rdx" }, { "DX", 2, "rdx" },  { "DL", 1, "rdx" },
  { "RSI", 8, "rsi" }, { "ESI", 4, "rsi" }, { "SI", 2, "rsi" },  { "SIL", 1, "rsi" },
  { "RDI", 8, "rdi" }, { "EDI", 4, "rdi" }, { "DI", 2, "rdi" },  { "DIL", 1, "rdi" },
  { "RBP", 8, "rbp" }, { "EBP", 4, "rbp" }, { "RSP", 8, "rsp" }, { "ESP", 4, "rsp" }
};

/* R8, R8D, R8W, R8B to R15 */
static unsigned numbered_register(const char *name, size_t length, char whole[16]) {
  size_t digits = 1;
  while (digits < length && isdigit((unsigned char)name[digits])) digits++;
  int number = digits == 2 ? name[1] - '0' : digits == 3 && name[1] == '1' ? 10 + name[2] - '0' : 0;
  if (toupper((unsigned char)name[0]) != 'R' || number < 8 || number > 15 || length > digits + 1)
    return 0;
  static const struct {
    char letter;
    unsigned bytes;
  } suffixes[] = { { 'D', 4 }, { 'W', 2 }, { 'B', 1 } };
  unsigned bytes = length == digits ? 8 : 0;
  for (size_t i = 0; i < 3; i++)
    if (length > digits && toupper((unsigned char)name[digits]) == suffixes[i].letter)
      bytes = suffixes[i].bytes;
  memcpy(whole, name, digits);
  whole[0] = 'r';
  whole[digits] = 0;
  return bytes;
}

/* The bytes of the register that the word names, 0 where it names none. */
static unsigned find_register(const struct cursor *cursor, struct span word, char whole[16]) {
  for (size_t i = 0; i < sizeof registers / sizeof *registers; i++) {
    const char *name = registers[i].name;
    bool equal = strlen(name) == word.length;
    for (size_t k = 0; equal && k < word.length; k++)
      equal = toupper((unsigned char)cursor->source->text[word.start + k]) == name[k];
    if (equal) return strcpy(whole, registers[i].whole), registers[i].bytes;
  }
  return word.length ? numbered_register(cursor->source->text + word.start, word.length, whole) : 0;
}

static bool register_name(const struct cursor *cursor, struct span word, char name[16]) {
  return find_register(cursor, word, name) != NO_SIZE;
}

/* ---- operands ---- */

struct named {
  enum { IMMEDIATE, REGISTER, MEMORY } kind;
  struct operand operand, offset; /* MEMORY: base + offset */
  unsigned bytes;                 /* REGISTER */
};

static bool read_register(struct assembling *a, enum register_use use, struct named *place) {
  char whole[16];
  if (!cursor_expect(a->cursor, "%", "\"%\" and a register")) return false;
  place->kind = REGISTER;
  place->bytes = find_register(a->cursor, cursor_next_word(a->cursor), whole);
  int index = assembly_register(a, use);
  place->operand = operand_register(index);
  return index >= 0;
}

/* (x), 8(x), (%rax), 8(%rax) or (%rax,%rbx) */
static bool read_memory(struct assembling *a, struct named *place) {
  struct named base, index;
  struct span name;
  int64_t distance = 0;
  if (cursor_starts_number(a->cursor) &&
      !cursor_number_within(a->cursor, INT32_MIN, INT32_MAX, "a distance", &distance))
    return false;
  if (!cursor_expect(a->cursor, "(", "\"(\" and an address")) return false;
  *place = (struct named){ .kind = MEMORY, .offset = operand_constant(distance) };
  if (cursor_peek(a->cursor) == '%') {
    if (!read_register(a, REGISTER_READ, &base)) return false;
    place->operand = base.operand;
    if (cursor_accept(a->cursor, ",")) {
      if (distance)
        return cursor_fail(a->cursor, a->mnemonic, "unsupported: an address of three parts");
      if (!read_register(a, REGISTER_READ, &index)) return false;
      place->offset = index.operand;
    }
    return cursor_expect(a->cursor, ")", "\")\"");
  }
  if (!cursor_word(a->cursor, &name)) return cursor_expected(a->cursor, "a location or a register");
  int location = reader_address(a->reader, name, true);
  if (location < 0 || !cursor_expect(a->cursor, ")", "\")\"")) return false;
  if (distance < 0)
    return cursor_fail(a->cursor, name, "unsupported: an address before a location");
  place->operand =
      (struct operand){ .kind = OPERAND_LOCATION, .index = (unsigned)location, .number = distance };
  place->offset.number = 0;
  return true;
}

static bool read_operand(struct assembling *a, enum register_use use, struct named *place) {
  if (cursor_peek(a->cursor) == '%') return read_register(a, use, place);
  if (!cursor_accept(a->cursor, "$")) return read_memory(a, place);
  *place = (struct named){ .kind = IMMEDIATE, .operand = operand_constant(0) };
  return cursor_number(a->cursor, &place->operand.number);
}

/* Makes the instruction in work an access to memory. */
static bool set_access(struct assembling *a, enum opcode opcode, const struct named *memory,
                       unsigned bytes) {
  a->instruction->opcode = opcode;
  a->instruction->size = bytes;
  if (memory->operand.kind == OPERAND_LOCATION) a->instruction->address = memory->operand;
  else if (!assembly_sum(a, memory->operand, memory->offset, &a->instruction->address))
    return false;
  return true;
}

static bool two_memories(struct assembling *a, const struct named *first,
                         const struct named *second) {
  if (first->kind != MEMORY || second->kind != MEMORY) return false;
  return !cursor_fail(a->cursor, a->mnemonic, "expected one operand in memory at most");
}

static unsigned bytes_of(unsigned suffix, const struct named *first, const struct named *second) {
  return suffix ? suffix : first->bytes ? first->bytes : second->bytes ? second->bytes : 4;
}

static bool keeps_a_part(struct assembling *a, unsigned bytes) {
  if (bytes > PART_OF_REGISTER) return false;
  return !cursor_fail(a->cursor, a->mnemonic,
                      "unsupported: an instruction that writes a part of a register");
}

/* ---- instructions ---- */

static bool read_mov(struct assembling *a, int suffix) {
  struct named from = { 0 }, to = { 0 };
  if (!assembly_more(a, OP_COMPUTE) || !read_operand(a, REGISTER_READ, &from) || !assembly_comma(a))
    return false;
  if (!read_operand(a, REGISTER_WRITTEN, &to) || two_memories(a, &from, &to)) return false;
  unsigned bytes = bytes_of((unsigned)suffix, &from, &to);
  if (to.kind == IMMEDIATE)
    return cursor_fail(a->cursor, a->mnemonic, "expected a register or memory to write to");
  if (to.kind == MEMORY) {
    if (!set_access(a, OP_STORE, &to, bytes)) return false;
    a->instruction->value = from.operand;
    return true;
  }
  if (keeps_a_part(a, bytes)) return false;
  if (from.kind == MEMORY && !set_access(a, OP_LOAD, &from, bytes)) return false;
  a->instruction->destination = (int)to.operand.index;
  if (from.kind == MEMORY) return true; /* memory has no more bytes to give */
  a->instruction->value = from.operand;
  return bytes == 8 || assembly_clear_upper(a, (int)to.operand.index);
}

/* An atomic operation on memory; `destination` gets what was there. */
static bool set_atomic(struct assembling *a, enum arithmetic arithmetic, const struct named *memory,
                       struct operand value, int destination, unsigned bytes) {
  if (!set_access(a, OP_RMW, memory, bytes)) return false;
  a->instruction->arithmetic = arithmetic;
  a->instruction->value = value;
  a->instruction->destination = destination;
  a->instruction->order = ORDER_SC;
  a->instruction->scope = SCOPE_SYSTEM;
  return assembly_tag(a, "X");
}

static bool read_xchg(struct assembling *a, int suffix) {
  struct named first = { 0 }, second = { 0 };
  if (!assembly_more(a, OP_RMW) || !read_operand(a, REGISTER_WRITTEN, &first) || !assembly_comma(a))
    return false;
  if (!read_operand(a, REGISTER_WRITTEN, &second)) return false;
  const struct named *memory = first.kind == MEMORY ? &first : &second,
                     *held = first.kind == MEMORY ? &second : &first;
  if (memory->kind != MEMORY || held->kind != REGISTER)
    return cursor_fail(a->cursor, a->mnemonic, "expected a register and memory");
  unsigned bytes = bytes_of((unsigned)suffix, held, held);
  return !keeps_a_part(a, bytes) &&
         set_atomic(a, ARITHMETIC_MOVE, memory, held->operand, (int)held->operand.index, bytes);
}

/* The register gets what is computed; of a half of it, this clears the other one. */
static bool write_result(struct assembling *a, const struct named *target) {
  a->instruction->destination = (int)target->operand.index;
  return target->bytes == 8 || assembly_clear_upper(a, (int)target->operand.index);
}

/* The operation of two operands, on a register. */
static bool read_compute(struct assembling *a, int arithmetic) {
  struct named value = { 0 }, target = { 0 };
  if (!assembly_more(a, OP_COMPUTE) || !read_operand(a, REGISTER_READ, &value) ||
      !assembly_comma(a))
    return false;
  if (!read_operand(a, REGISTER_WRITTEN, &target)) return false;
  if (value.kind == MEMORY || target.kind != REGISTER)
    return cursor_fail(a->cursor, a->mnemonic, "unsupported: arithmetic on memory without a lock");
  if (keeps_a_part(a, target.bytes)) return false;
  a->instruction->arithmetic = (enum arithmetic)arithmetic;
  a->instruction->left = target.operand;
  a->instruction->value = value.operand;
  return write_result(a, &target);
}

/* inc and dec of a register */
static bool read_step(struct assembling *a, int arithmetic) {
  struct named target = { 0 };
  if (!assembly_more(a, OP_COMPUTE) || !read_operand(a, REGISTER_WRITTEN, &target)) return false;
  if (target.kind != REGISTER)
    return cursor_fail(a->cursor, a->mnemonic, "unsupported: arithmetic on memory without a lock");
  if (keeps_a_part(a, target.bytes)) return false;
  a->instruction->arithmetic = (enum arithmetic)arithmetic;
  a->instruction->left = target.operand;
  a->instruction->value = operand_constant(1);
  return write_result(a, &target);
}

static bool read_locked_compute(struct assembling *a, int arithmetic, int suffix) {
  struct named value = { 0 }, target = { 0 };
  if (!read_operand(a, REGISTER_READ, &value) || !assembly_comma(a) || !read_memory(a, &target))
    return false;
  if (value.kind == MEMORY)
    return cursor_fail(a->cursor, a->mnemonic, "expected a register or a number");
  int nowhere = assembly_hidden(a, "nowhere", REGISTER_WRITTEN);
  return nowhere >= 0 && set_atomic(a, (enum arithmetic)arithmetic, &target, value.operand, nowhere,
                                    bytes_of((unsigned)suffix, &value, &value));
}

/* Of 4 bytes, rax gets what was there only where the comparison fails, and keeps its upper half
 * else (Intel SDM, vol. 2A, CMPXCHG): the exchange answers into a hidden register, whose equality
 * with the low half chooses. */
static bool keep_where_equal(struct assembling *a, int rax, int old) {
  if (!assembly_more(a, OP_COMPUTE)) return false;
  int low = assembly_hidden(a, "low", REGISTER_WRITTEN);
  a->instruction->arithmetic = ARITHMETIC_ZERO_EXTEND;
  a->instruction->left = operand_constant(4);
  a->instruction->value = operand_register(rax);
  a->instruction->destination = low;
  if (low < 0 || !assembly_more(a, OP_BRANCH)) return false;
  struct thread *thread = &a->reader->program->threads[a->thread];
  unsigned branch = thread->length - 1;
  a->instruction->comparison = COMPARE_EQ;
  a->instruction->left = operand_register(low);
  a->instruction->value = operand_register(old);
  a->instruction->selects = true;
  if (!assembly_more(a, OP_COMPUTE)) return false;
  a->instruction->arithmetic = ARITHMETIC_MOVE;
  a->instruction->value = operand_register(old);
  a->instruction->destination = rax;
  thread->instructions[branch].target = thread->instructions[branch].join = thread->length;
  return true;
}

/* old == rax ? value : old, which rax gets */
static bool read_locked_compare(struct assembling *a, int unused, int suffix) {
  struct named value = { 0 }, target = { 0 };
  (void)unused;
  if (!read_register(a, REGISTER_READ, &value) || !assembly_comma(a) || !read_memory(a, &target))
    return false;
  unsigned bytes = bytes_of((unsigned)suffix, &value, &value);
  int expected = assembly_hidden(a, "rax", REGISTER_WRITTEN);
  int old = bytes == 4 ? assembly_hidden(a, "old", REGISTER_WRITTEN) : expected;
  if (expected < 0 || old < 0 || keeps_a_part(a, bytes)) return false;
  if (!set_atomic(a, ARITHMETIC_CAS, &target, value.operand, old, bytes)) return false;
  a->instruction->left = operand_register(expected);
  a->instruction->may_fail = true;
  a->instruction->fail_order = ORDER_SC;
  return bytes == 8 || keep_where_equal(a, expected, old);
}

static bool read_locked_step(struct assembling *a, int arithmetic, int suffix) {
  struct named target = { 0 };
  int nowhere = assembly_hidden(a, "nowhere", REGISTER_WRITTEN);
  return nowhere >= 0 && read_memory(a, &target) &&
         set_atomic(a, (enum arithmetic)arithmetic, &target, operand_constant(1), nowhere,
                    suffix ? (unsigned)suffix : 4);
}

static bool read_locked_xchg(struct assembling *a, int unused, int suffix) {
  (void)unused;
  return read_xchg(a, suffix);
}

/* What may stand after `lock`, without the letter of its size. */
static const struct {
  const char *name;
  bool (*read)(struct assembling *a, int which, int suffix);
  int which;
} locked[] = {
  { "ADD", read_locked_compute, ARITHMETIC_ADD }, { "SUB", read_locked_compute, ARITHMETIC_SUB },
  { "AND", read_locked_compute, ARITHMETIC_AND }, { "OR", read_locked_compute, ARITHMETIC_OR },
  { "XOR", read_locked_compute, ARITHMETIC_XOR }, { "INC", read_locked_step, ARITHMETIC_ADD },
  { "DEC", read_locked_step, ARITHMETIC_SUB },    { "XCHG", read_locked_xchg, 0 },
  { "CMPXCHG", read_locked_compare, 0 }
};

static int suffix_bytes(char letter) {
  static const char letters[] = "BWLQ";
  const char *found = letter ? strchr(letters, letter) : NULL;
  return found ? 1 << (found - letters) : -1;
}

static bool read_lock(struct assembling *a, int unused) {
  struct span word;
  char name[16] = "";
  (void)unused;
  if (!cursor_word(a->cursor, &word))
    return cursor_expected(a->cursor, "an instruction that is locked");
  for (size_t i = 0; i < word.length && i < sizeof name - 1; i++)
    name[i] = (char)toupper((unsigned char)a->cursor->source->text[word.start + i]);
  for (size_t i = 0; i < sizeof locked / sizeof *locked; i++) {
    size_t length = strlen(locked[i].name);
    int suffix = word.length == length       ? NO_SIZE
                 : word.length == length + 1 ? suffix_bytes(name[length])
                                             : -1;
    if (strncmp(name, locked[i].name, length) != 0 || suffix < 0) continue;
    return (locked[i].read == read_locked_xchg || assembly_more(a, OP_RMW)) &&
           locked[i].read(a, locked[i].which, suffix);
  }
  return cursor_fail(a->cursor, word, "unsupported: the instruction \"lock %.*s\"",
                     SPAN(a->cursor, word));
}

/* The flags keep the second operand less the first, both with the signs that so many bytes have. */
static bool read_cmp(struct assembling *a, int suffix) {
  struct named less = { 0 }, from = { 0 };
  if (!assembly_more(a, OP_COMPUTE) || !read_operand(a, REGISTER_READ, &less) || !assembly_comma(a))
    return false;
  if (!read_operand(a, REGISTER_READ, &from)) return false;
  if (less.kind == MEMORY || from.kind != REGISTER)
    return cursor_fail(a->cursor, a->mnemonic, "unsupported: a comparison with memory");
  unsigned bytes = bytes_of((unsigned)suffix, &from, &less);
  if (!assembly_extend_before(a, "left", ARITHMETIC_SIGN_EXTEND, bytes, &from.operand) ||
      !assembly_extend_before(a, "right", ARITHMETIC_SIGN_EXTEND, bytes, &less.operand))
    return false;
  a->instruction->arithmetic = ARITHMETIC_SUB;
  a->instruction->left = from.operand;
  a->instruction->value = less.operand;
  a->instruction->destination = assembly_hidden(a, "flags", REGISTER_WRITTEN);
  return a->instruction->destination >= 0;
}

#define SIZED(name, read)                                                                         \
  { name, read, NO_SIZE }, { name "B", read, 1 }, { name "W", read, 2 }, { name "L", read, 4 }, { \
    name "Q", read, 8                                                                             \
  }
#define SAME(name, read, which)                                                \
  { name, read, which }, { name "B", read, which }, { name "W", read, which }, \
      { name "L", read, which }, {                                             \
    name "Q", read, which                                                      \
  }

static const struct mnemonic mnemonics[] = { SIZED("MOV", read_mov),
                                             SIZED("XCHG", read_xchg),
                                             { "LOCK", read_lock, 0 },
                                             SAME("ADD", read_compute, ARITHMETIC_ADD),
                                             SAME("SUB", read_compute, ARITHMETIC_SUB),
                                             SAME("AND", read_compute, ARITHMETIC_AND),
                                             SAME("OR", read_compute, ARITHMETIC_OR),
                                             SAME("XOR", read_compute, ARITHMETIC_XOR),
                                             SAME("INC", read_step, ARITHMETIC_ADD),
                                             SAME("DEC", read_step, ARITHMETIC_SUB),
                                             SIZED("CMP", read_cmp),
                                             { "JE", assembly_branch_on_flags, COMPARE_EQ },
                                             { "JNE", assembly_branch_on_flags, COMPARE_NE },
                                             { "JL", assembly_branch_on_flags, COMPARE_LT },
                                             { "JLE", assembly_branch_on_flags, COMPARE_LE },
                                             { "JG", assembly_branch_on_flags, COMPARE_GT },
                                             { "JGE", assembly_branch_on_flags, COMPARE_GE },
                                             { "JMP", assembly_goto, 0 },
                                             { "NOP", assembly_nop, 0 },
                                             { "ENDBR64", assembly_nop, 0 },
                                             { "MFENCE", assembly_x86_fence, 0 },
                                             { "LFENCE", assembly_x86_fence, 1 },
                                             { "SFENCE", assembly_x86_fence, 2 },
                                             { NULL, NULL, 0 } };

static const struct assembly assembly = { "X86_64", mnemonics, register_name, NULL, false };

const struct dialect dialect_x86_64 = { .name = "X86_64",
                                        .read_initial = assembly_initial,
                                        .read_code = assembly_read,
                                        .assembly = &assembly,
                                        .addresses = true,
                                        .has_no_scopes = true,
                                        .cutting = CUTS_PARTS };
