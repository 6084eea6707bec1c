/* The tree of scopes behind the code of a test: where each thread runs. */
#ifndef LITMUS_READ_SCOPE_TREE_H
#define LITMUS_READ_SCOPE_TREE_H

#include "litmus/read/reading.h"

/* Reads (gpu (cluster (cta P0 P1) (cta P2))) ..., and places the threads. */
bool scope_tree_read(struct reader *reader);

#endif
