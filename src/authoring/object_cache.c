#include "authoring/object_cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "base/memory.h"
#include "base/vector.h"

enum { OBJECT_BYTES = 1 << 20, /* more than one takes */ OBJECTS_MAX = 200, DAYS_MAX = 30 };

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

/* Is there room for an object on its disk?  Sets errno, if not. */
static bool has_room(int file) {
  errno = posix_fallocate(file, 0, OBJECT_BYTES);
  return !errno && !ftruncate(file, 0);
}

/* Makes an empty file beside the object, for the compiler to write.  Sets errno, if it cannot. */
static bool begin(struct cached_object *object) {
  object->unfinished = memory_format("%s.XXXXXX", object->path);
  int file = mkstemp(object->unfinished);
  bool good = file >= 0 && !fchmod(file, 0700) && has_room(file);
  int fault = errno;
  if (file >= 0) close(file);
  if (good) return true;
  if (file >= 0) unlink(object->unfinished);
  memory_free(object->unfinished);
  object->unfinished = NULL;
  errno = fault;
  return false;
}

static bool find_in_cache(struct cached_object *object, const char *name, uint64_t key) {
  char *folder = cache_folder();
  if (!folder) return false;
  make_folders(folder);
  object->path = memory_format("%s/%s-%016" PRIx64 ".so", folder, name, key);
  memory_free(folder);
  object->is_there = key && !access(object->path, R_OK);
  if (object->is_there) utimensat(AT_FDCWD, object->path, NULL, 0); /* the newest for prune */
  if (object->is_there || begin(object)) return true;
  object->cache_fault = errno;
  memory_free(object->path);
  object->path = NULL;
  return false;
}

static bool cannot_write(const struct cached_object *object, struct diagnostic *error) {
  int fault = errno;
  return diagnostic_plain(error,
                          "no folder for compiled protocols can be written: neither the cache "
                          "(XDG_CACHE_HOME, or ~/.cache: %s) nor %s: %s",
                          object->cache_fault ? strerror(object->cache_fault) : "not set",
                          object->temporary, strerror(fault));
}

static bool make_temporary(struct cached_object *object, const char *name,
                           struct diagnostic *error) {
  const char *above = getenv("TMPDIR");
  object->temporary = memory_format("%s/turnsole-XXXXXX", above && *above ? above : "/tmp");
  if (!mkdtemp(object->temporary)) {
    cannot_write(object, error);
    memory_free(object->temporary);
    object->temporary = NULL;
    return false;
  }
  object->path = memory_format("%s/%s.so", object->temporary, name);
  return begin(object) || cannot_write(object, error);
}

bool cached_object_find(struct cached_object *object, const char *name, uint64_t key,
                        struct diagnostic *error) {
  *object = (struct cached_object){ NULL };
  return find_in_cache(object, name, key) || make_temporary(object, name, error);
}

/* --- pruning --- */

struct cache_entry {
  char *path;
  time_t used;
};
struct cache_entries {
  struct cache_entry *items;
  size_t length, room;
};

static int newest_first(const void *a, const void *b) {
  time_t first = ((const struct cache_entry *)a)->used,
         second = ((const struct cache_entry *)b)->used;
  return (first < second) - (first > second);
}

static struct cache_entries list_entries(const char *folder) {
  struct cache_entries entries = { 0 };
  DIR *directory = opendir(folder);
  for (const struct dirent *entry; directory && (entry = readdir(directory));) {
    struct stat status;
    if (!strstr(entry->d_name, ".so")) continue;
    char *path = memory_format("%s/%s", folder, entry->d_name);
    if (!lstat(path, &status) && S_ISREG(status.st_mode))
      vector_push(entries, ((struct cache_entry){ path, status.st_mtime }));
    else memory_free(path);
  }
  if (directory) closedir(directory);
  if (entries.length) qsort(entries.items, entries.length, sizeof *entries.items, newest_first);
  return entries;
}

/* Removes objects that were not used for long, and the oldest of too many. */
static void prune(const char *kept) {
  char *folder = memory_copy_text(kept, (size_t)(strrchr(kept, '/') - kept));
  struct cache_entries entries = list_entries(folder);
  time_t oldest = time(NULL) - (time_t)DAYS_MAX * 24 * 60 * 60;
  for (size_t i = 0; i < entries.length; i++) {
    if (i >= OBJECTS_MAX || entries.items[i].used < oldest) unlink(entries.items[i].path);
    memory_free(entries.items[i].path);
  }
  vector_free(entries);
  memory_free(folder);
}

bool cached_object_keep(struct cached_object *object, struct diagnostic *error) {
  if (rename(object->unfinished, object->path))
    return diagnostic_of_file(error, "%s: cannot be written: %s", object->path, strerror(errno));
  memory_free(object->unfinished);
  object->unfinished = NULL;
  if (!object->temporary) prune(object->path);
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
