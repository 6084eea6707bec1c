/* Arrays whose elements are accessed one by one become locations, which machines can run. */
#ifndef LITMUS_READ_SPLIT_ARRAYS_H
#define LITMUS_READ_SPLIT_ARRAYS_H

#include "litmus/program.h"

/* Makes a location "x[k]" of each element k of each array x.  It does so where addresses are
 * constant, each access is of one element, and there is room. */
void split_arrays(struct program *program);

#endif
