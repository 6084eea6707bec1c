/* Frames in words. */
#ifndef FRAMES_PRINT_H
#define FRAMES_PRINT_H

#include <stdio.h>
#include "base/text.h"
#include "frames/mutants.h"
#include "frames/proof.h"
#include "frames/render.h"

/* All frames under one setting: gathered, then printed as a line. */
struct frame_line {
  const struct setting *setting;
  unsigned holds;
  uint64_t states;
  struct text by_verdict[FRAME_INCONCLUSIVE + 1];
};
void frame_line_add(struct frame_line *line, const struct frame_result *result);
/* Releases the line as well; `out` may be NULL. */
void frame_line_print(FILE *out, struct frame_line *line, bool quiet);
/* `gpus_most`: GPUs of a frame on which variants that are expected to fail are tried. */
void frame_totals_print(FILE *out, unsigned count, unsigned bad, unsigned left_out,
                        unsigned gpus_most);

/* A line for each frame that could be read, with its remark. */
void frame_suite_print(FILE *out, const struct frame_suite *suite);
void rendering_print(FILE *out, const struct setting *setting, const struct framed *framed,
                     const struct rendering *rendering);
void frame_proof_print(FILE *out, const struct frame_proof *proof, bool quiet);
void frame_mutation_print(FILE *out, const struct system *system,
                          const struct frame_mutation *mutation, bool quiet);
/* "a on GPU0, b on all" */
void dealing_print(FILE *out, const struct dealing *dealing);
void frame_run_print(FILE *out, const struct setting *setting, const struct frame *frame,
                     const struct frame_run *run);
void composition_properties_print(FILE *out, uint64_t properties);

#endif
