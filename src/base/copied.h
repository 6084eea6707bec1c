/* A function of which the compiler makes a copy wherever it is called, where what it is given is
 * known there: a loop's body in each of several loops, or what goes by a length that is mostly 1.
 */
#ifndef BASE_COPIED_H
#define BASE_COPIED_H

#define COPIED static inline __attribute__((always_inline))

#endif
