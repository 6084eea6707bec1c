/* What mutants died of, and why those that live may, for a person. */
#ifndef REPORT_MUTATION_TEXT_H
#define REPORT_MUTATION_TEXT_H

#include <stdio.h>
#include "verify/mutate.h"

const char *trace_left_text(enum trace_left left); /* "no difference seen", ... */
/* One line for each mutant; `quiet`: survivors only. */
void mutation_print(FILE *out, const struct mutation *mutation, bool quiet);
/* The lines of survivors.tsv that explain nothing. */
void stale_reasons_print(FILE *out, const struct survivors *survivors);

#endif
