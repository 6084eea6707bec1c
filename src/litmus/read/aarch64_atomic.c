/* AArch64's atomic instructions: one read and one write.
 *
 * An instruction without a register to return to has the tag NoRet on its read, which acquires
 * nothing. */
#include "litmus/read/aarch64.h"
#include "litmus/read/aarch64_atomic.h"
#include "litmus/read/dialect_aarch64.h"
#include "litmus/read/names.h"

#include <ctype.h>

static bool is_zero_register(const struct assembling *a, struct span name) {
  return name.length == 3 && toupper((unsigned char)a->cursor->source->text[name.start + 1]) == 'Z';
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

/* LDCLR clears the bits that are set in its operand: it stores old AND NOT operand. */
static bool read_bits_to_keep(struct assembling *a) {
  struct operand bits, kept;
  int hidden = assembly_hidden(a, "kept", REGISTER_WRITTEN);
  if (hidden < 0 || !assembly_source(a, &bits) ||
      !assembly_before(a, "kept", ARITHMETIC_XOR, bits, operand_constant(-1), &kept))
    return false;
  a->instruction->value = kept;
  return true;
}

bool aarch64_atomic(struct assembling *a) {
  if (!assembly_more(a, OP_RMW)) return false;
  enum arithmetic arithmetic = (enum arithmetic)(a->which >> ARITHMETIC_FROM);
  struct span stored = cursor_next_word(a->cursor);
  if (arithmetic == ARITHMETIC_AND ? !read_bits_to_keep(a) : !assembly_operands(a, "s"))
    return false;
  a->instruction->arithmetic = arithmetic;
  aarch64_set_size(a, stored, a->which);
  a->instruction->left = operand_constant(a->instruction->size);
  bool returns = false;
  if (a->which & STORES)
    a->instruction->destination = assembly_hidden(a, "nowhere", REGISTER_WRITTEN);
  else {
    if (!assembly_comma(a)) return false;
    returns = !is_zero_register(a, cursor_next_word(a->cursor));
    if (!assembly_destination(a)) return false;
  }
  mark_atomic(a, a->which, returns);
  return a->instruction->destination >= 0 && assembly_comma(a) && aarch64_address(a);
}

bool aarch64_compare_and_swap(struct assembling *a) {
  if (!assembly_more(a, OP_RMW)) return false;
  struct span word = cursor_next_word(a->cursor);
  bool zero = is_zero_register(a, word);
  aarch64_set_size(a, word, a->which);
  if (!assembly_destination(a)) return false;
  a->cursor->at = word.start; /* the same register is compared */
  a->instruction->arithmetic = ARITHMETIC_CAS;
  a->instruction->may_fail = true;
  a->instruction->fail_order = !zero && a->which & ORDERED ? ORDER_ACQUIRE : ORDER_RELAXED;
  mark_atomic(a, a->which, !zero);
  return assembly_operands(a, "ls") && assembly_comma(a) && aarch64_address(a);
}

bool aarch64_compare_and_swap_pair(struct assembling *a) {
  struct instruction found[2], compared[2], stored[2];
  if (!assembly_more(a, OP_NOP)) return false;
  size_t at = a->cursor->at;
  if (!aarch64_two(a, 0, found)) return false;
  a->cursor->at = at;
  if (!aarch64_two(a, STORES, compared) || !assembly_comma(a)) return false;
  struct span second = cursor_next_word(a->cursor);
  if (!aarch64_two(a, STORES, stored) || !assembly_comma(a)) return false;
  if (stored[0].size != found[0].size)
    return cursor_fail(a->cursor, second, "expected a register as wide as the first");
  if (!aarch64_address(a)) return false;
  struct operand address = a->instruction->address;
  a->instruction->address = operand_none();
  for (unsigned k = 0; k < 2; k++) {
    struct instruction *rmw = assembly_more(a, OP_RMW);
    if (!rmw) return false;
    rmw->arithmetic = ARITHMETIC_CAS;
    rmw->may_fail = true;
    rmw->paired = k == 0;
    rmw->fail_order = a->which & ORDERED ? ORDER_ACQUIRE : ORDER_RELAXED;
    rmw->destination = found[k].destination;
    rmw->left = compared[k].value;
    rmw->value = stored[k].value;
    rmw->size = found[k].size;
    rmw->address = address;
    mark_atomic(a, a->which, true);
  }
  return true;
}
