/* A composition that renders a frame, as a model to explore. */
#ifndef FRAMES_COMPOSITOR_H
#define FRAMES_COMPOSITOR_H

#include "frames/composition.h"
#include "explore/search.h"
#include "kit/machine.h"

struct compositor;

struct compositor_options {
  bool no_reduction; /* nothing is taken promptly, and no dealing stands for another */
  bool renames_gpus; /* (of a frame that is the same for all GPUs) a dealing stands for those with
                        GPUs renamed */
  const struct mutant *mutant; /* a fault in one table, or NULL */
  const struct frame *seek;    /* COMPOSES_WITNESS is an end that shows its images; NULL: any end */
};

/* What is shown at each present. */
struct image {
  struct colour shown[FRAME_PRESENTS_MAX][FRAME_PIXELS_MAX];
};
/* What one GPU shows that executes all commands in order. */
struct image image_sequential(const struct frame *frame);

/* The draws are executed as `dealing` says.  All that is given must outlive it. */
struct compositor *compositor_new(const struct setting *setting, const struct frame *frame,
                                  const struct dealing *dealing,
                                  const struct compositor_options *options);
void compositor_free(struct compositor *compositor);
const struct model *compositor_model(const struct compositor *compositor);

/* After a search: the images that were shown at the end of a run, each once, in a fixed order. */
unsigned compositor_images(const struct compositor *compositor);
const struct image *compositor_image(const struct compositor *compositor, unsigned index);
bool image_equal(const struct frame *frame, const struct image *a, const struct image *b);
/* One line: what every pixel of its presents shows. */
void image_print(struct text *text, const struct frame *frame, const struct image *image);

#endif
