/* The headers that a protocol is compiled with must be those that the program was built with. */
#ifndef AUTHORING_HEADERS_H
#define AUTHORING_HEADERS_H

#include "base/diagnostic.h"
#include "os/installation.h"

struct author_headers {
  char *folders[INCLUDE_FOLDERS];
  unsigned count;
};

/* Finds the folders, and compares each header with the program's.  false, with an error: they are
 * not there, or are others.  author_headers_clear releases them in any case. */
bool author_headers_find(struct author_headers *headers, struct diagnostic *error);
void author_headers_clear(struct author_headers *headers);

#endif
