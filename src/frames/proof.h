/* The most general client of a composition: groups of draws that cover the whole screen, dealt out
 * in every way, in any order of completion.  It asks for one group, opaque or transparent.  It also
 * asks for two in a row, any after any, separated by each of the five events.
 *
 * Transparent draws are blended by an operator that is associative, and nothing else, over symbolic
 * colours: the result holds for every colour.  Every region has pixels of these kinds:
 * - of one opaque group: all depths differ;
 * - of one opaque group: depths are equal in pairs, the nearest two among them;
 * - of two groups: each draw of the second lies just before its like in the first, so that a draw
 *   on another GPU hides some;
 * - of two groups: the second lies before the first;
 * - of two groups, where the screen has room: all depths are equal.
 *
 * Two groups are small, since their dealings are those of one group squared: once with more draws
 * than GPUs, once with fewer.  They go over links of one packet, where most steps are blocked, and
 * over links that hold all packets that can be under way.
 *
 * The result does not depend on which pixels a GPU owns.  Dealings of opaque groups may be equal up
 * to a renaming of GPUs.  One of these is explored, if the composition treats GPUs alike. */
#ifndef FRAMES_PROOF_H
#define FRAMES_PROOF_H

#include "frames/render.h"
#include "run/effort.h"

enum { PROOF_DRAWS_MAX = 6, PROOF_SEQUENCES = 11, PROOF_PARTS = 2 };

struct frame_size {
  unsigned gpus, draws; /* draws: of each group */
};

/* A part of the question: each of its sequences, in all sizes, over links of all capacities. */
struct frame_part {
  unsigned size_count, link_count;
  struct frame_size sizes[2];
  unsigned links[2];   /* packets */
  unsigned begin, end; /* sequences of groups */
};

struct frame_client {
  unsigned gpus, draws;
  unsigned groups; /* 1 or 2, of that size; 0: one of that size, and small ones, one and two */
};

struct frame_proof {
  struct setting setting;
  struct frame_client client;
  unsigned part_count;
  struct frame_part parts[PROOF_PARTS];
  /* Without images; a sequence that was not reached has no dealings. */
  struct rendering made[PROOF_PARTS][PROOF_SEQUENCES];
  uint64_t broken; /* invariants; the first of them ended the proof */
  bool complete;
  struct frame *frame;  /* that of the run; NULL: there is none */
  struct frame_run run; /* the shortest to a broken invariant of the frame */
};

/* "opaque" "transparent" "opaque then transparent" */
const char *frame_sequence_title(unsigned sequence);

/* gpus from 2 to FRAME_GPUS_MAX, draws from 1 to PROOF_DRAWS_MAX. */
struct frame_proof frame_prove(const struct setting *setting, const struct frame_client *client,
                               const struct effort *effort);
void frame_proof_clear(struct frame_proof *proof);
enum frame_proof_verdict {
  FRAME_PROOF_PROVED,
  FRAME_PROOF_KNOWN,     /* broken as the variant's record says */
  FRAME_PROOF_VIOLATION, /* broken otherwise */
  FRAME_PROOF_MISSING,   /* not broken, though the record says so and the client could show it */
  FRAME_PROOF_INCONCLUSIVE
};
enum frame_proof_verdict frame_proof_verdict(const struct frame_proof *proof);

#endif
