/* Frames as JSON. */
#ifndef REPORT_FRAME_JSON_H
#define REPORT_FRAME_JSON_H

#include <stdio.h>
#include "report/json.h"
#include "run/cost.h"
#include "verify/frame_proof.h"
#include "verify/frames.h"

void frames_json(FILE *out, const struct frame_results *results, const struct cost *cost);
void frames_into_json(struct json *json, const struct frame_results *results);
/* What explore makes of frames, one after the other: of each that can be read what was rendered, or
 * NULL where a run was asked for, and a run, or NULL. */
struct json explored_json_begin(FILE *out, const struct setting *setting, const char *witness);
void explored_json_add(struct json *json, const struct setting *setting,
                       const struct framed *framed, const struct rendering *rendering,
                       const struct frame_run *run);
void explored_json_end(struct json *json, const struct cost *cost, int status);
void frame_proof_json(FILE *out, const struct frame_proof *proof, const struct cost *cost);

#endif
