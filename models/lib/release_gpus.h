/* Over several GPUs (rcc-hier, rcc-o-hier, lrcc-hier): L1s below the L2 of their GPU, and L2s below
 * the last-level cache (LLC). Where these stand, what is of system scope, and what an L2 drops for
 * an acquire of that scope.  (Included where PARAMETER_SYSTEM and enum system_scope are, and before
 * the L1s and homes of one GPU, whose hooks it sets.) */
#ifndef MODELS_LIB_RELEASE_GPUS_H
#define MODELS_LIB_RELEASE_GPUS_H

#include "kit/step.h"
#include "models/lib/release_lower.h"

static bool system_is(const struct step *s, enum system_scope what) {
  return step_parameter(s, PARAMETER_SYSTEM) == (int)what;
}

/* --- where caches stand --- */

enum { KIND_L1, KIND_L2, KIND_LLC };

static inline bool is_l1(const struct step *s) {
  return step_own_number(s) < machine_gpm(s->machine, 0);
}
static inline bool is_llc(const struct step *s) {
  return step_own_number(s) >= step_controller_at(s, KIND_LLC, 0);
}
static inline unsigned above(const struct step *s, unsigned line) {
  if (!is_l1(s)) return step_controller_at(s, KIND_LLC, step_bank_of_line(s, line));
  return step_controller_at(s, KIND_L2,
                            machine_placement(s->machine)->gpm_of_sm[step_own_index(s)]);
}
static inline unsigned client(const struct step *s, unsigned index) {
  return step_controller_at(s, is_llc(s) ? KIND_L2 : KIND_L1, index);
}
static inline struct data *copy(struct step *s) {
  return is_llc(s) ? &s->line->memory : &s->line->data;
}

/* --- scopes --- */

/* Of a core's operations those of the set `scoped` have a scope: that of the GPU, or of the system,
 * as what names none does. */
static inline unsigned lower_for_gpus(const struct machine *machine,
                                      const struct instruction *instruction, uint64_t scoped,
                                      struct micro *out) {
  struct instruction wide = *instruction;
  if (machine_parameter(machine, PARAMETER_UNSCOPED)) wide.scope = SCOPE_SYSTEM;
  unsigned count = lower_scoped(machine, &wide, out);
  bool narrow_scope = wide.scope == SCOPE_CTA || wide.scope == SCOPE_GPU;
  for (unsigned i = 0; i < count; i++)
    if (out[i].event != EVENT_SILENT && scoped >> out[i].event & 1)
      out[i].scope = narrow_scope ? SCOPE_GPU : SCOPE_SYSTEM;
  return count;
}

/* The fetch of a .sys acquire says so to the L2. */
static inline bool fetches_for_system(const struct step *s) {
  return is_l1(s) && s->request->event == EVENT_LOAD_ACQUIRE && s->request->scope == SCOPE_SYSTEM &&
         !system_is(s, NARROW_ACQUIRES);
}
static inline bool is_wide(const struct step *s) { return step_incoming(s)->count; }
static inline bool narrow(const struct step *s) { return !is_wide(s); }

/* --- what an L2 drops for an acquire of .sys scope --- */

static inline bool keeps_fills(const struct step *s) { return system_is(s, KEEPS_FILLS); }
static inline bool drops_fills(const struct step *s) { return !keeps_fills(s); }
static inline void invalidate(struct step *s) {
  if (!system_is(s, KEEPS_L2)) step_signal_all(s, EVENT_INV_ALL);
}

#define ABOVE(step, line) above(step, line)
#define FETCH_MARK(step) fetches_for_system(step)
#define CLIENT(step, index) client(step, index)
#define COPY(step) copy(step)

#endif
