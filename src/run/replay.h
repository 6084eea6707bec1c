/* What files of runs have in common, whatever the run is of (recording.h, frame_recording.h): a
 * first line, the model and its parameters, the text of a test or a frame that travels along, and
 * the steps.  A step is a label, which names it whatever numbers the states have, and the
 * fingerprint of the state that it leads to, which goes by content.  So the run is found again in a
 * model that is built anew. */
#ifndef RUN_REPLAY_H
#define RUN_REPLAY_H

#include <stdio.h>
#include "base/diagnostic.h"
#include "base/text.h"
#include "base/vector.h"
#include "explore/search.h"
#include "kit/system.h"

/* --- writing --- */

/* "turnsole-trace 2", and "model NAME" */
void retrace_write_model(FILE *out, const struct setting *setting);
/* "set NAME=VALUE", for each parameter */
void retrace_write_parameters(FILE *out, const struct setting *setting);
/* "WORD PATH", and behind it the text, each line behind "| " */
void retrace_write_text(FILE *out, const char *word, const char *path, const char *text);
/* "property 8", "start FINGERPRINT", and "step LABEL FINGERPRINT" for each */
void retrace_write_steps(FILE *out, const struct model *model, const struct trace *trace);

/* --- reading --- */

struct step_record {
  uint32_t label;
  uint64_t fingerprint;
};

struct retracing {
  const char *path; /* of the file */
  struct diagnostic *error;
  unsigned properties; /* how many there are */
  unsigned line;
  struct text text; /* what travels along */
  bool has_start;
  unsigned property;
  uint64_t start;
  VECTOR(struct step_record) steps;
};

/* false, with the place and why in `error`. */
bool retrace_refuse(const struct retracing *retracing, const char *why);
/* Cuts the file's text into its lines, and calls `read` for each behind the first, until it says
 * false. */
bool retrace_lines(struct retracing *retracing, char *text, bool (*read)(void *context, char *line),
                   void *context);
/* "| TEXT" */
void retrace_add_text(struct retracing *retracing, const char *line);
/* Cuts the first word off a line; what is behind it. */
const char *retrace_word(char *line);
/* What retrace_write_steps writes; any other word is refused. */
bool retrace_read_steps(struct retracing *retracing, const char *word, const char *rest);
/* The run, in the model; NULL when one of its steps no longer exists. */
struct trace *retrace_run(const struct retracing *retracing, const struct model *model);
void retrace_clear(struct retracing *retracing);

#endif
