/* Steps that access memory, and those that order accesses. */
#ifndef EXTRACT_ACCESS_H
#define EXTRACT_ACCESS_H

#include "extract/walk.h"

/* ld, st, atom and red, of parameters and constants, too; false with a diagnostic. */
bool access_step(struct walk *walk);
/* Fences and barriers: emitted as they are, with known operands as numbers. */
bool access_order_step(struct walk *walk);

#endif
