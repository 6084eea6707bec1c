/* A limit keeps a device or a huge file from filling the memory. */
#include "base/source_load.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include "base/memory.h"

enum { SOURCE_MAX = 64 << 20 };

/* Reads to the end of the file, whatever size it claims; NULL: it is too large, or fails. */
static char *load(FILE *file, const char *path, size_t *length, struct diagnostic *error) {
  size_t room = 1 << 14, used = 0, got;
  char *text = memory_resize(NULL, room + 1, 1);
  while ((got = fread(text + used, 1, room - used, file)) > 0) {
    used += got;
    if (used > SOURCE_MAX) break;
    if (used == room) text = memory_resize(text, (room *= 2) + 1, 1);
  }
  if (ferror(file)) diagnostic_of_file(error, "%s: cannot be read: %s", path, strerror(errno));
  else if (used > SOURCE_MAX)
    diagnostic_of_file(error, "%s: larger than 64 MiB, which no source is", path);
  else {
    text[used] = '\0';
    *length = used;
    return text;
  }
  memory_free(text);
  return NULL;
}

char *source_load(const char *path, size_t *length, struct diagnostic *error) {
  *length = 0;
  FILE *file = fopen(path, "rb");
  if (!file) {
    diagnostic_of_file(error, "%s: cannot be opened: %s", path, strerror(errno));
    return NULL;
  }
  struct stat status;
  char *text = NULL;
  if (fstat(fileno(file), &status) == 0 && S_ISDIR(status.st_mode))
    diagnostic_of_file(error, "%s: is a folder, expected a file", path);
  else text = load(file, path, length, error);
  fclose(file);
  return text;
}
