/* Blocks of 64 KiB are hashed as they are written and read.  The last 8 bytes of the file are the
 * hash of all blocks. */
#include "os/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/hash.h"
#include "base/memory.h"
#include "os/replaceable.h"

enum { BLOCK = 1 << 16 };

static void start(struct stream *stream, char *path) {
  *stream = (struct stream){ .path = path, .block = memory_new(BLOCK, 1), .sum = BLOCK };
}

static void release(struct stream *stream) {
  if (stream->file) fclose(stream->file);
  memory_free(stream->block);
  memory_free(stream->path);
  memory_free(stream->beside);
  *stream = (struct stream){ NULL };
}

static void add_block(uint64_t *sum, const unsigned char *block, size_t bytes) {
  *sum = hash_combine(*sum, hash_bytes(block, bytes));
}

/* ---- writing ---- */

bool stream_create(struct stream *stream, const char *path) {
  char *replaced = file_replaced(path);
  if (!replaced) return false;
  start(stream, replaced);
  stream->beside = memory_format("%s.new", replaced);
  stream->file = fopen(stream->beside, "wb");
  if (stream->file) return true;
  release(stream);
  return false;
}

bool stream_may_create(const char *path) {
  struct hold hold;
  struct stream stream;
  if (!file_hold(&hold, path)) return false;
  bool created = stream_create(&stream, path);
  if (created) {
    unlink(stream.beside);
    release(&stream);
  }
  file_release(&hold);
  return created;
}

static void write_block(struct stream *stream) {
  add_block(&stream->sum, stream->block, stream->used);
  stream->failed |= fwrite(stream->block, 1, stream->used, stream->file) != stream->used;
  stream->used = 0;
}

void stream_put(struct stream *stream, const void *bytes, size_t count) {
  for (const unsigned char *at = bytes; count > 0;) {
    size_t room = BLOCK - stream->used, part = count < room ? count : room;
    memcpy(stream->block + stream->used, at, part);
    stream->used += part;
    at += part;
    count -= part;
    if (stream->used == BLOCK) write_block(stream);
  }
}

void stream_put_number(struct stream *stream, uint64_t number) {
  stream_put(stream, &number, sizeof number);
}

/* A name is on the disk once its folder is. */
static void sync_folder(const char *path) {
  char *copy = memory_format("%s", path);
  int folder = open(dirname(copy), O_RDONLY | O_DIRECTORY);
  if (folder >= 0) {
    fsync(folder);
    close(folder);
  }
  memory_free(copy);
}

bool stream_finish(struct stream *stream) {
  if (stream->used) write_block(stream);
  bool good = !stream->failed && fwrite(&stream->sum, sizeof stream->sum, 1, stream->file) == 1;
  good = good && fflush(stream->file) == 0 && fsync(fileno(stream->file)) == 0;
  good = fclose(stream->file) == 0 && good;
  stream->file = NULL;
  good = good && rename(stream->beside, stream->path) == 0;
  if (good) sync_folder(stream->path);
  else unlink(stream->beside);
  release(stream);
  return good;
}

/* ---- reading ---- */

/* Compares the hash of all but the last 8 bytes with those. */
static bool sum_holds(struct stream *stream, uint64_t bytes) {
  uint64_t sum = stream->sum, expected;
  for (size_t part; bytes > 0; bytes -= part) {
    part = bytes < BLOCK ? (size_t)bytes : BLOCK;
    if (fread(stream->block, 1, part, stream->file) != part) return false;
    add_block(&sum, stream->block, part);
  }
  return fread(&expected, sizeof expected, 1, stream->file) == 1 && sum == expected;
}

/* A pipe would block, and could not be read twice. */
static FILE *open_file(const char *path) {
  struct stat status;
  if (stat(path, &status) || S_ISREG(status.st_mode)) return fopen(path, "rb");
  errno = S_ISDIR(status.st_mode) ? EISDIR : ESPIPE;
  return NULL;
}

enum stream_fault stream_open(struct stream *stream, const char *path) {
  start(stream, memory_format("%s", path));
  stream->file = open_file(path);
  enum stream_fault fault = STREAM_MISSING;
  if (stream->file) {
    long end = fseek(stream->file, 0, SEEK_END) == 0 ? ftell(stream->file) : -1;
    rewind(stream->file);
    bool whole =
        end >= (long)sizeof(uint64_t) && sum_holds(stream, (uint64_t)end - sizeof(uint64_t));
    fault = whole ? STREAM_WHOLE : STREAM_DAMAGED;
    rewind(stream->file);
  }
  if (fault != STREAM_WHOLE) release(stream);
  return fault;
}

void stream_get(struct stream *stream, void *bytes, size_t count) {
  for (unsigned char *at = bytes; count > 0;) {
    if (stream->used == stream->filled) {
      stream->filled = fread(stream->block, 1, BLOCK, stream->file);
      stream->used = 0;
      stream->failed |= stream->filled == 0;
    }
    if (stream->failed) {
      memset(at, 0, count);
      return;
    }
    size_t there = stream->filled - stream->used, part = count < there ? count : there;
    memcpy(at, stream->block + stream->used, part);
    stream->used += part;
    at += part;
    count -= part;
  }
}

uint64_t stream_get_number(struct stream *stream) {
  uint64_t number;
  stream_get(stream, &number, sizeof number);
  return number;
}

void stream_close(struct stream *stream) { release(stream); }
