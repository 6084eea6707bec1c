/* Small programs: all programs of two threads with two accesses each that can show a design
 * wrong.
 *
 * Each access loads, stores or adds to x or y, and conflicts with an access of the other thread.
 * No other access has a visible effect (D. Shasha and M. Snir, Efficient and correct execution
 * of parallel programs that share memory, TOPLAS 1988). Programs that differ by exchanging
 * threads or locations count once. Programs without additions also come with an SC fence, an
 * acquire-release fence, and releases and acquires; programs with additions to one location,
 * with compare-and-swaps.
 *
 * Acquires that always fetch would hide that a second one drops nothing. So in one style each
 * thread acquires with its first load only, and releases with its last store only. Where the
 * machine tells a GPU from the system, the threads also run on two GPUs, and on one at its
 * scope. */
#ifndef VERIFY_SMALL_PROGRAMS_H
#define VERIFY_SMALL_PROGRAMS_H

#include <stdbool.h>
#include "run/suite.h"

/* Returns them as a suite, which suite_clear frees. `orders`: the machine tells acquires from
 * loads, or releases from stores; `gpus`: a GPU's scope from the system's. */
struct suite small_programs_list(bool orders, bool gpus);

#endif
