/* sw-hier's events, and what its actions and its claims share. */
#ifndef MODELS_SW_HIER_H
#define MODELS_SW_HIER_H

#include "models/lib/gpm.h"

enum { EVENT_INVREQ = EVENT_HMG, EVENT_INVACK, EVENT_INVDONE, EVENT_ONCE, EVENT_COUNT };
#define INVREQ (1ull << EVENT_INVREQ)
#define INVACK (1ull << EVENT_INVACK)
#define INVDONE (1ull << EVENT_INVDONE)
#define ONCE (1ull << EVENT_ONCE)
static const char *const events[] = { HMG_EVENT_NAMES, "INVREQ", "INVACK", "INVDONE", "DATA_ONCE" };

static inline unsigned count_of(unsigned gpms) { return (unsigned)__builtin_popcount(gpms); }

/* The other L2s of the GPU, as a set. */
static inline unsigned other_caches(const struct step *s) {
  const struct placement *placement = &s->shape->placement;
  unsigned gpms = placement->topology.gpms, here = step_own_index(s), first = here / gpms * gpms,
           caches = 0;
  for (unsigned gpm = first; gpm < first + gpms; gpm++)
    if (gpm != here && placement_gpm_is_used(placement, gpm)) caches |= 1u << gpm;
  return caches;
}

/* A thread's release and its next acquire may both be out: in local->pending each has half of the
 * bits. */
enum { ONE_CACHE = 1 << 4 };

#endif
