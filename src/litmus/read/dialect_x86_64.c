/* The X86_64 dialect as herd7 writes it, in AT&T's order (Intel SDM, vol. 2: the instructions'
 * names):
 *
 *   movq $1,(x)   movl (x),%eax   movq %rax,8(%rbx)   movb $1,1(x)   xchgq %rax,(x)
 *   addq, subq, andq, orq, xorq $1,%rax   incq, decq %rax   mfence, lfence, sfence
 *   lock addq $1,(x)   lock incq (x)   lock cmpxchgq %rbx,(x)
 *   cmpq $1,%rax   je, jne, jl, jle, jg, jge, jmp L   nop
 *
 * Registers go by their 64-bit names: %eax is the low half of rax, and the size of an access says
 * which is meant.  A write of the low half clears the other one (Intel SDM, vol. 1, 3.4.1.1).  XCHG
 * is locked even without a prefix; locked accesses have the tag X (dialect_x86.c).  Two kinds are
 * refused by name.  One reads and writes memory without a lock, which would be two accesses.  The
 * other loads into a part of a register. */
#include "litmus/read/assembly.h"
#include "litmus/read/names.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes: writes of 1 and 2 leave the rest of a register as it was. */
enum { PART_OF_REGISTER = 2, SIZE_FROM = 8 };

static const struct {
  const char *names[4]; /* of 8, 4, 2 and 1 bytes */
  const char *whole;
} registers[] = { { { "RAX", "EAX", "AX", "AL" }, "rax" },
                  { { "RBX", "EBX", "BX", "BL" }, "rbx" },
                  { { "RCX", "ECX", "CX", "CL" }, "rcx" },
                  { { "RDX", "EDX", "DX", "DL" }, "rdx" },
                  { { "RSI", "ESI", "SI", "SIL" }, "rsi" },
                  { { "RDI", "EDI", "DI", "DIL" }, "rdi" },
                  { { "RBP", "EBP" }, "rbp" },
                  { { "RSP", "ESP" }, "rsp" } };

/* R8, R8D, R8W, R8B to R15: its bytes, or 0. */
static unsigned numbered_register(const char *name, char whole[16]) {
  static const char suffixes[] = "\0DWB";
  char *end;
  long number = isdigit((unsigned char)name[1]) && name[1] != '0' ? strtol(name + 1, &end, 10) : 0;
  if (name[0] != 'R' || number < 8 || number > 15 || strlen(end) > 1) return 0;
  const char *suffix = memchr(suffixes, *end, 4);
  if (!suffix) return 0;
  snprintf(whole, 16, "r%ld", number);
  return 8u >> (suffix - suffixes);
}

/* The bytes of the register that the word names, 0 where it names none. */
static unsigned find_register(const struct cursor *cursor, struct span word, char whole[16]) {
  char name[8] = "";
  if (word.length < 2 || word.length > 4) return 0;
  for (size_t k = 0; k < word.length; k++)
    name[k] = (char)toupper((unsigned char)cursor->source->text[word.start + k]);
  for (size_t i = 0; i < sizeof registers / sizeof *registers; i++)
    for (unsigned k = 0; k < 4 && registers[i].names[k]; k++)
      if (text_equal(name, registers[i].names[k])) {
        strcpy(whole, registers[i].whole);
        return 8u >> k;
      }
  return numbered_register(name, whole);
}

static bool register_name(const struct cursor *cursor, struct span word, char name[16]) {
  return find_register(cursor, word, name) != 0;
}

/* ---- operands ---- */

struct x86_operand {
  enum { IMMEDIATE, REGISTER, MEMORY } kind;
  struct operand operand, offset; /* MEMORY: base + offset */
  unsigned bytes;                 /* REGISTER */
};

static bool read_register(struct assembling *a, enum register_use use, struct x86_operand *read) {
  char whole[16];
  if (!cursor_expect(a->cursor, "%", "\"%\" and a register")) return false;
  read->kind = REGISTER;
  read->bytes = find_register(a->cursor, cursor_next_word(a->cursor), whole);
  int index = assembly_register(a, use);
  read->operand = operand_register(index);
  return index >= 0;
}

/* (%rax), 8(%rax) or (%rax,%rbx), from the sign on */
static bool read_base(struct assembling *a, int64_t distance, struct x86_operand *memory) {
  struct x86_operand base, index;
  if (!read_register(a, REGISTER_READ, &base)) return false;
  memory->operand = base.operand;
  if (cursor_accept(a->cursor, ",")) {
    if (distance)
      return cursor_fail(a->cursor, a->mnemonic, "unsupported: an address of three parts");
    if (!read_register(a, REGISTER_READ, &index)) return false;
    memory->offset = index.operand;
  }
  return cursor_expect(a->cursor, ")", "\")\"");
}

