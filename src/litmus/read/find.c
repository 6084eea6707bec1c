/* Finding files.  Folders are walked to any depth; hidden files and folders are left out.  Links to
 * folders inside them are not followed, so that a loop of links ends.  The order is that of the
 * paths as bytes, in any locale. */
#include "litmus/read/find.h"

#include <errno.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/text.h"
#include "base/vector.h"

typedef VECTOR(char *) paths;

/* A file, or a link to one. */
static bool is_file(const FTSENT *entry) {
  struct stat status;
  return entry->fts_info == FTS_F ||
         (entry->fts_info == FTS_SL && stat(entry->fts_accpath, &status) == 0 &&
          S_ISREG(status.st_mode));
}

static int compare_paths(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool walk(const char *path, const char *suffix, paths *files, struct diagnostic *error) {
  char *roots[] = { (char *)path, NULL };
  FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, NULL);
  bool fine = true;
  for (FTSENT *entry; fine && (entry = fts_read(tree));) {
    if (entry->fts_level && entry->fts_name[0] == '.') fts_set(tree, entry, FTS_SKIP);
    else if (entry->fts_info == FTS_DNR)
      fine = diagnostic_of_file(error, "%s: cannot be opened: %s", entry->fts_path,
                                strerror(entry->fts_errno));
    else if (is_file(entry) && text_ends(entry->fts_name, suffix))
      vector_push(*files, memory_copy_text(entry->fts_path, entry->fts_pathlen));
  }
  fts_close(tree);
  if (fine && files->length == 0)
    fine = diagnostic_of_file(error, "%s: no %s file at or below this folder", path, suffix);
  if (fine) qsort(files->items, files->length, sizeof *files->items, compare_paths);
  return fine;
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
    for (size_t i = 0; i < files.length; i++) memory_free(files.items[i]);
    vector_free(files);
    return NULL;
  }
  *count = (unsigned)files.length;
  return files.items;
}
