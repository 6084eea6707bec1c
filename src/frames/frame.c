/* Reads frames.
 *
 *   Frame over-2
 *   "two panes of glass over an opaque wall"
 *   gpus 2  pixels 2  link 1
 *   depth less  write on  operator replace
 *   draw wall triangles 4 at 0:5 1:5
 *   write off  operator over
 *   draw glass on 1 at 0:3
 *   boundary
 *   present
 *   image 0 = wall over glass
 *
 * `gpus`, `pixels`, `link` and `clear` stand before all draws.  `depth`, `write`, `operator`,
 * `target` and `buffer` set the state of the draws behind them.  A draw has fragments, as
 * pixel:depth; `on` names the GPU that must run it, `reads` the render target that it samples.  A
 * `boundary` ends the composition group.  A `present` shows the image and clears the targets, and
 * so does the end.  After the second present an image is of 1.0.
 *
 * The dialect is our own, since there is no other.  A draw says only what group boundaries and
 * composition depend on (section 6.4.1): colours are symbols. */
#include "frames/frame.h"

#include <ctype.h>
#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "litmus/cursor.h"

static const char *const depth_tests[] = { "less",  "lequal",   "greater", "gequal",
                                           "equal", "notequal", "always",  "never" };
static const char *const switches[] = { "off", "on" };
static const char *const blends[] = { "replace", "over", "add", "multiply" };

const char *blend_name(enum blend blend) { return blends[blend]; }

bool depth_test_passes(enum depth_test test, unsigned depth, unsigned stored) {
  switch (test) {
  case DEPTH_LESS: return depth < stored;
  case DEPTH_LEQUAL: return depth <= stored;
  case DEPTH_GREATER: return depth > stored;
  case DEPTH_GEQUAL: return depth >= stored;
  case DEPTH_EQUAL: return depth == stored;
  case DEPTH_NOTEQUAL: return depth != stored;
  case DEPTH_ALWAYS: return true;
  default: return false;
  }
}

struct frame_reading {
  struct cursor cursor;
  struct frame *frame;
  struct frame_command state; /* of the next draw */
};

static bool read_count(struct frame_reading *reading, const char *what, unsigned least,
                       unsigned most, unsigned *count) {
  int64_t number;
  if (!cursor_number_within(&reading->cursor, least, most, what, &number)) return false;
  *count = (unsigned)number;
  return true;
}

static bool read_byte(struct frame_reading *reading, const char *what, unsigned most,
                      uint8_t *byte) {
  unsigned number;
  if (!read_count(reading, what, 0, most, &number)) return false;
  *byte = (uint8_t)number;
  return true;
}

static bool read_choice(struct frame_reading *reading, const char *what, const char *const *names,
                        unsigned count, unsigned *choice) {
  struct span word = cursor_next_word(&reading->cursor);
  for (*choice = 0; *choice < count; (*choice)++)
    if (span_is(&reading->cursor, word, names[*choice]))
      return cursor_word(&reading->cursor, &word);
  return cursor_expected(&reading->cursor, what);
}

static struct frame_command *add_command(struct frame_reading *reading, enum command_kind kind) {
  struct frame *frame = reading->frame;
  if (frame->command_count == FRAME_COMMANDS_MAX) {
    cursor_fail(&reading->cursor, (struct span){ reading->cursor.at, 0 },
                "a frame has at most %d commands", FRAME_COMMANDS_MAX);
    return NULL;
  }
  struct frame_command *command = &frame->commands[frame->command_count++];
  *command = reading->state;
  command->kind = kind;
  if (kind != COMMAND_DRAW) command->triangles = 0;
  return command;
}

static bool read_fragments(struct frame_reading *reading, struct frame_command *draw) {
  do {
    unsigned pixel;
    if (!read_count(reading, "a pixel", 0, reading->frame->pixels - 1, &pixel) ||
        !cursor_expect(&reading->cursor, ":", "':' and a depth"))
      return false;
    unsigned depth;
    if (!read_count(reading, "a depth", 1, FRAME_DEPTH_MAX, &depth)) return false;
    if (draw->depth[pixel]) return cursor_expected(&reading->cursor, "one fragment for each pixel");
    draw->depth[pixel] = (uint8_t)depth;
  } while (cursor_starts_number(&reading->cursor));
  return true;
}

static bool is_taken(const struct frame *frame, const char *name) {
  for (unsigned i = 0; i < frame->command_count; i++)
    if (frame->commands[i].kind == COMMAND_DRAW && text_equal(frame->commands[i].name, name))
      return true;
  for (unsigned i = 0; i < BLENDS; i++)
    if (text_equal(name, blends[i])) return true;
  return text_equal(name, "bg");
}

/* Sampling a target while it is drawn on is undefined in every graphics API. */
static bool check_target(struct frame_reading *reading, const struct frame_command *draw) {
  if (draw->reads != draw->target) return true;
  struct span here = { reading->cursor.at, 0 };
  return cursor_fail(&reading->cursor, here, "%s samples the target that it draws on", draw->name);
}