/* (x), 8(x), or with a register */
static bool read_memory(struct assembling *a, struct x86_operand *memory) {
  struct span name;
  int64_t distance = 0;
  if (cursor_starts_number(a->cursor) &&
      !cursor_number_within(a->cursor, INT32_MIN, INT32_MAX, "a distance", &distance))
    return false;
  if (!cursor_expect(a->cursor, "(", "\"(\" and an address")) return false;
  *memory = (struct x86_operand){ .kind = MEMORY, .offset = operand_constant(distance) };
  if (cursor_peek(a->cursor) == '%') return read_base(a, distance, memory);
  if (!cursor_word(a->cursor, &name)) return cursor_expected(a->cursor, "a location or a register");
  int location = reader_address(a->reader, name, true);
  if (location < 0 || !cursor_expect(a->cursor, ")", "\")\"")) return false;
  if (distance < 0)
    return cursor_fail(a->cursor, name, "unsupported: an address before a location");
  memory->operand = operand_location(location);
  memory->operand.number = distance;
  return true;
}

static bool read_operand(struct assembling *a, enum register_use use, struct x86_operand *read) {
  *read = (struct x86_operand){ .kind = IMMEDIATE, .operand = operand_constant(0) };
  if (cursor_peek(a->cursor) == '%') return read_register(a, use, read);
  if (!cursor_accept(a->cursor, "$")) return read_memory(a, read);
  return cursor_number(a->cursor, &read->operand.number);
}

static bool set_access(struct assembling *a, enum opcode opcode, const struct x86_operand *memory,
                       unsigned bytes) {
  a->instruction->opcode = opcode;
  a->instruction->size = bytes;
  struct operand address = memory->operand;
  if (address.kind != OPERAND_LOCATION && !assembly_sum(a, address, memory->offset, &address))
    return false;
  a->instruction->address = address;
  return true;
}

/* Fails where both are memory. */
static bool one_memory(struct assembling *a, const struct x86_operand *first,
                       const struct x86_operand *second) {
  return first->kind != MEMORY || second->kind != MEMORY ||
         cursor_fail(a->cursor, a->mnemonic, "expected one operand in memory at most");
}

/* The bytes of an access: those of the mnemonic, else those of a register, else 4. */
static unsigned bytes_of(int which, const struct x86_operand *first,
                         const struct x86_operand *second) {
  unsigned size = (unsigned)which >> SIZE_FROM;
  return size ? size : first->bytes ? first->bytes : second->bytes ? second->bytes : 4;
}

/* Fails for a write to a part of a register. */
static bool writes_whole(struct assembling *a, unsigned bytes) {
  return bytes > PART_OF_REGISTER ||
         cursor_fail(a->cursor, a->mnemonic,
                     "unsupported: an instruction that writes a part of a register");
}

static bool read_two(struct assembling *a, enum register_use use_of_first,
                     struct x86_operand *first, enum register_use use_of_second,
                     struct x86_operand *second) {
  return read_operand(a, use_of_first, first) && assembly_comma(a) &&
         read_operand(a, use_of_second, second);
}

/* ---- instructions ---- */

static bool read_mov(struct assembling *a) {
  struct x86_operand from, to;
  if (!assembly_more(a, OP_COMPUTE) || !read_two(a, REGISTER_READ, &from, REGISTER_WRITTEN, &to) ||
      !one_memory(a, &from, &to))
    return false;
  unsigned bytes = bytes_of(a->which, &from, &to);
  if (to.kind == IMMEDIATE)
    return cursor_fail(a->cursor, a->mnemonic, "expected a register or memory to write to");
  if (to.kind == MEMORY) {
    if (!set_access(a, OP_STORE, &to, bytes)) return false;
    a->instruction->value = from.operand;
    return true;
  }
  if (!writes_whole(a, bytes)) return false;
  int destination = (int)to.operand.index;
  if (from.kind == MEMORY && !set_access(a, OP_LOAD, &from, bytes)) return false;
  a->instruction->destination = destination;
  if (from.kind == MEMORY) return true; /* memory has no more bytes to give */
  a->instruction->value = from.operand;
  return assembly_clear_upper(a, bytes == 8 ? 8 : 4, destination);
}

