/* The completion scripts that travel inside the program: src/cli/SHELL.completion. */
#ifndef CLI_EMBEDDED_H
#define CLI_EMBEDDED_H

#include "base/text.h"

extern const struct embedded_text embedded_completions[]; /* sorted by name; ends with a NULL name */

#endif
