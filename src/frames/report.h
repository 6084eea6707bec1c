/* Frames, and proofs of compositions, in words, as JSON and as JUnit's XML. */
#ifndef FRAMES_REPORT_H
#define FRAMES_REPORT_H

#include <stdio.h>
#include "frames/mutants.h"
#include "frames/proof.h"
#include "frames/render.h"
#include "report/alerts.h"
#include "report/json.h"
#include "run/effort.h"

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
void composition_properties_print(FILE *out, uint64_t properties);

/* --- JSON and JUnit's XML --- */

void frames_json(FILE *out, const struct frame_results *results, const struct cost *cost);
void frames_into_json(struct json *json, const struct frame_results *results);
/* The frames of `explore`, one after the other.  `rendering` is NULL where only a run was asked
 * for, and `run` where there is none. */
struct json frames_explored_json_begin(FILE *out, const struct setting *setting,
                                       const char *witness);
void frames_explored_json_add(struct json *json, const struct setting *setting,
                              const struct framed *framed, const struct rendering *rendering,
                              const struct frame_run *run);
void frames_explored_json_end(struct json *json, const struct cost *cost, int status);
void frame_proof_json(FILE *out, const struct frame_proof *proof, const struct cost *cost,
                      int status);

void frames_junit(FILE *out, const struct frame_results *results);
void frames_into_junit(FILE *out, const struct frame_results *results);
void frames_into_alerts(struct alerts *alerts, const struct frame_results *results);
void frame_proof_junit(FILE *out, const struct frame_proof *proof);

#endif
