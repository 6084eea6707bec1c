/* Checks a system's record at start-up. */
#ifndef PROTOCOL_RECORD_H
#define PROTOCOL_RECORD_H

#include "base/diagnostic.h"
#include "protocol/system.h"

/* The file and the line of a system's record; NULL: not known. */
const char *system_file(const struct system *system, unsigned *line);

/* The absolute path of a system that -p named by its path; NULL: it is built in. */
const char *system_path(const struct system *system);

/* Checks a system's record and tables.  false: `error` has all findings, a line each. */
bool system_check(const struct system *system, struct diagnostic *error);
/* The part of it that concerns the tables. */
bool system_tables_check(const struct system *system, struct diagnostic *error);
/* The part of it without which no machine can run; tests run records that fail the rest. */
bool system_runs(const struct system *system, struct diagnostic *error);

/* --- private to record.c and record_claims.c --- */

struct record_check {
  const struct system *system;
  const char *name; /* the system's */
  const char *file; /* of the record; NULL: not known */
  unsigned line;    /* of the record */
  unsigned kinds;   /* number of kinds of controllers */
  bool in_part;     /* findings without which a machine can run are left out (system_runs) */
  struct findings findings;
};

/* Adds a finding about the record, with file, line and the system's name before it. */
void record_finding(struct record_check *check, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same for an omission or a contradiction that does no harm to a machine. */
#define record_omission(check, ...) \
  ((check)->in_part ? (void)0 : record_finding(check, __VA_ARGS__))

/* Has an entry of an array a byte that is not zero? */
bool record_is_filled(const void *entry, size_t size);

#endif
