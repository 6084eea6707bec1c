/* The networks of the release-directed systems: up, from the L1s to the L2, and down.
 *
 * Where lines have owners (rcc-o, lrcc) that is not enough, unless there is room for all that may
 * be under way: the L2 lets requests for a line wait while it asks the owner, and then the owner's
 * answer is not to stand behind them; and an owner lets that question wait while write-backs are
 * out, so their acknowledgements are not to stand behind it.  The sources name no networks.  By a
 * parameter, requests to the L2, and its own to owners, have networks apart. */
#ifndef MODELS_LIB_RELEASE_NETWORKS_H
#define MODELS_LIB_RELEASE_NETWORKS_H

#include "kit/system.h"

enum { UP_NETWORK, DOWN_NETWORK, REQUEST_NETWORK, OWNER_NETWORK };
#define OWNED_NETWORKS(...) /* more of "up" */                                                     \
  { "up", UNORDERED, 12, __VA_ARGS__ }, { "down", UNORDERED, 12 }, { "request", UNORDERED, 12 }, { \
    "owner", UNORDERED, 12                                                                         \
  }
#define APART(parameter, network) .instead_where = 1 + (parameter), .instead = (network)
#define APART_PARAMETER                                                                 \
  {                                                                                     \
    "apart", 0, 0, 1,                                                                   \
        "1: requests to the L2, and its requests to owners, have networks of their own" \
  }

#endif
