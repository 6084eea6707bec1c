/* Finding fair loops. */
#ifndef LIVENESS_FAIRNESS_H
#define LIVENESS_FAIRNESS_H

#include "liveness/components.h"

/* Leaves alive the nodes that lie on a fair loop of living nodes, or end a fair run, and bars edges
 * that are on no fair loop.  Then the components are those loops.  False: time is up. */
bool fairness_prune(struct components *components);

#endif
