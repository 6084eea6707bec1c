/* The audits of a proof, and what it rests on, as text. */
#ifndef REPORT_AUDIT_TEXT_H
#define REPORT_AUDIT_TEXT_H

#include <stdio.h>
#include "verify/proof.h"

/* A line for each search of each audit (with `quiet`, one line if nothing was found), then the
 * rows that never fired and the vacuous claims. */
void audits_print(FILE *out, const struct proof *proof, bool quiet);
/* A line for each promise of the record that the search relies on and that is not checked. */
void promises_print(FILE *out, const struct proof *proof);

#endif
