/* Arrays.
 *
 * An array is one location with several elements.  Where a dialect counts bytes, the type of an
 * element says how many it has; elsewhere an element is one step of an address. */
#include "litmus/read/arrays.h"

enum { ELEMENTS_MAX = 4096 };

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
