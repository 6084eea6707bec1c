/* Code in columns: cells between `|`, rows ended by `;`, the first row for the threads, the rest
 * one instruction a cell.  A cell may be empty, and may begin with labels ("LC00:").
 *
 * The columns find the cells and keep the labels; what stands in a cell is the dialect's business.
 */
#include <string.h>
#include "base/memory.h"
#include "litmus/read/dialect.h"

/* The end of the cell that begins at the cursor: at its `|` or `;`, or the limit. */
static size_t cell_end(const struct cursor *cursor) {
  struct cursor ahead = *cursor;
  for (;;) {
    cursor_skip(&ahead);
    if (ahead.at >= ahead.limit) return ahead.limit;
    char c = ahead.source->text[ahead.at];
    if (c == '|' || c == ';') return ahead.at;
    ahead.at++;
  }
}

/* Reads one cell with `read`, which must use all of it, and what ends it; *last: that was a `;`. */
static bool read_cell(struct reader *reader, bool (*read)(struct reader *, void *), void *context,
                      bool *last) {
  struct cursor *cursor = &reader->cursor;
  size_t limit = cursor->limit;
  size_t end = cell_end(cursor);
  if (cursor->error->message) return false; /* a comment without an end */
  if (end == limit)
    return read(reader, context) && cursor_expected(cursor, "\"|\" or \";\" after this cell");
  cursor->limit = end;
  bool fine = read(reader, context) &&
              (cursor_at_end(cursor) || cursor_expected(cursor, "the end of the cell"));
  cursor->limit = limit;
  cursor->at = end + 1;
  *last = cursor->source->text[end] == ';';
  return fine;
}

struct column_cell {
  const struct columns *columns;
  unsigned thread;
};

/* "P0" and its place. */
static bool read_thread(struct reader *reader, void *context) {
  const struct column_cell *cell = context;
  struct cursor *cursor = &reader->cursor;
  struct program *program = reader->program;
  cursor_skip(cursor);
  size_t start = cursor->at;
  if (!cursor_accept(cursor, "P")) return cursor_expected(cursor, "a thread (P0, P1, ...)");
  int64_t id;
  if (!cursor_number_within(cursor, 0, INT32_MAX, "the number of a thread", &id)) return false;
  struct span span = { start, cursor->at - start };
  if (program_thread(program, id) >= 0)
    return cursor_fail(cursor, span, "there is a thread P%lld already", (long long)id);
  if (program->thread_count == THREADS_MAX)
    return cursor_fail(cursor, span, "more than %d threads", THREADS_MAX);
  struct thread *thread = &program->threads[program->thread_count++];
  *thread = (struct thread){ .id = (unsigned)id };
  return cell->columns->read_place(reader, thread);
}

static bool read_threads(struct reader *reader, const struct columns *columns) {
  struct column_cell cell = { .columns = columns };
  reader->program->threads = memory_new(THREADS_MAX, sizeof *reader->program->threads);
  for (bool last = false; !last;)
    if (!read_cell(reader, read_thread, &cell, &last)) return false;
  return true;
}

/* The key of a label: labels of different threads have nothing to do with each other. */
static char *label_key(const struct reader *reader, unsigned thread, struct span label) {
  return memory_format("%u %.*s", thread, (int)label.length,
                       reader->cursor.source->text + label.start);
}

static bool define_label(struct reader *reader, unsigned thread, struct span label) {
  char *key = label_key(reader, thread, label);
  uintptr_t *slot = dictionary_at(&reader->labels, key, strlen(key));
  memory_free(key);
  if (*slot)
    return cursor_fail(&reader->cursor, label, "label \"%.*s\" is defined twice in P%u",
                       SPAN(&reader->cursor, label), reader->program->threads[thread].id);
  *slot = reader->program->threads[thread].length + 1;
  return true;
}

/* Reads labels; a word that no colon follows is left to the instruction. */
static bool read_labels(struct reader *reader, unsigned thread) {
  struct cursor *cursor = &reader->cursor;
  for (;;) {
    size_t start = cursor->at;
    struct span word;
    if (!cursor_word(cursor, &word)) return true;
    if (!cursor_accept(cursor, ":")) {
      cursor->at = start;
      return true;
    }
    if (!define_label(reader, thread, word)) return false;
  }
}

static bool read_code_cell(struct reader *reader, void *context) {
  const struct column_cell *cell = context;
  if (cell->thread >= reader->program->thread_count)
    return cursor_fail(&reader->cursor, (struct span){ reader->cursor.at, 1 },
                       "this row has more cells than threads (%u)", reader->program->thread_count);
  if (!read_labels(reader, cell->thread)) return false;
  return cursor_at_end(&reader->cursor) || cell->columns->read_instruction(reader, cell->thread);
}

