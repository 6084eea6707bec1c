/* Findings: all faults of something, a line each, reported at once. */
#ifndef BASE_FINDINGS_H
#define BASE_FINDINGS_H

#include "base/diagnostic.h"
#include "base/text.h"

struct findings {
  struct text text;
  unsigned count;
  bool of_file; /* the first names a file */
};

/* Adds a finding.  It begins with "FILE:LINE: ", where `file` is not NULL. */
void findings_add(struct findings *findings, const char *file, unsigned line, const char *format,
                  ...) __attribute__((format(printf, 4, 5)));
/* True: there are none.  Else moves them into `error`, unless that has a message. */
bool findings_told(struct findings *findings, struct diagnostic *error);

#endif
