#include "run/shard.h"

#include <stdio.h>
#include <string.h>
#include "base/hash.h"

enum { SHARDS_MAX = 9999 };

bool shard_parse(const char *text, struct shard *shard) {
  char rest;
  if (strspn(text, "0123456789/") != strlen(text) || strlen(text) > 9) return false;
  return sscanf(text, "%u/%u%c", &shard->number, &shard->count, &rest) == 2 && shard->number >= 1 &&
         shard->number <= shard->count && shard->count <= SHARDS_MAX;
}

bool shard_has(const struct shard *shard, const char *model, const char *test) {
  if (!shard->count) return true;
  uint64_t hash = hash_combine(hash_bytes(model, strlen(model)), hash_bytes(test, strlen(test)));
  return hash % shard->count == shard->number - 1;
}
