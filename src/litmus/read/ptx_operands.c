/* The operands of PTX instructions. */
#include "litmus/read/ptx_operands.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "litmus/read/initial.h"
#include "litmus/read/names.h"
#include "litmus/read/ptx_parts.h"

static bool is_special(const struct assembling *a, struct span word) {
  static const char *const names[] = { "tid",
                                       "ntid",
                                       "ctaid",
                                       "nctaid",
                                       "laneid",
                                       "warpid",
                                       "smid",
                                       "clusterid",
                                       "nclusterid",
                                       "clock",
                                       "gridid",
                                       "clock64",
                                       "cluster_ctaid",
                                       "cluster_ctarank",
                                       "lanemask_lt",
                                       "lanemask_eq",
                                       "lanemask_le",
                                       "lanemask_ge",
                                       "lanemask_gt",
                                       "nwarpid",
                                       "nsmid",
                                       "cluster_nctaid",
                                       "cluster_nctarank",
                                       "globaltimer",
                                       NULL };
  for (const char *const *name = names; *name; name++)
    if (span_is(a->cursor, word, *name))
      return word.start && a->cursor->source->text[word.start - 1] == '%';
  return false;
}

static bool refuse_special(const struct assembling *a, struct span word) {
  return cursor_fail(a->cursor, word,
                     "unsupported: the special register %%%.*s; write its number, or make the test "
                     "with `turnsole ptx`",
                     SPAN(a->cursor, word));
}

/* 0f3F800000 and 0d...: the bits of a floating-point number. */
static bool accept_float(struct assembling *a, struct operand *operand) {
  struct cursor *cursor = a->cursor;
  const char *text = cursor->source->text;
  cursor_skip(cursor);
  size_t at = cursor->at, digits = 0;
  if (at + 2 >= cursor->limit || text[at] != '0' || !strchr("fFdD", text[at + 1])) return false;
  uint64_t bits = 0;
  for (at += 2; at < cursor->limit && isxdigit((unsigned char)text[at]); at++, digits++) {
    int c = tolower((unsigned char)text[at]);
    bits = bits << 4 | (uint64_t)(isdigit(c) ? c - '0' : c - 'a' + 10);
  }
  if (digits != 8 && digits != 16) return false;
  cursor->at = at;
  *operand = operand_constant((int64_t)bits);
  return true;
}

/* A number as PTX has it (4.5.1): decimal, 0x, 0b or octal, of 64 bits, perhaps with C's U. */
static bool read_number(struct assembling *a, struct operand *operand) {
  struct cursor *cursor = a->cursor;
  const char *text = cursor->source->text;
  struct span span = { cursor->at, 1 };
  bool negative = text[span.start] == '-';
  size_t from = span.start + (negative || text[span.start] == '+');
  while (span.start + span.length < cursor->limit &&
         isalnum((unsigned char)text[span.start + span.length]))
    span.length++;
  char digits[80] = "", *end = digits;
  size_t length = span.start + span.length - from;
  if (length >= sizeof digits) return cursor_expected(cursor, "a number");
  memcpy(digits, text + from, length);
  bool binary = digits[0] == '0' && (digits[1] == 'b' || digits[1] == 'B');
  errno = 0;
  uint64_t value = binary ? strtoull(digits + 2, &end, 2) : strtoull(digits, &end, 0);
  if (end > digits && *end == 'U') end++;
  if (*end || end == digits) return cursor_expected_at(cursor, span, "a number");
  if (errno) return cursor_fail(cursor, span, "this number does not fit 64 bits");
  *operand = operand_constant((int64_t)(negative ? 0 - value : value));
  cursor->at = span.start + span.length;
  return true;
}

bool ptx_value(struct assembling *a, bool names, struct operand *operand) {
  cursor_skip(a->cursor);
  if (accept_float(a, operand)) return true;
  if (cursor_starts_number(a->cursor)) return read_number(a, operand);
  struct span word = cursor_next_word(a->cursor);
  if (!word.length) return cursor_expected(a->cursor, "a number or a register");
  if (is_special(a, word)) return refuse_special(a, word);
  int location = names ? reader_find_location(a->reader, word) : -1;
  if (location < 0) return assembly_source(a, operand);
  a->cursor->at = word.start + word.length;
  int64_t address;
  if (!array_address(a->reader, (unsigned)location, &address)) return false;
  *operand = operand_location(location);
  operand->number = address - address_of((unsigned)location);
  return true;
}

bool ptx_destination(struct assembling *a) {
  struct cursor ahead = *a->cursor;
  struct span word = cursor_next_word(&ahead);
  if (!span_is(&ahead, word, "_")) return assembly_destination(a);
  a->cursor->at = word.start + word.length;
  a->instruction->destination = NO_REGISTER;
  return true;
}

/* +4, +-4, -4 or nothing. */
static bool accept_offset(struct assembling *a, int64_t *offset) {
  *offset = 0;
  char sign = cursor_peek(a->cursor);
  if (sign != '+' && sign != '-') return true;
  if (sign == '+') cursor_accept(a->cursor, "+");
  else ptx_beyond(a, "write the offset as +-4");
  return cursor_number_within(a->cursor, INT32_MIN, INT32_MAX, "an offset", offset);
}

static bool at_register(struct assembling *a) {
  struct operand base;
  int64_t offset;
  return assembly_source(a, &base) && accept_offset(a, &offset) &&
         assembly_address(a, base, operand_constant(offset));
}

static bool is_register(const struct assembling *a, struct span word) {
  return reader_find_location(a->reader, word) < 0 &&
         ((word.start && a->cursor->source->text[word.start - 1] == '%') ||
          reader_find_register(a->reader, a->thread, word) >= 0);
}

static bool at_location(struct assembling *a, struct span name) {
  int64_t offset = 0, element = 0;
  a->cursor->at = name.start + name.length;
  int location = reader_address(a->reader, name, a->instruction->opcode != OP_LOAD);
  if (location < 0) return false;
  const struct location *named = &a->reader->program->locations[location];
  if (named->elements && cursor_peek(a->cursor) == '[') {
    if (!array_element(a->reader, named->elements, &element)) return false;
  } else if (!accept_offset(a, &offset)) return false;
  offset += element * (int64_t)location_stride(named);
  if (offset < 0) return cursor_fail(a->cursor, name, "unsupported: an address before a location");
  if (offset && !named->elements) a->reader->location_known[location] = true;
  a->instruction->address = operand_location(location);
  a->instruction->address.number = offset;
  return true;
}

bool ptx_address(struct assembling *a) {
  bool brackets = cursor_accept(a->cursor, "[");
  struct span word = cursor_next_word(a->cursor);
  if (!word.length)
    return cursor_expected(a->cursor, brackets ? "a location or a register" : "a location");
  if (!brackets) ptx_beyond(a, "write the address in brackets ([x])");
  bool fine = brackets && is_register(a, word) ? at_register(a) : at_location(a, word);
  return fine && (!brackets || cursor_expect(a->cursor, "]", "\"]\""));
}
