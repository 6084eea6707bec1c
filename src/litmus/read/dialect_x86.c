/* The X86 dialect as herd7 writes it: MOV [x],$1   MOV EAX,[x+4]   MOVB [x],$1   MOV EAX,$1
 * XCHG [x],EAX   MFENCE, LFENCE, SFENCE.
 *
 * A location stands in the instruction by name.  XCHG is locked even without a prefix, so both its
 * halves have the tag X, by which models know atomic accesses of X86.  A model adds that it is a
 * fence (Sewell et al., CACM 2010). */
#include "litmus/read/assembly.h"
#include "litmus/read/names.h"

#include <ctype.h>

/* EAX is a half of RAX and names both; the size of an access says which is meant. */
static bool register_name(const struct cursor *cursor, struct span word, char name[16]) {
  static const char *const names[] = { "EAX", "EBX", "ECX", "EDX", "ESI", "EDI", "EBP", NULL };
  if (word.length != 3) return false;
  for (unsigned i = 0; i < 3; i++)
    name[i] = (char)toupper((unsigned char)cursor->source->text[word.start + i]);
  name[3] = 0;
  if (name[0] == 'R') name[0] = 'E';
  return text_among(name, names) != NULL;
}

/* Bytes of an access: those of the mnemonic, else 8 where a register that comes next begins with R,
 * else 4. */
static void set_size(struct assembling *a, int size) {
  struct span word = cursor_next_word(a->cursor);
  char name[16];
  bool wide = register_name(a->cursor, word, name) &&
              toupper((unsigned char)a->cursor->source->text[word.start]) == 'R';
  if (!a->instruction->size || wide) a->instruction->size = size ? (unsigned)size : wide ? 8 : 4;
}

/* [x] or [x+4] */
static bool read_address(struct assembling *a) {
  struct span name;
  if (!cursor_expect(a->cursor, "[", "\"[\" and a location")) return false;
  if (!cursor_word(a->cursor, &name)) return cursor_expected(a->cursor, "a location");
  int location = reader_address(a->reader, name, true);
  struct operand address = operand_location(location);
  if (location < 0 ||
      (cursor_accept(a->cursor, "+") &&
       !cursor_number_within(a->cursor, 0, INT32_MAX, "a distance", &address.number)))
    return false;
  a->instruction->address = address;
  return cursor_expect(a->cursor, "]", "\"]\"");
}

static bool read_mov(struct assembling *a) {
  if (cursor_peek(a->cursor) == '[') {
    if (!assembly_more(a, OP_STORE) || !read_address(a) || !assembly_comma(a)) return false;
    set_size(a, a->which);
    return assembly_operands(a, "v");
  }
  if (!assembly_more(a, OP_LOAD)) return false;
  set_size(a, a->which);
  if (!assembly_operands(a, "d") || !assembly_comma(a)) return false;
  if (cursor_peek(a->cursor) == '[') {
    if (a->which == 1 || a->which == 2)
      return cursor_fail(a->cursor, a->mnemonic, "unsupported: a load into a part of a register");
    return read_address(a);
  }
  unsigned bytes = a->instruction->size == 8 ? 8 : 4;
  a->instruction->opcode = OP_COMPUTE;
  a->instruction->size = 0;
  return assembly_operands(a, "v") && assembly_clear_upper(a, bytes, a->instruction->destination);
}

static bool read_xchg(struct assembling *a) {
  if (!assembly_more(a, OP_RMW)) return false;
  bool address_first = cursor_peek(a->cursor) == '[';
  if (address_first && (!read_address(a) || !assembly_comma(a))) return false;
  set_size(a, a->which);
  if (!assembly_operands(a, "s") || (!address_first && (!assembly_comma(a) || !read_address(a))))
    return false;
  struct operand value = a->instruction->value;
  return assembly_set_atomic(a, ARITHMETIC_MOVE, value, (int)value.index, "X");
}

static const struct mnemonic mnemonics[] = {
  { "MOV", read_mov, 0 },
  { "MOVL", read_mov, 4 },
  { "MOVQ", read_mov, 8 },
  { "MOVW", read_mov, 2 },
  { "MOVB", read_mov, 1 },
  { "XCHG", read_xchg, 0 },
  { "MFENCE", assembly_row_fence, ORDER_SC, "MFENCE mfence" },
  { "LFENCE", assembly_row_fence, ORDER_RELAXED, "LFENCE" },
  { "SFENCE", assembly_row_fence, ORDER_RELAXED, "SFENCE" },
  { NULL, NULL, 0 }
};

const struct dialect dialect_x86 = { .name = "X86", ASSEMBLY_DIALECT };
