#include "authoring/protocol_path.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/memory.h"
#include "base/text.h"

/* Where the variant begins, with its ':'; the end, where there is none.  A path may hold a ':' of
 * its own: one before a '/', or one of a file that is there. */
static const char *variant_of(const char *word) {
  struct stat status;
  const char *colon = strrchr(word, ':'), *end = word + strlen(word);
  return !colon || strchr(colon, '/') || !stat(word, &status) ? end : colon;
}

bool protocol_path_is(const char *word) {
  size_t length = (size_t)(variant_of(word) - word);
  bool is_source = length > 2 && !strncmp(word + length - 2, ".c", 2);
  return is_source || memchr(word, '/', length);
}

static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool list_sources(struct protocol_path *path, struct diagnostic *error) {
  DIR *folder = opendir(path->real);
  if (!folder)
    return diagnostic_plain(error, "-p %s: this folder cannot be read: %s", path->given,
                            strerror(errno));
  for (const struct dirent *entry; (entry = readdir(folder));)
    if (text_ends(entry->d_name, ".c") && entry->d_name[0] != '.')
      vector_push(path->sources, memory_format("%s/%s", path->real, entry->d_name));
  closedir(folder);
  if (path->sources.length)
    qsort(path->sources.items, path->sources.length, sizeof *path->sources.items, by_name);
  return path->sources.length ||
         diagnostic_plain(error, "-p %s: this folder has no .c file: expected a protocol's source",
                          path->given);
}

/* A compiler would wait for a FIFO's text for ever. */
static bool check_sources(const struct protocol_path *path, struct diagnostic *error) {
  for (size_t i = 0; i < path->sources.length; i++) {
    const char *source = path->sources.items[i];
    struct stat status;
    if (!stat(source, &status) && !S_ISREG(status.st_mode))
      return diagnostic_plain(error, "-p %s: %s is no regular file: expected C source", path->given,
                              source);
    if (access(source, R_OK))
      return diagnostic_plain(error, "-p %s: %s cannot be read: %s", path->given, source,
                              strerror(errno));
  }
  return true;
}

static bool find_sources(struct protocol_path *path, struct diagnostic *error) {
  struct stat status;
  char real[PATH_MAX];
  if (!realpath(path->given, real) || stat(real, &status))
    return diagnostic_plain(error, "-p %s: %s", path->given,
                            errno == ENOENT ? "there is no such folder or file" : strerror(errno));
  path->real = memory_format("%s", real);
  if (S_ISDIR(status.st_mode)) return list_sources(path, error) && check_sources(path, error);
  if (text_ends(real, ".c")) vector_push(path->sources, memory_format("%s", real));
  else
    return diagnostic_plain(error, "-p %s: expected a folder, or a file that ends in .c",
                            path->given);
  return check_sources(path, error);
}

bool protocol_path_read(struct protocol_path *path, const char *word, struct diagnostic *error) {
  *path = (struct protocol_path){ .variant = variant_of(word) };
  path->given = memory_copy_text(word, (size_t)(path->variant - word));
  if (!find_sources(path, error)) return false;
  const char *name = strrchr(path->real, '/') + 1;
  path->name = memory_copy_text(name, strlen(name) - (text_ends(name, ".c") ? 2 : 0));
  return true;
}

void protocol_path_clear(struct protocol_path *path) {
  memory_free(path->given);
  memory_free(path->real);
  memory_free(path->name);
  word_list_clear(&path->sources);
}
