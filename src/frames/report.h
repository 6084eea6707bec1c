/* Frames, and proofs of compositions, in words. */
#ifndef FRAMES_REPORT_H
#define FRAMES_REPORT_H

#include <stdio.h>
#include "frames/mutants.h"
#include "frames/proof.h"
#include "frames/render.h"

/* A line for a setting, whose results begin at `from`. */
void frame_results_print(FILE *out, const struct setting *setting,
                         const struct frame_results *results, size_t from, bool quiet);
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
/* The run in a line: model, frame, dealing, and what it leads to. */
void frame_run_title_print(FILE *out, const struct setting *setting, const struct frame *frame,
                           const struct frame_run *run);
void composition_properties_print(FILE *out, uint64_t properties);

#endif
