#include "os/object_hashes.h"

#include <stddef.h>
#include <string.h>

uint64_t object_hash_of(const char *source) {
  if (!object_hashes) return 0;
  for (const struct object_hash *one = object_hashes; one->source; one++)
    if (!strcmp(one->source, source)) return one->hash;
  return 0;
}
