/* The most general client of a composition: one group of draws that cover the whole screen, dealt out in every way, in any order
 * of completion; once opaque and once transparent.
 *
 * Transparent draws are blended by an operator that is associative, and nothing else, over symbolic colours: what holds for them
 * holds for every colour.  Of opaque ones every region has a pixel where all depths differ and one where they are equal in pairs,
 * the nearest two among them.  What a group leaves to the next one is not asked: frames of several groups do.
 * Which pixel a GPU owns does not matter, then; so of the ways to deal out an opaque group that renaming GPUs makes of each
 * other one stands for all, where the composition tells no GPU from another. */
#ifndef VERIFY_FRAME_PROOF_H
#define VERIFY_FRAME_PROOF_H

#include "verify/frames.h"

enum { PROOF_OPAQUE, PROOF_TRANSPARENT, PROOF_FRAMES };

struct frame_proof {
  struct setting setting;
  unsigned gpus, draws;
  struct frame *frame[PROOF_FRAMES];
  struct rendering rendering[PROOF_FRAMES];
  uint64_t broken;               /* properties, of those that the composition claims */
  bool complete;
  unsigned at;                   /* the frame of the run */
  struct frame_run run;          /* the shortest to what is broken; its trace is NULL where there is none */
};

enum { PROOF_DRAWS_MAX = 6 };
const char *frame_proof_title(unsigned frame); /* "opaque" "transparent" */
/* gpus at most FRAME_GPUS_MAX, draws at most PROOF_DRAWS_MAX.  The setting's record must outlive it. */
struct frame_proof frame_prove(const struct setting *setting, unsigned gpus, unsigned draws, const struct effort *effort);
void frame_proof_clear(struct frame_proof *proof);

#endif
