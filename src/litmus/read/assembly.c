/* Shared by the readers of dialects in columns: operands, lowering, the search for a mnemonic, and
 * the cells of the code. */
#include "litmus/read/assembly.h"

#include <ctype.h>
#include <string.h>
#include "litmus/read/initial.h"
#include "litmus/read/reading.h"
#include "litmus/read/transactions.h"
#include "litmus/read/code.h"
#include "litmus/read/names.h"

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
  bool any = !dialect->register_name;
  if (!word.length || (!any && !dialect->register_name(a->cursor, word, name))) {
    cursor_expected(a->cursor, "a register");
    return -1;
  }
  a->cursor->at = word.start + word.length;
  if (any) return reader_register(a->reader, a->thread, word, use);
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
  bool any = !a->reader->dialect->register_name;
  bool marked = !any && (cursor_accept(a->cursor, "#") || cursor_accept(a->cursor, "$"));
  if (!marked && !cursor_starts_number(a->cursor)) {
    if (any && !cursor_next_word(a->cursor).length)
      return cursor_expected(a->cursor, "a number or a register");
    return assembly_source(a, operand);
  }
  *operand = operand_constant(0);
  return cursor_number(a->cursor, &operand->number);
}

bool assembly_comma(struct assembling *a) { return cursor_expect(a->cursor, ",", "\",\""); }

static bool read_location(struct assembling *a) {
  struct span name;
  if (!cursor_word(a->cursor, &name)) return cursor_expected(a->cursor, "a location");
  int location = reader_address(a->reader, name, a->instruction->opcode != OP_LOAD);
  a->instruction->address = operand_location(location);
  return location >= 0;
}

