/* Files that are written beside what they replace, so that a kill at any instant leaves one of the two whole. */
#ifndef BASE_REPLACEABLE_H
#define BASE_REPLACEABLE_H

/* What is replaced when the path is written: what it names, if anything, with symbolic links followed, so that a link stays one.
 * To be released with memory_free.  NULL where that is no file, or a link leads nowhere: errno says why not. */
char *file_replaced(const char *path);

#endif
