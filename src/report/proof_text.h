/* A proof as text. */
#ifndef REPORT_PROOF_TEXT_H
#define REPORT_PROOF_TEXT_H

#include <stdio.h>
#include "verify/proof.h"

const char *proof_verdict_text(const struct proof *proof); /* "proved", "VIOLATION" */
/* as in JSON: "proved", "known-violation" */
const char *proof_verdict_name(const struct proof *proof);
/* A property as the proof covers it: per-address exploration covers deadlock of one address
 * only. */
const char *proof_property_title(const struct proof *proof, enum property property);
/* Does the proof with one value hold for any number of values (abstract/data_independence.c)? */
bool proof_is_of_any_values(const struct proof *proof);
/* Were all counted states expanded? */
bool proof_expanded_all(const struct proof *proof);
/* `quiet`: audits that found nothing take one line. */
void proof_print(FILE *out, const struct proof *proof, bool quiet);

#endif
