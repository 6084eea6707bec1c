/* The cat files that travel inside the program: the memory models, memmodels/NAME.cat, and the
 * library that models may include, memmodels/lib/NAME.cat. */
#ifndef CAT_EMBEDDED_H
#define CAT_EMBEDDED_H

#include "base/text.h"

extern const struct embedded_text embedded_models[];  /* sorted by name; ends with a NULL name */
extern const struct embedded_text embedded_library[]; /* so is this */

#endif
