/* Arrays: `int x[2]`, `uint8_t y[64]`, `int z[2] = {1, 2}` in the initial state, x[1] in a
 * condition, x[1] and x+4 as addresses.
 *
 * An array is one location of so many elements.  Where a dialect counts bytes, the element's type
 * says how many; where it does not (C, whose accesses are as large as what they name), one element
 * is one step of an address. */
#include "base/memory.h"
#include "litmus/read/dialect.h"

enum { ELEMENTS_MAX = 4096 };

struct type type_named(const struct cursor *cursor, struct span word) {
  static const struct {
    const char *name;
    struct type type;
  } types[] = { { "int", { 4, true } },     { "uint64_t", { 8, false } },
                { "int64_t", { 8, true } }, { "uint32_t", { 4, false } },
                { "int32_t", { 4, true } }, { "uint16_t", { 2, false } },
                { "int16_t", { 2, true } }, { "uint8_t", { 1, false } },
                { "int8_t", { 1, true } } };
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (span_is(cursor, word, types[i].name)) return types[i].type;
  return (struct type){ 0 };
}

bool array_element(struct reader *reader, unsigned elements, int64_t *element) {
  struct cursor *cursor = &reader->cursor;
  return cursor_expect(cursor, "[", "\"[\" and the number of an element") &&
         cursor_number_within(cursor, 0, elements - 1, "the number of an element", element) &&
         cursor_expect(cursor, "]", "\"]\"");
}

/* What may follow a location's name where its address is meant: [1], or +4 where bytes are counted.
 */
bool address_value(struct reader *reader, unsigned location, int64_t *address) {
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

/* [2] after the name of a location that is declared. */
bool array_accept(struct reader *reader, unsigned location) {
  struct cursor *cursor = &reader->cursor;
  int64_t elements;
  if (!cursor_accept(cursor, "[")) return true;
  if (!cursor_number_within(cursor, 1, ELEMENTS_MAX, "the number of elements", &elements) ||
      !cursor_expect(cursor, "]", "\"]\""))
    return false;
  reader->program->locations[location].elements = (unsigned)elements;
  return true;
}

/* {1, 2}: as many values as there are elements, or none, which makes all of them 0. */
bool array_contents(struct reader *reader, unsigned location,
                    bool (*read)(struct reader *reader, int64_t *value)) {
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
    if (!read(reader, &contents[count])) return false;
    contents[count] = type_shows(reader->program->locations[location].type, contents[count]);
    count++;
  } while (cursor_accept(cursor, ","));
  if (!cursor_expect(cursor, "}", "\",\" or \"}\"")) return false;
  return count == elements ||
         cursor_fail(cursor, open, "%u of the %u values that the array holds", count, elements);
}
