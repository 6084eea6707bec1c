/* Under a sanitizer a test takes many times longer, so there it does less of what reaches the same
 * code.  ThreadSanitizer sees nothing where there is one thread: what starts no other is left out
 * under it. What a test does in `make test` is a sample where all of it takes long; with WHOLE in
 * the environment (`make test-all`) it does all that its build does. */
#ifndef SANITIZED_H
#define SANITIZED_H

#include <stdbool.h>
#include <stdlib.h>

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

#ifdef __SANITIZE_THREAD__
enum { WATCHES_THREADS = 1 };
#else
enum { WATCHES_THREADS = 0 };
#endif

static inline bool test_is_whole(void) { return getenv("WHOLE") != NULL; }

#endif
