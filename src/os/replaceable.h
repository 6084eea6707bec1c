/* Files that are written beside what they replace, so that a kill at any instant leaves one of the
 * two whole; and by one process at a time. */
#ifndef OS_REPLACEABLE_H
#define OS_REPLACEABLE_H

#include <stdbool.h>

struct diagnostic;

/* How files begin in which a search, or a journal of searches, is saved. */
#define SAVED_SEARCH "turnsole-checkpoint "
#define SAVED_JOURNAL "turnsole-journal "

/* What is replaced when the path is written: what it names, if anything, with symbolic links
 * followed, so that a link stays one. To be released with memory_free.  NULL where that is no file,
 * or a link leads nowhere: errno says why not. */
char *file_replaced(const char *path);

struct hold {
  char *lock;
  int file;
}; /* all zero: nothing is held */

/* Nobody else holds what is replaced when the path is written, until it is released or the process
 * ends in whatever way; and whoever does not hold it writes nothing there nor beside it.  False:
 * errno says why, EBUSY where another does. */
bool file_hold(struct hold *hold, const char *path);
void file_release(struct hold *hold);
/* False, with a diagnostic: an earlier search or journal is saved there, and `resume` (NULL:
 * nothing) does not take it up, so that days may be lost by writing the path. */
bool file_spares(const char *path, const char *resume, struct diagnostic *error);
/* The text for errno, after file_hold or what calls it. */
const char *file_fault(void);

#endif
