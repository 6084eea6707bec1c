#include "report/place.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/memory.h"
#include "base/text.h"
#include "protocol/record.h"
#include "protocol/table.h"

/* The part of an absolute path below the working folder, or NULL. */
static const char *below_here(const char *path) {
  char here[PATH_MAX];
  if (!getcwd(here, sizeof here)) return NULL;
  size_t length = text_equal(here, "/") ? 0 : strlen(here);
  return !strncmp(path, here, length) && path[length] == '/' ? path + length + 1 : NULL;
}

/* A relative path that never goes up lies below, even by a link. */
char *place_path(const char *path) {
  char real[PATH_MAX];
  while (!strncmp(path, "./", 2)) path += 2;
  const char *shown = *path == '/' ? below_here(path) : strstr(path, "..") ? NULL : path;
  if (!shown && realpath(path, real)) shown = below_here(real) ? below_here(real) : real;
  return memory_format("%s", shown ? shown : path);
}

struct report_place place_of_file(const char *path, unsigned line) {
  if (!path || !*path) return (struct report_place){ 0 };
  return (struct report_place){ place_path(path), line };
}

struct report_place place_of_test(const struct test *test) {
  return place_of_file(test->path, 1);
}

struct report_place place_of_record(const struct system *system) {
  unsigned line = 0;
  const char *file = system_file(system, &line);
  return place_of_file(file, line);
}

struct report_place place_of_row(const struct row *row) {
  return place_of_file(row->file, row->line);
}

void place_clear(struct report_place *place) {
  memory_free(place->file);
  *place = (struct report_place){ 0 };
}
