/* Instructions without memory whose operands are known. */
#ifndef EXTRACT_FOLD_H
#define EXTRACT_FOLD_H

#include <stdint.h>
#include "extract/mnemonic.h"

/* The lowest `bits` of the value, without or with their sign. */
uint64_t fold_cut(uint64_t value, unsigned bits);
int64_t fold_signed(uint64_t value, unsigned bits);

/* How many sources the instruction has; 0: it is none that can be folded. */
unsigned fold_sources(const struct ptx_mnemonic *mnemonic);
/* Whether the PTX dialect of tests has it, for sources that are loaded. */
bool fold_is_in_tests(const struct ptx_mnemonic *mnemonic);
/* Whether it computes with floating-point numbers, which are not folded. */
bool fold_is_float(const struct ptx_mnemonic *mnemonic);
/* Its result, with the sign that its type gives; false: it has none (division by 0). */
bool fold(const struct ptx_mnemonic *mnemonic, const uint64_t *sources, unsigned count,
          uint64_t *result);
/* Of a comparison: eq, lo and so on. */
bool fold_compare(const struct ptx_mnemonic *mnemonic, uint64_t left, uint64_t right, bool *result);

#endif
