/* The initial state.
 *
 * NAME=NUMBER and [NAME]=NUMBER declare a location, THREAD:REGISTER=NUMBER a register.  A bare NAME
 * declares a location that holds 0; 1:r0 and P1:r0 are the same register.  Dialects with addresses
 * as values also have types and arrays, and may name a location twice, since its address declares
 * it.
 *
 * An array is one location with several elements.  Where a dialect counts bytes, the type of an
 * element says how many it has; elsewhere an element is one step of an address. */
#include "litmus/read/initial.h"
#include "litmus/read/names.h"

enum { ELEMENTS_MAX = 4096 };

/* ---- dialects without addresses ---- */

static bool read_pointer(struct reader *reader, int64_t *value) {
  struct span word;
  cursor_accept(&reader->cursor, "&");
  if (!cursor_word(&reader->cursor, &word)) return cursor_expected(&reader->cursor, "a location");
  int location = reader_pointed_location(reader, word);
  return location >= 0 && array_address(reader, (unsigned)location, value);
}

static bool read_number(struct reader *reader, int64_t *value) {
  struct cursor *cursor = &reader->cursor;
  struct span word = cursor_next_word(cursor);
  if (reader->dialect->pointers && (word.length || cursor_peek(cursor) == '&'))
    return read_pointer(reader, value);
  if (word.length)
    return cursor_fail(cursor, word, "unsupported: the address \"%.*s\" as a value",
                       SPAN(cursor, word));
  return cursor_number(cursor, value);
}

/* ---- arrays ---- */

bool array_element(struct reader *reader, unsigned elements, int64_t *element) {
  struct cursor *cursor = &reader->cursor;
  return cursor_expect(cursor, "[", "\"[\" and the number of an element") &&
         cursor_number_within(cursor, 0, elements - 1, "the number of an element", element) &&
         cursor_expect(cursor, "]", "\"]\"");
}

bool array_address(struct reader *reader, unsigned location, int64_t *address) {
  const struct location *named = &reader->program->locations[location];
  int64_t distance = 0;
  if (named->elements && cursor_peek(&reader->cursor) == '[') {
    if (!array_element(reader, named->elements, &distance)) return false;
    distance *= location_stride(named);
  } else if (cursor_accept(&reader->cursor, "+")) {
    if (!cursor_number_within(&reader->cursor, 0, INT32_MAX, "a distance", &distance)) return false;
  }
  *address = address_of(location) + distance;
  return true;
}

/* ---- dialects with addresses ---- */

/* A number, an address (&x or x), or C's ATOMIC_INIT(n). */
static bool read_value(struct reader *reader, int64_t *value) {
  struct cursor *cursor = &reader->cursor;
  struct span word;
  if (!reader->dialect->addresses) return read_number(reader, value);
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

/* Reads [2], where it comes next. */
static bool accept_array(struct reader *reader, unsigned location) {
  struct cursor *cursor = &reader->cursor;
  int64_t elements;
  if (!cursor_accept(cursor, "[")) return true;
  if (!cursor_number_within(cursor, 1, ELEMENTS_MAX, "the number of elements", &elements) ||
      !cursor_expect(cursor, "]", "\"]\""))
    return false;
  reader->program->locations[location].elements = (unsigned)elements;
  return true;
}

/* Reads {1, 2}: a value for each element, or none, for zeros. */
static bool read_contents(struct reader *reader, unsigned location) {
  struct cursor *cursor = &reader->cursor;
  struct location *array = &reader->program->locations[location];
  struct span open = { cursor->at, 1 };
  unsigned elements = array->elements, count = 0;
  if (!cursor_expect(cursor, "{", "\"{\" and the values of the elements")) return false;
  memory_free(array->contents);
  int64_t *contents = memory_new(elements, sizeof *contents);
  array->contents = contents; /* reading may move the locations */
  if (cursor_accept(cursor, "}")) return true;
  do {
    if (count == elements)
      return cursor_fail(cursor, open, "more than the %u values that the array holds", elements);
    if (!read_value(reader, &contents[count])) return false;
    contents[count] = type_shows(reader->program->locations[location].type, contents[count]);
    count++;
  } while (cursor_accept(cursor, ","));
  if (!cursor_expect(cursor, "}", "\",\" or \"}\"")) return false;
  return count == elements ||
         cursor_fail(cursor, open, "%u of the %u values that the array holds", count, elements);
}

static bool read_location(struct reader *reader, struct span name, struct type type,
                          unsigned size) {
  struct cursor *cursor = &reader->cursor;
  int location = reader_declare_location(reader, name);
  if (location < 0) return false;
  struct location *named = &reader->program->locations[location];
  named->type = type;
  named->size = size;
  reader->has_types |= size != 0;
  if (reader->dialect->pointers && !accept_array(reader, (unsigned)location)) return false;
  if (cursor_accept(cursor, "=")) {
    int64_t value;
    if (reader->program->locations[location].elements)
      return read_contents(reader, (unsigned)location);
    if (!read_number(reader, &value)) return false;
    reader->program->locations[location].initial = value;
    return true;
  }
  char next = cursor_peek(cursor);
  if (next == ';' || next == '}') return true;
  if (reader->dialect->read_alias) return reader->dialect->read_alias(reader, (unsigned)location);
  return cursor_expected(cursor, "\"=\" or \";\"");
}

/* Reads .reg .s32 before the name of a register of PTX; true where something stands there. */
static bool accept_register_type(struct reader *reader) {
  struct span word;
  bool any = false;
  while (reader->dialect->is_ptx && cursor_accept(&reader->cursor, "."))
    any |= cursor_word(&reader->cursor, &word);
  return any;
}

static bool read_register(struct reader *reader, struct initial_register entry) {
  struct cursor *cursor = &reader->cursor;
  bool is_c = reader->dialect->is_c, declared = accept_register_type(reader);
  if (!cursor_word(cursor, &entry.name))
    return cursor_expected(cursor, is_c ? "a variable" : "a register");
  bool assigned = cursor_accept(cursor, "=");
  if (!assigned && !declared && !reader->dialect->addresses)
    return cursor_expected(cursor, "\"=\"");
  if (assigned && !read_value(reader, &entry.value)) return false;
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
  if (!accept_array(reader, (unsigned)location)) return false;
  int64_t value = 0;
  bool assigned = cursor_accept(&reader->cursor, "=");
  if (assigned && named->elements) return read_contents(reader, (unsigned)location);
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
    return read_register(reader, entry);
  bool bracket = cursor_accept(cursor, "[");
  if (!cursor_word(cursor, &name))
    return cursor_expected(cursor, !dialect->addresses ? "a location, a register (P0:r0) or \"}\""
                                   : dialect->is_c     ? "a location, a variable (0:r0) or \"}\""
                                                       : "a location, a register (0:r0) or \"}\"");
  if (bracket && !cursor_expect(cursor, "]", "\"]\"")) return false;
  return dialect->addresses ? read_typed_location(reader, name, entry.type, size)
                            : read_location(reader, name, entry.type, size);
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
