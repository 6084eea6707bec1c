/* How the outcome of a run came about. */
#ifndef MACHINE_VIOLATION_OUTCOME_H
#define MACHINE_VIOLATION_OUTCOME_H

#include "machine/played.h"

/* Appends, a line each: reads whose registers the program's condition names, with the stores that
 * they read or missed; and the last stores to locations that it names. */
void violation_add_outcome(struct text *text, const struct play *play);

/* Appends the reads that are answered in the step `from` and later ones, a line each. */
void violation_add_reads(struct text *text, const struct play *play, unsigned from);

#endif
