/* The parts that all trace files share: a first line, the model and its parameters, the text of a
 * test or a frame, and the steps.
 *
 * A step is a label and the fingerprint of the state after it. The label names the step whatever
 * numbers the states have, and the fingerprint depends on content only. So a rebuilt model has
 * the same run. */
#ifndef RUN_TRACE_PARTS_H
#define RUN_TRACE_PARTS_H

#include <stdio.h>
#include "base/diagnostic.h"
#include "base/text.h"
#include "base/vector.h"
#include "search/search.h"
#include "protocol/system.h"

/* --- writing --- */

/* "turnsole-trace 2" and "model NAME" */
void trace_parts_write_model(FILE *out, const struct setting *setting);
/* "set NAME=VALUE" for each parameter */
void trace_parts_write_parameters(FILE *out, const struct setting *setting);
/* "WORD PATH", then the lines of the text, each behind "| " */
void trace_parts_write_text(FILE *out, const char *word, const char *path, const char *text);
/* "property 8", "start FINGERPRINT", and "step LABEL FINGERPRINT" for each step */
void trace_parts_write_steps(FILE *out, const struct model *model, const struct trace *trace);

/* --- reading --- */

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
