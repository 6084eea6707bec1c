/* Registers that only hold the address which the initial state gives them. */
#ifndef LITMUS_READ_PTX_POINTERS_H
#define LITMUS_READ_PTX_POINTERS_H

#include "litmus/program.h"

/* Names the location itself where an access goes by such a register, perhaps with an offset, so
 * that machines can run it. */
void ptx_fold_pointers(struct program *program);

#endif
