/* Small programs: every program of two threads with two accesses each that can show a design wrong.
 *
 * Each access loads, stores or adds to x or y, and conflicts with an access of the other thread
 * (same location, not both loads): what else it did could not be seen (D. Shasha and M. Snir,
 * Efficient and correct execution of parallel programs that share memory, TOPLAS 1988).  Programs
 * that differ by exchanging the threads or the locations are one.  Those without additions come
 * again with an SC fence, with an acquire-release fence, and with releases and acquires; those with
 * additions to one location, with compare-and-swaps in their place. */
#ifndef VERIFY_SMALL_PROGRAMS_H
#define VERIFY_SMALL_PROGRAMS_H

#include "verify/suite.h"

/* All of them, as a suite to be released by suite_clear. */
struct suite small_programs(void);

#endif
