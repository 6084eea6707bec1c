/* The lowering of the release-directed systems (rcc, rcc-o): lower_scoped, but that a release at CTA scope is complete before
 * what comes after it, too: acquires and releases keep their order (SB, with both threads in one CTA).  Their first parameter
 * takes the scopes away. */
#ifndef MODELS_RCC_LOWER_H
#define MODELS_RCC_LOWER_H

#include "kit/lower.h"
#include "kit/system.h"

enum { PARAMETER_UNSCOPED };
#define RCC_UNSCOPED [PARAMETER_UNSCOPED] = { "unscoped", 0, 0, 1, "1: CTA scope is GPU scope, as where there are no scopes" }

static inline unsigned rcc_lower(const struct machine *machine, const struct instruction *instruction, struct micro *out) {
  struct instruction wide = *instruction;
  if (machine_parameter(machine, PARAMETER_UNSCOPED) && wide.scope == SCOPE_CTA) wide.scope = SCOPE_GPU;
  unsigned count = lower_scoped(machine, &wide, out);
  bool releases = wide.order == ORDER_RELEASE || wide.order == ORDER_ACQ_REL || wide.order == ORDER_SC;
  if (wide.opcode == OP_STORE && releases) out[0].blocks = true;
  return count;
}

#endif
