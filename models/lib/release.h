/* Common to the release-directed systems: rcc, rcc-o, lrcc, and theirs over GPUs (rcc-hier,
 * rcc-o-hier, lrcc-hier).  Networks, lowering, where caches stand, and what a scope asks for.
 *
 * Two networks lead up, from the L1s to the L2, and down.  Where lines have owners (rcc-o, lrcc)
 * two suffice only with room for all that may be under way.  The L2 lets requests for a line wait
 * while it asks the owner, and the owner's answer may not stand behind them.  An owner lets that
 * question wait while write-backs are out, and their acknowledgements may not stand behind it.  The
 * sources name no networks.  By the parameter `apart`, requests to the L2, and its own to owners,
 * have networks of their own.
 *
 * Over GPUs, L1s stand below the L2 of their GPU, and L2s below the last-level cache (LLC). */
#ifndef MODELS_LIB_RELEASE_H
#define MODELS_LIB_RELEASE_H

#include "models/lib/release_cache.h"
#include "models/lib/record.h"

/* Hooks by which a model answers the shared functions (system.hooks).  Events and values that a
 * model lacks are 0; so are parameters, none of which is the first. */
struct release_hooks {
  uint8_t inv_all, flush;                   /* events inside a cache, on all of its lines */
  uint8_t data, grant, reqwb, puto, putack; /* events of homes that know owners */
  uint8_t recall, early_putack, ordered;    /* parameters of such models */
  uint8_t acquire;                          /* parameter: see rcc_l1.h */
  uint8_t cta_atomics;                      /* parameter: see rcc_l1_table.h */
  bool over_gpus;
  uint8_t drain, drained; /* events: an L1 has its L2 drained, and the answer */
  uint8_t system;         /* parameter: what goes wrong at system scope; and its values: */
  uint8_t narrow_acquires, keeps_l2, keeps_fills, no_drain, own_sm, bottom_up;
};
static inline const struct release_hooks *release_hooks(const struct step *s) {
  return s->shape->system->hooks;
}

enum { UP_NETWORK, DOWN_NETWORK, REQUEST_NETWORK, OWNER_NETWORK };
#define NETWORK(...) \
  { __VA_ARGS__ }
/* The argument: more of "up". */
#define OWNED_NETWORKS(...)                                                  \
  NETWORK("up", UNORDERED, 12, __VA_ARGS__), NETWORK("down", UNORDERED, 12), \
      NETWORK("request", UNORDERED, 12), NETWORK("owner", UNORDERED, 12)
#define APART(parameter, network) .instead_where = 1 + (parameter), .instead = (network)
#define APART_PARAMETER                        \
  PARAMETER(PARAMETER_APART, "apart", 0, 0, 1, \
            "1: requests to the L2, and its requests to owners, have networks of their own")

/* Where lines have owners. */
#define OWNER_PARAMETERS                                                         \
  PARAMETER(PARAMETER_RECALL, "recall", 0, 0, 2,                                 \
            "1: the L2 evicts owned lines (no outcome more); 2: asking nobody"), \
      PARAMETER(PARAMETER_EARLY_PUTACK, "early-putack", 0, 0, 1,                 \
                "1: a PutO is acknowledged though a ReqWB is out")

enum { PARAMETER_UNSCOPED };
#define RCC_UNSCOPED                                 \
  PARAMETER(PARAMETER_UNSCOPED, "unscoped", 0, 0, 1, \
            "1: CTA scope is GPU scope, as where there are no scopes")

/* lower_scoped, where the parameter `unscoped` may take the scopes away. */
unsigned release_lower(const struct shape *shape, const struct instruction *instruction,
                       struct micro *out);
/* The same where lines have owners. */
unsigned release_lower_owned(const struct shape *shape, const struct instruction *instruction,
                             struct micro *out);
/* Over GPUs: operations of the set `scoped` have the GPU's scope, or the system's (default). */
unsigned release_lower_for_gpus(const struct shape *shape, const struct instruction *instruction,
                                uint64_t scoped, struct micro *out);

/* An L1 takes up no acquire while it has dirty words of the line, or a write-back of it is out.
 * Another thread of the SM that goes on writing there may keep it so. */
struct progress_claim release_progress_with_stalled_acquires(const struct setting *setting);

/* --- where caches stand --- */

enum { KIND_L1, KIND_L2, KIND_LLC };

GUARD(is_l1, step_own_number(s) < shape_gpm(s->shape, 0))
GUARD(is_llc, step_own_number(s) >= step_controller_at(s, KIND_LLC, 0))
/* The controller that takes what a cache sends up about a line. */
static inline unsigned above(const struct step *s, unsigned line) {
  const uint8_t *gpu_of_sm = s->shape->placement.gpm_of_sm;
  if (!release_hooks(s)->over_gpus) return step_controller_of_line(s, line);
  if (!is_l1(s)) return step_controller_at(s, KIND_LLC, step_bank_of_line(s, line));
  return step_controller_at(s, KIND_L2, gpu_of_sm[step_own_index(s)]);
}
static inline unsigned home(const struct step *s) { return above(s, s->at); }
/* A home's client of this index. */
static inline unsigned client(const struct step *s, unsigned index) {
  if (!release_hooks(s)->over_gpus) return step_controller_of_sm(s, index);
  return step_controller_at(s, is_llc(s) ? KIND_L2 : KIND_L1, index);
}
/* A home's client that a core's request came from. */
static inline unsigned client_of_core(const struct step *s, unsigned core) {
  const uint8_t *gpu_of_sm = s->shape->placement.gpm_of_sm;
  unsigned l1 = step_controller_of_core(s, core);
  if (!release_hooks(s)->over_gpus || !is_llc(s)) return l1;
  return step_controller_at(s, KIND_L2, gpu_of_sm[step_sm_of(s, l1)]);
}
/* A home's copy of the line. */
static inline struct data *copy(struct step *s) {
  return release_hooks(s)->over_gpus && !is_llc(s) ? &s->line->data : &s->line->memory;
}
static inline unsigned sender(const struct step *s) {
  return step_index_of(s, step_incoming(s)->from);
}

/* --- scopes --- */

/* Is the parameter `system` set to this value, of those that the model has? */
static inline bool system_is(const struct step *s, unsigned what) {
  return what && step_parameter(s, release_hooks(s)->system) == (int)what;
}

/* What marks a fetch: that of a .sys acquire says so to the L2. */
GUARD(fetch_mark,
      release_hooks(s)->over_gpus &&is_l1(s) && s->request->event == EVENT_LOAD_ACQUIRE &&
          s->request->scope == SCOPE_SYSTEM && !system_is(s, release_hooks(s)->narrow_acquires))
GUARD(is_wide, step_incoming(s)->count)
GUARD(narrow, !is_wide(s))

/* Does a release, or a fence, of this scope have the L2 drained? */
static inline bool drains(const struct step *s, unsigned scope) {
  return release_hooks(s)->drain && scope == SCOPE_SYSTEM &&
         !system_is(s, release_hooks(s)->no_drain);
}
GUARD(is_drained, release_hooks(s)->drained && s->event == release_hooks(s)->drained)
/* Does the L1 invalidate before its L2 does? */
GUARD(is_bottom_up, system_is(s, release_hooks(s)->bottom_up))

/* --- what an L2 drops for an acquire of .sys scope --- */

GUARD(keeps_fills, system_is(s, release_hooks(s)->keeps_fills))
GUARD(drops_fills, !keeps_fills(s))
static inline void invalidate(struct step *s) {
  if (!system_is(s, release_hooks(s)->keeps_l2)) step_signal_all(s, release_hooks(s)->inv_all);
}

#endif
