/* Protocols outside the source tree: compiled, cached, and loaded into the program. */
#ifndef AUTHORING_PROTOCOL_LOAD_H
#define AUTHORING_PROTOCOL_LOAD_H

#include <stdbool.h>
#include "base/diagnostic.h"

/* Loads the protocol that a path names (protocol_path_is), once; from then on it is among the
 * systems.  Returns "NAME" or "NAME:VARIANT", to be released by memory_free.  NULL, with an error:
 * it cannot be loaded.  `status`: say on the terminal that it is compiled. */
char *protocol_load(const char *word, bool status, struct diagnostic *error);

#endif
