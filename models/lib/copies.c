/* Lowering for systems whose L1s need not see fences. */
#include "models/lib/copies.h"

unsigned copies_lower_waiting(const struct shape *shape, const struct instruction *instruction,
                              struct micro *out) {
  return shape->setting.core == CORE_IO ? lower_plain(shape, instruction, out)
                                        : lower_waiting(shape, instruction, out);
}

unsigned copies_lower_fenced(const struct shape *shape, const struct instruction *instruction,
                             struct micro *out) {
  if (shape->setting.core == CORE_IO) return lower_plain(shape, instruction, out);
  unsigned count = lower_fenced(shape, instruction, out);
  for (unsigned i = 0; i < count; i++)
    if (out[i].kind == MICRO_FENCE) out[i] = lower_micro_fence(false);
  return count;
}
