#include "os/installation.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>
#include "base/memory.h"

/* What marks the root of a source tree, and of an installation. */
static const char in_tree[] = "src/protocol/system.h";
static const char in_prefix[] = "include/turnsole/protocol/system.h";
static const char in_share[] = "share/turnsole";

static bool is_there(const char *folder, const char *name) {
  char *path = memory_format("%s/%s", folder, name);
  bool there = !access(path, R_OK);
  memory_free(path);
  return there;
}

/* Writes the nearest folder above the program that holds one of the marks; returns the mark.
 * NULL: none does. */
static const char *root_find(char root[PATH_MAX]) {
  static const char *const marks[] = { in_share, in_prefix, in_tree };
  ssize_t length = readlink("/proc/self/exe", root, PATH_MAX - 1);
  root[length < 0 ? 0 : length] = 0;
  for (char *slash; (slash = strrchr(root, '/'));) {
    *slash = 0;
    for (unsigned i = 0; i < sizeof marks / sizeof *marks; i++)
      if (is_there(root, marks[i])) return marks[i];
  }
  return NULL;
}

bool installation_is_source_tree(void) {
  char root[PATH_MAX];
  return root_find(root) == in_tree;
}

char *installation_share(const char *name) {
  char root[PATH_MAX];
  const char *mark = root_find(root);
  if (!mark) return NULL;
  char *path = memory_format("%s/%s%s", root, mark == in_tree ? "" : "share/turnsole/", name);
  if (!access(path, R_OK)) return path;
  memory_free(path);
  return NULL;
}

char *installation_find(const char *path) {
  static const char suite[] = "litmus";
  size_t length = sizeof suite - 1;
  bool may_be_ours = !strncmp(path, suite, length) && (!path[length] || path[length] == '/');
  char *found = may_be_ours && access(path, F_OK) ? installation_share(path) : NULL;
  return found ? found : memory_format("%s", path);
}

unsigned installation_includes(char *folders[INCLUDE_FOLDERS]) {
  char root[PATH_MAX];
  const char *mark = root_find(root);
  if (mark == in_tree) {
    folders[0] = memory_format("%s/src", root);
    folders[1] = memory_format("%s", root);
    return 2;
  }
  if (!mark || !is_there(root, in_prefix)) return 0;
  folders[0] = memory_format("%s/include/turnsole", root);
  return 1;
}
