/* Counts of messages as text and as JSON. */
#ifndef REPORT_COUNTING_REPORT_H
#define REPORT_COUNTING_REPORT_H

#include <stdio.h>
#include "report/json.h"
#include "verify/counting.h"

/* The columns "least" and "greatest" of a line, with its end. */
void count_range_print(FILE *out, const struct count_range *range);
/* "least", and "greatest", which is null without a bound. */
void count_range_json(struct json *json, const struct count_range *range);

/* A table of one test: a line for each entry. */
void counting_print(FILE *out, const struct setting *setting, const struct program *program,
                    const struct counting_result *counting);
/* An object in a list of tests. */
void counting_json(struct json *json, const struct setting *setting, const struct program *program,
                   const struct counting_result *counting);

#endif
