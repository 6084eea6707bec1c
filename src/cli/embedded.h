/* The templates of `turnsole new` inside the program: "wt/protocol.c". */
#ifndef CLI_EMBEDDED_H
#define CLI_EMBEDDED_H

#include "base/text.h"

extern const struct embedded_text embedded_templates[]; /* sorted by name; ends with a NULL name */

#endif
