/* Finding litmus files, and frames.  Folders are walked to any depth; links to folders inside them
 * are not followed, so that a loop of links is no loop here.  The order is that of the paths as
 * bytes, on any machine and in any locale. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/memory.h"
#include "base/vector.h"
#include "litmus/read/reader.h"

typedef VECTOR(char *) paths;

static bool has_suffix(const char *name, const char *suffix) {
  size_t length = strlen(name), ending = strlen(suffix);
  return length > ending && strcmp(name + length - ending, suffix) == 0;
}

/* What `path` is, following a link only if it leads to a file. */
static mode_t kind_of(const char *path) {
  struct stat status;
  if (lstat(path, &status) != 0) return 0;
  if (!S_ISLNK(status.st_mode)) return status.st_mode & S_IFMT;
  return stat(path, &status) == 0 && S_ISREG(status.st_mode) ? S_IFREG : 0;
}

/* Adds the files of one folder to `files` and its folders to `folders`. */
static bool list_folder(const char *path, const char *suffix, paths *files, paths *folders,
                        struct diagnostic *error) {
  DIR *folder = opendir(path);
  if (!folder) return diagnostic_of_file(error, "%s: cannot be opened: %s", path, strerror(errno));
  for (struct dirent *entry; (entry = readdir(folder));) {
    if (entry->d_name[0] == '.') continue;
    const char *slash = path[strlen(path) - 1] == '/' ? "" : "/";
    char *inner = memory_format("%s%s%s", path, slash, entry->d_name);
    mode_t kind = kind_of(inner);
    if (kind == S_IFDIR) vector_push(*folders, inner);
    else if (kind == S_IFREG && has_suffix(entry->d_name, suffix)) vector_push(*files, inner);
    else memory_free(inner);
  }
  closedir(folder);
  return true;
}

static void paths_free(paths *list) {
  for (size_t i = 0; i < list->length; i++) memory_free(list->items[i]);
  vector_free(*list);
}

static int compare_paths(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool walk(const char *path, const char *suffix, paths *files, struct diagnostic *error) {
  paths folders = { 0 };
  bool fine = list_folder(path, suffix, files, &folders, error);
  for (size_t i = 0; fine && i < folders.length; i++)
    fine = list_folder(folders.items[i], suffix, files, &folders, error);
  paths_free(&folders);
  if (!fine) return false;
  if (files->length == 0)
    return diagnostic_of_file(error, "%s: no %s file at or below this folder", path, suffix);
  qsort(files->items, files->length, sizeof *files->items, compare_paths);
  return true;
}

char **files_find(const char *path, const char *suffix, unsigned *count, struct diagnostic *error) {
  paths files = { 0 };
  struct stat status;
  *count = 0;
  if (stat(path, &status) != 0) {
    diagnostic_of_file(error, "%s: %s", path, strerror(errno));
    return NULL;
  }
  if (!S_ISDIR(status.st_mode)) {
    vector_push(files, memory_copy_text(path, strlen(path)));
  } else if (!walk(path, suffix, &files, error)) {
    paths_free(&files);
    return NULL;
  }
  *count = (unsigned)files.length;
  return files.items;
}

char **litmus_find(const char *path, unsigned *count, struct diagnostic *error) {
  return files_find(path, ".litmus", count, error);
}
