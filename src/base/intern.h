/* Interning: equal contents get equal numbers.
 *
 * A content is a sequence of bytes.  Numbers count up from 0 in the order of arrival, which may
 * differ between runs.  A content's hash depends only on its bytes.
 *
 * Any number of threads may read.  A thread that interns takes a lock; callers remember the
 * results, so that is rare. */
#ifndef BASE_INTERN_H
#define BASE_INTERN_H

#include <stddef.h>
#include <stdint.h>

struct intern;

struct intern *intern_new(void);
void intern_free(struct intern *intern);
/* The number of a content. */
uint32_t intern_add(struct intern *intern, const void *bytes, size_t length);
uint32_t intern_count(struct intern *intern); /* contents: their numbers are below it */
size_t intern_held(struct intern *intern);    /* bytes */
/* A content's bytes, valid until intern_free; `length`: or NULL. */
const void *intern_at(const struct intern *intern, uint32_t number, size_t *length);
/* Copies a content's bytes to `to`, which has room for them.  Returns their number. */
size_t intern_copy(const struct intern *intern, uint32_t number, void *to);
uint64_t intern_hash(const struct intern *intern, uint32_t number);

#endif
