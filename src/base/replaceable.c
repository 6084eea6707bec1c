/* A rename puts a file in the place of whatever has the name: of a device or a pipe, too, for whoever may write in the folder. */
#include "base/replaceable.h"

#include <errno.h>
#include <sys/stat.h>

bool file_replaceable(const char *path) {
  struct stat status;
  if (!*path) errno = ENOENT;
  else if (stat(path, &status) || S_ISREG(status.st_mode)) return true;
  else errno = S_ISDIR(status.st_mode) ? EISDIR : ENOTSUP;
  return false;
}
