/* Texts of src/cli that travel inside the program. */
#ifndef CLI_EMBEDDED_H
#define CLI_EMBEDDED_H

#include "base/text.h"

/* Both are sorted by name and end with a NULL name. */
extern const struct embedded_text embedded_completions[]; /* src/cli/SHELL.completion */
extern const struct embedded_text embedded_templates[];   /* of `turnsole new`: "wt/protocol.c" */

#endif
