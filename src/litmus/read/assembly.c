/* Assembly in columns: threads without places (each a CTA of its own on one GPU), mnemonics by
 * table, registers by the names that the architecture gives them.
 *
 * A register that nothing writes and that the initial state does not name holds 0, as in herd. */
#include "litmus/read/assembly.h"

#include <ctype.h>
#include <string.h>
#include "base/text.h"

static bool read_place(struct reader *reader, struct thread *thread) {
  thread->place = (struct place){ .cta = (unsigned)(thread - reader->program->threads) };
  return true;
}

/* ---- registers and operands ---- */

int assembly_hidden(struct assembling *a, const char *name, enum register_use use) {
  struct source source = { "", name, strlen(name) };
  const struct source *held = a->reader->cursor.source;
  a->reader->cursor.source = &source;
  int index = reader_register(a->reader, a->thread, (struct span){ 0, source.length }, use);
  a->reader->cursor.source = held;
  return index;
}

int assembly_register(struct assembling *a, enum register_use use) {
  struct span word;
  char name[16];
  cursor_skip(a->cursor);
  size_t at = a->cursor->at;
  if (!cursor_word(a->cursor, &word) || !a->assembly->register_name(a->cursor, word, name)) {
    a->cursor->at = at;
    cursor_expected(a->cursor, "a register");
    return -1;
  }
  if (a->assembly->zero && text_equal(name, a->assembly->zero)) return ASSEMBLY_ZERO;
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
  if (index == ASSEMBLY_ZERO) *operand = operand_constant(0);
  else *operand = operand_register(index);
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

/* ---- instructions ---- */

struct instruction *assembly_more(struct assembling *a, enum opcode opcode) {
  struct instruction *made = instruction_new(a->reader, a->thread, a->mnemonic);
  if (!made) return NULL;
  made->opcode = opcode;
  a->instruction = made;
  return made;
}

bool assembly_tag(struct assembling *a, const char *name) {
  uint64_t bit = reader_tag(a->reader, name);
  a->instruction->tags |= bit;
  a->instruction->write_tags |= bit;
  return true;
}

bool assembly_fence(struct assembling *a, const char *tag, enum order order) {
  struct instruction *fence = assembly_more(a, OP_FENCE);
  if (!fence) return false;
  fence->order = order;
  fence->scope = SCOPE_SYSTEM;
  return assembly_tag(a, tag);
}

bool assembly_x86_fence(struct assembling *a, int which) {
  static const struct {
    const char *tag;
    enum order order;
  } fences[] = { { "MFENCE", ORDER_SC }, { "LFENCE", ORDER_RELAXED }, { "SFENCE", ORDER_RELAXED } };
  return assembly_fence(a, fences[which].tag, fences[which].order) &&
         (which || assembly_tag(a, "mfence")); /* Dat3M's spelling */
}

bool assembly_move(struct assembling *a, int unused) {
  (void)unused;
  return assembly_more(a, OP_COMPUTE) && assembly_destination(a) && assembly_comma(a) &&
         assembly_value(a, &a->instruction->value);
}

bool assembly_compute(struct assembling *a, int arithmetic) {
  if (!assembly_more(a, OP_COMPUTE)) return false;
  a->instruction->arithmetic = (enum arithmetic)arithmetic;
  return assembly_destination(a) && assembly_comma(a) &&
         assembly_source(a, &a->instruction->left) && assembly_comma(a) &&
         assembly_value(a, &a->instruction->value);
}

bool assembly_sign_extend(struct assembling *a, int destination, struct operand value) {
  if (!assembly_more(a, OP_COMPUTE)) return false;
  a->instruction->arithmetic = ARITHMETIC_SIGN_EXTEND;
  a->instruction->left = operand_constant(4);
  a->instruction->value = value;
  a->instruction->destination = destination;
  return true;
}

bool assembly_clear_upper(struct assembling *a, int destination) {
  if (!assembly_sign_extend(a, destination, operand_register(destination))) return false;
  a->instruction->arithmetic = ARITHMETIC_ZERO_EXTEND;
  return true;
}

/* cmpw: the flags keep the difference of two halves, each with its sign. */
bool assembly_compare_words(struct assembling *a, int unused) {
  struct operand left, value;
  (void)unused;
  if (!assembly_more(a, OP_COMPUTE) || !assembly_source(a, &left) || !assembly_comma(a) ||
      !assembly_value(a, &value))
    return false;
  a->instruction->arithmetic = ARITHMETIC_SUB;
  a->instruction->destination = assembly_hidden(a, "flags", REGISTER_WRITTEN);
  if (!assembly_extend_before(a, "left", ARITHMETIC_SIGN_EXTEND, 4, &left) ||
      !assembly_extend_before(a, "right", ARITHMETIC_SIGN_EXTEND, 4, &value))
    return false;
  a->instruction->left = left;
  a->instruction->value = value;
  return a->instruction->destination >= 0;
}

bool assembly_branch_on_flags(struct assembling *a, int comparison) {
  if (!assembly_more(a, OP_BRANCH)) return false;
  int flags = assembly_hidden(a, "flags", REGISTER_DECLARED);
  a->instruction->comparison = (enum comparison)comparison;
  a->instruction->left = operand_register(flags);
  a->instruction->value = operand_constant(0);
  return jump_read(a->reader, a->thread);
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
  struct instruction *made = assembly_more(a, later.opcode);
  if (!made) return false;
  later.line = made->line;
  later.column = made->column;
  *made = later;
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

bool assembly_goto(struct assembling *a, int unused) {
  (void)unused;
  return assembly_more(a, OP_GOTO) && jump_read(a->reader, a->thread);
}

bool assembly_nop(struct assembling *a, int unused) {
  (void)unused;
  return assembly_more(a, OP_NOP) != NULL;
}

/* A word with dots in it. */
static struct span read_mnemonic(struct cursor *cursor) {
  struct span word;
  if (!cursor_word(cursor, &word)) return (struct span){ cursor->at, 0 };
  const char *text = cursor->source->text;
  while (cursor->at + 1 < cursor->limit && text[cursor->at] == '.' &&
         isalpha((unsigned char)text[cursor->at + 1])) {
    cursor->at++;
    struct span part;
    cursor_word(cursor, &part);
  }
  word.length = cursor->at - word.start;
  return word;
}

static bool is_mnemonic(const struct assembling *a, const char *name) {
  if (strlen(name) != a->mnemonic.length) return false;
  for (size_t i = 0; i < a->mnemonic.length; i++)
    if (toupper((unsigned char)a->cursor->source->text[a->mnemonic.start + i]) != name[i])
      return false;
  return true;
}

static bool read_instruction(struct reader *reader, unsigned thread) {
  struct assembling a = { .assembly = reader->dialect->assembly,
                          .reader = reader,
                          .cursor = &reader->cursor,
                          .thread = thread };
  a.mnemonic = read_mnemonic(a.cursor);
  if (!a.mnemonic.length) return cursor_expected(a.cursor, "an instruction");
  for (const struct mnemonic *m = a.assembly->mnemonics; m->name; m++)
    if (is_mnemonic(&a, m->name)) return m->read(&a, m->which);
  return cursor_fail(a.cursor, a.mnemonic, "unsupported: the instruction \"%.*s\"",
                     SPAN(a.cursor, a.mnemonic));
}

static const struct columns columns = { read_place, read_instruction };

bool assembly_read(struct reader *reader) { return columns_read(reader, &columns); }

/* ---- the initial state: addresses are values ---- */

static bool read_address_or_number(struct reader *reader, int64_t *value) {
  struct cursor *cursor = &reader->cursor;
  struct span word;
  bool ampersand = cursor_accept(cursor, "&");
  if (!cursor_word(cursor, &word))
    return ampersand ? cursor_expected(cursor, "a location") : cursor_number(cursor, value);
  int location = location_find(reader, word);
  if (location < 0) location = reader_declare_location(reader, word);
  if (location < 0) return false;
  reader->location_known[location] = true;
  return address_value(reader, (unsigned)location, value);
}

static bool read_contents(struct reader *reader, unsigned location) {
  struct location *named = &reader->program->locations[location];
  int64_t value = 0;
  if (!array_accept(reader, location)) return false;
  if (!cursor_accept(&reader->cursor, "=")) return true;
  if (named->elements) return array_contents(reader, location, read_address_or_number);
  if (!read_address_or_number(reader, &value)) return false;
  reader->program->locations[location].initial = value;
  return true;
}

static bool read_entry(struct reader *reader) {
  struct cursor *cursor = &reader->cursor;
  struct span span = cursor_next_word(cursor);
  int64_t thread;
  struct type type = type_named(cursor, span);
  unsigned size = type.bytes;
  if (size) cursor->at = span.start + span.length;
  for (; cursor_accept(cursor, "*"); size = 8) type.bytes = 0; /* int *p */
  if (thread_accept(cursor, &thread, &span)) {
    struct initial_register entry = { .thread = thread, .thread_span = span, .type = type };
    if (!cursor_word(cursor, &entry.name)) return cursor_expected(cursor, "a register");
    if (cursor_accept(cursor, "=") && !read_address_or_number(reader, &entry.value)) return false;
    vector_push(reader->initial_registers, entry);
    return true;
  }
  bool bracket = cursor_accept(cursor, "[");
  if (!cursor_word(cursor, &span))
    return cursor_expected(cursor, "a location, a register (0:r0) or \"}\"");
  if (bracket && !cursor_expect(cursor, "]", "\"]\"")) return false;
  int location = location_find(reader, span); /* an address may have declared it */
  if (location < 0) location = reader_declare_location(reader, span);
  if (location < 0) return false;
  reader->location_known[location] = true;
  reader->program->locations[location].type = type;
  reader->program->locations[location].size = reader->dialect->assembly->counts_elements ? 0 : size;
  return read_contents(reader, (unsigned)location);
}

bool assembly_initial(struct reader *reader) {
  if (!initial_entries(reader, read_entry)) return false;
  cursor_accept(&reader->cursor, ";");
  return true;
}
