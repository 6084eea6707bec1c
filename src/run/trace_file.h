/* Traces in files: the subject of a run, and its steps by their labels. */
#ifndef RUN_TRACE_FILE_H
#define RUN_TRACE_FILE_H

#include <stdio.h>
#include "base/diagnostic.h"
#include "base/text.h"
#include "base/vector.h"
#include "protocol/system.h"
#include "run/counterexample.h"
#include "run/effort.h"
#include "search/search.h"

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

/* --- parts that all trace files share ---
 *
 * These are a first line, the model with its parameters, the text of a test or a frame, and steps.
 *
 * A step is a label and the fingerprint of the state after it. The label names the step whatever
 * numbers the states have, and the fingerprint depends on content only. So a rebuilt model has
 * the same run. */

/* "turnsole-trace 2" and "model NAME" */
void trace_parts_write_model(FILE *out, const struct setting *setting);
/* "set NAME=VALUE" for each parameter */
void trace_parts_write_parameters(FILE *out, const struct setting *setting);
/* "WORD PATH", then the lines of the text, each behind "| " */
void trace_parts_write_text(FILE *out, const char *word, const char *path, const char *text);
/* "property 8" (unless it is PROPERTIES), "start FINGERPRINT", and "step LABEL FINGERPRINT" for
 * each step */
void trace_parts_write_steps(FILE *out, const struct model *model, const struct trace *trace);

struct trace_parts_step {
  uint32_t label;
  uint64_t fingerprint;
};

struct trace_parts {
  const char *path; /* of the file */
  struct diagnostic *error;
  unsigned properties; /* number of properties */
  unsigned line;
  struct text text; /* the text of the test or the frame */
  bool has_start;
  unsigned property;
  uint64_t start;
  VECTOR(struct trace_parts_step) steps;
};

/* Sets `error` to the place and the reason; returns false. */
bool trace_parts_refuse(const struct trace_parts *parts, const char *why);
/* Calls `read` for each line but the first, until it returns false. */
bool trace_parts_lines(struct trace_parts *parts, char *text,
                       bool (*read)(void *context, char *line), void *context);
/* "| TEXT" */
void trace_parts_add_text(struct trace_parts *parts, const char *line);
/* Cuts the first word off a line; returns the rest. */
const char *trace_parts_word(char *line);
/* Reads the lines of trace_parts_write_steps; refuses any other word. */
bool trace_parts_read_steps(struct trace_parts *parts, const char *word, const char *rest);
/* Finds the run in the model; NULL if a step no longer exists. */
struct trace *trace_parts_find_run(const struct trace_parts *parts, const struct model *model);
void trace_parts_clear(struct trace_parts *parts);

#endif
