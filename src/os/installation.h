/* Folders that come with the program: headers, memory models, tests.
 *
 * The program finds them from its own place, so a moved tree or package works.  It runs from a
 * build folder in the source tree, or from PREFIX/bin. */
#ifndef OS_INSTALLATION_H
#define OS_INSTALLATION_H

#include <stdbool.h>

/* Runs the program from a build folder in its source tree? */
bool installation_is_source_tree(void);

/* The absolute path of `name`: of the source tree, or of PREFIX/share/turnsole.  NULL: it is not
 * there.  `name`: "litmus", "memmodels", or a path below them.  Documents are for readers only,
 * in PREFIX/share/doc/turnsole.  memory_free releases it. */
char *installation_share(const char *name);

/* `path` where it exists here.  Else, where it is "litmus" or begins with "litmus/": its place in
 * the suite that comes with the program, if it is there.  Else `path`.  memory_free releases it. */
char *installation_find(const char *path);

/* The folders in which a protocol's #include lines look, NULL behind them: the source tree and its
 * src, or PREFIX/include/turnsole.  None where they are not there.  Both arrays belong to the
 * caller, for memory_free. */
enum { INCLUDE_FOLDERS = 2 };
unsigned installation_includes(char *folders[INCLUDE_FOLDERS]);

#endif