static bool read_draw(struct frame_reading *reading) {
  struct span word = cursor_next_word(&reading->cursor);
  char name[sizeof reading->state.name];
  if (!word.length || word.length >= sizeof name)
    return cursor_expected(&reading->cursor, "the draw's name, of at most 15 letters");
  snprintf(name, sizeof name, "%.*s", SPAN(&reading->cursor, word));
  if (is_taken(reading->frame, name))
    return cursor_expected(&reading->cursor, "a name that means nothing else");
  cursor_word(&reading->cursor, &word);
  struct frame_command *draw = add_command(reading, COMMAND_DRAW);
  if (!draw) return false;
  memcpy(draw->name, name, sizeof name);
  static const char *const parts[] = { "triangles", "on", "reads", "at" };
  for (unsigned part;;) {
    if (!read_choice(reading, "triangles, on, reads or at", parts, 4, &part)) return false;
    if (part == 3) return check_target(reading, draw) && read_fragments(reading, draw);
    if (part == 0 && !read_count(reading, "a number of triangles", 0, 1000000, &draw->triangles))
      return false;
    if (part == 1 && !read_byte(reading, "a GPU", reading->frame->gpus - 1, &draw->pinned))
      return false;
    if (part == 2 && !read_byte(reading, "a render target", FRAME_TARGETS_MAX - 1, &draw->reads))
      return false;
  }
}

/* The text before one of `ends`, or before the end, with single blanks. */
static char *rest_until(struct cursor *cursor, const char *ends) {
  struct text text = { 0 };
  bool blank = false;
  for (; cursor->at < cursor->limit && !strchr(ends, cursor->source->text[cursor->at]);
       cursor->at++) {
    char c = cursor->source->text[cursor->at];
    if (isspace((unsigned char)c)) {
      blank = text.length > 0;
    } else {
      text_add(&text, blank ? " %c" : "%c", c);
      blank = false;
    }
  }
  char *rest = memory_copy_text(text.length ? text.bytes : "", text.length);
  text_free(&text);
  return rest;
}

static bool read_image(struct frame_reading *reading, const char *ends) {
  struct frame *frame = reading->frame;
  unsigned first, present = 0, pixel;
  if (!read_count(reading, "a pixel", 0, FRAME_PIXELS_MAX - 1, &first)) return false;
  pixel = first;
  if (cursor_accept(&reading->cursor, ".")) {
    present = first;
    if (!read_count(reading, "a pixel", 0, FRAME_PIXELS_MAX - 1, &pixel)) return false;
  }
  if (present >= frame->presents || pixel >= frame->pixels || frame->image[present][pixel])
    return cursor_expected(&reading->cursor,
                           "an image of a present and a pixel that there are, once");
  if (!cursor_expect(&reading->cursor, "=", "'=' and what the pixel shows")) return false;
  cursor_skip(&reading->cursor);
  size_t start = reading->cursor.at;
  frame->image[present][pixel] = rest_until(&reading->cursor, ends);
  frame->image_at[present][pixel] = (struct span){ start, reading->cursor.at - start };
  return true;
}

/* Statements that set a number, or choose a name, in the frame or in the state of the next draw. */
static const struct frame_setting {
  const char *word;
  bool of_frame;
  size_t field; /* an unsigned, or an enum */
  const char *what;
  unsigned least, most;     /* of a number */
  const char *const *names; /* most + 1 of them; NULL: it is a number */
} frame_settings[] = {
#define OF_FRAME(field) true, offsetof(struct frame, field)
#define OF_DRAW(field) false, offsetof(struct frame_command, field)
  { "gpus", OF_FRAME(gpus), "a number of GPUs", 2, FRAME_GPUS_MAX },
  { "pixels", OF_FRAME(pixels), "a number of pixels", 1, FRAME_PIXELS_MAX },
  { "link", OF_FRAME(link), "a number of packets", 1, FRAME_PIXELS_MAX },
  { "clear", OF_FRAME(clear), "a depth", 0, FRAME_DEPTH_MAX },
  { "depth", OF_DRAW(test), "a depth test, as less, lequal or always", 0, DEPTH_TESTS - 1,
    depth_tests },
  { "write", OF_DRAW(writes), "on or off", 0, 1, switches },
  { "operator", OF_DRAW(blend), "replace, over, add or multiply", 0, BLENDS - 1, blends },
  { "target", OF_DRAW(target), "a render target", 0, FRAME_TARGETS_MAX - 1 },
  { "buffer", OF_DRAW(buffer), "a depth buffer", 0, FRAME_TARGETS_MAX - 1 },
};

static bool read_setting(struct frame_reading *reading, const struct frame_setting *setting) {
  void *base = setting->of_frame ? (void *)reading->frame : &reading->state;
  unsigned *field = (unsigned *)((char *)base + setting->field);
  if (setting->of_frame && reading->frame->command_count)
    return cursor_expected(&reading->cursor, "gpus, pixels, link and clear before all draws");
  return setting->names
             ? read_choice(reading, setting->what, setting->names, setting->most + 1, field)
             : read_count(reading, setting->what, setting->least, setting->most, field);
}

