/* Allocation that does not fail: on exhaustion the program says so and exits with status 3
 * (inconclusive). Every block is counted, so that a test can demand that none is left. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

enum { HUGE_PAGE = 2 << 20 /* bytes */ };

void *memory_new(size_t count, size_t size);      /* zeroed; count * size is checked */
void *memory_new_line(size_t bytes);              /* zeroed; begins a line of the cache */
void memory_free_line(void *block, size_t bytes); /* and such a block is given back so */
void *memory_resize(void *block, size_t count,
                    size_t size); /* NULL block is fine; new bytes are not cleared */
char *memory_copy_text(const char *text, size_t length); /* adds the final NUL */
char *memory_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
void memory_free(void *block);                              /* NULL is fine */
_Noreturn void memory_exhausted(size_t count, size_t size); /* says so, and ends the program */
/* While there is one thread: what each of more sets aside of addresses for its blocks is little of
 * what a limit (ulimit -v) leaves. */
void memory_heed_limit(void);
size_t memory_blocks(void); /* blocks held now, over all threads */
size_t memory_held(void);   /* and their bytes */

/* Zeroed pages, beginning where a huge page may, and huge ones where the system has them; NULL: it
 * has none.  Not counted. */
void *memory_map(size_t bytes);
void memory_unmap(void *block, size_t bytes);

#endif
