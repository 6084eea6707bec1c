/* The stage of reads: the source of each. */
#ifndef AXIOM_READS_H
#define AXIOM_READS_H

#include "axiom/search.h"

void reads_choose(struct execution *x);
/* Adds to the known part of co, which is closed, what atomicity says of the reads that have a
 * source. false: that makes a cycle. */
bool reads_stay_atomic(struct execution *x, event_set *must);

#endif
