/* Runs of compositions in files, as run/trace_file.h keeps those of machines. */
#ifndef FRAMES_RECORDING_H
#define FRAMES_RECORDING_H

#include <stdio.h>
#include "frames/render.h"

void frame_recording_write(FILE *out, const struct setting *setting, const struct frame *frame,
                           const struct frame_run *run);

struct frame_recording {
  struct setting setting;
  struct frame *frame;
  struct frame_run run; /* made anew; every state has the fingerprint of the file */
};

/* Whether the file is a run of a composition; false where it cannot be read. */
bool frame_recording_is(const char *path);
/* false where the file is no recording, or where its steps no longer exist. */
bool frame_recording_load(const char *path, struct frame_recording *recording,
                          struct diagnostic *error);
void frame_recording_clear(struct frame_recording *recording);

#endif
