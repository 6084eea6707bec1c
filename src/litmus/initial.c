/* The initial state: `{ x=0; P1:r0=2; y @ generic aliases x; }`.
 *
 * What an entry may be: NAME=NUMBER and [NAME]=NUMBER declare a location, THREAD:REGISTER=NUMBER a register (1:r0 and
 * P1:r0 are the same), NAME alone a location that holds 0, and what else follows a name is the dialect's. */
#include "litmus/dialect.h"

/* A number after "=".  Addresses are values in herd's dialects and not in this IR, which is said, not guessed. */
static bool read_value(struct reader *reader, int64_t *value) {
  struct cursor *cursor = &reader->cursor;
  struct span word = cursor_next_word(cursor);
  if (word.length)
    return cursor_fail(cursor, word, "unsupported: the address \"%.*s\" as a value", SPAN(cursor, word));
  return cursor_number(cursor, value);
}

static bool read_register(struct reader *reader, int64_t thread, struct span thread_span) {
  struct cursor *cursor = &reader->cursor;
  struct initial_register entry = {.thread = thread, .thread_span = thread_span};
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
  if (cursor_accept(cursor, "=")) return read_value(reader, &reader->program->locations[location].initial);
  char next = cursor_peek(cursor);
  if (next == ';' || next == '}') return true;
  if (reader->dialect->read_alias) return reader->dialect->read_alias(reader, (unsigned)location);
  return cursor_expected(cursor, "\"=\" or \";\"");
}

static bool read_bracketed(struct reader *reader) {
  struct cursor *cursor = &reader->cursor;
  struct span name;
  if (!cursor_word(cursor, &name)) return cursor_expected(cursor, "a location");
  return cursor_expect(cursor, "]", "\"]\"") && read_location(reader, name);
}

/* Is this word the name of a thread, P and a number, before a colon? */
static bool thread_name(struct reader *reader, struct span word, int64_t *id) {
  struct cursor *cursor = &reader->cursor;
  const char *text = cursor->source->text + word.start;
  if (word.length < 2 || word.length > 10 || text[0] != 'P' || cursor_peek(cursor) != ':') return false;
  *id = 0;
  for (size_t i = 1; i < word.length; i++) {
    if (text[i] < '0' || text[i] > '9') return false;
    *id = *id * 10 + (text[i] - '0');
  }
  return true;
}

static bool read_entry(struct reader *reader) {
  struct cursor *cursor = &reader->cursor;
  int64_t thread;
  if (cursor_accept(cursor, "[")) return read_bracketed(reader);
  if (cursor_starts_number(cursor)) {
    size_t start = cursor->at;
    if (!cursor_number_within(cursor, 0, INT32_MAX, "a thread", &thread)) return false;
    struct span span = {start, cursor->at - start};
    return cursor_expect(cursor, ":", "\":\" after the thread") && read_register(reader, thread, span);
  }
  struct span word;
  if (!cursor_word(cursor, &word)) return cursor_expected(cursor, "a location, a register or \"}\"");
  if (!thread_name(reader, word, &thread)) return read_location(reader, word);
  return cursor_expect(cursor, ":", "\":\"") && read_register(reader, thread, word);
}

bool initial_read(struct reader *reader) {
  struct cursor *cursor = &reader->cursor;
  if (!cursor_expect(cursor, "{", "\"{\" and the initial state")) return false;
  while (!cursor_accept(cursor, "}")) {
    if (cursor_accept(cursor, ";")) continue;
    if (!read_entry(reader)) return false;
    char next = cursor_peek(cursor);
    if (next != ';' && next != '}') return cursor_expected(cursor, "\";\" or \"}\"");
  }
  return true;
}

bool registers_declare(struct reader *reader) {
  struct cursor *cursor = &reader->cursor;
  for (size_t i = 0; i < reader->initial_registers.length; i++) {
    const struct initial_register *entry = &reader->initial_registers.items[i];
    int thread = thread_find(reader->program, entry->thread);
    if (thread < 0)
      return cursor_fail(cursor, entry->thread_span, "there is no thread P%lld", (long long)entry->thread);
    if (register_find(reader, (unsigned)thread, entry->name) >= 0)
      return cursor_fail(cursor, entry->name, "register \"%.*s\" is declared twice", SPAN(cursor, entry->name));
    int index = reader_register(reader, (unsigned)thread, entry->name, REGISTER_DECLARED);
    if (index < 0) return false;
    reader->program->threads[thread].registers[index].initial = entry->value;
  }
  return true;
}
