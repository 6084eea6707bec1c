/* The lowering of the release-directed systems (rcc, rcc-o, lrcc): lower_scoped, where their first
 * parameter may take the scopes away.  (Over several GPUs: models/lib/release_gpus.h.) */
#ifndef MODELS_LIB_RELEASE_LOWER_H
#define MODELS_LIB_RELEASE_LOWER_H

#include "kit/lower.h"
#include "kit/system.h"

enum { PARAMETER_UNSCOPED };
#define RCC_UNSCOPED                            \
  [PARAMETER_UNSCOPED] = { "unscoped", 0, 0, 1, \
                           "1: CTA scope is GPU scope, as where there are no scopes" }

static inline unsigned rcc_lower(const struct machine *machine,
                                 const struct instruction *instruction, struct micro *out) {
  struct instruction wide = *instruction;
  if (machine_parameter(machine, PARAMETER_UNSCOPED) && wide.scope == SCOPE_CTA)
    wide.scope = SCOPE_GPU;
  return lower_scoped(machine, &wide, out);
}

/* Where there are owners (rcc-o, lrcc). */
static inline unsigned owner_lower(const struct machine *machine,
                                   const struct instruction *instruction, struct micro *out) {
  unsigned count = rcc_lower(machine, instruction, out);
  lower_atomic_fenced(instruction, out, count);
  return count;
}

#endif
