/* PTX: moves, arithmetic, comparisons and jumps, for tables of mnemonics. */
#ifndef LITMUS_READ_PTX_COMPUTE_H
#define LITMUS_READ_PTX_COMPUTE_H

#include "litmus/read/assembly.h"

bool ptx_move(struct assembling *a);
bool ptx_compute(struct assembling *a); /* a->which: an enum arithmetic */
bool ptx_wide(struct assembling *a);    /* mul.lo, mul.wide, mad.lo: an enum arithmetic */
bool ptx_remainder(struct assembling *a);
bool ptx_extreme(struct assembling *a); /* min, max: an enum arithmetic */
bool ptx_shift(struct assembling *a);   /* an enum arithmetic */
bool ptx_unary(struct assembling *a);   /* neg, not: an enum arithmetic */
bool ptx_convert(struct assembling *a);
bool ptx_compare(struct assembling *a); /* setp */
bool ptx_select(struct assembling *a);  /* selp */
bool ptx_branch(struct assembling *a);  /* bra */
bool ptx_leave(struct assembling *a);   /* ret, exit */
bool ptx_nothing(struct assembling *a); /* means nothing to the memory model */

#endif
