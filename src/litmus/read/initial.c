/* The initial state.
 *
 * NAME=NUMBER and [NAME]=NUMBER declare a location, THREAD:REGISTER=NUMBER a register.  A bare NAME
 * declares a location that holds 0; 1:r0 and P1:r0 are the same register.  Dialects with addresses
 * as values also have types and arrays, and may name a location twice, since its address declares
 * it. */
#include "litmus/read/initial.h"

#include "litmus/read/arrays.h"

/* ---- dialects without addresses ---- */

static bool read_number(struct reader *reader, int64_t *value) {
  struct cursor *cursor = &reader->cursor;
  struct span word = cursor_next_word(cursor);
  if (word.length)
    return cursor_fail(cursor, word, "unsupported: the address \"%.*s\" as a value",
                       SPAN(cursor, word));
  return cursor_number(cursor, value);
}

static bool read_register(struct reader *reader, struct initial_register entry) {
  struct cursor *cursor = &reader->cursor;
  if (!cursor_word(cursor, &entry.name)) return cursor_expected(cursor, "a register");
  if (!cursor_expect(cursor, "=", "\"=\"") || !read_number(reader, &entry.value)) return false;
  vector_push(reader->initial_registers, entry);
  return true;
}

static bool read_location(struct reader *reader, struct span name) {
  struct cursor *cursor = &reader->cursor;
  int location = reader_declare_location(reader, name);
  if (location < 0) return false;
  if (cursor_accept(cursor, "="))
    return read_number(reader, &reader->program->locations[location].initial);
  char next = cursor_peek(cursor);
  if (next == ';' || next == '}') return true;
  if (reader->dialect->read_alias) return reader->dialect->read_alias(reader, (unsigned)location);
  return cursor_expected(cursor, "\"=\" or \";\"");
}

/* ---- dialects with addresses ---- */

/* A number, an address (&x or x), or C's ATOMIC_INIT(n). */
static bool read_value(struct reader *reader, int64_t *value) {
  struct cursor *cursor = &reader->cursor;
  struct span word;
  bool is_c = reader->dialect->is_c, ampersand = cursor_accept(cursor, "&");
  if (!cursor_word(cursor, &word))
    return ampersand && !is_c ? cursor_expected(cursor, "a location")
                              : cursor_number(cursor, value);
  if (is_c && !ampersand && span_is(cursor, word, "ATOMIC_INIT"))
    return cursor_expect(cursor, "(", "\"(\"") && cursor_number(cursor, value) &&
           cursor_expect(cursor, ")", "\")\"");
  int location = reader_known_location(reader, word);
  return location >= 0 && array_address(reader, (unsigned)location, value);
}

static bool read_typed_register(struct reader *reader, struct initial_register entry) {
  struct cursor *cursor = &reader->cursor;
  bool is_c = reader->dialect->is_c;
  if (!cursor_word(cursor, &entry.name))
    return cursor_expected(cursor, is_c ? "a variable" : "a register");
  if (cursor_accept(cursor, "=") && !read_value(reader, &entry.value)) return false;
  if (is_c) entry.value = type_shows(entry.type, entry.value);
  vector_push(reader->initial_registers, entry);
  return true;
}

static bool read_typed_location(struct reader *reader, struct span name, struct type type,
                                unsigned size) {
  bool is_c = reader->dialect->is_c;
  int location = reader_known_location(reader, name);
  if (location < 0) return false;
  struct location *named = &reader->program->locations[location];
  if (type.bytes || !is_c) named->type = type;
  named->size = size;
  if (!array_accept(reader, (unsigned)location)) return false;
  int64_t value = 0;
  bool assigned = cursor_accept(&reader->cursor, "=");
  if (assigned && named->elements) return array_contents(reader, (unsigned)location, read_value);
  if (assigned && !read_value(reader, &value)) return false;
  named = &reader->program->locations[location]; /* reading the value may move them */
  if (is_c) named->initial = type_shows(type, value);
  else if (assigned) named->initial = value;
  return true;
}

/* ---- entries ---- */

static bool read_entry(struct reader *reader) {
  struct cursor *cursor = &reader->cursor;
  const struct dialect *dialect = reader->dialect;
  struct initial_register entry = { .thread = 0 };
  struct span name;
  unsigned size = 0;
  if (dialect->read_type) entry.type = dialect->read_type(cursor, &size);
  if (reader_accept_thread(cursor, &entry.thread, &entry.thread_span))
    return (dialect->addresses ? read_typed_register : read_register)(reader, entry);
  bool bracket = cursor_accept(cursor, "[");
  if (!cursor_word(cursor, &name))
    return cursor_expected(cursor, !dialect->addresses ? "a location, a register (P0:r0) or \"}\""
                                   : dialect->is_c     ? "a location, a variable (0:r0) or \"}\""
                                                       : "a location, a register (0:r0) or \"}\"");
  if (bracket && !cursor_expect(cursor, "]", "\"]\"")) return false;
  return dialect->addresses ? read_typed_location(reader, name, entry.type, size)
                            : read_location(reader, name);
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
  if (reader->dialect->register_name) cursor_accept(cursor, ";");
  return true;
}

bool initial_registers(struct reader *reader) {
  struct cursor *cursor = &reader->cursor;
  for (size_t i = 0; i < reader->initial_registers.length; i++) {
    const struct initial_register *entry = &reader->initial_registers.items[i];
    int thread = program_thread(reader->program, entry->thread);
    if (thread < 0)
      return cursor_fail(cursor, entry->thread_span, "there is no thread P%lld",
                         (long long)entry->thread);
    if (reader_find_register(reader, (unsigned)thread, entry->name) >= 0)
      return cursor_fail(cursor, entry->name, "register \"%.*s\" is declared twice",
                         SPAN(cursor, entry->name));
    int index = reader_register(reader, (unsigned)thread, entry->name, REGISTER_DECLARED);
    if (index < 0) return false;
    reader->program->threads[thread].registers[index].initial = entry->value;
    reader->program->threads[thread].registers[index].type = entry->type;
  }
  return true;
}
