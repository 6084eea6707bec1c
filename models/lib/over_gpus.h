/* The common part of the records of release-directed systems over GPUs (rcc-hier, rcc-o-hier,
 * lrcc-hier): an L2 below a last-level cache (LLC), and the parameter `system`.  Its values make
 * acquires and releases of .sys scope go wrong. */
#ifndef MODELS_LIB_OVER_GPUS_H
#define MODELS_LIB_OVER_GPUS_H

#include "protocol/events.h"
#include "protocol/guards.h"
#include "models/lib/release.h"

/* For struct release_hooks: of all; where L2s are drained; where lines have owners. */
#define OVER_GPUS_HOOKS                                                    \
  .over_gpus = true, .inv_all = EVENT_INV_ALL, .system = PARAMETER_SYSTEM, \
  .narrow_acquires = NARROW_ACQUIRES, .keeps_l2 = KEEPS_L2, .keeps_fills = KEEPS_FILLS
#define OVER_GPUS_DRAIN_HOOKS                                                                 \
  .flush = EVENT_FLUSH, .drain = EVENT_DRAIN, .drained = EVENT_DRAINED, .no_drain = NO_DRAIN, \
  .own_sm = OWN_SM
#define OVER_GPUS_OWNER_HOOKS                                                                 \
  .data = EVENT_DATA, .grant = EVENT_GRANT, .reqwb = EVENT_REQWB, .puto = EVENT_PUTO,         \
  .putack = EVENT_PUTACK, .recall = PARAMETER_RECALL, .early_putack = PARAMETER_EARLY_PUTACK, \
  .bottom_up = BOTTOM_UP

#define OVER_GPUS_RECORD                                                           \
  .lower = lower, .hooks = &hooks, .scopes = 1u << SCOPE_GPU | 1u << SCOPE_SYSTEM, \
  .topology = { 2, 1, .no_homes = true }

#define UNSCOPED_PARAMETER                      \
  [PARAMETER_UNSCOPED] = { "unscoped", 0, 0, 1, \
                           "1: every scope is that of the system, as where there are none" }
#define UNSCOPED_VARIANT(models)                                            \
  {                                                                         \
    "unscoped", "every scope is that of the system", { { "unscoped", 1 } }, \
        .memory_models = models                                             \
  }

/* A second owner: the next message finds no row. */
#define LOSES_OWNER \
  .invariants_lost = CLAIM(PROPERTY_OWN) | CLAIM(PROPERTY_NEVER) | CLAIM(PROPERTY_DEADLOCK)

/* Claims on the copies of a line: on the LLC's (NULL: none), on an L2's and on an L1's, which the
 * level above says to be its owner, or not; `words`: those of the line, as a set. */
struct over_gpus_copies {
  bool (*llc)(const struct line *copy);
  bool (*l2)(const struct line *copy, bool is_owner, unsigned words);
  bool (*l1)(const struct line *copy, bool is_owner, unsigned words);
};
/* Does it hold of every line? */
bool over_gpus_copies_hold(const struct shape *shape, const struct local *const *locals,
                           const struct over_gpus_copies *copies);

#endif
