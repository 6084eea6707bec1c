#include "os/result_store.h"

#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/hash.h"
#include "base/memory.h"
#include "base/source_load.h"

struct result_store {
  const char *folder;
  atomic_bool failed;
};

struct result_store *result_store_open(const char *folder, struct diagnostic *error) {
  struct stat status;
  mkdir(folder, 0777);
  if (stat(folder, &status)) {
    diagnostic_of_file(error, "%s: this folder cannot be made: %s", folder, strerror(errno));
    return NULL;
  }
  if (!S_ISDIR(status.st_mode) || access(folder, W_OK | X_OK)) {
    diagnostic_of_file(error, "%s: %s", folder,
                       S_ISDIR(status.st_mode) ? "this folder cannot be written"
                                               : "is a file, expected a folder");
    return NULL;
  }
  struct result_store *store = memory_new(1, sizeof *store);
  store->folder = folder;
  return store;
}

void result_store_close(struct result_store *store) { memory_free(store); }
const char *result_store_folder(const struct result_store *store) { return store->folder; }
bool result_store_failed(const struct result_store *store) { return store->failed; }

static char *path_of(const struct result_store *store, const char *title) {
  return memory_format("%s/%016" PRIx64 ".result", store->folder, hash_bytes(title, strlen(title)));
}

/* The bytes behind the title's line, without the checksum; false: the file is not whole, or of
 * another title. */
static bool is_whole(const char *text, size_t length, const char *title) {
  size_t head = strlen(title) + 1;
  uint64_t sum;
  if (length < head + sizeof sum || memcmp(text, title, head - 1) || text[head - 1] != '\n')
    return false;
  memcpy(&sum, text + length - sizeof sum, sizeof sum);
  return sum == hash_bytes(text, length - sizeof sum);
}

char *result_store_find(struct result_store *store, const char *title, size_t *length) {
  struct diagnostic none = { NULL };
  size_t all = 0, head = strlen(title) + 1;
  char *path = path_of(store, title), *bytes = NULL;
  char *text = access(path, R_OK) ? NULL : source_load(path, &all, &none);
  if (text && is_whole(text, all, title)) {
    *length = all - head - sizeof(uint64_t);
    bytes = memory_copy_text(text + head, *length);
  }
  memory_free(text);
  memory_free(path);
  diagnostic_clear(&none);
  return bytes;
}

static bool write_all(int file, const char *text, size_t length) {
  FILE *out = fdopen(file, "wb");
  if (!out) return close(file), false;
  bool good = fwrite(text, 1, length, out) == length;
  return fclose(out) == 0 && good;
}

void result_store_put(struct result_store *store, const char *title, const void *bytes,
                      size_t length) {
  size_t head = strlen(title) + 1;
  char *text = memory_new(head + length + sizeof(uint64_t), 1);
  memcpy(text, title, head - 1);
  text[head - 1] = '\n';
  memcpy(text + head, bytes, length);
  uint64_t sum = hash_bytes(text, head + length);
  memcpy(text + head + length, &sum, sizeof sum);
  char *path = path_of(store, title), *beside = memory_format("%s.XXXXXX", path);
  int file = mkstemp(beside);
  bool good = file >= 0 && write_all(file, text, head + length + sizeof sum);
  if (good) chmod(beside, 0644);
  good = good && !rename(beside, path);
  if (!good && file >= 0) unlink(beside);
  if (!good) store->failed = true;
  memory_free(beside);
  memory_free(path);
  memory_free(text);
}
