/* The most general client of a composition: groups of draws that cover the whole screen, dealt out
 * in every way, in any order of completion; one group, opaque or transparent, and two in a row, any
 * after any, and parted by each of the five events.
 *
 * Transparent draws are blended by an operator that is associative, and nothing else, over symbolic
 * colours: what holds for them holds for every colour.  Of opaque ones every region has a pixel
 * where all depths differ and one where they are equal in pairs, the nearest two among them.  Of
 * two groups every region has a pixel where each draw of the second lies just before its like in
 * the first, so that some are hidden by what another GPU drew; one where the second lies before the
 * first; and, where the screen has room for it, one where all depths are equal.
 *
 * Two groups are asked for small, for there are as many ways to deal them out as of one group
 * squared: with more draws than GPUs, and with fewer; over links of one packet, where most is
 * blocked, and of as many as they may hold, where most can be under way.
 *
 * Which pixel a GPU owns does not matter, then; so of the ways to deal out opaque groups that
 * renaming GPUs makes of each other one stands for all, where the composition tells no GPU from
 * another. */
#ifndef FRAMES_PROOF_H
#define FRAMES_PROOF_H

#include "frames/render.h"
#include "run/effort.h"

enum { PROOF_DRAWS_MAX = 6, PROOF_SEQUENCES = 11, PROOF_PARTS = 2 };

struct frame_size {
  unsigned gpus, draws;
}; /* draws: of each group */

/* A part of what is asked: these sequences of groups, in all these sizes, over links of all these
 * capacities. */
struct frame_part {
  unsigned size_count, link_count;
  struct frame_size sizes[2];
  unsigned links[2];   /* packets */
  unsigned begin, end; /* sequences */
};

/* What is asked: one group of that size, or two; of 0 groups, one of that size and, small, one and
 * two. */
struct frame_client {
  unsigned gpus, draws, groups;
};

struct frame_proof {
  struct setting setting;
  struct frame_client client;
  unsigned part_count;
  struct frame_part parts[PROOF_PARTS];
  struct rendering made[PROOF_PARTS]
                       [PROOF_SEQUENCES]; /* without images; of no dealing: it was not come to */
  uint64_t
      broken; /* properties, of those that the composition claims; the first of them ended it */
  bool complete;
  struct frame *frame; /* that of the run; NULL: there is none */
  struct frame_run
      run; /* the shortest to what is broken there; its trace is NULL where there is none */
};

/* "opaque" "transparent" "opaque then transparent" */
const char *frame_sequence_title(unsigned sequence);

/* gpus from 2 to FRAME_GPUS_MAX, draws from 1 to PROOF_DRAWS_MAX, groups at most 2.  The setting's
 * record must outlive it. */
struct frame_proof frame_prove(const struct setting *setting, const struct frame_client *client,
                               const struct effort *effort);
void frame_proof_clear(struct frame_proof *proof);
/* A variant's record says that it loses properties, and nothing broke, though all that shows such
 * things was asked. */
bool frame_proof_misses_violation(const struct frame_proof *proof);
/* 0: proved, or just what the variant's record says is broken; 1: something else is, or nothing; 3:
 * inconclusive. */
int frame_proof_status(const struct frame_proof *proof);

#endif
