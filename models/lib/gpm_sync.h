/* What an acquire and a release do at the L1 of nhcc and hmg, and its table. */
#ifndef MODELS_LIB_GPM_SYNC_H
#define MODELS_LIB_GPM_SYNC_H

#include "models/lib/gpm_l1.h"
#include "models/lib/gpm_l1_claims.h"
#include "models/lib/gpm_release.h"

static inline bool release_goes_on(const struct step *s) { return !releases(s, RELEASE_L1); }
static inline bool release_ends_here(const struct step *s) { return releases(s, RELEASE_L1); }

static inline void invalidate_l1(struct step *s) {
  if (step_parameter(s, PARAMETER_ACQUIRE)) step_signal_all(s, EVENT_INV_ALL);
}
/* All rows but those of a fill that is in flight when an acquire comes. */
#define SYNC_L1_ROWS                                                                              \
  L1_ROWS, INFERRED("IV-B Release", L1_ANY, STORE_RELEASE | FENCE, release_goes_on, SAME, rel),   \
      VARIANT("IV-B Release (l1-release)", L1_ANY, STORE_RELEASE, release_ends_here, SAME,        \
              store_now),                                                                         \
      VARIANT("IV-B Release (l1-release)", L1_ANY, FENCE, release_ends_here, SAME, invalidate_l1, \
              done),                                                                              \
      INFERRED("IV-B Acquire", L1_ANY, RELDONE, always, SAME, invalidate_l1, done),               \
      INFERRED("IV-B Acquire", L1_IV, SMDATA, for_acquire, L1_I, answer_loads, invalidate_l1),    \
      INFERRED("IV-B Acquire", L1_I | L1_IA, INV_ALL, always, SAME)

/* Beside evictions, what else an L1 does of itself. */
#define HMG_L1(more_internals, ...)                                                         \
  {                                                                                         \
    .name = "L1",                                                                           \
    .table = TABLE(l1_rows, l1_states, L1_I | L1_V, events,                                 \
                   REQUESTS | EVICT | SMDATA | SMATOM | RELDONE | RELEASED | INV_ALL),      \
    .internals = { { .event = EVENT_EVICT,                                                  \
                     .over = PER_LINE,                                                      \
                     .promises.deferred = true,                                             \
                     .promises.only_loads_observe = true,                                   \
                     .promises.observed_by = LOAD,                                          \
                     .environment = true },                                                 \
                   __VA_ARGS__ },                                                           \
    .internal_count = 1 + (more_internals), .instances = ONE_PER_SM, .keeps = gpm_l1_keeps, \
    .lease = NO_LEASE, .shows.line_flag = "overtaken"                                       \
  }

#endif
