/* What tests reach beside any number of readers, as text, JSON and JUnit's XML. */
#ifndef REPORT_BYSTANDERS_REPORT_H
#define REPORT_BYSTANDERS_REPORT_H

#include <stdio.h>
#include "report/alerts.h"
#include "report/json.h"
#include "verify/bystanders.h"

/* A line for each cell, then the totals.  `quiet`: only cells that do not hold.  Of a single test,
 * also each placement, and what was assumed. */
void bystanders_print(FILE *out, const struct bystanders *bystanders, bool quiet);
/* Adds the list "bystanders" to the results of a matrix. */
void bystanders_json(struct json *json, const struct bystanders *bystanders);
/* Adds a suite for each model. */
void bystanders_junit(FILE *out, const struct bystanders *bystanders,
                      bool quiet); /* quiet: no times */
void bystanders_alerts(struct alerts *alerts, const struct bystanders *bystanders);

#endif
