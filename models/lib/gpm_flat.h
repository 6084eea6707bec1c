/* GPMs without a directory and without a level for GPUs (no-remote, ideal-caching): the L1, and
 * how a release waits.
 *
 * The source (HMG VI, thesis 5.7) only names these two systems.  INFERRED for both:
 *   - L1s are as IV-A has them: software-managed and write-through.  An acquire invalidates the
 *     whole L1, and a fill that is out then is not kept.
 *   - "Store-release operations stall subsequent operations until the home node [...] clears all
 *     pending writes."  RELREQ goes to every GPM that is home of a line, behind the stores that the
 *     releasing GPM has passed there.  Each acknowledges it at once, as stores are performed when
 *     they are taken.
 *   - "For non-hierarchical protocols, multi-GPU systems [behave] as a single flat GPU with more
 *     GPMs": .gpu and .sys are one scope. */
#ifndef MODELS_LIB_GPM_FLAT_H
#define MODELS_LIB_GPM_FLAT_H

#include "models/lib/gpm_claims.h"
#include "models/lib/gpm_l1.h"
#include "models/lib/gpm_l2.h"
#include "models/lib/memory.h"

/* Data that an L1 does not keep (no-remote:bare-l1s). */
enum { EVENT_ONCE = EVENT_HMG, EVENT_FLAT };
#define ONCE (1ull << EVENT_ONCE)

/* Values of PARAMETER_ACQUIRE and PARAMETER_RELEASE; early loads are none of nhcc's. */
enum { FLAT_KEEPS, FLAT_ACQUIRES, FLAT_EARLY };
enum { FLAT_WAITS, FLAT_NO_WAIT };

/* --- the L1 --- */

static inline void invalidate_l1(struct step *s) {
  if (step_parameter(s, PARAMETER_ACQUIRE)) step_signal_all(s, EVENT_INV_ALL);
}
/* (A line by itself) Acquires of other lines invalidate it at any time. */
GUARD(others_acquire, step_is_alone(s) && s->line->waiting)

#define FLAT_L1_ROWS                                                                           \
  L1_ROWS, INFERRED("VI: releases", L1_ANY, STORE_RELEASE | FENCE, always, SAME, rel),         \
      INFERRED("IV-B Acquire", L1_ANY, RELDONE, always, SAME, invalidate_l1, done),            \
      INFERRED("IV-B Acquire", L1_IV, SMDATA, for_acquire, L1_I, answer_loads, invalidate_l1), \
      INFERRED("a fill in flight is not kept", L1_IV, INV_ALL, always, SAME, overtake),        \
      INFERRED("IV-B Acquire", L1_I | L1_IA, INV_ALL, always, SAME)

/* --- releases --- */

static inline unsigned homes_to_ask(const struct step *s) {
  if (step_parameter(s, PARAMETER_RELEASE) == FLAT_NO_WAIT) return 0;
  return homes_around(&s->shape->placement, step_own_index(s));
}
GUARD_PAIR(release_waits, release_waits_not, homes_to_ask(s) != 0)
static inline void ask_homes(struct step *s) {
  SM_SET_EACH(gpm, homes_to_ask(s)) {
    struct message *message = step_send(s, EVENT_RELREQ, step_controller_at(s, KIND_GPM, gpm));
    message->request = *s->request;
    s->local->pending[s->request->core]++;
  }
}
GUARD_PAIR(last_ack, not_last_ack, s->local->pending[s->request->core] == 1)

#define FLAT_RELEASE_ROWS(any)                                                            \
  INFERRED("VI: releases", any, REL, release_waits, SAME, ask_homes),                     \
      INFERRED("VI: releases: no other GPM is a home", any, REL, release_waits_not, SAME, \
               finish_release),                                                           \
      INFERRED("VI: releases", any, RELREQ, always, SAME, ack_release),                   \
      INFERRED("VI: releases", any, RELACK, not_last_ack, SAME, count_ack),               \
      INFERRED("VI: releases", any, RELACK, last_ack, SAME, count_ack, finish_release)

/* --- claims --- */

/* A claim of each step of a GPM.  A store is performed at the home and passed on elsewhere.  A
 * release asks every home, and is answered when all have acknowledged it. */
bool gpm_flat_keeps(const struct step *step, const struct local *before);
/* A claim of states.  Every load, atomic and release is on its way, or waits, exactly once.
 * `fetches`: a GPM asks for itself and has loads wait; else it passes on each load. */
bool gpm_flat_loses_nothing(const struct shape *shape, const struct local *const *locals,
                            const struct message *messages, unsigned count, bool fetches);

/* --- for the record --- */

#define FLAT_RECORD                                                                              \
  .events = events, .networks = { HMG_NETWORKS }, .network_count = 5, .lower = gpm_lower,        \
  .hooks = &hooks, .core = CORE_GPU, .client = REQUESTS, .scopes = 1u << SCOPE_SYSTEM,           \
  .invariants = CLAIM(PROPERTY_OWN), .promises.moves_data = true, .promises.not_of_ports = true, \
  .promises.loads_apart = true
#define FLAT_HOOKS \
  .early = FLAT_EARLY, .early_is_done = true, .joins_system = ~0u, .fence_ends = RELDONE
#define FLAT_L1(more_events) \
  GPM_L1(more_events, 1, { EVENT_INV_ALL, PER_LINE, others_acquire, .environment = true })
#define FLAT_PARAMETERS                                                                         \
  [PARAMETER_RELEASE] = { "release", FLAT_WAITS, 0, FLAT_NO_WAIT,                               \
                          "1: a release does not wait for the homes" },                         \
  [PARAMETER_ACQUIRE] = { "acquire", FLAT_ACQUIRES, 0, FLAT_EARLY,                              \
                          "0: an acquire leaves the L1 as it is; 2: it invalidates when it is " \
                          "sent" },                                                             \
  HMG_ORDERS

/* Variants of the L1s and of the way to their L2. */
#define FLAT_L1_VARIANTS                                                                         \
  ONE_VARIANT("no-acquire", "an acquire leaves the L1 as it is", "acquire", FLAT_KEEPS,          \
              "MPd+acqrel.sys", LOSES_OWN(1, 1, 1, 1)),                                          \
      ONE_VARIANT("early-acquire",                                                               \
                  "an acquire invalidates when it is sent, not when its answer has "             \
                  "come",                                                                        \
                  "acquire", FLAT_EARLY, "MP3d+acqrel.sys+diff-gpu", LOSES_OWN(1, 2, 2, 1)),     \
      ONE_VARIANT("unordered-in", "what an L1 sends to its L2 keeps no order", "in", 1,          \
                  "CoWR MPd+acqrel.sys+diff-gpu"),                                               \
      ONE_VARIANT("in-by-line", "what an L1 sends to its L2 keeps the order of each line", "in", \
                  2, "MPd+acqrel.sys+diff-gpu")

#endif
