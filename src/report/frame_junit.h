/* Frames, and proofs of compositions, as JUnit's XML. */
#ifndef REPORT_FRAME_JUNIT_H
#define REPORT_FRAME_JUNIT_H

#include <stdio.h>
#include "verify/frame_proof.h"
#include "verify/frames.h"

void frames_into_junit(FILE *out, const struct frame_results *results); /* the suites alone */
void frames_junit(FILE *out, const struct frame_results *results);
void frame_proof_junit(FILE *out, const struct frame_proof *proof);

#endif
