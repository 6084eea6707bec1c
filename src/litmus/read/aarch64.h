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

/* ---- flags, for the table of mnemonics ---- */

enum { FLAGS_ALONE = 256 }; /* no register takes the result */
/* CSEL, CSINC W0,W1,W2,EQ of two operands; CINC W0,W1,NE of one and CSET W0,GE of none, which
 * increase it where the condition holds. */
enum { OF_TWO, OF_ONE, OF_NONE, INCREASED = 4 };

#endif
