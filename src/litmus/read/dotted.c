/* What the readers of PTX and Vulkan share. */
#include "litmus/read/dotted.h"

static bool read_parts(struct dotted *d, unsigned parts_max) {
  struct cursor *cursor = d->cursor;
  cursor_skip(cursor);
  d->mnemonic.start = cursor->at;
  do {
    size_t start = cursor->at;
    if (d->count == parts_max) return cursor_expected(cursor, "an instruction with fewer parts");
    struct span *part = &d->parts[d->count++];
    if (!cursor_word(cursor, part) || part->start != start)
      return cursor_fail(cursor, (struct span){ start, 1 }, "expected an instruction");
  } while (cursor->at < cursor->limit && cursor->source->text[cursor->at] == '.' && ++cursor->at);
  d->mnemonic.length = cursor->at - d->mnemonic.start;
  return true;
}

bool dotted_begin(struct dotted *d, struct reader *reader, unsigned thread, unsigned parts_max) {
  *d = (struct dotted){ .reader = reader, .cursor = &reader->cursor, .thread = thread };
  if (!read_parts(d, parts_max)) return false;
  d->instruction = reader_instruction(reader, thread, d->mnemonic);
  return d->instruction;
}

const struct dotted_row *dotted_find(const struct dotted *d, const struct dotted_row *rows) {
  while (rows->word && !span_is(d->cursor, d->parts[0], rows->word)) rows++;
  return rows->word ? rows : NULL;
}

bool dotted_comma(struct dotted *d) { return cursor_expect(d->cursor, ",", "\",\""); }

static bool read_operand(struct dotted *d, char letter) {
  switch (letter) {
  case 'd': return reader_destination(d->reader, d->thread, d->instruction);
  case 'x': return reader_access(d->reader, d->instruction);
  case 'l': return reader_operand(d->reader, d->thread, &d->instruction->left);
  case 'v': return reader_operand(d->reader, d->thread, &d->instruction->value);
  default: return reader_jump(d->reader, d->thread);
  }
}

bool dotted_operands(struct dotted *d, const char *letters) {
  for (const char *letter = letters; *letter; letter++)
    if ((letter > letters && !dotted_comma(d)) || !read_operand(d, *letter)) return false;
  return true;
}

bool dotted_compute(struct dotted *d, int arithmetic) {
  d->instruction->opcode = OP_COMPUTE;
  d->instruction->arithmetic = (enum arithmetic)arithmetic;
  return dotted_operands(d, "dlv");
}

bool dotted_branch(struct dotted *d, int comparison) {
  d->instruction->opcode = OP_BRANCH;
  d->instruction->comparison = (enum comparison)comparison;
  return dotted_operands(d, "lvj");
}

bool dotted_goto(struct dotted *d, int unused) {
  (void)unused;
  d->instruction->opcode = OP_GOTO;
  return dotted_operands(d, "j");
}

int dotted_alias(struct reader *reader, unsigned location, const char *expected) {
  struct cursor *cursor = &reader->cursor;
  struct span name;
  bool named = cursor_accept_word(cursor, "aliases") || cursor_expected(cursor, expected);
  if (named && !cursor_word(cursor, &name)) named = cursor_expected(cursor, "a location");
  int target = named ? reader_location(reader, name) : -1;
  if (target != (int)location) return target;
  cursor_fail(cursor, name, "a location cannot alias itself");
  return -1;
}
