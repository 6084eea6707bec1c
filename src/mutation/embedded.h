/* The models/NAME/survivors.tsv inside the program. */
#ifndef MUTATION_EMBEDDED_H
#define MUTATION_EMBEDDED_H

#include "base/text.h"

extern const struct embedded_text embedded_survivors[]; /* sorted by name; ends with a NULL name */

#endif
