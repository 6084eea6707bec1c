/* Results as files for other programs: JSON and JUnit's XML. */
#ifndef REPORT_FILES_H
#define REPORT_FILES_H

#include <stdio.h>
#include "report/json.h"
#include "verify/frame_proof.h"
#include "verify/matrix.h"
#include "mutation/mutation.h"
#include "verify/proof.h"

void parameters_json(struct json *json, const struct setting *setting);
/* NULL: it is left out, as by all that take it. */
void took_json(struct json *json, const struct took *took);

/* Of tests, and of frames that were run beside them (there may be none); the status of both
 * together.  `strongest`: also what the tests refute, and what not; none of which is a failure. */
void matrix_json(FILE *out, const struct matrix *matrix, const struct frame_results *frames,
                 bool strongest, int status, const struct took *took);
void proof_json(FILE *out, const struct proof *proof, const struct took *took);
void mutation_json(FILE *out, const struct mutation *mutation, const struct took *took);
void frames_json(FILE *out, const struct frame_results *results, const struct took *took);
void frames_into_json(struct json *json, const struct frame_results *results);
/* What explore makes of frames, one after the other: of each that can be read what was rendered, or
 * NULL where a run was asked for, and a run, or NULL. */
struct json explored_json_begin(FILE *out, const struct setting *setting, const char *witness);
void explored_json_add(struct json *json, const struct setting *setting,
                       const struct framed *framed, const struct rendering *rendering,
                       const struct frame_run *run);
void explored_json_end(struct json *json, const struct took *took, int status);
void frame_proof_json(FILE *out, const struct frame_proof *proof, const struct took *took);

void matrix_junit(FILE *out, const struct matrix *matrix, const struct frame_results *frames,
                  bool strongest);
void proof_junit(FILE *out, const struct proof *proof);
void frames_junit(FILE *out, const struct frame_results *results);
void frame_proof_junit(FILE *out, const struct frame_proof *proof);

#endif
