/* A file of bytes and numbers that is whole or refused: written beside its place and moved there
 * once it is on the disk, with a checksum at its end that is looked at before anything else. */
#ifndef OS_STREAM_H
#define OS_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct stream {
  FILE *file;
  char *path, *beside; /* beside: where it is written until it is whole; NULL when it is read */
  unsigned char *block;
  size_t used, filled;
  uint64_t sum;
  bool failed; /* something could not be written; or more was read than there is */
};

/* By whoever holds the file (base/replaceable.h). */
bool stream_create(struct stream *stream, const char *path);
/* As far as can be told without leaving anything there; else file_fault() says why not. */
bool stream_may_create(const char *path);
void stream_put(struct stream *stream, const void *bytes, size_t count);
void stream_put_number(struct stream *stream, uint64_t number);
/* Moves the file to its place.  False, and nothing is changed there, when it could not be written
 * (errno says why). */
bool stream_finish(struct stream *stream);

enum stream_fault { STREAM_WHOLE, STREAM_MISSING, STREAM_DAMAGED };
enum stream_fault stream_open(struct stream *stream, const char *path);
void stream_get(struct stream *stream, void *bytes, size_t count); /* zeros once there is no more */
uint64_t stream_get_number(struct stream *stream);
void stream_close(struct stream *stream);

#endif
