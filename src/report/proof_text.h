/* What a proof proved, and what mutants died of, for a person. */
#ifndef REPORT_PROOF_TEXT_H
#define REPORT_PROOF_TEXT_H

#include <stdio.h>
#include "verify/mutate.h"
#include "verify/prove.h"

const char *search_end_text(enum search_end end); /* "complete", "out of memory", ... */
void proof_print(FILE *out, const struct proof *proof);
/* One line for each mutant; `quiet`: survivors only. */
void mutation_print(FILE *out, const struct mutation *mutation, bool quiet);

#endif
