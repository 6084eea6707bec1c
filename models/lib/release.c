/* The lowerings of the release-directed systems, and a claim of progress. */
#include "models/lib/release.h"

/* (cta-atomics) Atomics that the L1 performs say so. */
static void mark_cta_atomics(const struct shape *shape, const struct instruction *instruction,
                             struct micro *out, unsigned count) {
  unsigned parameter = ((const struct release_hooks *)shape->system->hooks)->cta_atomics;
  if (!parameter || !shape_parameter(shape, parameter) || instruction->scope != SCOPE_CTA) return;
  for (unsigned i = 0; i < count; i++)
    if (out[i].event == EVENT_ATOMIC) out[i].scope = SCOPE_CTA;
}

unsigned release_lower(const struct shape *shape, const struct instruction *instruction,
                       struct micro *out) {
  struct instruction wide = *instruction;
  if (shape_parameter(shape, PARAMETER_UNSCOPED) && wide.scope == SCOPE_CTA) wide.scope = SCOPE_GPU;
  unsigned count = lower_scoped(shape, &wide, out);
  mark_cta_atomics(shape, &wide, out, count);
  return count;
}

unsigned release_lower_owned(const struct shape *shape, const struct instruction *instruction,
                             struct micro *out) {
  unsigned count = release_lower(shape, instruction, out);
  lower_atomic_fenced(instruction, out, count);
  return count;
}

unsigned release_lower_for_gpus(const struct shape *shape, const struct instruction *instruction,
                                uint64_t scoped, struct micro *out) {
  struct instruction wide = *instruction;
  if (shape_parameter(shape, PARAMETER_UNSCOPED)) wide.scope = SCOPE_SYSTEM;
  unsigned count = lower_scoped(shape, &wide, out);
  bool narrow_scope = wide.scope == SCOPE_CTA || wide.scope == SCOPE_GPU;
  for (unsigned i = 0; i < count; i++)
    if (out[i].event != EVENT_NO_REQUEST && scoped >> out[i].event & 1)
      out[i].scope = narrow_scope ? SCOPE_GPU : SCOPE_SYSTEM;
  mark_cta_atomics(shape, &wide, out, count);
  return count;
}

struct progress_claim release_progress_with_stalled_acquires(const struct setting *setting) {
  struct progress_claim claim = progress_with_stale_copies(setting);
  claim.all_on_one_sm = false;
  return claim;
}
