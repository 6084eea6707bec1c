/* Finding files. */
#ifndef LITMUS_READ_FIND_H
#define LITMUS_READ_FIND_H

#include "base/diagnostic.h"

/* Every file at or below the folder `path` whose name ends in `suffix`, such as ".litmus", in the
 * order of their paths; or `path` itself, a file.  NULL on error; the caller frees the paths and
 * the array. */
char **files_find(const char *path, const char *suffix, unsigned *count, struct diagnostic *error);

#endif
