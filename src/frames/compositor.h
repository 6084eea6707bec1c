/* A composition that renders a frame, as a model to explore. */
#ifndef FRAMES_COMPOSITOR_H
#define FRAMES_COMPOSITOR_H

#include "frames/image.h"
#include "search/search.h"
#include "machine/machine.h"

struct compositor;

struct compositor_options {
  bool no_reduction; /* no ample sets, and every dealing is explored */
  bool
      renames_gpus; /* only representative dealings are explored: the frame is alike for all GPUs */
  const struct mutant *mutant; /* a fault in one table; NULL: none */
  const struct frame *seek;    /* COMPOSES_WITNESS is an end that shows its images; NULL: any end */
};

/* The draws are executed as `dealing` says, with its frame.  The setting is copied; all else must
 * outlive the compositor. */
struct compositor *compositor_new(const struct setting *setting, const struct dealing *dealing,
                                  const struct compositor_options *options);
void compositor_free(struct compositor *compositor);
const struct model *compositor_model(const struct compositor *compositor);

/* After a search: the images that were shown at the end of a run, each once, in a fixed order. */
unsigned compositor_images(const struct compositor *compositor);
const struct image *compositor_image(const struct compositor *compositor, unsigned index);

#endif
