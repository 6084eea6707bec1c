/* Finding files. */
#ifndef LITMUS_READ_FIND_H
#define LITMUS_READ_FIND_H

#include "base/diagnostic.h"

/* Every .litmus file at or below `path`, a file or a folder, in the order of their paths.  NULL on
 * error; the caller frees the paths and the array. */
char **litmus_find(const char *path, unsigned *count, struct diagnostic *error);
/* The same for files whose names end in `suffix`, such as ".frame". */
char **files_find(const char *path, const char *suffix, unsigned *count, struct diagnostic *error);

#endif
