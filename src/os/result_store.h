/* Results that are kept in a folder, a file each, for later runs of any program with equal code.
 *
 * A file begins with the title of its result, which names all that the result depends on, and ends
 * with a checksum.  It is found only under the same title, and whole.  It is written beside and
 * renamed, so that several runs may share a folder, and folders may be merged by copying. */
#ifndef OS_RESULT_STORE_H
#define OS_RESULT_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include "base/diagnostic.h"

struct result_store;

/* Makes the folder if it is not there.  NULL, with an error: no file can be written in it. */
struct result_store *result_store_open(const char *folder, struct diagnostic *error);
void result_store_close(struct result_store *store); /* accepts NULL */
const char *result_store_folder(const struct result_store *store);

/* The bytes that were kept under the title, owned by the caller; NULL: none are.  From any thread,
 * as result_store_put. */
char *result_store_find(struct result_store *store, const char *title, size_t *length);
void result_store_put(struct result_store *store, const char *title, const void *bytes,
                      size_t length);
/* Could some result not be written? */
bool result_store_failed(const struct result_store *store);

#endif
