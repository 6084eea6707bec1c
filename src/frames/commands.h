/* `turnsole frames COMMAND`: what the commands share. */
#ifndef FRAMES_COMMANDS_H
#define FRAMES_COMMANDS_H

#include "cli/command.h"
#include "cli/family.h"
#include "cli/settings.h"
#include "frames/render.h"

extern const struct command frames_command_run, frames_command_explore, frames_command_prove,
    frames_command_mutate, frames_command_table, frames_command_list;

/* The models of image composition. */
extern const struct model_list frames_models;

/* Options that bound a search of frames. */
#define TAKES_FRAMES (TAKES(assignments) | TAKES(no_reduction) | TAKES(judy) | TAKES_LIMITS)

/* Reads the frames of PATH, or of litmus/frames, and complains of those that are wrong.  false,
 * with a complaint, where there is none. */
bool frames_load(const struct arguments *arguments, struct frame_suite *suite);
/* Saves a run to the file of --trace. */
bool frames_save_run(const struct arguments *arguments, const struct setting *setting,
                     const struct frame *frame, const struct frame_run *run);

/* `run` as a family's part of the matrix. */
struct beside frames_run_beside(const struct arguments *arguments);
struct appendix frames_appendix(const struct beside *beside);
void frames_beside_end(struct beside *beside);
int frames_run_nothing(const struct arguments *arguments);

/* `list` of frames in PATHs. */
int frames_list_files(const char *const *paths, unsigned count);

#endif
