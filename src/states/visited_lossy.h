/* Visited sets that forget which states they hold. */
#ifndef STATES_VISITED_LOSSY_H
#define STATES_VISITED_LOSSY_H

#include "states/visited.h"

/* A set that may leave states out: bit-state hashing, or else hash compaction.  The table takes
 * half of `budget`; the states go to a temporary file in `folder`.  NULL: there is no such file, or
 * no room for the table. */
struct visited *visited_lossy_new(unsigned width, bool bits, unsigned members, const char *folder,
                                  struct budget *budget);

#endif
