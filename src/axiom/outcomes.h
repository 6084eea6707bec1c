/* The outcomes of executions. */
#ifndef AXIOM_OUTCOMES_H
#define AXIOM_OUTCOMES_H

#include "axiom/search.h"

/* Finds the cells that the program observes. */
void outcomes_find_observed(struct execution *x);
/* Counts the outcomes of a complete execution if it is consistent. */
void outcomes_judge(struct execution *x);
/* May the choices so far lead to an outcome that the filter keeps?  If only new outcomes are
 * wanted: to a new one, or to a new flag?  `order`: the known part of co.  The axioms were asked up
 * to `level`. */
bool outcomes_wanted(struct execution *x, const event_set *order, unsigned level);
/* May the filter, if there is one, still hold of the registers that are known so far? */
bool outcomes_meet_filter(struct execution *x);

#endif
