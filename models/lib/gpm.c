/* The lowering of nhcc, hmg and sw-hier. */
#include "models/lib/gpm.h"

/* An operation that names no scope has the widest one. With one GPU there is only one scope beyond
 * the CTA's. */
static enum scope scope_of(const struct shape *shape, const struct instruction *instruction) {
  bool one_gpu = shape->placement.topology.gpus == 1;
  if (instruction->scope == SCOPE_CTA) return SCOPE_NONE;
  return instruction->scope == SCOPE_GPU && !one_gpu ? SCOPE_GPU : SCOPE_SYSTEM;
}
static struct micro scoped(struct micro micro, enum scope scope) {
  micro.scope = (uint8_t)scope;
  return micro;
}

/* The scope at which an atomic of CTA scope is performed: the next wider one, but (cta-atomics) the
 * L1's. */
static enum scope of_cta(const struct shape *shape) {
  if (gpm_cta_atomics(shape)) return SCOPE_NONE;
  return shape->placement.topology.gpus > 1 ? SCOPE_GPU : SCOPE_SYSTEM;
}

unsigned gpm_lower(const struct shape *shape, const struct instruction *instruction,
                   struct micro *out) {
  bool acquire = lower_acquires(instruction), release = lower_releases(instruction);
  enum scope scope = scope_of(shape, instruction);
  bool wide = scope != SCOPE_NONE;
  unsigned count = 0;
  switch (instruction->opcode) {
  case OP_FENCE: out[count++] = scoped(lower_micro_fence(wide), scope); break;
  case OP_LOAD:
    if (instruction->order == ORDER_WEAK) scope = SCOPE_NONE;
    out[count++] = scoped(
        lower_micro_access(acquire && wide ? EVENT_LOAD_ACQUIRE : EVENT_LOAD, false, acquire),
        scope);
    break;
  case OP_STORE: /* without write-back L2s the scope of a store says nothing */
    if (!release && !(gpm_write_back(shape) && instruction->order != ORDER_WEAK))
      scope = SCOPE_NONE;
    out[count++] = scoped(lower_micro_access(release && wide ? EVENT_STORE_RELEASE : EVENT_STORE,
                                             release, release && wide),
                          scope);
    break;
  case OP_RMW:
    if (release) out[count++] = scoped(lower_micro_fence(wide), scope);
    out[count++] =
        scoped(lower_micro_access(EVENT_ATOMIC, release, acquire), wide ? scope : of_cta(shape));
    if (acquire && wide)
      out[count++] = scoped(lower_micro_access(EVENT_LOAD_ACQUIRE, false, true), scope);
    break;
  default: return lower_plain(shape, instruction, out);
  }
  return count;
}
