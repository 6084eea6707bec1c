/* What a proof proved, for a person. */
#ifndef REPORT_PROOF_TEXT_H
#define REPORT_PROOF_TEXT_H

#include <stdio.h>
#include "verify/proof.h"

const char *proof_verdict_text(const struct proof *proof); /* "proved", "VIOLATION", ... */
const char *proof_verdict_name(const struct proof *proof); /* one of a few words, as in JSON:
                                                              "proved", "known-violation", ... */
/* A property as the proof speaks of it: of lines by themselves it knows no deadlock but theirs. */
const char *proof_property_title(const struct proof *proof, enum property property);
/* Does what was proved with one value hold with any number (kit/data_independence.c)? */
bool proof_is_of_any_values(const struct proof *proof);
/* Are the states that were counted all expanded, and so in what they stand for? */
bool proof_expanded_all(const struct proof *proof);
/* `quiet`: of audits that found nothing, what they come to, in one line. */
void proof_print(FILE *out, const struct proof *proof, bool quiet);

#endif
