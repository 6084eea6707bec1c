/* Inside the reader of AArch64: what its instructions share. */
#ifndef LITMUS_READ_AARCH64_H
#define LITMUS_READ_AARCH64_H

#include "litmus/read/assembly.h"

/* The kind of a mnemonic's accesses.  Atomics have their enum arithmetic behind these bits. */
enum {
  PLAIN,
  ORDERED,
  EXCLUSIVE = 2,
  WEAKLY_ORDERED = 4,
  BYTE = 8,
  HALF = 16,
  RELEASES = 32,
  STORES = 64,
  UNSCALED = 128,
  ARITHMETIC_FROM = 8
};

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

/* ---- atomic instructions, for the table of mnemonics ---- */

/* SWP, LDADD, STADD and so on W0,W2,[X1]. */
bool aarch64_atomic(struct assembling *a);
/* CAS W0,W1,[X2]: W1 is stored where W0 is found, and W0 gets the old value. */
bool aarch64_compare_and_swap(struct assembling *a);
/* CASP W0,W1,W2,W3,[X4]: a CAS of each of two neighbours, which both store or neither does.  They
 * are unordered, as of one instruction. */
bool aarch64_compare_and_swap_pair(struct assembling *a);

/* ---- flags, for the table of mnemonics ---- */

enum { FLAGS_ALONE = 256 }; /* no register takes the result */
/* CMP, CMN, TST W0,#1   ADDS, SUBS, ANDS W0,W1,W2: an enum arithmetic, and FLAGS_ALONE */
bool aarch64_compute_flags(struct assembling *a);
bool aarch64_branch_on_condition(struct assembling *a); /* B.EQ L; the last row */
/* CSEL, CSINC W0,W1,W2,EQ of two operands; CINC W0,W1,NE of one and CSET W0,GE of none, which
 * increase it where the condition holds. */
enum { OF_TWO, OF_ONE, OF_NONE, INCREASED = 4 };
bool aarch64_select(struct assembling *a);

#endif
