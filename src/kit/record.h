/* Private to record.c and record_claims.c: the check of a system's record. */
#ifndef KIT_RECORD_H
#define KIT_RECORD_H

#include "base/findings.h"
#include "kit/system.h"

struct record_check {
  const struct system *system;
  const char *name, *file; /* the record's place; a NULL file: it is not known */
  unsigned line, kinds;
  struct findings findings;
};

/* Adds a finding about the record: its place and the system's name stand before it. */
void record_finding(struct record_check *check, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The parts of the check that record_claims.c has. */
void record_check_kinds(struct record_check *check);
void record_check_claims(struct record_check *check);
void record_check_promises(struct record_check *check);

#endif
