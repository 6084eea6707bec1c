/* See nameless_file.h. */
#include "os/nameless_file.h"

#include <stdlib.h>
#include <unistd.h>
#include "base/memory.h"

const char *nameless_file_folder(const char *folder) {
  if (!folder) folder = getenv("TMPDIR");
  return folder && *folder ? folder : "/tmp";
}

int nameless_file_open(const char *folder) {
  char *path = memory_format("%s/turnsole-XXXXXX", nameless_file_folder(folder));
  int file = mkstemp(path);
  if (file >= 0) unlink(path);
  memory_free(path);
  return file;
}
