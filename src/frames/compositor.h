/* A composition that renders a frame, as a model to explore. */
#ifndef FRAMES_COMPOSITOR_H
#define FRAMES_COMPOSITOR_H

#include "frames/image.h"
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

/* The draws are executed as `dealing` says.  All that is given must outlive it. */
struct compositor *compositor_new(const struct setting *setting, const struct dealing *dealing,
                                  const struct compositor_options *options);
void compositor_free(struct compositor *compositor);
const struct model *compositor_model(const struct compositor *compositor);

/* After a search: the images that were shown at the end of a run, each once, in a fixed order. */
unsigned compositor_images(const struct compositor *compositor);
const struct image *compositor_image(const struct compositor *compositor, unsigned index);

#endif
