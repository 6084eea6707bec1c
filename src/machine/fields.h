/* Texts of several fields, such as a line's: "IV", data, times.
 *
 * A tab stands before each field, and a vertical tab before one that is empty: zero, or no time.
 * The first field may lack the mark; it has no name. */
#ifndef MACHINE_FIELDS_H
#define MACHINE_FIELDS_H

#include <stdbool.h>
#include "base/text.h"

#define FIELD "\t"
#define EMPTY_FIELD "\v"

/* Appends the fields side by side: "IV data=0".  `empty_too`: with empty ones. */
void fields_add(struct text *text, const char *fields, bool empty_too);
/* Appends what differs: "I => IV, data none => 0, now dirty".  The first field is always shown.
 * Returns false, and appends nothing, where nothing differs. */
bool fields_add_changes(struct text *text, const char *before, const char *after);

#endif
