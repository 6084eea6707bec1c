/* Private to record.c and record_claims.c: the check of a system's record. */
#ifndef KIT_RECORD_H
#define KIT_RECORD_H

#include "base/findings.h"
#include "protocol/system.h"

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

/* In record_claims.c. */
void record_check_kinds(struct record_check *check);
void record_check_claims(struct record_check *check);
void record_check_promises(struct record_check *check);

#endif
