/* The format is that of run/trace_file.c, with a frame in place of a test:
 *
 *   turnsole-trace 2
 *   model chopin-compose:no-tie
 *   set tie=0
 *   frame litmus/frames/tie-less.frame  a name only, for the frame's text follows:
 *   | Frame tie-less
 *   dealing 0 1 255                     the GPU that executes each command; 255: all
 *   property 0
 *   start FINGERPRINT
 *   step LABEL FINGERPRINT              one for each step
 *
 * A run is one of the composition without reductions. */
#include "frames/recording.h"

#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "base/source_load.h"
#include "run/trace_file.h"

/* --- writing --- */

void frame_recording_write(FILE *out, const struct setting *setting, const struct frame *frame,
                           const struct frame_run *run) {
  trace_parts_write_model(out, setting);
  trace_parts_write_parameters(out, setting);
  trace_parts_write_text(out, "frame", frame->path, frame->text);
  fputs("dealing", out);
  for (unsigned i = 0; i < frame->command_count; i++) fprintf(out, " %u", run->dealing.gpu[i]);
  fputc('\n', out);
  trace_parts_write_steps(out, &run->compositor->model, run->trace);
}

/* --- reading --- */

struct frame_recording_reading {
  struct trace_parts lines;
  const char *frame_path;
  struct frame_recording *recording;
  bool has_model, has_dealing;
};

static bool refuse(const struct frame_recording_reading *reading, const char *why) {
  return trace_parts_refuse(&reading->lines, why);
}

static bool end_frame(struct frame_recording_reading *reading) {
  struct frame_recording *recording = reading->recording;
  if (!reading->frame_path || recording->frame) return true;
  const struct text *text = &reading->lines.text;
  recording->frame = frame_read_text(reading->frame_path, text->bytes ? text->bytes : "",
                                     text->length, reading->lines.error);
  return recording->frame != NULL;
}

/* One of the dealings that the workflows of its groups allow. */
static bool read_dealing(struct frame_recording_reading *reading, const char *at) {
  struct frame_recording *recording = reading->recording;
  const struct frame *frame = recording->frame;
  uint8_t gpus[FRAME_COMMANDS_MAX];
  if (!frame) return refuse(reading, "expected the frame before its dealing");
  for (unsigned i = 0; i < frame->command_count; i++) {
    char *end;
    unsigned long gpu = strtoul(at, &end, 10);
    if (end == at || gpu > FRAME_NONE) return refuse(reading, "expected a GPU for each command");
    gpus[i] = (uint8_t)gpu;
    at = end;
  }
  struct rules rules = composition_rules(&recording->setting);
  struct dealing *dealing = &recording->run.dealing;
  *dealing = dealing_first(frame, &rules);
  bool found;
  while (!(found = !memcmp(dealing->gpu, gpus, frame->command_count)) && dealing_next(dealing)) {
  }
  reading->has_dealing = found;
  return found || refuse(reading, "the draws cannot be dealt out so");
}

static bool read_line(void *context, char *line) {
  struct frame_recording_reading *reading = context;
  struct setting *setting = &reading->recording->setting;
  if (line[0] == '|' && reading->frame_path && !reading->recording->frame) {
    trace_parts_add_text(&reading->lines, line);
    return true;
  }
  if (!end_frame(reading)) return false;
  const char *rest = trace_parts_word(line);
  if (text_equal(line, "model"))
    return reading->has_model = composition_setting(setting, rest, reading->lines.error);
  if (!reading->has_model) return refuse(reading, "expected a model");
  if (text_equal(line, "set")) return setting_assign(setting, rest, reading->lines.error);
  if (text_equal(line, "dealing")) return read_dealing(reading, rest);
  if (!text_equal(line, "frame")) return trace_parts_read_steps(&reading->lines, line, rest);
  if (reading->frame_path) return refuse(reading, "expected one frame");
  reading->frame_path = rest;
  return true;
}

static bool read_all(struct frame_recording_reading *reading, char *text) {
  if (!trace_parts_lines(&reading->lines, text, read_line, reading)) return false;
  if (!reading->has_dealing || !reading->lines.has_start)
    return refuse(reading, "the trace lacks its frame, its dealing or its start");
  return composition_check(composition_of(&reading->recording->setting), reading->lines.error);
}

static bool build(struct frame_recording_reading *reading) {
  struct frame_recording *recording = reading->recording;
  struct frame_run *run = &recording->run;
  struct compositor_options options = { .no_reduction = true };
  run->compositor = compositor_new(&recording->setting, &run->dealing, &options);
  run->trace = trace_parts_find_run(&reading->lines, &run->compositor->model);
  return run->trace != NULL;
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

bool frame_recording_load(const char *path, struct frame_recording *recording,
                          struct diagnostic *error) {
  struct frame_recording_reading reading = {
    .lines = { .path = path, .error = error, .properties = COMPOSITION_PROPERTIES },
    .recording = recording
  };
  size_t length;
  *recording = (struct frame_recording){ .frame = NULL };
  char *text = source_load(path, &length, error);
  bool good = text && read_all(&reading, text) && build(&reading);
  memory_free(text);
  trace_parts_clear(&reading.lines);
  if (!good) frame_recording_clear(recording);
  return good;
}

void frame_recording_clear(struct frame_recording *recording) {
  frame_run_clear(&recording->run);
  frame_free(recording->frame);
  recording->frame = NULL;
}
