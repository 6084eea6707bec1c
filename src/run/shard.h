/* A shard: a part of a run, dealt out by a hash of names.  The shards of a run are disjoint, and
 * their union is the whole.  A test that is added changes no other's shard. */
#ifndef RUN_SHARD_H
#define RUN_SHARD_H

#include <stdbool.h>

struct shard {
  unsigned number, count; /* 1 of 3; all zero: the whole */
};

/* Reads "2/3".  false: it is no shard. */
bool shard_parse(const char *text, struct shard *shard);
bool shard_has(const struct shard *shard, const char *model, const char *test);

#endif
