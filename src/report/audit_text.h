/* The audits of a proof, and what it rests on, as text. */
#ifndef REPORT_AUDIT_TEXT_H
#define REPORT_AUDIT_TEXT_H

#include <stdio.h>
#include "verify/proof.h"

/* A line for each search of each audit, then the rows that never fired and the vacuous claims.
 * With `quiet`, audits that found nothing take one line. */
void audits_print(FILE *out, const struct proof *proof, bool quiet);
/* A line for each promise of the record that the search relies on and that is not checked. */
void promises_print(FILE *out, const struct proof *proof);

#endif
