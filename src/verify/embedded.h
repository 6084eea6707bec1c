/* Why mutants survive: models/FAMILY/NAME/survivors.tsv, as they travel inside the program. */
#ifndef VERIFY_EMBEDDED_H
#define VERIFY_EMBEDDED_H

#include "base/embedded.h"

extern const struct embedded_text embedded_survivors[]; /* sorted by name; ends with a NULL name */

#endif
