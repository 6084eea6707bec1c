/* Runs kept in files: what machine it is a run of, and its steps by their labels. */
#ifndef RUN_TRACE_FILE_H
#define RUN_TRACE_FILE_H

#include <stdio.h>
#include "run/counterexample.h"
#include "run/effort.h"

/* Writes a run, with all that reading it needs. */
void trace_file_write(FILE *out, const struct counterexample *run);

struct trace_file {
  struct program *program;    /* NULL: the most general client */
  struct counterexample *run; /* built anew, every state checked against the file's fingerprints */
  enum search_end
      end; /* not SEARCH_COMPLETE: a limit was hit before its initial states were known */
};

/* false when the file is no recording, or when its steps no longer exist (a table, the test or the
 * program changed). */
bool trace_file_load(const char *path, const struct effort *effort, struct trace_file *trace_file,
                     struct diagnostic *error);
void trace_file_clear(struct trace_file *trace_file);

#endif
