/* Diagnostics: a fault of an input, and its place.
 *
 * A reader that fails fills one diagnostic and returns; it never prints and never exits.  The first
 * failure counts.  Printed form:
 *
 *   tests/mp.litmus:7:14: expected a scope (cta, gpu or sys), found "blok"
 *    ld.acquire.blok r0, x
 *               ^~~~
 */
#ifndef BASE_DIAGNOSTIC_H
#define BASE_DIAGNOSTIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include "base/text.h"

/* A stretch of a source text, as byte offsets. */
struct span {
  size_t start, length;
};

/* A text being read, with the name to report it by. */
struct source {
  const char *name;
  const char *text;
  size_t length;
};

struct diagnostic {
  char *message; /* NULL until something failed; owned */
  bool of_file;  /* it begins with the name of a file */
};

/* Records a failure at `span` of `source` unless one is recorded already.  Always returns false. */
bool diagnostic_at(struct diagnostic *error, const struct source *source, struct span span,
                   const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The same without a place in a text: "no such model: mesii".  Or of a whole file, or of a place
 * that the message names; such a message begins with the file's name. */
#define diagnostic_plain(error, ...) diagnostic_record(error, false, __VA_ARGS__)
#define diagnostic_of_file(error, ...) diagnostic_record(error, true, __VA_ARGS__)
bool diagnostic_record(struct diagnostic *error, bool of_file, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void diagnostic_clear(struct diagnostic *error);

/* 1-based line and column (in characters) of an offset. */
void diagnostic_source_position(const struct source *source, size_t offset, unsigned *line,
                                unsigned *column);

/* Findings: all faults of something, a line each, reported at once. */
struct findings {
  struct text text;
  unsigned count;
  bool of_file; /* the first names a file */
};

/* Adds a finding.  It begins with "FILE:LINE: ", where `file` is not NULL. */
void findings_add(struct findings *findings, const char *file, unsigned line, const char *format,
                  ...) __attribute__((format(printf, 4, 5)));
/* True: there are none.  Otherwise moves them into `error`, unless that has a message. */
bool findings_told(struct findings *findings, struct diagnostic *error);

#endif
