/* Explorations as text. */
#ifndef REPORT_EXPLORATION_TEXT_H
#define REPORT_EXPLORATION_TEXT_H

#include <stdio.h>
#include "verify/exploration.h"

/* The counts over all placements, and the invariants that hold or are broken. */
void explored_print(FILE *out, const struct setting *setting, const struct program *program,
                    const struct explored *explored);

#endif
