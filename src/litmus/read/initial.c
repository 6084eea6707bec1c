/* The initial state: `{ x=0; P1:r0=2; y @ generic aliases x; }`.
 *
 * What an entry may be: NAME=NUMBER and [NAME]=NUMBER declare a location, THREAD:REGISTER=NUMBER a
 * register (1:r0 and P1:r0 are the same), NAME alone a location that holds 0, and what else follows
 * a name is the dialect's. */
#include "litmus/read/dialect.h"

/* A number after "=".  Addresses are values in herd's dialects and not in this IR, which is said,
 * not guessed. */
static bool read_value(struct reader *reader, int64_t *value) {
  struct cursor *cursor = &reader->cursor;
  struct span word = cursor_next_word(cursor);
  if (word.length)
    return cursor_fail(cursor, word, "unsupported: the address \"%.*s\" as a value",
                       SPAN(cursor, word));
  return cursor_number(cursor, value);
}

static bool read_register(struct reader *reader, int64_t thread, struct span thread_span) {
  struct cursor *cursor = &reader->cursor;
  struct initial_register entry = { .thread = thread, .thread_span = thread_span };
  if (!cursor_word(cursor, &entry.name)) return cursor_expected(cursor, "a register");
  if (!cursor_expect(cursor, "=", "\"=\"") || !read_value(reader, &entry.value)) return false;
  vector_push(reader->initial_registers, entry);
  return true;
}

static bool read_location(struct reader *reader, struct span name) {
  struct cursor *cursor = &reader->cursor;
  int location = reader_declare_location(reader, name);
  if (location < 0) return false;
  reader->location_known[location] = true;
  if (cursor_accept(cursor, "="))
    return read_value(reader, &reader->program->locations[location].initial);
  char next = cursor_peek(cursor);
  if (next == ';' || next == '}') return true;
  if (reader->dialect->read_alias) return reader->dialect->read_alias(reader, (unsigned)location);
  return cursor_expected(cursor, "\"=\" or \";\"");
}

static bool read_entry(struct reader *reader) {
  struct cursor *cursor = &reader->cursor;
  struct span span;
  int64_t thread;
  if (thread_accept(cursor, &thread, &span)) return read_register(reader, thread, span);
  bool bracket = cursor_accept(cursor, "[");
  if (!cursor_word(cursor, &span))
    return cursor_expected(cursor, "a location, a register (P0:r0) or \"}\"");
  if (bracket && !cursor_expect(cursor, "]", "\"]\"")) return false;
  return read_location(reader, span);
}

bool initial_entries(struct reader *reader, bool (*read)(struct reader *reader)) {
  struct cursor *cursor = &reader->cursor;
  if (!cursor_expect(cursor, "{", "\"{\" and the initial state")) return false;
  while (!cursor_accept(cursor, "}")) {
    if (cursor_accept(cursor, ";")) continue;
    if (!read(reader)) return false;
    char next = cursor_peek(cursor);
    if (next != ';' && next != '}') return cursor_expected(cursor, "\";\" or \"}\"");
  }
  return true;
}

bool initial_read(struct reader *reader) { return initial_entries(reader, read_entry); }

bool registers_declare(struct reader *reader) {
  struct cursor *cursor = &reader->cursor;
  for (size_t i = 0; i < reader->initial_registers.length; i++) {
    const struct initial_register *entry = &reader->initial_registers.items[i];
    int thread = program_thread(reader->program, entry->thread);
    if (thread < 0)
      return cursor_fail(cursor, entry->thread_span, "there is no thread P%lld",
                         (long long)entry->thread);
    if (register_find(reader, (unsigned)thread, entry->name) >= 0)
      return cursor_fail(cursor, entry->name, "register \"%.*s\" is declared twice",
                         SPAN(cursor, entry->name));
    int index = reader_register(reader, (unsigned)thread, entry->name, REGISTER_DECLARED);
    if (index < 0) return false;
    reader->program->threads[thread].registers[index].initial = entry->value;
    reader->program->threads[thread].registers[index].type = entry->type;
  }
  return true;
}
