/* A file of bytes and numbers that is read as a whole, or refused.  It is written beside its place
 * and moved there once it is on the disk. A checksum at its end is checked before it is read. */
#ifndef OS_STREAM_H
#define OS_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct stream {
  FILE *file;
  char *path, *beside; /* beside: the file that is written; NULL when it is read */
  unsigned char *block;
  size_t used, filled;
  uint64_t sum;
  bool failed; /* a write failed, or more was read than there is */
};

/* The caller holds the file (replaceable.h).  False: errno says why not. */
bool stream_create(struct stream *stream, const char *path);
/* Tries to create the file, and leaves nothing there.  False: file_fault() says why not. */
bool stream_may_create(const char *path);
void stream_put(struct stream *stream, const void *bytes, size_t count);
void stream_put_number(struct stream *stream, uint64_t number);
/* Moves the file to its place.  False: errno says why not, and nothing is changed there. */
bool stream_finish(struct stream *stream);

enum stream_fault { STREAM_WHOLE, STREAM_MISSING, STREAM_DAMAGED };
enum stream_fault stream_open(struct stream *stream, const char *path);
void stream_get(struct stream *stream, void *bytes, size_t count); /* zeros once there is no more */
uint64_t stream_get_number(struct stream *stream);
void stream_close(struct stream *stream);

#endif
