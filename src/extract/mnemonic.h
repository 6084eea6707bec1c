/* The parts of a mnemonic between its dots, in any order, as ptxas takes them. */
#ifndef EXTRACT_MNEMONIC_H
#define EXTRACT_MNEMONIC_H

#include "base/diagnostic.h"

enum { PARTS_MOST = 16 };

struct ptx_mnemonic {
  const char *text; /* of the whole file */
  struct span whole, parts[PARTS_MOST];
  unsigned count;
};

/* A type: its letter (u, s, b or f; p: a predicate) and its bits. */
struct scalar {
  char kind; /* 0: none */
  unsigned bits;
};

struct ptx_mnemonic mnemonic_of(const char *text, struct span whole);
bool mnemonic_part_is(const struct ptx_mnemonic *mnemonic, unsigned part, const char *word);
/* Whether a part other than the first is the word. */
bool mnemonic_has(const struct ptx_mnemonic *mnemonic, const char *word);
/* The type that is part number `which` from the left of those that are types, counted from 0. */
struct scalar mnemonic_type(const struct ptx_mnemonic *mnemonic, unsigned which);
struct scalar mnemonic_last_type(const struct ptx_mnemonic *mnemonic);
/* Elements of .v2, .v4 and .v8; 1 without. */
unsigned mnemonic_elements(const struct ptx_mnemonic *mnemonic);

#endif
