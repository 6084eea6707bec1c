/* What a step that is no jump does. */
#ifndef EXTRACT_DISPATCH_H
#define EXTRACT_DISPATCH_H

#include "extract/walk.h"

/* Folds it, emits it, leaves it out, or refuses it: false with a diagnostic. */
bool dispatch_step(struct walk *walk);

#endif
