/* The X86 dialect as herd7 writes it: MOV [x],$1   MOV EAX,[x]   MOV EAX,$1   XCHG [x],EAX   MFENCE, LFENCE, SFENCE.
 *
 * A location stands in the instruction by name.  XCHG is locked whatever it says, so both its halves have the tag X, by
 * which models know atomic accesses of X86 (Sewell et al., CACM 2010: it is a fence as well, which the models say). */
#include "litmus/assembly.h"

#include <ctype.h>
#include <string.h>

static bool register_name(const struct cursor *cursor, struct span word, char name[16]) {
  static const char *const names[] = {"EAX", "EBX", "ECX", "EDX", "ESI", "EDI", "EBP",
                                      "RAX", "RBX", "RCX", "RDX", "RSI", "RDI", "RBP"};
  if (word.length != 3) return false;
  for (unsigned i = 0; i < 3; i++) name[i] = (char)toupper((unsigned char)cursor->source->text[word.start + i]);
  name[3] = 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(names[i], name) == 0) return true;
  return false;
}

/* [x] */
static bool read_address(struct assembling *a, struct operand *address, bool writes) {
  struct span name;
  if (!cursor_expect(a->cursor, "[", "\"[\" and a location")) return false;
  if (!cursor_word(a->cursor, &name)) return cursor_expected(a->cursor, "a location");
  int location = reader_address(a->reader, name, writes);
  *address = (struct operand){.kind = OPERAND_LOCATION, .index = (unsigned)location};
  a->reader->location_known[location < 0 ? 0 : location] = true;
  return location >= 0 && cursor_expect(a->cursor, "]", "\"]\"");
}

static bool read_mov(struct assembling *a, int unused) {
  (void)unused;
  if (cursor_peek(a->cursor) == '[') {
    return assembly_more(a, OP_STORE) && read_address(a, &a->instruction->address, true) && assembly_comma(a) &&
           assembly_value(a, &a->instruction->value);
  }
  if (!assembly_more(a, OP_LOAD) || !assembly_destination(a) || !assembly_comma(a)) return false;
  if (cursor_peek(a->cursor) == '[') return read_address(a, &a->instruction->address, false);
  a->instruction->opcode = OP_COMPUTE;
  return assembly_value(a, &a->instruction->value);
}

static bool read_xchg(struct assembling *a, int unused) {
  (void)unused;
  if (!assembly_more(a, OP_RMW)) return false;
  bool address_first = cursor_peek(a->cursor) == '[';
  if (address_first && (!read_address(a, &a->instruction->address, true) || !assembly_comma(a))) return false;
  if (!assembly_source(a, &a->instruction->value)) return false;
  if (!address_first && (!assembly_comma(a) || !read_address(a, &a->instruction->address, true))) return false;
  a->instruction->destination = (int)a->instruction->value.index;
  a->instruction->order = ORDER_SC;
  a->instruction->scope = SCOPE_SYSTEM;
  return assembly_tag(a, "X");
}

static bool read_fence(struct assembling *a, int which) {
  static const struct { const char *tag; enum order order; } fences[] = {
      {"MFENCE", ORDER_SC}, {"LFENCE", ORDER_RELAXED}, {"SFENCE", ORDER_RELAXED}};
  return assembly_fence(a, fences[which].tag, fences[which].order) &&
         (which || assembly_tag(a, "mfence")); /* Dat3M's spelling */
}

static const struct mnemonic mnemonics[] = {
    {"MOV", read_mov, 0},     {"MOVL", read_mov, 0},    {"XCHG", read_xchg, 0},  {"MFENCE", read_fence, 0},
    {"LFENCE", read_fence, 1}, {"SFENCE", read_fence, 2}, {NULL, NULL, 0}};

static const struct assembly assembly = {"X86", mnemonics, register_name, NULL};

const struct dialect dialect_x86 = {.name = "X86", .read_initial = assembly_initial, .read_code = assembly_read,
                                    .print_code = listing_print, .assembly = &assembly, .addresses = true};
