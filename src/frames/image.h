/* Drawing on a GPU's targets, and the image that is shown. */
#ifndef FRAMES_IMAGE_H
#define FRAMES_IMAGE_H

#include "frames/composition.h"

void compose_gpu_clear(struct gpu *gpu, const struct frame *frame);
/* Executes a command in the pixels of `region` (a set); draws of an ordered group go to the
 * sub-image. */
void compose_gpu_execute(struct gpu *gpu, const struct frame *frame, unsigned command, bool ordered,
                         unsigned region);
unsigned compose_region(const struct frame *frame, unsigned gpu); /* set of pixels */

/* The pixels shown at each present. */
struct image {
  struct colour shown[FRAME_PRESENTS_MAX][FRAME_PIXELS_MAX];
};
/* The oracle: one GPU executes all commands in order. */
struct image image_sequential(const struct frame *frame);
bool image_equal(const struct frame *frame, const struct image *a, const struct image *b);
/* One line, with every pixel of every present. */
void image_print(struct text *text, const struct frame *frame, const struct image *image);

#endif
