/* AArch64's flags, for the table of mnemonics. */
#ifndef LITMUS_READ_AARCH64_FLAGS_H
#define LITMUS_READ_AARCH64_FLAGS_H

#include "litmus/read/aarch64.h"

enum { FLAGS_ALONE = 256 }; /* no register takes the result */
/* CMP, CMN, TST W0,#1   ADDS, SUBS, ANDS W0,W1,W2: an enum arithmetic, and FLAGS_ALONE */
bool aarch64_compute_flags(struct assembling *a);
bool aarch64_branch_on_condition(struct assembling *a); /* B.EQ L */
/* CSEL, CSINC W0,W1,W2,EQ of two operands; CINC W0,W1,NE of one and CSET W0,GE of none, which
 * increase it where the condition holds. */
enum { OF_TWO, OF_ONE, OF_NONE, INCREASED = 4 };
bool aarch64_select(struct assembling *a);

#endif
