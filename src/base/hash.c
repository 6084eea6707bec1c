/* XXH3 with 64 bits is fixed across machines, so hashes may be printed and compared. */
#include "base/hash.h"

#include <xxhash.h>

uint64_t hash_bytes(const void *bytes, size_t length) { return XXH3_64bits(bytes, length); }

/* Only arithmetic: XXH3 would see the words in the machine's byte order. */
uint64_t hash_combine(uint64_t seed, uint64_t value) {
  uint64_t mixed = (seed ^ (seed >> 32)) * 0x9e3779b97f4a7c15u;
  mixed = (mixed ^ value) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 29)) * 0x94d049bb133111ebu;
  return mixed ^ (mixed >> 32);
}
