/* The X86 dialect as herd7 writes it: MOV [x],$1   MOV EAX,[x+4]   MOVB [x],$1   MOV EAX,$1
 * XCHG [x],EAX   MFENCE, LFENCE, SFENCE.
 *
 * A location stands in the instruction by name.  XCHG is locked whatever it says, so both its
 * halves have the tag X, by which models know atomic accesses of X86 (Sewell et al., CACM 2010: it
 * is a fence as well, which the models say). */
#include "litmus/read/assembly.h"

#include <ctype.h>
#include <string.h>

static bool register_name(const struct cursor *cursor, struct span word, char name[16]) {
  static const char *const names[] = { "EAX", "EBX", "ECX", "EDX", "ESI", "EDI", "EBP" };
  if (word.length != 3) return false;
  for (unsigned i = 0; i < 3; i++)
    name[i] = (char)toupper((unsigned char)cursor->source->text[word.start + i]);
  name[3] = 0;
  if (name[0] == 'R')
    name[0] = 'E'; /* EAX is a half of RAX; the size of an access says which is meant */
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(names[i], name) == 0) return true;
  return false;
}

/* Bytes of an access: what the mnemonic says, else 8 where a register that comes next begins with
 * R, else 4. */
static void set_size(struct assembling *a, int size) {
  struct span word = cursor_next_word(a->cursor);
  char name[16];
  bool wide = register_name(a->cursor, word, name) &&
              toupper((unsigned char)a->cursor->source->text[word.start]) == 'R';
  if (!a->instruction->size || wide) a->instruction->size = size ? (unsigned)size : wide ? 8 : 4;
}

/* [x] or [x+4] */
static bool read_address(struct assembling *a, struct operand *address, bool writes) {
  struct span name;
  if (!cursor_expect(a->cursor, "[", "\"[\" and a location")) return false;
  if (!cursor_word(a->cursor, &name)) return cursor_expected(a->cursor, "a location");
  int location = reader_address(a->reader, name, writes);
  *address = (struct operand){ .kind = OPERAND_LOCATION, .index = (unsigned)location };
  a->reader->location_known[location < 0 ? 0 : location] = true;
  if (location >= 0 && cursor_accept(a->cursor, "+") &&
      !cursor_number_within(a->cursor, 0, INT32_MAX, "a distance", &address->number))
    return false;
  return location >= 0 && cursor_expect(a->cursor, "]", "\"]\"");
}

static bool read_mov(struct assembling *a, int size) {
  if (cursor_peek(a->cursor) == '[') {
    if (!assembly_more(a, OP_STORE) || !read_address(a, &a->instruction->address, true) ||
        !assembly_comma(a))
      return false;
    set_size(a, size);
    return assembly_value(a, &a->instruction->value);
  }
  if (!assembly_more(a, OP_LOAD)) return false;
  set_size(a, size);
  if (!assembly_destination(a) || !assembly_comma(a)) return false;
  if (cursor_peek(a->cursor) == '[') {
    if (size == 1 || size == 2)
      return cursor_fail(a->cursor, a->mnemonic, "unsupported: a load into a part of a register");
    return read_address(a, &a->instruction->address, false);
  }
  bool whole = a->instruction->size == 8;
  int destination = a->instruction->destination;
  a->instruction->opcode = OP_COMPUTE;
  a->instruction->size = 0;
  return assembly_value(a, &a->instruction->value) &&
         (whole || assembly_clear_upper(a, destination));
}

static bool read_xchg(struct assembling *a, int size) {
  if (!assembly_more(a, OP_RMW)) return false;
  bool address_first = cursor_peek(a->cursor) == '[';
  if (address_first && (!read_address(a, &a->instruction->address, true) || !assembly_comma(a)))
    return false;
  set_size(a, size);
  if (!assembly_source(a, &a->instruction->value)) return false;
  if (!address_first && (!assembly_comma(a) || !read_address(a, &a->instruction->address, true)))
    return false;
  a->instruction->destination = (int)a->instruction->value.index;
  a->instruction->order = ORDER_SC;
  a->instruction->scope = SCOPE_SYSTEM;
  return assembly_tag(a, "X");
}

static const struct mnemonic mnemonics[] = { { "MOV", read_mov, 0 },
                                             { "MOVL", read_mov, 4 },
                                             { "MOVQ", read_mov, 8 },
                                             { "MOVW", read_mov, 2 },
                                             { "MOVB", read_mov, 1 },
                                             { "XCHG", read_xchg, 0 },
                                             { "MFENCE", assembly_x86_fence, 0 },
                                             { "LFENCE", assembly_x86_fence, 1 },
                                             { "SFENCE", assembly_x86_fence, 2 },
                                             { NULL, NULL, 0 } };

static const struct assembly assembly = { "X86", mnemonics, register_name, NULL, false };

const struct dialect dialect_x86 = { .name = "X86",
                                     .read_initial = assembly_initial,
                                     .read_code = assembly_read,
                                     .assembly = &assembly,
                                     .addresses = true,
                                     .has_no_scopes = true };
