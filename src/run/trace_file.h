/* Traces in files: the subject of a run, and its steps by their labels. */
#ifndef RUN_TRACE_FILE_H
#define RUN_TRACE_FILE_H

#include <stdio.h>
#include "run/counterexample.h"
#include "run/effort.h"

/* Writes a run, and everything needed to read it back. */
void trace_file_write(FILE *out, const struct counterexample *run);

struct trace_file {
  struct program *program;    /* NULL: the most general client */
  struct counterexample *run; /* rebuilt; every state has the file's fingerprint */
  enum search_end
      end; /* not SEARCH_COMPLETE: a limit was hit before the initial states were known */
};

/* Returns false, with an error, if the file is no trace, or if a step no longer exists. */
bool trace_file_load(const char *path, const struct effort *effort, struct trace_file *trace_file,
                     struct diagnostic *error);
void trace_file_clear(struct trace_file *trace_file);

#endif
