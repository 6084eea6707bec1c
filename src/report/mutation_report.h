/* Prints mutants as text and as JSON: the probe that killed each, or why it may survive. */
#ifndef REPORT_MUTATION_REPORT_H
#define REPORT_MUTATION_REPORT_H

#include <stdio.h>
#include "mutation/mutation.h"
#include "mutation/survivors.h"
#include "run/effort.h"

const char *survival_text(enum survival survival); /* such as "no difference seen" */
/* One line for each mutant; `quiet`: survivors only. */
void mutation_print(FILE *out, const struct mutation *mutation, bool quiet);
/* By what it was killed, or why it may survive. */
void mutant_fate_print(FILE *out, const struct mutation *mutation,
                       const struct mutant_result *result);
/* The totals, in a line. */
void mutation_totals_print(FILE *out, const struct mutation *mutation);
/* Prints the lines of survivors.tsv that explain no survivor. */
void stale_reasons_print(FILE *out, const struct survivors *survivors);
void mutation_json(FILE *out, const struct mutation *mutation, const struct cost *cost);

#endif
