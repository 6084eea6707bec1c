/* The files of a suite: those of the current folder, or of the suite that comes with the program.
 *
 * A path such as litmus/mp names the program's own suite where nothing has that path here
 * (os/installation.h).  Its files keep the names that begin with litmus/, wherever they lie. */
#ifndef RUN_SUITE_FILES_H
#define RUN_SUITE_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include "base/diagnostic.h"

/* As files_find: every file at or below `path` whose name ends in `suffix`, or a single file. */
char **suite_files_find(const char *path, const char *suffix, unsigned *count,
                        struct diagnostic *error);
/* As source_load: the text of a file that suite_files_find gave. */
char *suite_file_load(const char *path, size_t *length, struct diagnostic *error);
/* Is there such a file or folder? */
bool suite_path_is_there(const char *path);
/* Does the file lie below litmus/ of the current folder or, without one, of the program's suite? */
bool suite_path_is_ours(const char *path);

#endif
