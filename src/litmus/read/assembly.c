/* What the readers of assembly dialects share: operands, lowering, the search for a mnemonic.
 * Threads have no places: each is a CTA of its own on one GPU. */
#include "litmus/read/assembly.h"

#include <ctype.h>
#include <string.h>
#include "litmus/read/columns.h"
#include "litmus/read/types.h"

/* ---- operands ---- */

int assembly_numbered_register(const struct cursor *cursor, struct span word, char letter,
                               unsigned digits, char name[16]) {
  int number = 0;
  if (word.length < 2 || word.length > digits + 1 || cursor->source->text[word.start] != letter)
    return -1;
  memcpy(name, cursor->source->text + word.start, word.length);
  name[word.length] = 0;
  for (size_t i = 1; name[i]; i++) {
    if (!isdigit((unsigned char)name[i])) return -1;
    number = 10 * number + name[i] - '0';
  }
  return number;
}

int assembly_hidden(struct assembling *a, const char *name, enum register_use use) {
  return reader_own_register(a->reader, a->thread, name, use);
}

struct operand assembly_hidden_operand(struct assembling *a, const char *name) {
  return operand_register(assembly_hidden(a, name, REGISTER_DECLARED));
}

int assembly_register(struct assembling *a, enum register_use use) {
  const struct dialect *dialect = a->reader->dialect;
  char name[16];
  struct span word = cursor_next_word(a->cursor);
  if (!word.length || !dialect->register_name(a->cursor, word, name)) {
    cursor_expected(a->cursor, "a register");
    return -1;
  }
  a->cursor->at += word.length;
  if (dialect->zero_register && text_equal(name, dialect->zero_register)) return ASSEMBLY_ZERO;
  return assembly_hidden(a, name, use == REGISTER_READ ? REGISTER_DECLARED : use);
}

bool assembly_destination(struct assembling *a) {
  int index = assembly_register(a, REGISTER_WRITTEN);
  if (index == ASSEMBLY_ZERO) index = assembly_hidden(a, "nowhere", REGISTER_WRITTEN);
  a->instruction->destination = index;
  return index >= 0;
}

bool assembly_source(struct assembling *a, struct operand *operand) {
  int index = assembly_register(a, REGISTER_READ);
  *operand = index == ASSEMBLY_ZERO ? operand_constant(0) : operand_register(index);
  return index != -1;
}

bool assembly_value(struct assembling *a, struct operand *operand) {
  if (!cursor_accept(a->cursor, "#") && !cursor_accept(a->cursor, "$") &&
      !cursor_starts_number(a->cursor))
    return assembly_source(a, operand);
  *operand = operand_constant(0);
  return cursor_number(a->cursor, &operand->number);
}

bool assembly_comma(struct assembling *a) { return cursor_expect(a->cursor, ",", "\",\""); }

static bool read_operand(struct assembling *a, char letter) {
  switch (letter) {
  case 'd': return assembly_destination(a);
  case 'l': return assembly_source(a, &a->instruction->left);
  case 's': return assembly_source(a, &a->instruction->value);
  case 'v': return assembly_value(a, &a->instruction->value);
  default: return reader_jump(a->reader, a->thread);
  }
}

bool assembly_operands(struct assembling *a, const char *letters) {
  for (const char *letter = letters; *letter; letter++)
    if ((letter > letters && !assembly_comma(a)) || !read_operand(a, *letter)) return false;
  return true;
}

/* ---- instructions ---- */

struct instruction *assembly_more(struct assembling *a, enum opcode opcode) {
  struct instruction *made = reader_instruction(a->reader, a->thread, a->mnemonic);
  if (!made) return NULL;
  made->opcode = opcode;
  a->instruction = made;
  return made;
}

bool assembly_apply(struct assembling *a, int destination, enum arithmetic arithmetic,
                    struct operand left, struct operand value) {
  if (destination < 0 || !assembly_more(a, OP_COMPUTE)) return false;
  a->instruction->destination = destination;
  a->instruction->arithmetic = arithmetic;
  a->instruction->left = left;
  a->instruction->value = value;
  return true;
}

