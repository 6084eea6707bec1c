/* Sparse maps, by Judy: from a word to a word, and from a stretch of bytes to a word. */
#ifndef BASE_SPARSE_H
#define BASE_SPARSE_H

#include <stddef.h>
#include <stdint.h>

/* word -> word; {0} is empty; iterates in ascending order of the keys. */
struct sparse {
  void *judy;
};
uintptr_t *sparse_at(struct sparse *map, uintptr_t key); /* made with value 0 where absent */
uintptr_t *sparse_find(const struct sparse *map, uintptr_t key);   /* NULL where absent */
uintptr_t *sparse_first(const struct sparse *map, uintptr_t *key); /* least key >= *key, or NULL */
uintptr_t *sparse_next(const struct sparse *map, uintptr_t *key);  /* least key > *key, or NULL */
void sparse_free(struct sparse *map);

/* bytes -> word */
struct dictionary {
  void *judy;
};
uintptr_t *dictionary_at(struct dictionary *map, const void *key, size_t length);
uintptr_t *dictionary_find(const struct dictionary *map, const void *key, size_t length);
void dictionary_free(struct dictionary *map); /* the keys' memory too */

#endif
