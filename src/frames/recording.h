/* Runs of compositions kept in files, as recording.h does those of machines. */
#ifndef FRAMES_RECORDING_H
#define FRAMES_RECORDING_H

#include <stdio.h>
#include "frames/render.h"

void frame_recording_write(FILE *out, const struct setting *setting, const struct frame *frame,
                           const struct frame_run *run);

struct frame_recording {
  struct setting setting;
  struct frame *frame;
  struct frame_run run; /* built anew, every state checked against the file's fingerprints */
};

/* Is the file a run of a composition?  A file that cannot be read is none. */
bool frame_recording_is(const char *path);
/* false when the file is no recording, or when its steps no longer exist. */
bool frame_recording_load(const char *path, struct frame_recording *recording,
                          struct diagnostic *error);
void frame_recording_clear(struct frame_recording *recording);

#endif
