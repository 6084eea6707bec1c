/* Reading a whole source file. */
#ifndef BASE_SOURCE_LOAD_H
#define BASE_SOURCE_LOAD_H

#include "base/diagnostic.h"

/* The file's text and a NUL, owned by the caller.  NULL, with a diagnostic: the file cannot be
 * read, is a folder, or is larger than 64 MiB. */
char *source_load(const char *path, size_t *length, struct diagnostic *error);

#endif