static bool read_statement(struct frame_reading *reading) {
  enum { DRAW, BOUNDARY, PRESENT, IMAGE };
  static const char *const words[] = { "draw", "boundary", "present", "image" };
  struct span word = cursor_next_word(&reading->cursor);
  for (unsigned i = 0; i < sizeof frame_settings / sizeof *frame_settings; i++)
    if (span_is(&reading->cursor, word, frame_settings[i].word))
      return cursor_word(&reading->cursor, &word) && read_setting(reading, &frame_settings[i]);
  unsigned which;
  if (!read_choice(reading, "a statement, as gpus, pixels, depth, draw or image", words, 4, &which))
    return false;
  switch (which) {
  case DRAW: return read_draw(reading);
  case BOUNDARY: return add_command(reading, COMMAND_BOUNDARY);
  case PRESENT: return add_command(reading, COMMAND_PRESENT);
  default: return read_image(reading, "\n");
  }
}

static bool read_header(struct frame_reading *reading) {
  struct cursor *cursor = &reading->cursor;
  struct span word;
  if (!cursor_word(cursor, &word) || !span_is(cursor, word, "Frame")) {
    cursor->at = word.start;
    return cursor_expected(cursor, "the word Frame and the frame's name");
  }
  reading->frame->name = rest_until(cursor, "\n");
  if (!cursor_accept(cursor, "\"")) return true;
  const char *text = cursor->source->text + cursor->at;
  size_t length = strcspn(text, "\"\n");
  reading->frame->remark = memory_copy_text(text, length);
  cursor->at += length;
  return cursor_expect(cursor, "\"", "the end of the remark");
}

/* A present ends the commands; every image must be of one. */
static bool finish(struct frame_reading *reading) {
  struct frame *frame = reading->frame;
  unsigned last = frame->command_count;
  if ((!last || frame->commands[last - 1].kind != COMMAND_PRESENT) &&
      !add_command(reading, COMMAND_PRESENT))
    return false;
  frame->presents = 0;
  for (unsigned i = 0; i < frame->command_count; i++)
    frame->presents += frame->commands[i].kind == COMMAND_PRESENT;
  struct span end = { reading->cursor.at, 0 };
  if (frame->presents > FRAME_PRESENTS_MAX)
    return cursor_fail(&reading->cursor, end, "a frame is presented at most %d times",
                       FRAME_PRESENTS_MAX);
  for (unsigned pixel = 0; pixel < FRAME_PIXELS_MAX; pixel++)
    for (unsigned present = frame->presents; present < FRAME_PRESENTS_MAX; present++)
      if (frame->image[present][pixel])
        return cursor_fail(&reading->cursor, end,
                           "an image is given of a present that there is not");
  return true;
}

struct frame *frame_read_text(const char *path, const char *text, size_t length,
                              struct diagnostic *error) {
  struct source source = { path, text, length };
  struct frame *frame = memory_new(1, sizeof *frame);
  *frame = (struct frame){ .path = memory_format("%s", path),
                           .text = memory_format("%.*s", (int)length, text),
                           .gpus = 2,
                           .pixels = 1,
                           .link = 1,
                           .clear = FRAME_DEPTH_MAX,
                           .presents = FRAME_PRESENTS_MAX /* until they are counted */ };
  struct frame_reading reading = { .cursor = { .source = &source, .error = error, .limit = length },
                                   .frame = frame };
  reading.state = (struct frame_command){
    .triangles = 1, .writes = true, .reads = FRAME_NONE, .pinned = FRAME_NONE
  };
  bool is_text = !memchr(text, '\0', length);
  bool good = is_text ? read_header(&reading)
                      : cursor_fail(&reading.cursor, (struct span){ 0, 0 }, "this is not a text");
  while (good && !cursor_at_end(&reading.cursor)) good = read_statement(&reading);
  if (good && finish(&reading) && !error->message) return frame;
  frame_free(frame);
  return NULL;
}

struct frame *frame_read_images(const struct frame *of, const char *text,
                                struct diagnostic *error) {
  struct source source = { "witness", text, strlen(text) };
  struct frame *frame = memory_new(1, sizeof *frame);
  *frame = (struct frame){ .gpus = of->gpus, .pixels = of->pixels, .presents = of->presents };
  struct frame_reading reading = {
    .cursor = { .source = &source, .error = error, .limit = source.length }, .frame = frame
  };
  bool good = true;
  do good = read_image(&reading, ";");
  while (good && cursor_accept(&reading.cursor, ";"));
  if (good) return frame;
  frame_free(frame);
  return NULL;
}

void frame_free(struct frame *frame) {
  if (!frame) return;
  for (unsigned present = 0; present < FRAME_PRESENTS_MAX; present++)
    for (unsigned pixel = 0; pixel < FRAME_PIXELS_MAX; pixel++)
      memory_free(frame->image[present][pixel]);
  memory_free(frame->path);
  memory_free(frame->text);
  memory_free(frame->name);
  memory_free(frame->remark);
  memory_free(frame);
}
