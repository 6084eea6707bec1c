/* A line of a file, as CI servers show it: of a test, of a protocol's record, of a table's row. */
#ifndef REPORT_PLACE_H
#define REPORT_PLACE_H

#include "protocol/system.h"
#include "run/suite.h"

struct report_place {
  char *file;    /* owned; NULL: not known */
  unsigned line; /* 0: not known */
};

/* `path` from the working folder, where it lies below that; else the absolute path; as it is where
 * there is no such file.  memory_free releases it. */
char *place_path(const char *path);

struct report_place place_of_file(const char *path, unsigned line); /* NULL or "": nowhere */
struct report_place place_of_test(const struct test *test);
struct report_place place_of_record(const struct system *system);
struct report_place place_of_row(const struct row *row);
void place_clear(struct report_place *place);

#endif
