/* Checking a lasso against the model alone, without a graph. */
#ifndef LIVENESS_LASSO_REPLAY_H
#define LIVENESS_LASSO_REPLAY_H

#include "liveness/lasso.h"
#include "liveness/obligations.h"

/* Does every step of the lasso exist?  Is its loop one, fair, and without its goal? */
bool lasso_replays(const struct model *model, const struct obligations *obligations,
                   const struct lasso *lasso);

#endif
