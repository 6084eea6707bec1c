/* The code of a thread while it is read.  Labels of different threads are different labels. */
#include "litmus/read/reading.h"
#include "litmus/read/code.h"
#include "litmus/read/names.h"

#include <string.h>

void reader_position(struct reader *reader, size_t offset, unsigned *line, unsigned *column) {
  const struct source *source = reader->cursor.source;
  if (offset < reader->position_at) reader->position_at = reader->line = reader->column = 0;
  if (reader->line == 0) reader->line = reader->column = 1;
  for (; reader->position_at < offset; reader->position_at++) {
    char c = source->text[reader->position_at];
    if (c == '\n') {
      reader->line++;
      reader->column = 1;
    } else if (((unsigned char)c & 0xc0) != 0x80) {
      reader->column++;
    }
  }
  *line = reader->line;
  *column = reader->column;
}

bool reader_thread(struct reader *reader, int64_t id, struct span span) {
  struct program *program = reader->program;
  unsigned index = program->thread_count;
  if (!program->threads) program->threads = memory_new(THREADS_MAX, sizeof *program->threads);
  if (program_thread(program, id) >= 0)
    return cursor_fail(&reader->cursor, span, "there is a thread P%lld already", (long long)id);
  if (index == THREADS_MAX)
    return cursor_fail(&reader->cursor, span, "more than %d threads", THREADS_MAX);
  program->threads[program->thread_count++] =
      (struct thread){ .id = (unsigned)id, .place = { .cta = index } };
  return true;
}

struct instruction *reader_instruction(struct reader *reader, unsigned thread, struct span span) {
  struct thread *owner = &reader->program->threads[thread];
  unsigned length = owner->length;
  if (length == INSTRUCTIONS_MAX) {
    cursor_fail(&reader->cursor, span, "more than %d instructions in P%u", INSTRUCTIONS_MAX,
                owner->id);
    return NULL;
  }
  owner->instructions = reader_grown(owner->instructions, length, sizeof *owner->instructions);
  *sparse_at(&reader->instruction_start, thread * (uintptr_t)INSTRUCTIONS_MAX + length) =
      span.start;
  struct instruction *instruction = &owner->instructions[owner->length++];
  *instruction = (struct instruction){ .opcode = OP_NOP, .destination = NO_REGISTER };
  reader_position(reader, span.start, &instruction->line, &instruction->column);
  return instruction;
}

bool reader_level(struct cursor *cursor, const char *word, const char *missing, int64_t most,
                  const char *what, unsigned *number) {
  int64_t read;
  if (!cursor_accept_word(cursor, word)) return cursor_expected(cursor, missing);
  if (!cursor_number_within(cursor, 0, most, what, &read)) return false;
  *number = (unsigned)read;
  return true;
}

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

bool reader_labels(struct reader *reader, unsigned thread) {
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

bool reader_jump(struct reader *reader, unsigned thread) {
  struct jump jump = { .thread = thread,
                       .instruction = reader->program->threads[thread].length - 1 };
  if (!cursor_word(&reader->cursor, &jump.label))
    return cursor_expected(&reader->cursor, "a label");
  vector_push(reader->jumps, jump);
  return true;
}

bool reader_resolve_jumps(struct reader *reader) {
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
