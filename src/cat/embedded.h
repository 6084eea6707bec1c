/* The memory models that travel inside the program: memmodels/NAME.cat. */
#ifndef CAT_EMBEDDED_H
#define CAT_EMBEDDED_H

#include "base/text.h"

extern const struct embedded_text embedded_models[]; /* sorted by name; ends with a NULL name */

#endif
