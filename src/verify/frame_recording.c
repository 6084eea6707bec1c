/* The format is that of recording.c, with a frame where that has a test:
 *
 *   turnsole-trace 2
 *   model chopin-compose:no-tie
 *   set tie=0
 *   frame litmus/frames/tie-less.frame  the path is a name only, for
 *   | Frame tie-less                    the frame's text follows, a line each
 *   dealing 0 1 255                     the GPU that executes each command; 255: all
 *   property 0
 *   start FINGERPRINT
 *   step LABEL FINGERPRINT              (one for each step)
 *
 * A run is one of the composition without reductions. */
#include "verify/frame_recording.h"

#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"
#include "verify/retrace.h"

static const char version[] = "turnsole-trace 2";

/* --- writing --- */

void frame_recording_write(FILE *out, const struct setting *setting, const struct frame *frame, const struct frame_run *run) {
  char *name = setting_name(setting);
  fprintf(out, "%s\nmodel %s\n", version, name);
  memory_free(name);
  for (unsigned i = 0; i < PARAMETERS_MAX && setting->system->parameters[i].name; i++)
    fprintf(out, "set %s=%d\n", setting->system->parameters[i].name, setting->values[i]);
  fprintf(out, "frame %.*s\n", (int)strcspn(frame->path, "\n"), frame->path);
  for (const char *at = frame->text; *at;) {
    size_t length = strcspn(at, "\n");
    fprintf(out, "| %.*s\n", (int)length, at);
    at += length + (at[length] == '\n');
  }
  fputs("dealing", out);
  for (unsigned i = 0; i < frame->command_count; i++) fprintf(out, " %u", run->dealing.gpu[i]);
  fputc('\n', out);
  steps_write(out, compositor_model(run->compositor), run->trace);
}

/* --- reading --- */

struct reading {
  const char *path, *frame_path;
  unsigned line;
  struct diagnostic *error;
  struct frame_recording *recording;
  struct text text;        /* the frame's */
  bool has_model, has_dealing, has_start;
  unsigned property;
  uint64_t start;
  VECTOR(struct step_record) steps;
};

static bool refuse(struct reading *reading, const char *why) {
  return diagnose_plain(reading->error, "%s:%u: %s", reading->path, reading->line, why);
}

static bool end_frame(struct reading *reading) {
  struct frame_recording *recording = reading->recording;
  if (!reading->frame_path || recording->frame) return true;
  const char *text = reading->text.bytes ? reading->text.bytes : "";
  recording->frame = frame_read_text(reading->frame_path, text, reading->text.length, reading->error);
  return recording->frame != NULL;
}

static bool same_dealing(const struct frame *frame, const struct dealing *a, const struct dealing *b) {
  return !memcmp(a->gpu, b->gpu, frame->command_count);
}

/* One of the dealings that the workflows of its groups allow. */
static bool read_dealing(struct reading *reading, const char *at) {
  struct frame_recording *recording = reading->recording;
  struct dealing dealing;
  if (!recording->frame) return refuse(reading, "expected the frame before its dealing");
  for (unsigned i = 0; i < recording->frame->command_count; i++) {
    char *end;
    unsigned long gpu = strtoul(at, &end, 10);
    if (end == at || gpu > FRAME_NONE) return refuse(reading, "expected a GPU for each command");
    dealing.gpu[i] = (uint8_t)gpu;
    at = end;
  }
  struct rules rules = rules_of(&recording->setting);
  struct plan plan = plan_of(recording->frame, &rules);
  struct dealing admitted = dealing_first(recording->frame, &plan, &rules);
  bool found = same_dealing(recording->frame, &dealing, &admitted);
  while (!found && dealing_next(recording->frame, &plan, &rules, &admitted))
    found = same_dealing(recording->frame, &dealing, &admitted);
  recording->run.dealing = admitted;
  reading->has_dealing = found;
  return found || refuse(reading, "the draws cannot be dealt out so");
}

