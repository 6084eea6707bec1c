/* Guards and actions of GPUs that the tables of all compositions share. */
#ifndef FRAMES_GPU_H
#define FRAMES_GPU_H

#include "frames/step.h"

const struct draw_group *compose_group(const struct step *step); /* that the GPU is in */

bool is_composed(const struct step *step); /* the group is not duplicated */
bool is_duplicated(const struct step *step);
bool is_ordered(const struct step *step);     /* only adjacent sub-images may meet */
bool has_next_group(const struct step *step); /* and no exchange before it */
bool has_no_next_group(const struct step *step);
bool must_exchange(const struct step *step);
bool is_last_packet(const struct step *step);
bool is_not_last_packet(const struct step *step);
bool is_sending(const struct step *step);
bool is_not_sending(const struct step *step);

void run_draws(struct step *step);     /* those of this GPU in the group */
void start_sending(struct step *step); /* to the peer that the packet names */
void send_packet(struct step *step);
void compose(struct step *step);       /* composes the packet into this GPU's region */
void note_composed(struct step *step); /* ghost: a whole sub-image is composed */
void lay_on_background(struct step *step);
void end_group(struct step *step);      /* checks the ghosts */
void adopt_regions(struct step *step);  /* takes over the regions of all GPUs */
void adopt_composed(struct step *step); /* the same, with all sub-images composed into them */
void next_group(struct step *step);

#endif
