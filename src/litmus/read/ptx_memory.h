/* PTX: loads, stores, atomics and reductions, for tables of mnemonics; a->which: an enum proxy. */
#ifndef LITMUS_READ_PTX_MEMORY_H
#define LITMUS_READ_PTX_MEMORY_H

#include "litmus/read/assembly.h"

bool ptx_load(struct assembling *a);
bool ptx_store(struct assembling *a);
bool ptx_atom(struct assembling *a);
bool ptx_red(struct assembling *a);

#endif
