/* Files that are written beside what they replace, so that a kill at any instant leaves one of the two whole. */
#ifndef BASE_REPLACEABLE_H
#define BASE_REPLACEABLE_H

#include <stdbool.h>

/* May what the path names, if anything, be replaced by a file?  Else errno says why not. */
bool file_replaceable(const char *path);

#endif
