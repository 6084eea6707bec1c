/* Each way to deal out a frame's draws is a search of its own; their results are put together. */
#include "frames/render.h"

#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "frames/image.h"
#include "run/suite.h"
#include "run/suite_files.h"

static void add_images(struct rendering *rendering, const struct frame *frame,
                       const struct compositor *compositor) {
  for (size_t i = 0; i < compositor->images.length; i++) {
    const struct image *image = &compositor->images.items[i];
    bool known = false;
    for (size_t j = 0; j < rendering->images.length && !known; j++)
      known = image_equal(frame, image, &rendering->images.items[j]);
    if (!known) vector_push(rendering->images, *image);
  }
}

struct rendering frame_render(const struct setting *setting, const struct frame *frame,
                              const struct compositor_options *options, uint64_t stop_at,
                              const struct effort *effort) {
  struct rendering rendering = { .complete = true };
  struct rules rules = composition_rules(setting);
  struct dealing dealing = dealing_first(frame, &rules);
  bool renames = options->renames_gpus && !options->no_reduction && !composition_by_number(setting);
  do {
    rendering.stand_for++;
    if (renames && !dealing_is_representative(&dealing)) continue;
    struct compositor *compositor = compositor_new(setting, &dealing, options);
    struct search_options limits = effort_search(effort, effort->threads, 1);
    limits.stop_at = stop_at;
    struct search_result result = search_run(&compositor->model, &limits);
    rendering.dealings++;
    rendering.states += result.states;
    rendering.transitions += result.transitions;
    rendering.broken |= result.broken & ~CLAIM(COMPOSES_WITNESS);
    rendering.blocked |= result.blocked;
    rendering.complete &= result.end == SEARCH_COMPLETE || result.end == SEARCH_VIOLATION;
    if (result.depth > rendering.depth) rendering.depth = result.depth;
    add_images(&rendering, frame, compositor);
    search_result_clear(&result);
    compositor_free(compositor);
  } while (rendering.complete && !(rendering.broken & stop_at) && dealing_next(&dealing));
  return rendering;
}

void rendering_clear(struct rendering *rendering) { vector_free(rendering->images); }

bool frame_run_find(const struct setting *setting, const struct frame *frame, uint64_t properties,
                    const struct frame *seek, const struct effort *effort, struct frame_run *run) {
  struct rules rules = composition_rules(setting);
  struct dealing dealing = dealing_first(frame, &rules);
  struct compositor_options options = { .no_reduction = true, .seek = seek };
  *run = (struct frame_run){ .complete = true };
  do {
    struct compositor *compositor = compositor_new(setting, &dealing, &options);
    struct search_options limits = effort_search(effort, effort->threads, 1);
    limits.stop_at = seek ? CLAIM(COMPOSES_WITNESS) : properties;
    if (run->trace && (!limits.depth_max || limits.depth_max > run->trace->length))
      limits.depth_max = run->trace->length;
    struct search_result result = search_run(&compositor->model, &limits);
    if (result.trace && (!run->trace || result.trace->length < run->trace->length)) {
      frame_run_clear(run);
      *run = (struct frame_run){ dealing, compositor, result.trace, true };
      result.trace = NULL;
      compositor = NULL;
    } else if (!run->trace && result.end != SEARCH_COMPLETE) {
      run->complete = false;
    }
    search_result_clear(&result);
    compositor_free(compositor);
  } while (dealing_next(&dealing));
  return run->trace;
}

void frame_run_clear(struct frame_run *run) {
  trace_free(run->trace);
  compositor_free(run->compositor);
  *run = (struct frame_run){ .trace = NULL };
}

bool frame_verdict_is_bad(enum frame_verdict verdict) {
  return verdict == FRAME_VIOLATION || verdict == FRAME_NEWLY_HOLDS || verdict == FRAME_MISSTATED;
}

const char *frame_verdict_name(enum frame_verdict verdict) {
  static const char *const names[] = { "holds",           "violation",
                                       "known-violation", "missing-violation",
                                       "known-violation", "violation",
                                       "inconclusive" };
  return names[verdict];
}