static bool read_operand(struct assembling *a, char letter) {
  bool any = !a->reader->dialect->register_name;
  switch (letter) {
  case 'd': return assembly_destination(a);
  case 'x': return read_location(a);
  case 'l': return (any ? assembly_value : assembly_source)(a, &a->instruction->left);
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

bool assembly_move(struct assembling *a) {
  return assembly_more(a, OP_COMPUTE) && assembly_operands(a, "dv");
}

bool assembly_compute(struct assembling *a) {
  if (!assembly_more(a, OP_COMPUTE)) return false;
  a->instruction->arithmetic = (enum arithmetic)a->which;
  return assembly_operands(a, "dlv");
}

bool assembly_branch(struct assembling *a) {
  if (!assembly_more(a, OP_BRANCH)) return false;
  a->instruction->comparison = (enum comparison)a->which;
  return assembly_operands(a, "lvj");
}

bool assembly_branch_on_flags(struct assembling *a) {
  if (!assembly_more(a, OP_BRANCH)) return false;
  a->instruction->comparison = (enum comparison)a->which;
  a->instruction->left = assembly_hidden_operand(a, "flags");
  a->instruction->value = operand_constant(0);
  return assembly_operands(a, "j");
}

bool assembly_goto(struct assembling *a) {
  return assembly_more(a, OP_GOTO) && assembly_operands(a, "j");
}

bool assembly_nop(struct assembling *a) { return assembly_more(a, OP_NOP) != NULL; }

bool assembly_row_fence(struct assembling *a) {
  return assembly_fence(a, a->tags, (enum order)a->which);
}

/* ---- mnemonics ---- */

/* A word with dots in it. */
static bool read_mnemonic(struct assembling *a) {
  struct cursor *cursor = a->cursor;
  const char *text = cursor->source->text;
  struct span part;
  if (!cursor_word(cursor, &a->mnemonic)) return cursor_expected(cursor, "an instruction");
  while (cursor->at + 1 < cursor->limit && text[cursor->at] == '.' &&
         isalpha((unsigned char)text[cursor->at + 1])) {
    cursor->at++;
    cursor_word(cursor, &part);
  }
  a->mnemonic.length = cursor->at - a->mnemonic.start;
  a->parts[a->count++] = a->mnemonic;
  return true;
}

/* The parts of PTX may hold two colons: shared::cta, L2::128B. */
static void take_colons(struct cursor *cursor, struct span *part) {
  const char *text = cursor->source->text;
  while (cursor->at + 2 < cursor->limit && text[cursor->at] == ':' && text[cursor->at + 1] == ':') {
    cursor->at += 2;
    while (cursor->at < cursor->limit &&
           (isalnum((unsigned char)text[cursor->at]) || text[cursor->at] == '_'))
      cursor->at++;
    part->length = cursor->at - part->start;
  }
}

/* Words between dots, at most `most`. */
static bool read_parts(struct assembling *a, unsigned most) {
  struct cursor *cursor = a->cursor;
  cursor_skip(cursor);
  a->mnemonic.start = cursor->at;
  do {
    size_t start = cursor->at;
    if (a->count == most) return cursor_expected(cursor, "an instruction with fewer parts");
    struct span *part = &a->parts[a->count++];
    if (!cursor_word(cursor, part) || part->start != start)
      return cursor_fail(cursor, (struct span){ start, 1 }, "expected an instruction");
    take_colons(cursor, part);
  } while (cursor->at < cursor->limit && cursor->source->text[cursor->at] == '.' && ++cursor->at);
  a->mnemonic.length = cursor->at - a->mnemonic.start;
  return true;
}

bool assembly_run(struct assembling *a, const struct mnemonic *rows, struct span name) {
  const char *text = a->cursor->source->text + name.start;
  int (*compare)(const char *, const char *, size_t) =
      a->reader->dialect->register_name ? strncasecmp : strncmp;
  while (rows->name &&
         (strlen(rows->name) != name.length || compare(rows->name, text, name.length)))
    rows++;
  a->which = rows->which;
  a->tags = rows->tags;
  return rows->read ? rows->read(a) : cursor_unsupported(a->cursor, a->mnemonic, "instruction");
}

static bool read_instruction(struct reader *reader, unsigned thread) {
  const struct dialect *dialect = reader->dialect;
  struct assembling a = { .reader = reader, .cursor = &reader->cursor, .thread = thread };
  return (!dialect->begin || dialect->begin(&a)) &&
         (dialect->parts_max ? read_parts(&a, dialect->parts_max) : read_mnemonic(&a)) &&
         (!dialect->parts || dialect->parts(&a)) &&
         assembly_run(&a, dialect->mnemonics, a.parts[0]) &&
         (!dialect->check || dialect->check(&a));
}

int assembly_alias(struct reader *reader, unsigned location, const char *expected) {
  struct cursor *cursor = &reader->cursor;
  struct span name;
  bool named = cursor_accept_word(cursor, "aliases") || cursor_expected(cursor, expected);
  if (named && !cursor_word(cursor, &name)) named = cursor_expected(cursor, "a location");
  int target = named ? reader_location(reader, name) : -1;
  if (target != (int)location) return target;
  cursor_fail(cursor, name, "a location cannot alias itself");
  return -1;
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

/* ---- columns ---- */

/* true for a `;` that ends an instruction of PTX, and not its row: a `|` or `;` follows on the
 * line. */
static bool ends_instruction(const struct cursor *cursor) {
  const char *text = cursor->source->text;
  size_t next = cursor->at + 1;
  while (next < cursor->limit && (text[next] == ' ' || text[next] == '\t')) next++;
  return cursor->is_ptx && text[cursor->at] == ';' && next < cursor->limit &&
         (text[next] == '|' || text[next] == ';');
}

/* The end of the cell that begins at the cursor: at its `|` or `;`, or the limit. */
static size_t cell_end(const struct cursor *cursor) {
  struct cursor ahead = *cursor;
  for (;;) {
    cursor_skip(&ahead);
    if (ahead.at >= ahead.limit) return ahead.limit;
    char c = ahead.source->text[ahead.at];
    if ((c == '|' || c == ';') && !ends_instruction(&ahead)) return ahead.at;
    ahead.at++;
  }
}

/* The cell is read, but for a `;` of PTX. */
static bool cell_is_done(struct cursor *cursor) {
  if (cursor->is_ptx) cursor_accept(cursor, ";");
  return cursor_at_end(cursor) || cursor_expected(cursor, "the end of the cell");
}

/* Reads one cell with `read`, which must use all of it, and what ends it; *last: that was a `;`. */
static bool read_cell(struct reader *reader, bool (*read)(struct reader *, unsigned),
                      unsigned thread, bool *last) {
  struct cursor *cursor = &reader->cursor;
  size_t limit = cursor->limit;
  size_t end = cell_end(cursor);
  if (cursor->error->message) return false; /* a comment without an end */
  if (end == limit)
    return read(reader, thread) && cursor_expected(cursor, "\"|\" or \";\" after this cell");
  cursor->limit = end;
  bool fine = read(reader, thread) && cell_is_done(cursor);
  cursor->limit = limit;
  cursor->at = end + 1;
  *last = cursor->source->text[end] == ';';
  return fine;
}

/* "P0" and its place. */
static bool read_thread(struct reader *reader, unsigned index) {
  struct cursor *cursor = &reader->cursor;
  cursor_skip(cursor);
  size_t start = cursor->at;
  if (!cursor_accept(cursor, "P")) return cursor_expected(cursor, "a thread (P0, P1, ...)");
  int64_t id;
  if (!cursor_number_within(cursor, 0, INT32_MAX, "the number of a thread", &id)) return false;
  if (!reader_thread(reader, id, (struct span){ start, cursor->at - start })) return false;
  struct place *place = &reader->program->threads[index].place;
  return !reader->dialect->read_place || reader->dialect->read_place(cursor, place);
}

static bool read_code_cell(struct reader *reader, unsigned thread) {
  if (thread >= reader->program->thread_count)
    return cursor_fail(&reader->cursor, (struct span){ reader->cursor.at, 1 },
                       "this row has more cells than threads (%u)", reader->program->thread_count);
  return reader_labels(reader, thread) &&
         (cursor_at_end(&reader->cursor) || read_instruction(reader, thread));
}

/* Reads the cells up to a `;`, one for each thread. */
static bool read_row(struct reader *reader, bool (*read)(struct reader *, unsigned)) {
  unsigned thread = 0;
  for (bool last = false; !last; thread++)
    if (!read_cell(reader, read, thread, &last)) return false;
  if (thread == reader->program->thread_count) return true;
  return cursor_fail(&reader->cursor, (struct span){ reader->cursor.at - 1, 1 },
                     "this row has %u cells, expected one for each of the %u threads", thread,
                     reader->program->thread_count);
}

/* The words that end the code; no instruction of any dialect in columns is called so. */
static bool code_ends(struct reader *reader) {
  static const struct cursor_word words[] = {
    { "exists", 0 }, { "final", 0 },  { "forall", 0 },  { "observed", 0 },  { "locations", 0 },
    { "filter", 0 }, { "scopes", 0 }, { "regions", 0 }, { "scopeTree", 0 }, { NULL, 0 }
  };
  struct cursor ahead = reader->cursor;
  if (cursor_at_end(&ahead) || strchr("~(", cursor_peek(&ahead))) return true;
  cursor_accept_word(&ahead, "not");
  return cursor_lookup(&ahead, cursor_next_word(&ahead), words) >= 0;
}

bool assembly_read(struct reader *reader) {
  if (!read_row(reader, read_thread) || !initial_registers(reader)) return false;
  while (!code_ends(reader))
    if (!read_row(reader, read_code_cell)) return false;
  return reader_resolve_jumps(reader) &&
         (!reader->dialect->finish || reader->dialect->finish(reader)) &&
         reader_check_registers(reader) && reader_check_locations(reader) &&
         transactions_check(reader);
}
