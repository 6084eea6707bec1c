/* What the audits of a proof came to, and what it rests on, for a person and as JSON. */
#ifndef REPORT_AUDIT_TEXT_H
#define REPORT_AUDIT_TEXT_H

#include <stdio.h>
#include "verify/proof.h"

/* A line for each search of each audit (`quiet`, and nothing found: one for all), the rows that
 * never fired, and the claims that said nothing. */
void audits_print(FILE *out, const struct proof *proof, bool quiet);
/* A line for each promise of the record that the search used and no step is asked for. */
void promises_print(FILE *out, const struct proof *proof);

#endif
