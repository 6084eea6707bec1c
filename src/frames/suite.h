/* The frames that a command was given. */
#ifndef FRAMES_SUITE_H
#define FRAMES_SUITE_H

#include "frames/frame.h"

struct framed {
  char *path;
  struct frame *frame; /* NULL: it cannot be read */
  char *fault;         /* why not, or NULL */
  char *misstated;     /* where its image is not the one that it states, or NULL */
};
struct frame_suite {
  struct framed *items;
  unsigned count, unreadable;
  bool misstated;
};
/* Reads frames and folders of frames; a folder without any is no fault. */
struct frame_suite frame_suite_load(const char *const *paths, unsigned count);
void frame_suite_clear(struct frame_suite *suite);

#endif
