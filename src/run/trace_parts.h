/* What files of runs have in common, whatever the run is of (recording.h, frame_recording.h): a
 * first line, the model and its parameters, the text of a test or a frame that travels along, and
 * the steps.  A step is a label, which names it whatever numbers the states have, and the
 * fingerprint of the state that it leads to, which goes by content.  So the run is found again in a
 * model that is built anew. */
#ifndef RUN_TRACE_PARTS_H
#define RUN_TRACE_PARTS_H

#include <stdio.h>
#include "base/diagnostic.h"
#include "base/text.h"
#include "base/vector.h"
#include "explore/search.h"
#include "kit/system.h"

/* --- writing --- */

/* "turnsole-trace 2", and "model NAME" */
void trace_parts_write_model(FILE *out, const struct setting *setting);
/* "set NAME=VALUE", for each parameter */
void trace_parts_write_parameters(FILE *out, const struct setting *setting);
/* "WORD PATH", and behind it the text, each line behind "| " */
void trace_parts_write_text(FILE *out, const char *word, const char *path, const char *text);
/* "property 8", "start FINGERPRINT", and "step LABEL FINGERPRINT" for each */
void trace_parts_write_steps(FILE *out, const struct model *model, const struct trace *trace);

/* --- reading --- */

struct trace_parts_step {
  uint32_t label;
  uint64_t fingerprint;
};

struct trace_parts {
  const char *path; /* of the file */
  struct diagnostic *error;
  unsigned properties; /* how many there are */
  unsigned line;
  struct text text; /* what travels along */
  bool has_start;
  unsigned property;
  uint64_t start;
  VECTOR(struct trace_parts_step) steps;
};

/* false, with the place and why in `error`. */
bool trace_parts_refuse(const struct trace_parts *trace_parts, const char *why);
/* Cuts the file's text into its lines, and calls `read` for each behind the first, until it says
 * false. */
bool trace_parts_lines(struct trace_parts *trace_parts, char *text,
                       bool (*read)(void *context, char *line), void *context);
/* "| TEXT" */
void trace_parts_add_text(struct trace_parts *trace_parts, const char *line);
/* Cuts the first word off a line; what is behind it. */
const char *trace_parts_word(char *line);
/* What trace_parts_write_steps writes; any other word is refused. */
bool trace_parts_read_steps(struct trace_parts *trace_parts, const char *word, const char *rest);
/* The run, in the model; NULL when one of its steps no longer exists. */
struct trace *trace_parts_find_run(const struct trace_parts *trace_parts,
                                   const struct model *model);
void trace_parts_clear(struct trace_parts *trace_parts);

#endif
