/* `turnsole frames COMMAND`: what the commands share. */
#ifndef FRAMES_COMMANDS_H
#define FRAMES_COMMANDS_H

#include "cli/command.h"
#include "cli/inputs.h"
#include "frames/render.h"

/* The models of image composition. */
extern const struct model_source frames_models;

/* Options that bound a search of frames. */
#define TAKES_FRAMES (TAKES(assignments) | TAKES(no_reduction) | TAKES_LIMITS)

/* Reads the frames of PATH, or of litmus/frames, and complains of those that are wrong.  false,
 * with a complaint, where there is none. */
bool frames_load(const struct arguments *arguments, struct frame_suite *suite);
/* Lists the frames in paths, a line each; gives the exit status. */
int frames_list(const char *const *paths, unsigned count);
/* Saves a run to the file of --trace. */
bool frames_save_run(const struct arguments *arguments, const struct setting *setting,
                     const struct frame *frame, const struct frame_run *run);

#endif