bool assembly_apply_hidden(struct assembling *a, const char *name, enum arithmetic arithmetic,
                           struct operand left, struct operand value) {
  return assembly_apply(a, assembly_hidden(a, name, REGISTER_WRITTEN), arithmetic, left, value);
}

bool assembly_sign_extend(struct assembling *a, int destination, struct operand value) {
  return assembly_apply(a, destination, ARITHMETIC_SIGN_EXTEND, operand_constant(4), value);
}

bool assembly_clear_upper(struct assembling *a, unsigned bytes, int destination) {
  return bytes == 8 || assembly_apply(a, destination, ARITHMETIC_ZERO_EXTEND, operand_constant(4),
                                      operand_register(destination));
}

bool assembly_before(struct assembling *a, const char *hidden, enum arithmetic arithmetic,
                     struct operand left, struct operand value, struct operand *result) {
  struct instruction later = *a->instruction;
  int reg = assembly_hidden(a, hidden, REGISTER_WRITTEN);
  if (reg < 0) return false;
  *a->instruction = (struct instruction){ .opcode = OP_COMPUTE,
                                          .arithmetic = arithmetic,
                                          .left = left,
                                          .value = value,
                                          .destination = reg,
                                          .line = later.line,
                                          .column = later.column };
  if (!assembly_more(a, later.opcode)) return false;
  *a->instruction = later;
  *result = operand_register(reg);
  return true;
}

bool assembly_extend_before(struct assembling *a, const char *hidden, enum arithmetic extension,
                            unsigned bytes, struct operand *value) {
  if (value->kind == OPERAND_CONSTANT)
    value->number = arithmetic_apply(extension, bytes, value->number, 0);
  if (value->kind == OPERAND_CONSTANT || bytes == 8) return true;
  return assembly_before(a, hidden, extension, operand_constant(bytes), *value, value);
}

bool assembly_sum(struct assembling *a, struct operand base, struct operand offset,
                  struct operand *sum) {
  *sum = base;
  if (offset.kind == OPERAND_CONSTANT && offset.number == 0) return true;
  return assembly_before(a, "address", ARITHMETIC_ADD, base, offset, sum);
}

bool assembly_address(struct assembling *a, struct operand base, struct operand offset) {
  struct operand address;
  if (!assembly_sum(a, base, offset, &address)) return false;
  a->instruction->address = address;
  return address.kind == OPERAND_REGISTER ||
         cursor_fail(a->cursor, a->mnemonic, "expected an address in a register");
}

bool assembly_address_behind(struct assembling *a, int64_t offset) {
  struct operand base;
  return cursor_expect(a->cursor, "(", "\"(\"") && assembly_source(a, &base) &&
         cursor_expect(a->cursor, ")", "\")\"") &&
         assembly_address(a, base, operand_constant(offset));
}

bool assembly_set_flags(struct assembling *a, unsigned bytes, struct operand left,
                        struct operand value) {
  if (!assembly_extend_before(a, "left", ARITHMETIC_SIGN_EXTEND, bytes, &left) ||
      !assembly_extend_before(a, "right", ARITHMETIC_SIGN_EXTEND, bytes, &value))
    return false;
  a->instruction->arithmetic = ARITHMETIC_SUB;
  a->instruction->left = left;
  a->instruction->value = value;
  a->instruction->destination = assembly_hidden(a, "flags", REGISTER_WRITTEN);
  return a->instruction->destination >= 0;
}

bool assembly_tag(struct assembling *a, const char *names) {
  uint64_t bits = reader_tags(a->reader, names);
  a->instruction->tags |= bits;
  a->instruction->write_tags |= bits;
  return true;
}

bool assembly_fence(struct assembling *a, const char *tags, enum order order) {
  struct instruction *fence = assembly_more(a, OP_FENCE);
  if (!fence) return false;
  fence->order = order;
  fence->scope = SCOPE_SYSTEM;
  return assembly_tag(a, tags);
}

