/* A proof as JUnit's XML. */
#ifndef REPORT_PROOF_JUNIT_H
#define REPORT_PROOF_JUNIT_H

#include <stdio.h>
#include "verify/proof.h"

void proof_junit(FILE *out, const struct proof *proof);

#endif
