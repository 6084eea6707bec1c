/* Hashing, by xxHash (XXH3, 64 bits). */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

uint64_t hash_bytes(const void *bytes, size_t length);
uint64_t hash_combine(uint64_t seed, uint64_t value); /* order matters */

#endif