/* An atomic operation on memory; `destination` gets the old value. */
static bool set_atomic(struct assembling *a, int which, const struct x86_operand *memory,
                       struct operand value, int destination, unsigned bytes) {
  return set_access(a, OP_RMW, memory, bytes) &&
         assembly_set_atomic(a, (enum arithmetic)(which & 0xff), value, destination, "X");
}

static bool read_xchg(struct assembling *a) {
  struct x86_operand first, second;
  if (!assembly_more(a, OP_RMW) ||
      !read_two(a, REGISTER_WRITTEN, &first, REGISTER_WRITTEN, &second))
    return false;
  const struct x86_operand *memory = first.kind == MEMORY ? &first : &second,
                           *held = first.kind == MEMORY ? &second : &first;
  if (memory->kind != MEMORY || held->kind != REGISTER)
    return cursor_fail(a->cursor, a->mnemonic, "expected a register and memory");
  unsigned bytes = bytes_of(a->which, held, held);
  return writes_whole(a, bytes) &&
         set_atomic(a, ARITHMETIC_MOVE, memory, held->operand, (int)held->operand.index, bytes);
}

/* target := target arithmetic value, in a register. */
static bool compute_in_place(struct assembling *a, int which, const struct x86_operand *target,
                             const struct x86_operand *value) {
  int destination = (int)target->operand.index;
  if (value->kind == MEMORY || target->kind != REGISTER)
    return cursor_fail(a->cursor, a->mnemonic, "unsupported: arithmetic on memory without a lock");
  if (!writes_whole(a, target->bytes)) return false;
  a->instruction->arithmetic = (enum arithmetic)(which & 0xff);
  a->instruction->left = target->operand;
  a->instruction->value = value->operand;
  a->instruction->destination = destination;
  return assembly_clear_upper(a, target->bytes, destination);
}

static bool read_compute(struct assembling *a) {
  struct x86_operand value, target;
  return assembly_more(a, OP_COMPUTE) &&
         read_two(a, REGISTER_READ, &value, REGISTER_WRITTEN, &target) &&
         compute_in_place(a, a->which, &target, &value);
}

/* inc and dec of a register */
static bool read_step(struct assembling *a) {
  struct x86_operand target, one = { .kind = IMMEDIATE, .operand = operand_constant(1) };
  return assembly_more(a, OP_COMPUTE) && read_operand(a, REGISTER_WRITTEN, &target) &&
         compute_in_place(a, a->which, &target, &one);
}

static bool read_locked_compute(struct assembling *a) {
  struct x86_operand value, target;
  if (!assembly_more(a, OP_RMW) || !read_operand(a, REGISTER_READ, &value) || !assembly_comma(a) ||
      !read_memory(a, &target))
    return false;
  if (value.kind == MEMORY)
    return cursor_fail(a->cursor, a->mnemonic, "expected a register or a number");
  int nowhere = assembly_hidden(a, "nowhere", REGISTER_WRITTEN);
  return nowhere >= 0 && set_atomic(a, a->which, &target, value.operand, nowhere,
                                    bytes_of(a->which, &value, &value));
}

/* A 4-byte CMPXCHG writes rax only where the comparison fails, and keeps its upper half otherwise
 * (Intel SDM, vol. 2A).  So it answers into the hidden register `old`, and a selection compares
 * that with the low half of rax. */
static bool keep_where_equal(struct assembling *a, int rax, int old) {
  if (!assembly_apply_hidden(a, "low", ARITHMETIC_ZERO_EXTEND, operand_constant(4),
                             operand_register(rax)) ||
      !assembly_more(a, OP_BRANCH))
    return false;
  struct thread *thread = &a->reader->program->threads[a->thread];
  unsigned branch = thread->length - 1;
  a->instruction->comparison = COMPARE_EQ;
  a->instruction->left = assembly_hidden_operand(a, "low");
  a->instruction->value = operand_register(old);
  a->instruction->selects = true;
  if (!assembly_apply(a, rax, ARITHMETIC_MOVE, operand_none(), operand_register(old))) return false;
  thread->instructions[branch].target = thread->instructions[branch].join = thread->length;
  return true;
}

/* old == rax ? value : old, which rax gets */
static bool read_locked_compare(struct assembling *a) {
  struct x86_operand value, target;
  if (!assembly_more(a, OP_RMW) || !read_register(a, REGISTER_READ, &value) || !assembly_comma(a) ||
      !read_memory(a, &target))
    return false;
  unsigned bytes = bytes_of(a->which, &value, &value);
  int expected = assembly_hidden(a, "rax", REGISTER_WRITTEN);
  int old = bytes == 4 ? assembly_hidden(a, "old", REGISTER_WRITTEN) : expected;
  if (expected < 0 || old < 0 || !writes_whole(a, bytes) ||
      !set_atomic(a, ARITHMETIC_CAS, &target, value.operand, old, bytes))
    return false;
  a->instruction->left = operand_register(expected);
  a->instruction->may_fail = true;
  a->instruction->fail_order = ORDER_SC;
  return bytes == 8 || keep_where_equal(a, expected, old);
}

