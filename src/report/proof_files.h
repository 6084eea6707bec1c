/* A proof as JSON and as JUnit's XML. */
#ifndef REPORT_PROOF_FILES_H
#define REPORT_PROOF_FILES_H

#include <stdio.h>
#include "run/effort.h"
#include "run/shard.h"
#include "verify/proof.h"

void proof_json(FILE *out, const struct proof *proof, const struct cost *cost);
/* `quiet`: no times. */
void proof_junit(FILE *out, const struct proof *proof, bool quiet);
/* Of a model that is dealt to another shard. */
void proof_elsewhere_json(FILE *out, const struct setting *setting, const struct shard *shard);
void proof_elsewhere_junit(FILE *out);

#endif
