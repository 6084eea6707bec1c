/* Private to record.c and record_claims.c: the check of a system's record. */
#ifndef KIT_RECORD_H
#define KIT_RECORD_H

#include "base/findings.h"
#include "protocol/system.h"

struct record_check {
  const struct system *system;
  const char *name, *file; /* the record's place; a NULL file: it is not known */
  unsigned line, kinds;
  bool in_part; /* only what a machine cannot do without: not what blinds checks (system_runs) */
  struct findings findings;
};

/* Adds a finding about the record: its place and the system's name stand before it. */
void record_finding(struct record_check *check, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same of what is left out, or contradicts itself, and would do no harm to a machine. */
#define record_omission(check, ...) \
  ((check)->in_part ? (void)0 : record_finding(check, __VA_ARGS__))

/* Does an entry of the record, which it does not count, say something? */
bool record_is_filled(const void *entry, size_t size);

/* The parts of the check that record_claims.c has. */
void record_check_kinds(struct record_check *check);
void record_check_claims(struct record_check *check);
void record_check_promises(struct record_check *check);

#endif
