/* The names of integer types. */
#ifndef LITMUS_READ_TYPES_H
#define LITMUS_READ_TYPES_H

#include "litmus/cursor.h"
#include "litmus/value.h"

/* The type that the word names, of those that assembly dialects declare locations with, or of C's;
 * NULL: none.  A type with 0 bytes says nothing of the size (void, const, struct). */
const struct type *type_in_assembly(const struct cursor *cursor, struct span word);
const struct type *type_in_c(const struct cursor *cursor, struct span word);

#endif
