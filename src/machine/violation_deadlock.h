/* What waits for what in a deadlock. */
#ifndef MACHINE_VIOLATION_DEADLOCK_H
#define MACHINE_VIOLATION_DEADLOCK_H

#include "machine/played.h"

/* Appends, a line each: cores that wait, inputs that stall with their rows, and lines that are
 * busy. */
void violation_add_deadlock(struct text *text, const struct play *play);

/* Appends, a line each, what every core of the last state waits for. */
void violation_add_waits(struct text *text, const struct play *play);

#endif
