/* What records that are made for a test have in common: a client asks for everything, so that no
 * program is lowered; and what they promise they promise of every setting. */
#ifndef TESTS_MODELS_TOY_H
#define TESTS_MODELS_TOY_H

#include "protocol/lower.h"
#include "protocol/system.h"

static inline bool says_so(const struct setting *setting) {
  (void)setting;
  return true;
}

static inline unsigned lower_nothing(const struct machine *machine,
                                     const struct instruction *instruction, struct micro *out) {
  (void)machine, (void)instruction, (void)out;
  return 0;
}

#endif
