/* The frames that a command was given. */
#ifndef FRAMES_SUITE_H
#define FRAMES_SUITE_H

#include "frames/frame.h"

/* A frame as it was given, or why it cannot be read; misstated: where the image that it states is
 * not its image, or NULL. */
struct framed {
  char *path;
  struct frame *frame;
  char *fault, *misstated;
};
struct frame_suite {
  struct framed *items;
  unsigned count, unreadable;
  bool misstated;
};
/* Frames and folders of frames; a folder without any is no fault. */
struct frame_suite frame_suite_load(const char *const *paths, unsigned count);
void frame_suite_clear(struct frame_suite *suite);

#endif
