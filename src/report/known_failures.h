/* The failures of a matrix or of a proof, compared with a baseline (verify/baseline.h). */
#ifndef REPORT_KNOWN_FAILURES_H
#define REPORT_KNOWN_FAILURES_H

#include <stdio.h>
#include "report/json.h"
#include "verify/baseline.h"
#include "verify/matrix.h"
#include "verify/proof.h"

/* Tells the baseline what fails and what holds; sets `known` of each cell, or of the proof.
 * `whole`: no option leaves behaviour out, so that a property that holds may make an entry stale.
 * `strict`: a stale entry is a failure.
 * The baseline must outlive the matrix, or the proof. */
void known_failures_of_matrix(struct baseline *baseline, struct matrix *matrix, bool whole,
                              bool strict);
void known_failures_of_proof(struct baseline *baseline, struct proof *proof, bool whole,
                             bool strict);

/* Why failures that it lists are expected: its file. */
const char *baseline_title(const struct baseline *baseline);
/* "baseline known.tsv: 2 known failures, 1 new, 1 stale" */
void baseline_totals_print(FILE *out, const struct baseline *baseline);
/* A line for each stale entry: "known.tsv:5: warning: stale: ..." */
void baseline_stale_print(FILE *out, const struct baseline *baseline, bool strict);
/* "baseline": the counts and the stale entries; nothing if NULL. */
void baseline_json(struct json *json, const struct baseline *baseline);

#endif
