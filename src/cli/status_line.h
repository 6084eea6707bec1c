/* The progress line: on a terminal only, for what takes longer than a second. */
#ifndef CLI_STATUS_LINE_H
#define CLI_STATUS_LINE_H

#include "run/effort.h"

/* Makes the effort report to a line on standard error, if that is a terminal and `quiet` is not
 * asked for. */
void status_line_attach(struct effort *effort, bool quiet);
/* Wipes the line. */
void status_line_end(void);

#endif