static bool read_number(struct reading *reading, const char *word, const char *rest) {
  struct step_record step;
  if (text_equal(word, "property"))
    return (sscanf(rest, "%u", &reading->property) == 1 && reading->property < COMPOSITION_PROPERTIES) ||
           refuse(reading, "no such property");
  if (text_equal(word, "start")) {
    char *end;
    reading->start = strtoull(rest, &end, 16);
    reading->has_start = end != rest;
    return reading->has_start || refuse(reading, "expected a fingerprint");
  }
  if (!text_equal(word, "step")) return refuse(reading, "unknown line");
  if (!step_read(rest, &step)) return refuse(reading, "expected a label and a fingerprint");
  vector_push(reading->steps, step);
  return true;
}

static bool read_line(struct reading *reading, char *line) {
  struct setting *setting = &reading->recording->setting;
  if (line[0] == '|' && reading->frame_path && !reading->recording->frame) {
    text_add(&reading->text, "%s\n", line + (line[1] == ' ' ? 2 : 1));
    return true;
  }
  if (!end_frame(reading)) return false;
  size_t length = strcspn(line, " ");
  const char *rest = line[length] ? line + length + 1 : "";
  line[length] = '\0';
  if (text_equal(line, "model")) return reading->has_model = composition_setting(setting, rest, reading->error);
  if (!reading->has_model) return refuse(reading, "expected a model");
  if (text_equal(line, "set")) return setting_assign(setting, rest, reading->error);
  if (text_equal(line, "dealing")) return read_dealing(reading, rest);
  if (!text_equal(line, "frame")) return read_number(reading, line, rest);
  if (reading->frame_path) return refuse(reading, "expected one frame");
  reading->frame_path = rest;
  return true;
}

static bool read_lines(struct reading *reading, char *text) {
  for (char *line = text, *next; line && *line; line = next) {
    next = strchr(line, '\n');
    if (next) *next++ = '\0';
    reading->line++;
    if (reading->line == 1 && !text_equal(line, version))
      return refuse(reading, "not a trace of this version (turnsole-trace 2)");
    if (reading->line > 1 && *line && !read_line(reading, line)) return false;
  }
  if (!reading->has_dealing || !reading->has_start)
    return refuse(reading, "the trace lacks its frame, its dealing or its start");
  return composition_check(composition_of(&reading->recording->setting), reading->error);
}

static bool build(struct reading *reading) {
  struct frame_recording *recording = reading->recording;
  struct frame_run *run = &recording->run;
  struct compositor_options options = { .no_reduction = true };
  unsigned done = 0;
  run->compositor = compositor_new(&recording->setting, recording->frame, &run->dealing, &options);
  run->trace = retrace(compositor_model(run->compositor), reading->start, reading->steps.items,
                       (unsigned)reading->steps.length, &done);
  if (!run->trace) return no_longer(reading->path, done, reading->error);
  run->trace->property = reading->property;
  return true;
}

bool frame_recording_is(const char *path) {
  struct diagnostic none = { NULL };
  size_t length;
  char *text = source_load(path, &length, &none), *model = text ? strstr(text, "\nmodel ") : NULL;
  if (model) model[7 + strcspn(model + 7, "\n")] = '\0';
  bool is = model && composition_find(model + 7);
  memory_free(text);
  diagnostic_clear(&none);
  return is;
}

bool frame_recording_load(const char *path, struct frame_recording *recording, struct diagnostic *error) {
  struct reading reading = { .path = path, .error = error, .recording = recording };
  size_t length;
  *recording = (struct frame_recording){ .frame = NULL };
  char *text = source_load(path, &length, error);
  bool good = text && read_lines(&reading, text) && build(&reading);
  memory_free(text);
  text_free(&reading.text);
  vector_free(reading.steps);
  if (!good) frame_recording_clear(recording);
  return good;
}

void frame_recording_clear(struct frame_recording *recording) {
  frame_run_clear(&recording->run);
  frame_free(recording->frame);
  recording->frame = NULL;
}
