/* A protocol outside the source tree, as -p names it: a folder with all its .c files, or one file,
 * with a variant behind it: ./mine, ./mine/mesi.c, ./mine/:printed, ./mine/mesi.c:printed. */
#ifndef AUTHORING_PROTOCOL_PATH_H
#define AUTHORING_PROTOCOL_PATH_H

#include <stdbool.h>
#include "authoring/compiler.h"
#include "base/diagnostic.h"

/* Is a model's name a path: has it a '/', or does it end in ".c", before the variant? */
bool protocol_path_is(const char *word);

struct protocol_path {
  char *given;              /* the path as it is written, without the variant */
  const char *variant;      /* ":printed", in the word; "": none */
  char *real;               /* absolute, without symbolic links */
  char *name;               /* the last part of it, without ".c" */
  struct word_list sources; /* absolute; sorted */
};

/* false, with an error: there is no such path, or it holds no source.  protocol_path_clear releases
 * it in any case. */
bool protocol_path_read(struct protocol_path *path, const char *word, struct diagnostic *error);
void protocol_path_clear(struct protocol_path *path);

#endif
