/* Inside the reader of AArch64: what its instructions share, and those of the flags
 * (aarch64_flags.c), for the table of mnemonics. */
#ifndef LITMUS_AARCH64_H
#define LITMUS_AARCH64_H

#include "litmus/read/assembly.h"

/* Bytes of a register that is named W or X. */
unsigned aarch64_register_bytes(const struct assembling *a, struct span name);
/* ", SXTW" and its kin, and "#0" after them: what they make of the operand, before the instruction
 * in work. */
bool aarch64_extension(struct assembling *a, struct operand *operand);
/* A register of the reader's own. */
struct operand aarch64_operand(struct assembling *a, const char *name);
/* destination := left arithmetic value; the same of a register of the reader's own */
bool aarch64_compute(struct assembling *a, int destination, enum arithmetic arithmetic,
                     struct operand left, struct operand value);
bool aarch64_compute_hidden(struct assembling *a, const char *name, enum arithmetic arithmetic,
                            struct operand left, struct operand value);
/* What was written to a register of 4 bytes has no more of them. */
bool aarch64_clear_upper(struct assembling *a, unsigned bytes, int destination);

enum { FLAGS_ALONE = 256 };                                  /* no register takes the result */
bool aarch64_compute_flags(struct assembling *a, int which); /* enum arithmetic */
bool aarch64_branch_on_condition(struct assembling *a, int unused);
enum { OF_TWO, OF_ONE, OF_NONE, INCREASED = 4 }; /* operands, before the condition */
bool aarch64_select(struct assembling *a, int which);

#endif
