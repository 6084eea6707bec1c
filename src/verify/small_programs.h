/* Small programs: every program of two threads with two accesses each that can show a design wrong.
 *
 * Each access loads, stores or adds to x or y, and conflicts with an access of the other thread
 * (same location, not both loads): what else it did could not be seen (D. Shasha and M. Snir,
 * Efficient and correct execution of parallel programs that share memory, TOPLAS 1988).  Programs
 * that differ by exchanging the threads or the locations are one.  Those without additions come
 * again with an SC fence, with an acquire-release fence, and with releases and acquires; those with
 * additions to one location, with compare-and-swaps in their place.
 *
 * A machine may tell an acquire from a load.  If its acquires always fetch, two of them in a row do
 * not show that they drop nothing.  So there is also a style in which each thread acquires with its
 * first load only, and releases with its last store only.  And it may tell a GPU from the system:
 * then the threads are on two GPUs, too, and in one with all that they do at its scope. */
#ifndef VERIFY_SMALL_PROGRAMS_H
#define VERIFY_SMALL_PROGRAMS_H

#include <stdbool.h>
#include "run/suite.h"

/* All of them, as a suite to be released by suite_clear.  `orders`: does the machine tell acquires
 * from loads, or releases from stores?  `gpus`: a GPU's scope from the system's? */
struct suite small_programs_list(bool orders, bool gpus);

#endif
