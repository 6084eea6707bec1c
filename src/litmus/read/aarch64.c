/* What AArch64's instructions share: registers, extensions, addresses. */
#include "litmus/read/aarch64.h"

#include <ctype.h>
#include <stdlib.h>

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
