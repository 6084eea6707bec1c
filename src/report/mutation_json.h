/* Mutants as JSON. */
#ifndef REPORT_MUTATION_JSON_H
#define REPORT_MUTATION_JSON_H

#include <stdio.h>
#include "mutation/mutation.h"
#include "run/cost.h"

void mutation_json(FILE *out, const struct mutation *mutation, const struct cost *cost);

#endif
