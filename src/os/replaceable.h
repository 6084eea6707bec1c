/* Files that are written beside the file that they replace, so that a kill at any instant leaves
 * one of the two whole. Only one process at a time may write. */
#ifndef OS_REPLACEABLE_H
#define OS_REPLACEABLE_H

#include <stdbool.h>

struct diagnostic;

/* How saved searches, and journals of searches, begin. */
#define SAVED_SEARCH "turnsole-checkpoint "
#define SAVED_JOURNAL "turnsole-journal "

/* The file that writing the path replaces, with symbolic links followed.  Owned by the caller.
 * NULL: errno says why; it is no file, or a link leads nowhere. */
char *file_replaced(const char *path);

/* All zero: nothing is held. */
struct hold {
  char *lock;
  int file;
};

/* Keeps all other processes from holding the file that the path replaces, until it is released or
 * the process ends.  A process writes there, or beside it, only while it holds the file.  False:
 * errno says why; EBUSY: another process holds it. */
bool file_hold(struct hold *hold, const char *path);
void file_release(struct hold *hold);
/* False, with a diagnostic: writing the path would lose a saved search or journal, which `resume`
 * (or NULL) does not name. */
bool file_spares(const char *path, const char *resume, struct diagnostic *error);
/* The text for errno after file_hold, or a function that calls it. */
const char *file_fault(void);

/* --- temporary files without a name, which vanish with the process --- */

/* `folder`; where that is NULL, $TMPDIR; else /tmp. */
const char *nameless_file_folder(const char *folder);
/* A file in that folder, open for reading and writing; -1: errno says why there is none. */
int nameless_file_open(const char *folder);

#endif
