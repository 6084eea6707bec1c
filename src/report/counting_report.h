/* Counts of messages as text and as JSON. */
#ifndef REPORT_COUNTING_REPORT_H
#define REPORT_COUNTING_REPORT_H

#include <stdio.h>
#include "report/json.h"
#include "verify/counting.h"

/* A table of one test: a line for each entry. */
void counting_print(FILE *out, const struct setting *setting, const struct program *program,
                    const struct counting_result *counting);
/* An object in a list of tests; "greatest" is null without a bound. */
void counting_json(struct json *json, const struct setting *setting, const struct program *program,
                   const struct counting_result *counting);

#endif
