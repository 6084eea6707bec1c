/* Operands of AArch64. */
#ifndef LITMUS_READ_DIALECT_AARCH64_H
#define LITMUS_READ_DIALECT_AARCH64_H

#include "litmus/read/aarch64.h"

bool aarch64_register_name(const struct cursor *cursor, struct span word, char name[16]);
unsigned aarch64_register_bytes(const struct assembling *a, struct span name); /* of W or X */
unsigned aarch64_next_bytes(struct assembling *a); /* of the register that comes next */
/* Bytes of an access: those of the mnemonic, else those of the register. */
void aarch64_set_size(struct assembling *a, struct span name, int which);
/* Behind a comma: SXTW, UXTW or LSL, with "#0" or without.  The operand is extended before the
 * instruction in work. */
bool aarch64_extension(struct assembling *a, struct operand *operand);
/* The parts of [X1], [X1,#4], [X1,X2] or [X1,W2,SXTW]; the same as the address of the instruction
 * in work. */
bool aarch64_places(struct assembling *a, struct operand *base, struct operand *offset);
bool aarch64_address(struct assembling *a);
/* The two registers of a pair, of one width: stored values, or destinations, and their size. */
bool aarch64_two(struct assembling *a, int which, struct instruction *two);

#endif