static bool read_locked_step(struct assembling *a) {
  struct x86_operand target, none = { .bytes = 0 };
  int nowhere = assembly_more(a, OP_RMW) ? assembly_hidden(a, "nowhere", REGISTER_WRITTEN) : -1;
  return nowhere >= 0 && read_memory(a, &target) &&
         set_atomic(a, a->which, &target, operand_constant(1), nowhere,
                    bytes_of(a->which, &none, &none));
}

/* The second operand less the first. */
static bool read_cmp(struct assembling *a) {
  struct x86_operand less, from;
  if (!assembly_more(a, OP_COMPUTE) || !read_two(a, REGISTER_READ, &less, REGISTER_READ, &from))
    return false;
  if (less.kind == MEMORY || from.kind != REGISTER)
    return cursor_fail(a->cursor, a->mnemonic, "unsupported: a comparison with memory");
  return assembly_set_flags(a, bytes_of(a->which, &from, &less), from.operand, less.operand);
}

/* ---- the tables ---- */

/* A mnemonic without and with the letter of its size, whose bytes stand behind `which`. */
#define SIZED(name, read, which)                                                                  \
  { name, read, which }, { name "B", read, (which) | 1 << SIZE_FROM },                            \
      { name "W", read, (which) | 2 << SIZE_FROM }, { name "L", read, (which) | 4 << SIZE_FROM }, \
  {                                                                                               \
    name "Q", read, (which) | 8 << SIZE_FROM                                                      \
  }

static bool unknown_locked(struct assembling *a) {
  return cursor_fail(a->cursor, a->parts[1], "unsupported: the instruction \"lock %.*s\"",
                     SPAN(a->cursor, a->parts[1]));
}

/* The arithmetic with one operand that is written and another, and with only that one. */
#define ARITHMETIC_ROWS(compute, step)                                            \
  SIZED("ADD", compute, ARITHMETIC_ADD), SIZED("SUB", compute, ARITHMETIC_SUB),   \
      SIZED("AND", compute, ARITHMETIC_AND), SIZED("OR", compute, ARITHMETIC_OR), \
      SIZED("XOR", compute, ARITHMETIC_XOR), SIZED("INC", step, ARITHMETIC_ADD),  \
      SIZED("DEC", step, ARITHMETIC_SUB)

/* Behind `lock`. */
static const struct mnemonic locked[] = { ARITHMETIC_ROWS(read_locked_compute, read_locked_step),
                                          SIZED("XCHG", read_xchg, 0),
                                          SIZED("CMPXCHG", read_locked_compare, 0),
                                          { NULL, unknown_locked } };

static bool read_lock(struct assembling *a) {
  if (!cursor_word(a->cursor, &a->parts[1]))
    return cursor_expected(a->cursor, "an instruction that is locked");
  return assembly_run(a, locked, a->parts[1]);
}

static const struct mnemonic mnemonics[] = {
  SIZED("MOV", read_mov, 0),
  SIZED("XCHG", read_xchg, 0),
  { "LOCK", read_lock, 0 },
  ARITHMETIC_ROWS(read_compute, read_step),
  SIZED("CMP", read_cmp, 0),
  { "JE", assembly_branch_on_flags, COMPARE_EQ },
  { "JNE", assembly_branch_on_flags, COMPARE_NE },
  { "JL", assembly_branch_on_flags, COMPARE_LT },
  { "JLE", assembly_branch_on_flags, COMPARE_LE },
  { "JG", assembly_branch_on_flags, COMPARE_GT },
  { "JGE", assembly_branch_on_flags, COMPARE_GE },
  { "JMP", assembly_goto, 0 },
  { "NOP", assembly_nop, 0 },
  { "ENDBR64", assembly_nop, 0 },
  { "MFENCE", assembly_row_fence, ORDER_SC, "MFENCE mfence" },
  { "LFENCE", assembly_row_fence, ORDER_RELAXED, "LFENCE" },
  { "SFENCE", assembly_row_fence, ORDER_RELAXED, "SFENCE" },
  { NULL, NULL, 0 }
};

const struct dialect dialect_x86_64 = { .name = "X86_64", ASSEMBLY_DIALECT, .cutting = CUTS_PARTS };
