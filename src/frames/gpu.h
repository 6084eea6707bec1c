/* Guards and actions of GPUs that the tables of all compositions share. */
#ifndef FRAMES_GPU_H
#define FRAMES_GPU_H

#include "frames/step.h"

const struct draw_group *compose_group(const struct step *s); /* that the GPU is in */

bool is_composed(const struct step *s); /* the group is not duplicated */
bool is_duplicated(const struct step *s);
bool is_ordered(const struct step *s);     /* only adjacent sub-images may meet */
bool has_next_group(const struct step *s); /* and no exchange before it */
bool has_no_next_group(const struct step *s);
bool must_exchange(const struct step *s);
bool is_last_packet(const struct step *s);
bool is_not_last_packet(const struct step *s);
bool is_sending(const struct step *s);
bool is_not_sending(const struct step *s);

void run_draws(struct step *s);     /* those of this GPU in the group */
void start_sending(struct step *s); /* to the peer that the packet names */
void send_packet(struct step *s);   /* of the peer's region */
/* Of the part of `to`, which `sharers` GPUs divide the image into: each `sharers`th pixel.  A part
 * without pixels is one empty packet. */
void send_part(struct step *s, unsigned sharers);
void compose(struct step *s);       /* composes the packet into this GPU's region */
void note_composed(struct step *s); /* ghost: a whole sub-image is composed */
void lay_on_background(struct step *s);
void end_group(struct step *s);      /* checks the ghosts */
void adopt_regions(struct step *s);  /* takes over the regions of all GPUs */
void adopt_composed(struct step *s); /* the same, with all sub-images composed into them */
void next_group(struct step *s);

#endif
