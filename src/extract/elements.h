/* How the test names parts of memory.
 *
 * An object that threads access at one place has its own name.  Where they access several places
 * that do not overlap, each place is a location of its own: "x_1" for element 1.  Machines take
 * such tests.  Otherwise it is one location, with distances (x+4), and a test of mixed sizes. */
#ifndef EXTRACT_ELEMENTS_H
#define EXTRACT_ELEMENTS_H

#include "base/text.h"
#include "extract/objects.h"

struct named_place {
  unsigned object;
  int64_t offset;
  unsigned bytes;
  bool writes;
  bool is_whole; /* of an object that is one location */
  char *name;    /* in conditions: "x", "x_1", "x[1]"; NULL: it has none */
  char *address; /* in brackets: "x", "x_1", "x+4" */
};

struct places {
  VECTOR(struct named_place) items; /* by object, then by offset */
};

void elements_name(struct places *places, const struct objects *objects);
/* Of an object that is one location: the bytes of an element, and how many there are. */
unsigned elements_unit(const struct object *object);
uint64_t elements_count(const struct object *object);
/* The place with that offset, or NULL. */
const struct named_place *elements_find(const struct places *places, unsigned object,
                                        int64_t offset);
/* The place that a user names: "x", "x[1]" or "x+4"; NULL: none.  `length`: what was read. */
const struct named_place *elements_named(const struct places *places, const struct objects *objects,
                                         const char *text, size_t *length);
void elements_clear(struct places *places);

#endif
