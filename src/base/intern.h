/* Interning: equal contents get equal numbers.
 *
 * Contents are stretches of bytes; numbers count up from 0 in the order of arrival, which may
 * differ between runs. What a content is, whoever gets its number, is remembered beside it: its
 * hash, which goes by content alone. Any number of threads may read; those that intern take a lock
 * (it happens once for each content, nearly: callers remember the results). */
#ifndef BASE_INTERN_H
#define BASE_INTERN_H

#include <stddef.h>
#include <stdint.h>

struct intern;

struct intern *intern_new(void);
void intern_free(struct intern *intern);
uint32_t intern_add(struct intern *intern, const void *bytes, size_t length);
uint32_t intern_count(struct intern *intern); /* numbers below it have been given out */
size_t intern_held(struct intern *intern);    /* bytes */
/* Valid until intern_free. */
const void *intern_at(const struct intern *intern, uint32_t number, size_t *length);
/* A content's bytes, to where there is room for them; how many they are. */
size_t intern_copy(const struct intern *intern, uint32_t number, void *to);
uint64_t intern_hash(const struct intern *intern, uint32_t number);

#endif
