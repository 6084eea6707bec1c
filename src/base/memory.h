/* Allocation that does not fail: on exhaustion the program says so and exits with status 3
 * (inconclusive).  Every block is counted. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

enum { HUGE_PAGE = 2 << 20 /* bytes */ };

void *memory_new(size_t count, size_t size);      /* zeroed; count * size is checked */
void *memory_new_line(size_t bytes);              /* zeroed; begins at a cache line */
void memory_free_line(void *block, size_t bytes); /* of memory_new_line */
/* NULL block is fine; new bytes are not cleared. */
void *memory_resize(void *block, size_t count, size_t size);
char *memory_copy_text(const char *text, size_t length); /* adds the final NUL */
char *memory_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
void memory_free(void *block);                              /* NULL is fine */
_Noreturn void memory_exhausted(size_t count, size_t size); /* says so, and ends the program */
bool memory_is_exhausted(void);                             /* memory_exhausted was called */
size_t memory_blocks(void);                                 /* blocks held now, over all threads */
size_t memory_held(void);                                   /* and their bytes */

/* Zeroed pages, huge ones where possible, which are not counted; NULL: the system has none. */
void *memory_map(size_t bytes);
void memory_unmap(void *block, size_t bytes);

#endif