enum frame_verdict frame_judge(const struct setting *setting, const struct framed *framed,
                               const struct rendering *rendering) {
  bool listed = suite_name_is_listed(setting_fails(setting), framed->frame->name);
  unsigned claims = composition_invariants(setting);
  if (framed->misstated) return FRAME_MISSTATED;
  if (rendering->broken & composition_claims(setting))
    return FRAME_VIOLATION; /* not among what its record says that it loses */
  if (rendering->broken & claims)
    return listed ? FRAME_KNOWN : setting_is_broken(setting) ? FRAME_ALSO : FRAME_VIOLATION;
  if (!rendering->complete) return FRAME_INCONCLUSIVE;
  return listed ? FRAME_NEWLY_HOLDS : FRAME_HOLDS;
}

/* --- suites --- */

static void check_image(const struct frame *frame, const struct image *image, unsigned present,
                        unsigned pixel, bool ours, struct diagnostic *error) {
  const char *stated = frame->image[present][pixel];
  if (!stated && !ours) return;
  struct source source = { frame->path, frame->text, strlen(frame->text) };
  struct text text = { 0 };
  colour_print(&text, frame, &image->shown[present][pixel]);
  if (!stated)
    diagnostic_at(error, &source, (struct span){ source.length, 0 },
                  "expected `image %u.%u = %s`: a frame of litmus/ states its image", present,
                  pixel, text.bytes);
  else if (!text_equal(stated, text.bytes))
    diagnostic_at(error, &source, frame->image_at[present][pixel],
                  "image %u.%u is stated so, and sequential rendering shows \"%s\"", present, pixel,
                  text.bytes);
  text_free(&text);
}

/* Where the images that a frame states are not those of sequential rendering; NULL: they agree.  A
 * frame of litmus/ (`ours`) must state them all. */
static char *misstatement(const struct frame *frame, bool ours) {
  struct image image = image_sequential(frame);
  struct diagnostic error = { NULL };
  for (unsigned present = 0; present < frame->presents; present++)
    for (unsigned pixel = 0; pixel < frame->pixels; pixel++)
      check_image(frame, &image, present, pixel, ours, &error);
  return error.message;
}

static struct framed frame_load(char *path) {
  struct diagnostic error = { NULL };
  struct framed framed = { .path = path };
  size_t length;
  char *text = suite_file_load(path, &length, &error);
  if (text) framed.frame = frame_read_text(path, text, length, &error);
  memory_free(text);
  framed.fault = error.message;
  if (framed.frame) framed.misstated = misstatement(framed.frame, suite_path_is_ours(path));
  return framed;
}

static bool is_frame(const char *path) {
  static const char suffix[] = ".frame";
  size_t length = strlen(path), ending = sizeof suffix - 1;
  return length > ending && text_equal(path + length - ending, suffix);
}

struct frame_suite frame_suite_load(const char *const *paths, unsigned count) {
  VECTOR(struct framed) frames = { 0 };
  for (unsigned i = 0; i < count; i++) {
    struct diagnostic error = { NULL };
    unsigned found = 0;
    char **files = suite_files_find(paths[i], ".frame", &found, &error);
    for (unsigned j = 0; j < found; j++)
      if (is_frame(files[j])) vector_push(frames, frame_load(files[j]));
      else memory_free(files[j]);
    memory_free(files);
    diagnostic_clear(&error);
  }
  struct frame_suite suite = { frames.items, (unsigned)frames.length, 0, false };
  for (unsigned i = 0; i < suite.count; i++) {
    suite.unreadable += !suite.items[i].frame;
    suite.misstated |= suite.items[i].misstated != NULL;
  }
  return suite;
}

void frame_suite_clear(struct frame_suite *suite) {
  for (unsigned i = 0; i < suite->count; i++) {
    memory_free(suite->items[i].path);
    memory_free(suite->items[i].fault);
    memory_free(suite->items[i].misstated);
    frame_free(suite->items[i].frame);
  }
  memory_free(suite->items);
  *suite = (struct frame_suite){ 0 };
}
