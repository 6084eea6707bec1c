/* Checks a table at start-up (table_check.c). */
#ifndef PROTOCOL_TABLE_CHECK_H
#define PROTOCOL_TABLE_CHECK_H

#include "base/diagnostic.h"
#include "protocol/table.h"

/* false: `error` has all faults, each with file and line.  `name` is the table's: "rcc-sc/L1". */
bool table_check(const struct table *table, const char *name, struct diagnostic *error);
/* The same, appended to `findings`. */
void table_findings(const struct table *table, const char *name, struct findings *findings);

#endif
