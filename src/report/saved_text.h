/* The file that a proof cut short by a limit was saved to. */
#ifndef REPORT_SAVED_TEXT_H
#define REPORT_SAVED_TEXT_H

#include <stdio.h>
#include "verify/proof.h"

/* `in_parts`: the proof consists of several searches, each saved when it is complete. */
void proof_saved_print(FILE *out, const struct proof *proof, const struct checkpoint *checkpoint,
                       bool in_parts);

#endif
