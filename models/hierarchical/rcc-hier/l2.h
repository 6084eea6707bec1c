/* The L2 of a GPU, a client of the LLC: what its guards see and what its actions do.  The table is
 * in rcc-hier.c.
 *
 * To its L1s it is the L2 of rcc; to the LLC it is what an L1 is to the L2, and so fields and
 * actions are those of models/lib/rcc_l1.h: of a line `dirty`, `flag` ("own"), `writes`,
 * `pending`
 * ("owed").  Beyond them, of a line: `held`, the L1s that the fetch which is out will serve, beside
 * `owner` ("acquires"), the one whose .sys acquire sent it, and atomics of .gpu scope, in the
 * queue; `sharers`, the L1s that wait until the LLC has a release of theirs.  Of a core: `pending`,
 * a release or a fence that has the L2 drained.  (In the variant own-lines, time[WRITERS]: the SMs
 * that have written the line.) */
#ifndef MODELS_RCC_HIER_L2_H
#define MODELS_RCC_HIER_L2_H

#include "models/lib/rcc_gpu_l2.h"

/* The states of a line, after the L1's: P, nothing is valid but dirty words; A, an atomic of .sys
 * scope is out. */
enum { P = 1 << 6, A = 1 << 7 };
enum { L2_ANY = I | V | D | IV | IP | VG | P | A, L2_AT_REST = I | V | D | P };
static const char *const l2_states[] = { "I", "V", "D", "IV", "IP", "VG", "P", "A" };

static unsigned gpu_state(const struct local *local, unsigned at) {
  unsigned state = 1u << local->line[at].state;
  if (local->line[at].dirty && state & (I | V)) state = state & I ? P : D;
  return (unsigned)__builtin_ctz(state);
}

/* --- guards --- */

static bool wide_and_settled(const struct step *s) { return is_wide(s) && acknowledged(s); }
static bool wide_and_unsettled(const struct step *s) { return is_wide(s) && unacknowledged(s); }
static bool narrow_merges(const struct step *s) { return narrow(s) && system_is(s, MERGES_LATE); }
static bool narrow_waits(const struct step *s) { return narrow(s) && !system_is(s, MERGES_LATE); }
static bool narrow_and_settled(const struct step *s) { return narrow(s) && acknowledged(s); }

/* Has the line a release that the LLC does not have yet?  Then nobody reads it (variant
 * early-release: its GPU does). */
static bool released_here(const struct step *s) {
  return s->line->sharers && !system_is(s, SHOWS_RELEASES);
}
static bool narrow_at_large(const struct step *s) { return narrow(s) && !released_here(s); }
static bool narrow_withheld(const struct step *s) { return narrow(s) && released_here(s); }

static bool atomic_here(const struct step *s) { return of_gpu(s) && !released_here(s); }
static bool atomic_withheld(const struct step *s) { return of_gpu(s) && released_here(s); }
static bool atomic_above_settled(const struct step *s) { return of_system(s) && acknowledged(s); }
static bool atomic_above_unsettled(const struct step *s) {
  return of_system(s) && unacknowledged(s);
}
static bool atomic_fetches(const struct step *s) { return of_gpu(s) && acknowledged(s); }
static bool atomic_waits(const struct step *s) { return of_gpu(s) && unacknowledged(s); }
static bool atomic_joins(const struct step *s) { return of_gpu(s); }

static bool for_acquire(const struct step *s) { return s->line->owner != NO_ONE; }
static bool for_others(const struct step *s) { return !for_acquire(s); }

/* The fill of an acquire may not be installed where what the GPU has written has been written back
 * since it was asked for: others may have written it since (models/lib/rcc_l1_table.h; variant
 * keep-words).  Those that another fill serves have not acquired. */
static bool spoilt_here(const struct step *s) {
  return 1u << s->state & IP || (s->line->flag & ~s->line->dirty && !system_is(s, KEEPS_WORDS));
}
static bool acquire_is_kept(const struct step *s) { return for_acquire(s) && !spoilt_here(s); }
static bool acquire_is_spoilt(const struct step *s) { return for_acquire(s) && spoilt_here(s); }

/* --- fetches --- */

static void hold(struct step *s) { s->line->held |= (uint8_t)(1u << sender(s)); }
static void hold_acquire(struct step *s) { s->line->owner = (uint8_t)sender(s); }

/* An acquire of .sys scope gets what the LLC sent, not what another SM of the GPU has written
 * since. */
static void serve_acquire(struct step *s) {
  data_to(s, s->line->owner, &step_incoming(s)->data);
  s->line->owner = NO_ONE;
}
/* The others get what the GPU has, which is the place where it meets. */
static void serve_held(struct step *s) {
  for (unsigned sm = 0; sm < CORES_MAX; sm++)
    if (s->line->held >> sm & 1) data_to(s, sm, &s->line->data);
  s->line->held = 0;
}

static void serve_atomics(struct step *s) {
  while (s->line->waiting) {
    struct request request = step_dequeue(s, 0);
    perform_one(s, &request);
  }
}

/* --- releases --- */

static void hold_release(struct step *s) { s->line->sharers |= (uint8_t)(1u << sender(s)); }
static void finish_held(struct step *s) {
  for (unsigned sm = 0; sm < CORES_MAX; sm++)
    if (s->line->sharers >> sm & 1) step_send(s, EVENT_WBACK, step_controller_of_sm(s, sm));
  s->line->sharers = 0;
}

/* Is the line none that is to be written back for a release or a fence: clean, or (variant
 * own-lines) not written by its SM? */
static bool needs_no_drain(const struct step *s, const struct line *line) {
  bool own = line->time[WRITERS] >> step_sm_of(s, step_controller_of_core(s, s->request->core)) & 1;
  return !line->dirty || (system_is(s, OWN_SM) && !own);
}
static bool is_drained_already(const struct step *s) { return needs_no_drain(s, s->line); }
static bool drains_now(const struct step *s) { return !is_drained_already(s) && acknowledged(s); }
static bool drains_later(const struct step *s) {
  return !is_drained_already(s) && unacknowledged(s);
}

static bool nothing_to_drain(const struct step *s) {
  for (unsigned at = 0; at < lines(s); at++)
    if (!needs_no_drain(s, &s->local->line[at])) return false;
  return !s->local->count && !step_is_alone(s);
}
static bool something_to_drain(const struct step *s) { return !nothing_to_drain(s); }

#endif
