/* Judy arrays (Baskins, libJudy): JudyL from word to word, JudyHS from bytes to word.
 *
 * Judy's functions are called without its macros, which print and exit on their own terms.  The
 * empty array is a null pointer, so {0} is an empty map. */
#include "base/sparse.h"

#include <Judy.h>
#include <stdio.h>
#include <stdlib.h>

/* Exhaustion ends as everywhere else, with status 3. */
static uintptr_t *slot_of(PPvoid_t slot) {
  if (slot == PPJERR) {
    fprintf(stderr, "turnsole: out of memory (sparse map): inconclusive\n");
    exit(3);
  }
  return (uintptr_t *)slot;
}

uintptr_t *sparse_at(struct sparse *map, uintptr_t key) {
  return slot_of(JudyLIns(&map->judy, key, PJE0));
}

uintptr_t *sparse_find(const struct sparse *map, uintptr_t key) {
  return slot_of(JudyLGet(map->judy, key, PJE0));
}

uintptr_t *sparse_first(const struct sparse *map, uintptr_t *key) {
  Word_t index = *key;
  uintptr_t *slot = slot_of(JudyLFirst(map->judy, &index, PJE0));
  if (slot) *key = index;
  return slot;
}

uintptr_t *sparse_next(const struct sparse *map, uintptr_t *key) {
  Word_t index = *key;
  uintptr_t *slot = slot_of(JudyLNext(map->judy, &index, PJE0));
  if (slot) *key = index;
  return slot;
}

void sparse_free(struct sparse *map) { JudyLFreeArray(&map->judy, PJE0); }

uintptr_t *dictionary_at(struct dictionary *map, const void *key, size_t length) {
  return slot_of(JudyHSIns(&map->judy, (void *)key, length, PJE0));
}

uintptr_t *dictionary_find(const struct dictionary *map, const void *key, size_t length) {
  return slot_of(JudyHSGet(map->judy, (void *)key, length));
}

void dictionary_free(struct dictionary *map) { JudyHSFreeArray(&map->judy, PJE0); }
