/* A proof as JSON. */
#ifndef REPORT_PROOF_JSON_H
#define REPORT_PROOF_JSON_H

#include <stdio.h>
#include "run/cost.h"
#include "verify/proof.h"

void proof_json(FILE *out, const struct proof *proof, const struct cost *cost);

#endif