bool assembly_set_atomic(struct assembling *a, enum arithmetic arithmetic, struct operand value,
                         int destination, const char *tags) {
  a->instruction->arithmetic = arithmetic;
  a->instruction->value = value;
  a->instruction->destination = destination;
  a->instruction->order = ORDER_SC;
  a->instruction->scope = SCOPE_SYSTEM;
  return assembly_tag(a, tags);
}

/* ---- readers for tables of mnemonics ---- */

bool assembly_move(struct assembling *a, int unused) {
  (void)unused;
  return assembly_more(a, OP_COMPUTE) && assembly_operands(a, "dv");
}

bool assembly_compute(struct assembling *a, int arithmetic) {
  if (!assembly_more(a, OP_COMPUTE)) return false;
  a->instruction->arithmetic = (enum arithmetic)arithmetic;
  return assembly_operands(a, "dlv");
}

bool assembly_branch_on_flags(struct assembling *a, int comparison) {
  if (!assembly_more(a, OP_BRANCH)) return false;
  a->instruction->comparison = (enum comparison)comparison;
  a->instruction->left = assembly_hidden_operand(a, "flags");
  a->instruction->value = operand_constant(0);
  return reader_jump(a->reader, a->thread);
}

bool assembly_goto(struct assembling *a, int unused) {
  (void)unused;
  return assembly_more(a, OP_GOTO) && reader_jump(a->reader, a->thread);
}

bool assembly_nop(struct assembling *a, int unused) {
  (void)unused;
  return assembly_more(a, OP_NOP) != NULL;
}

/* MFENCE has Dat3M's spelling of the tag, too. */
bool assembly_x86_fence(struct assembling *a, int which) {
  static const char *const tags[] = { "MFENCE mfence", "LFENCE", "SFENCE" };
  return assembly_fence(a, tags[which], which ? ORDER_RELAXED : ORDER_SC);
}

/* ---- code ---- */

/* A word with dots in it. */
static struct span read_mnemonic(struct cursor *cursor) {
  struct span word, part;
  const char *text = cursor->source->text;
  if (!cursor_word(cursor, &word)) return word;
  while (cursor->at + 1 < cursor->limit && text[cursor->at] == '.' &&
         isalpha((unsigned char)text[cursor->at + 1])) {
    cursor->at++;
    cursor_word(cursor, &part);
  }
  word.length = cursor->at - word.start;
  return word;
}

const struct mnemonic *assembly_find(const struct assembling *a, const struct mnemonic *rows,
                                     struct span word) {
  const char *text = a->cursor->source->text + word.start;
  for (; rows->name; rows++)
    if (strlen(rows->name) == word.length && !strncasecmp(rows->name, text, word.length))
      return rows;
  return NULL;
}

static bool read_instruction(struct reader *reader, unsigned thread) {
  struct assembling a = { .reader = reader, .cursor = &reader->cursor, .thread = thread };
  a.mnemonic = read_mnemonic(a.cursor);
  if (!a.mnemonic.length) return cursor_expected(a.cursor, "an instruction");
  const struct mnemonic *row = assembly_find(&a, reader->dialect->mnemonics, a.mnemonic);
  return row ? row->read(&a, row->which) : cursor_unsupported(a.cursor, a.mnemonic, "instruction");
}

static bool read_place(struct reader *reader, struct thread *thread) {
  thread->place = (struct place){ .cta = (unsigned)(thread - reader->program->threads) };
  return true;
}

bool assembly_read(struct reader *reader) {
  static const struct columns columns = { read_place, read_instruction };
  return columns_read(reader, &columns);
}

struct type assembly_type(struct cursor *cursor, unsigned *size) {
  struct span word = cursor_next_word(cursor);
  const struct type *named = type_in_assembly(cursor, word);
  struct type type = named ? *named : (struct type){ 0 };
  if (named) cursor->at += word.length;
  *size = type.bytes;
  for (; cursor_accept(cursor, "*"); *size = 8) type.bytes = 0; /* int *p */
  return type;
}
