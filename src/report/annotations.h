/* Alerts as workflow commands of GitHub Actions, which shows them at their lines. */
#ifndef REPORT_ANNOTATIONS_H
#define REPORT_ANNOTATIONS_H

#include <stdio.h>
#include "report/alerts.h"

/* A line for each alert at its place, and one at the row of its run's last step:
 * "::error file=FILE,line=N,title=TITLE::MESSAGE".  Known ones are notices, inconclusive ones
 * warnings. */
void annotations_github(FILE *out, const struct alerts *alerts);

#endif
