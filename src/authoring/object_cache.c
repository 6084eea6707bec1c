#include "authoring/object_cache.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/memory.h"

/* The cache folder; NULL: the environment names none.  A relative XDG_CACHE_HOME does not count, as
 * its specification says. */
static char *cache_folder(void) {
  const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  if (cache && *cache == '/') return memory_format("%s/turnsole", cache);
  return home && *home == '/' ? memory_format("%s/.cache/turnsole", home) : NULL;
}

/* Makes a folder, and those above it. */
static void make_folders(char *path) {
  for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
    *slash = '\0';
    mkdir(path, 0700);
    *slash = '/';
  }
  mkdir(path, 0700);
}

/* Makes an empty file beside the object, for the compiler to write. */
static bool begin(struct cached_object *object) {
  object->unfinished = memory_format("%s.XXXXXX", object->path);
  int file = mkstemp(object->unfinished);
  if (file >= 0) {
    fchmod(file, 0700);
    close(file);
    return true;
  }
  memory_free(object->unfinished);
  object->unfinished = NULL;
  return false;
}

static bool find_in_cache(struct cached_object *object, const char *name, uint64_t key) {
  char *folder = cache_folder();
  if (!folder) return false;
  make_folders(folder);
  object->path = memory_format("%s/%s-%016" PRIx64 ".so", folder, name, key);
  memory_free(folder);
  object->is_there = key && !access(object->path, R_OK);
  if (object->is_there || begin(object)) return true;
  memory_free(object->path);
  object->path = NULL;
  return false;
}

static bool make_temporary(struct cached_object *object, const char *name,
                           struct diagnostic *error) {
  const char *above = getenv("TMPDIR");
  object->temporary = memory_format("%s/turnsole-XXXXXX", above && *above ? above : "/tmp");
  if (!mkdtemp(object->temporary)) {
    diagnostic_plain(error,
                     "no folder for compiled protocols can be written: neither the cache "
                     "(XDG_CACHE_HOME, or ~/.cache) nor %s: %s",
                     object->temporary, strerror(errno));
    memory_free(object->temporary);
    object->temporary = NULL;
    return false;
  }
  object->path = memory_format("%s/%s.so", object->temporary, name);
  return begin(object) ||
         diagnostic_of_file(error, "%s: cannot be written: %s", object->path, strerror(errno));
}

bool cached_object_find(struct cached_object *object, const char *name, uint64_t key,
                        struct diagnostic *error) {
  *object = (struct cached_object){ NULL };
  return find_in_cache(object, name, key) || make_temporary(object, name, error);
}

bool cached_object_keep(struct cached_object *object, struct diagnostic *error) {
  if (rename(object->unfinished, object->path))
    return diagnostic_of_file(error, "%s: cannot be written: %s", object->path, strerror(errno));
  memory_free(object->unfinished);
  object->unfinished = NULL;
  return true;
}

void cached_object_clear(struct cached_object *object) {
  if (object->unfinished) unlink(object->unfinished);
  if (object->temporary) {
    unlink(object->path);
    rmdir(object->temporary);
  }
  memory_free(object->unfinished);
  memory_free(object->path);
  memory_free(object->temporary);
  *object = (struct cached_object){ NULL };
}
