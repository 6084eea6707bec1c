/* A rename puts a file in the place of whatever has the name: of a device, a pipe or a link, too, for whoever may write in the
 * folder. */
#include "base/replaceable.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include "base/memory.h"

char *file_replaced(const char *path) {
  struct stat status;
  char whole[PATH_MAX];
  if (!*path) errno = ENOENT;
  else if (lstat(path, &status)) return memory_format("%s", path); /* nothing: a new file */
  else if (!realpath(path, whole) || stat(whole, &status)) return NULL;
  else if (S_ISREG(status.st_mode)) return memory_format("%s", whole);
  else errno = S_ISDIR(status.st_mode) ? EISDIR : ENOTSUP;
  return NULL;
}
