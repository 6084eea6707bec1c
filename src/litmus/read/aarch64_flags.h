/* AArch64's flags: hidden registers. */
#ifndef LITMUS_READ_AARCH64_FLAGS_H
#define LITMUS_READ_AARCH64_FLAGS_H

#include "litmus/read/aarch64.h"

/* CMP, CMN, TST W0,#1   ADDS, SUBS, ANDS W0,W1,W2: an enum arithmetic, and FLAGS_ALONE */
bool aarch64_compute_flags(struct assembling *a);
bool aarch64_branch_on_condition(struct assembling *a); /* B.EQ L; the last row */
bool aarch64_select(struct assembling *a);

#endif
