/* Compiled protocols in the user's cache folder: $XDG_CACHE_HOME/turnsole, or ~/.cache/turnsole.
 *
 * An object's name holds the hash of all that it was made from.  It is written under a name of its
 * own and then renamed, so runs at the same time do not disturb each other.  A new object removes
 * those that were not used for 30 days, and the oldest beyond 200. */
#ifndef AUTHORING_OBJECT_CACHE_H
#define AUTHORING_OBJECT_CACHE_H

#include <stdbool.h>
#include <stdint.h>
#include "base/diagnostic.h"

struct cached_object {
  char *path;       /* of the object; NULL: nothing is held */
  bool is_there;    /* it was made before */
  char *unfinished; /* where to write it, if it is not there */
  int cache_fault;  /* an error number: why the cache cannot be written */
  char *temporary;  /* a folder to remove, where the cache cannot be written; or NULL */
};

/* Looks for the object NAME-KEY.so.  key 0: it is not to be kept.  false, with an error: no folder
 * can be written.  cached_object_clear releases it. */
bool cached_object_find(struct cached_object *object, const char *name, uint64_t key,
                        struct diagnostic *error);
/* Gives the written object its name.  false, with an error: it cannot be. */
bool cached_object_keep(struct cached_object *object, struct diagnostic *error);
/* Removes what is unfinished or temporary. */
void cached_object_clear(struct cached_object *object);

#endif
