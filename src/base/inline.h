/* Forces inlining, so that constant arguments specialise each call: the body of a loop, say, by the
 * length of the keys that it compares. */
#ifndef BASE_INLINE_H
#define BASE_INLINE_H

#define INLINE static inline __attribute__((always_inline))

#endif
