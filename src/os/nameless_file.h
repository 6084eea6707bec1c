/* Temporary files without a name, which vanish with the process. */
#ifndef OS_NAMELESS_FILE_H
#define OS_NAMELESS_FILE_H

/* `folder`; where that is NULL, $TMPDIR; else /tmp. */
const char *nameless_file_folder(const char *folder);
/* A file in that folder, open for reading and writing; -1: errno says why there is none. */
int nameless_file_open(const char *folder);

#endif
