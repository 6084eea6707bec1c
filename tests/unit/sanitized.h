/* Under a sanitizer a test takes many times longer, so there it does less of what reaches the same code.  ThreadSanitizer sees nothing
 * where there is one thread: what starts no other is left out under it. */
#ifndef SANITIZED_H
#define SANITIZED_H

#ifdef __SANITIZE_THREAD__
enum { WATCHES_THREADS = 1 };
#else
enum { WATCHES_THREADS = 0 };
#endif

#endif
