/* Hashes of the objects that the program was linked of, made by scripts/object-hashes.
 *
 * A result that is kept depends on the code that made it.  One hash covers the engine: all objects
 * but those of models, with models/lib.  Each model has one of its own object, so a model that is
 * edited does not outdate the results of others.  That is safe:
 *
 * - An object has all that its source and its headers compile to, under the compiler and flags that
 *   there were.  Its lines of debugging change with each edit, which costs misses only.
 * - An object of a model uses no symbol of another model's, so no edit of another one reaches it.
 *   tests/e2e/results_cache checks that.
 * - A protocol of -p PATH has the hash of its preprocessed sources and of the command that compiles
 *   them (authoring/compiler.h), beside the engine's.
 *
 * Libraries of the system are not covered.  A program without the hashes keeps nothing. */
#ifndef OS_OBJECT_HASHES_H
#define OS_OBJECT_HASHES_H

#include <stdint.h>

struct object_hash {
  const char *source; /* "models/reference/sc/sc.c", or "engine" */
  uint64_t hash;
};
/* Ends with a NULL source. */
extern const struct object_hash object_hashes[] __attribute__((weak));

/* The hash of a source's object; 0: not known. */
uint64_t object_hash_of(const char *source);

#endif
