/* Frames: what image composition renders, in a dialect of its own (litmus/README.md).
 *
 * A frame says how many GPUs and pixels there are (pixel p lies in the region of GPU p mod gpus),
 * then a list of commands in the order in which one GPU would execute them: draws with the state
 * that they are drawn under, presents, and boundaries that the application sets itself.  `image`
 * lines are its expectation: what every pixel shows after each present. */
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

/* "Fragment occlusion test function": which fragments pass against the depth that is there. */
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

/* Stands for no target that is sampled, and for a draw that may run on any GPU. */
enum { FRAME_NONE = 255 };

struct frame_command {
  enum command_kind kind;
  char name[16];
  unsigned triangles;
  uint8_t depth[FRAME_PIXELS_MAX]; /* of its fragment; 0: it covers no such pixel */
  enum depth_test test;
  bool writes; /* to the depth buffer */
  enum blend blend;
  uint8_t target, buffer; /* render target, depth buffer */
  uint8_t reads;          /* a render target that it samples at its own pixel, or FRAME_NONE */
  uint8_t pinned;         /* the GPU that must execute it, or FRAME_NONE */
};

struct frame {
  char *path, *name, *remark;  /* remark: what it is about, or NULL */
  char *text;                  /* as it was read */
  unsigned gpus, pixels, link; /* link: packets that a link between two GPUs holds */
  unsigned clear;              /* the depth that a cleared depth buffer holds */
  unsigned command_count, presents;
  struct frame_command commands[FRAME_COMMANDS_MAX];
  char *image[FRAME_PRESENTS_MAX]
             [FRAME_PIXELS_MAX]; /* as written, blanks collapsed; NULL: not said */
  struct span image_at[FRAME_PRESENTS_MAX][FRAME_PIXELS_MAX]; /* where in the text */
};

const char *blend_name(enum blend blend);
bool depth_test_passes(enum depth_test test, unsigned depth, unsigned stored);

/* NULL on error, with `error` filled. */
struct frame *frame_read_file(const char *path, struct diagnostic *error);
struct frame *frame_read_text(const char *path, const char *text, size_t length,
                              struct diagnostic *error);
/* "0 = a over t; 1 = bg": a frame with these images alone, of those that there are in `of`; NULL on
 * error. */
struct frame *frame_read_images(const struct frame *of, const char *text, struct diagnostic *error);
void frame_free(struct frame *frame); /* NULL is fine */
#endif