static bool read_row(struct reader *reader, const struct columns *columns) {
  struct column_cell cell = { .columns = columns };
  for (bool last = false; !last; cell.thread++)
    if (!read_cell(reader, read_code_cell, &cell, &last)) return false;
  if (cell.thread == reader->program->thread_count) return true;
  return cursor_fail(&reader->cursor, (struct span){ reader->cursor.at - 1, 1 },
                     "this row has %u cells, expected one for each of the %u threads", cell.thread,
                     reader->program->thread_count);
}

struct instruction *instruction_new(struct reader *reader, unsigned thread, struct span span) {
  struct thread *owner = &reader->program->threads[thread];
  unsigned length = owner->length;
  if (length == INSTRUCTIONS_MAX) {
    cursor_fail(&reader->cursor, span, "more than %d instructions in P%u", INSTRUCTIONS_MAX,
                owner->id);
    return NULL;
  }
  if ((length & (length - 1)) == 0)
    owner->instructions =
        memory_resize(owner->instructions, length ? 2 * length : 1, sizeof *owner->instructions);
  *sparse_at(&reader->instruction_start, thread * (uintptr_t)INSTRUCTIONS_MAX + length) =
      span.start;
  struct instruction *instruction = &owner->instructions[owner->length++];
  *instruction = (struct instruction){ .opcode = OP_NOP, .destination = NO_REGISTER };
  reader_position(reader, span.start, &instruction->line, &instruction->column);
  return instruction;
}

bool jump_read(struct reader *reader, unsigned thread) {
  struct jump jump = { .thread = thread,
                       .instruction = reader->program->threads[thread].length - 1 };
  if (!cursor_word(&reader->cursor, &jump.label))
    return cursor_expected(&reader->cursor, "a label");
  vector_push(reader->jumps, jump);
  return true;
}

bool destination_read(struct reader *reader, unsigned thread, struct instruction *instruction) {
  struct span name;
  if (!cursor_word(&reader->cursor, &name)) return cursor_expected(&reader->cursor, "a register");
  instruction->destination = reader_register(reader, thread, name, REGISTER_WRITTEN);
  return instruction->destination >= 0;
}

bool address_read(struct reader *reader, struct instruction *instruction) {
  struct span name;
  if (!cursor_word(&reader->cursor, &name)) return cursor_expected(&reader->cursor, "a location");
  int location = reader_address(reader, name, instruction->opcode != OP_LOAD);
  instruction->address = (struct operand){ .kind = OPERAND_LOCATION, .index = (unsigned)location };
  return location >= 0;
}

bool operand_read(struct reader *reader, unsigned thread, struct operand *operand) {
  struct cursor *cursor = &reader->cursor;
  struct span name;
  if (cursor_starts_number(cursor)) {
    operand->kind = OPERAND_CONSTANT;
    return cursor_number(cursor, &operand->number);
  }
  if (!cursor_word(cursor, &name)) return cursor_expected(cursor, "a number or a register");
  int index = reader_register(reader, thread, name, REGISTER_READ);
  *operand = operand_register(index);
  return index >= 0;
}

static bool resolve_jumps(struct reader *reader) {
  for (size_t i = 0; i < reader->jumps.length; i++) {
    const struct jump *jump = &reader->jumps.items[i];
    struct thread *thread = &reader->program->threads[jump->thread];
    char *key = label_key(reader, jump->thread, jump->label);
    uintptr_t *slot = dictionary_find(&reader->labels, key, strlen(key));
    memory_free(key);
    if (!slot)
      return cursor_fail(&reader->cursor, jump->label, "there is no label \"%.*s\" in P%u",
                         SPAN(&reader->cursor, jump->label), thread->id);
    thread->instructions[jump->instruction].target = (unsigned)(*slot - 1);
  }
  return true;
}

/* The words that end the code; no instruction of any dialect in columns is called so. */
static bool code_ends(struct reader *reader) {
  static const char *const words[] = { "exists", "final",  "forall", "locations",
                                       "filter", "scopes", "regions" };
  struct cursor *cursor = &reader->cursor;
  if (cursor_at_end(cursor) || cursor_peek(cursor) == '~') return true;
  struct span word = cursor_next_word(cursor);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (span_is(cursor, word, words[i])) return true;
  return false;
}

bool columns_read(struct reader *reader, const struct columns *columns) {
  if (!read_threads(reader, columns) || !registers_declare(reader)) return false;
  while (!code_ends(reader))
    if (!read_row(reader, columns)) return false;
  return resolve_jumps(reader) && registers_check(reader) && locations_check(reader) &&
         transactions_check(reader);
}
