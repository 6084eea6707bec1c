/* Alerts as SARIF 2.1.0 (OASIS), which code scanning reads. */
#ifndef REPORT_SARIF_H
#define REPORT_SARIF_H

#include <stdio.h>
#include "report/alerts.h"

/* One run of turnsole: its rules are the properties, its results the alerts.  A run to a violation
 * is a codeFlow: a location for each step, at the table's row that it takes; a step's further rows
 * follow it, one level deeper.  A step without a row stands at the alert's place.  `name`: "run" or
 * "prove MODEL", which tells the logs of a commit apart.  `baseline`: one was given, so results are
 * new or unchanged. */
void sarif_write(FILE *out, const struct alerts *alerts, const char *name, bool baseline);

#endif
