/* Writes the rows that a table lacks (missing_rows.c). */
#ifndef PROTOCOL_MISSING_ROWS_H
#define PROTOCOL_MISSING_ROWS_H

#include "base/text.h"
#include "protocol/table.h"

/* Appends a NEVER for each set of cells without a row, each on a new line, as an author would write
 * it.  Returns the number of those cells.  `missing`: per event, the set of states. */
unsigned missing_rows_add(struct text *text, const struct table *table,
                          const uint32_t missing[EVENTS_MAX]);

#endif
