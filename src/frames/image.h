/* Drawing on a GPU's targets, and the image that is shown. */
#ifndef FRAMES_IMAGE_H
#define FRAMES_IMAGE_H

#include "frames/composition.h"

void compose_gpu_clear(struct gpu *gpu, const struct frame *frame);
/* Executes a command; of a draw only pixels in `region` (a set), into the sub-image where the group
 * is ordered. */
void compose_gpu_execute(struct gpu *gpu, const struct frame *frame, unsigned command, bool ordered,
                         unsigned region);
unsigned compose_region(const struct frame *frame, unsigned gpu); /* set of pixels */

/* What is shown at each present. */
struct image {
  struct colour shown[FRAME_PRESENTS_MAX][FRAME_PIXELS_MAX];
};
/* What one GPU shows that executes all commands in order. */
struct image image_sequential(const struct frame *frame);
bool image_equal(const struct frame *frame, const struct image *a, const struct image *b);
/* One line: what every pixel of its presents shows. */
void image_print(struct text *text, const struct frame *frame, const struct image *image);

#endif
