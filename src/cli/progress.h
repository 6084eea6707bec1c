/* The progress line: on a terminal only, for what takes longer than a second. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "verify/effort.h"

/* Makes the effort report to a line on standard error, if that is a terminal and `quiet` is not asked for. */
void progress_attach(struct effort *effort, bool quiet);
/* Wipes the line. */
void progress_end(void);

#endif
