/* Frames: what image composition renders, in a dialect of its own (litmus/README.md).
 *
 * A frame has GPUs and pixels; pixel p lies in the region of GPU p mod gpus.  Its commands stand in
 * the order in which one GPU would execute them: draws with their state, presents, and boundaries
 * that the application sets.  `image` lines are its expectation: every pixel after each present. */
#ifndef FRAMES_FRAME_H
#define FRAMES_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/diagnostic.h"

enum {
  FRAME_GPUS_MAX = 4,
  FRAME_PIXELS_MAX = 8,
  FRAME_COMMANDS_MAX = 16,
  FRAME_TARGETS_MAX = 2,
  FRAME_PRESENTS_MAX = 2,
  FRAME_DEPTH_MAX = 100
};

/* "Fragment occlusion test function": which fragments pass against the stored depth. */
enum depth_test {
  DEPTH_LESS,
  DEPTH_LEQUAL,
  DEPTH_GREATER,
  DEPTH_GEQUAL,
  DEPTH_EQUAL,
  DEPTH_NOTEQUAL,
  DEPTH_ALWAYS,
  DEPTH_NEVER,
  DEPTH_TESTS
};
/* "Pixel composition operator". */
enum blend { BLEND_REPLACE, BLEND_OVER, BLEND_ADD, BLEND_MULTIPLY, BLENDS };

enum command_kind { COMMAND_DRAW, COMMAND_PRESENT, COMMAND_BOUNDARY };

enum { FRAME_NONE = 255 }; /* no render target, any GPU */

struct frame_command {
  enum command_kind kind;
  char name[16];
  unsigned triangles;
  uint8_t depth[FRAME_PIXELS_MAX]; /* of its fragment; 0: it does not cover the pixel */
  enum depth_test test;
  unsigned writes; /* to the depth buffer: 0 or 1 */
  enum blend blend;
  unsigned target, buffer; /* render target, depth buffer */
  uint8_t reads;           /* the render target that it samples at the same pixel, or FRAME_NONE */
  uint8_t pinned;          /* the GPU that must execute it, or FRAME_NONE */
};

struct frame {
  char *path, *name, *remark;  /* remark: may be NULL */
  char *text;                  /* the source */
  unsigned gpus, pixels, link; /* link: capacity between two GPUs, in packets */
  unsigned clear;              /* depth in a cleared depth buffer */
  unsigned command_count, presents;
  struct frame_command commands[FRAME_COMMANDS_MAX];
  /* As stated, with single blanks; NULL: not stated.  And its place in the text. */
  char *image[FRAME_PRESENTS_MAX][FRAME_PIXELS_MAX];
  struct span image_at[FRAME_PRESENTS_MAX][FRAME_PIXELS_MAX];
};

const char *blend_name(enum blend blend);
bool depth_test_passes(enum depth_test test, unsigned depth, unsigned stored);

/* NULL on error, with `error` filled. */
struct frame *frame_read_text(const char *path, const char *text, size_t length,
                              struct diagnostic *error);
/* "0 = a over t; 1 = bg": a frame with only these images of `of`; NULL on error. */
struct frame *frame_read_images(const struct frame *of, const char *text, struct diagnostic *error);
void frame_free(struct frame *frame); /* NULL is fine */

#endif
