/* Frames, and proofs of compositions, as JSON, as JUnit's XML, and as alerts. */
#ifndef FRAMES_REPORT_FILES_H
#define FRAMES_REPORT_FILES_H

#include <stdio.h>
#include "frames/proof.h"
#include "frames/render.h"
#include "report/alerts.h"
#include "report/json.h"
#include "run/effort.h"

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
