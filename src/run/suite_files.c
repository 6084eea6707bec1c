#include "run/suite_files.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/memory.h"
#include "base/source_load.h"
#include "base/text.h"
#include "litmus/read/find.h"
#include "os/installation.h"

char **suite_files_find(const char *path, const char *suffix, unsigned *count,
                        struct diagnostic *error) {
  char *real = installation_find(path);
  char **files = files_find(real, suffix, count, error);
  for (unsigned i = 0; files && i < *count && !text_equal(real, path); i++) {
    char *file = files[i];
    files[i] = memory_format("%s%s", path, file + strlen(real));
    memory_free(file);
  }
  memory_free(real);
  return files;
}

char *suite_file_load(const char *path, size_t *length, struct diagnostic *error) {
  char *real = installation_find(path);
  char *text = source_load(real, length, error);
  memory_free(real);
  return text;
}

bool suite_path_is_there(const char *path) {
  char *real = installation_find(path);
  bool there = !access(real, R_OK);
  memory_free(real);
  return there;
}

static bool real_path(const char *path, char real[PATH_MAX]) {
  char *found = installation_find(path);
  bool good = realpath(found, real);
  memory_free(found);
  return good;
}

bool suite_path_is_ours(const char *path) {
  char root[PATH_MAX], file[PATH_MAX];
  if (!real_path("litmus", root) || !real_path(path, file)) return false;
  size_t length = strlen(root);
  return text_starts(file, root) && file[length] == '/';
}
