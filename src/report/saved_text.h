/* Where a proof that a limit cut short goes on from. */
#ifndef REPORT_SAVED_TEXT_H
#define REPORT_SAVED_TEXT_H

#include <stdio.h>
#include "verify/proof.h"

/* `in_parts`: the proof consists of several searches, each saved when it is complete. */
void proof_saved_print(FILE *out, const struct proof *proof, const struct checkpoint *checkpoint,
                       bool in_parts);

#endif
