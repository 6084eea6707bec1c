/* AArch64's atomic instructions. */
#ifndef LITMUS_READ_AARCH64_ATOMIC_H
#define LITMUS_READ_AARCH64_ATOMIC_H

#include "litmus/read/aarch64.h"

/* SWP, LDADD, STADD and so on W0,W2,[X1]. */
bool aarch64_atomic(struct assembling *a);
/* CAS W0,W1,[X2]: W1 is stored where W0 is found, and W0 gets the old value. */
bool aarch64_compare_and_swap(struct assembling *a);
/* CASP W0,W1,W2,W3,[X4]: a CAS of each of two neighbours, which both store or neither does.  They
 * are unordered, as of one instruction. */
bool aarch64_compare_and_swap_pair(struct assembling *a);

#endif
