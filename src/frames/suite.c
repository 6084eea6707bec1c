/* Frames that a command was given. */
#include "frames/suite.h"

#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"
#include "frames/image.h"
#include "litmus/read/reader.h"
#include "run/suite.h"

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
  framed.frame = frame_read_file(path, &error);
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
    char **files = files_find(paths[i], ".frame", &found, &error);
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
