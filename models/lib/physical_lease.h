/* Leases in physical time: what tc-strong, tc-weak and lcc have in common.
 *
 * A reader brings a block into its L1 for a limited time, the lease.  At its end the copy is
 * invalid, and no message says so.  L1s write through and do not allocate on a write.  The L2 is
 * inclusive and remembers when the last lease of a block ends.  All caches share one clock.
 * With `skew-l1`, and `skew-l2`, the clock of an L1, or of a bank, may run one tick ahead of it.
 *
 * A timestamp TS is kept as the time that remains of it, max(0, TS - now + 1), in lines, in stall
 * registers and in messages.  The clock's tick takes one off each (TIME_REMAINING).  A copy is
 * readable, and a lease unexpired, exactly while something remains: now <= TS.  This is exact.
 * Tables compare a timestamp with now, or two of them for equality, and take the later of two.  No
 * table distinguishes two that have expired.
 *
 * With skew a controller's clock is the shared one, or one tick ahead of it from some step on
 * (event AHEAD).  So one that stays is a tick behind one that has moved.  With `margin` a writer
 * waits some ticks longer than TS tells it to.  Lines keep what remains by the shared clock, and
 * the margin. */
#ifndef MODELS_LIB_PHYSICAL_LEASE_H
#define MODELS_LIB_PHYSICAL_LEASE_H

#include "models/lib/copies.h"
#include "protocol/events.h"

enum { TS = 0 }; /* which time of a line, and of a message */
/* PARAMETER_LEASE: the longest lease. */
enum { PARAMETER_LEASE, PARAMETER_SKEW_L1, PARAMETER_SKEW_L2, PARAMETER_MARGIN, PARAMETER_MODEL };
#define LEASE_PARAMETER                                                                           \
  [PARAMETER_LEASE] = { "lease", 1, 0, 60, "the longest lease; every shorter one is tried too" }, \
  [PARAMETER_SKEW_L1] = { "skew-l1", 0, 0, 1, "1: an L1's clock may be a tick ahead" },           \
  [PARAMETER_SKEW_L2] = { "skew-l2", 0, 0, 1, "1: a bank's clock may be a tick ahead" },          \
  [PARAMETER_MARGIN] = { "margin", 0, 0, 3, "ticks that a writer waits after a lease has ended" }

enum { REQUEST, RESPONSE, NETWORK_COUNT };

/* The states of an L1: IV, a load is out, and others to the block join it; II, a write is out, and
 * there is no copy; VV, it is out beside a copy whose lease still runs. */
enum { STATE_I, STATE_V };
enum { I = 1 << 0, V = 1 << 1, IV = 1 << 2, II = 1 << 3, VV = 1 << 4 };
static const char *const l1_states[] = { "I", "V", "IV", "II", "VV" };

/* --- clocks --- */

/* What remains of a lease when it has ended for a writer by the clock of its L1, or of its bank (of
 * which each has one line).  For a copy it is `margin` more. */
static inline unsigned margin(const struct step *s) {
  return (unsigned)step_parameter(s, PARAMETER_MARGIN);
}
static inline unsigned ended_in_l1(const struct step *s) { return s->local->flag; }
static inline unsigned ended_in_l2(const struct step *s) { return s->line->flag; }
GUARD(l1_may_move, step_parameter(s, PARAMETER_SKEW_L1) && !s->local->flag)
GUARD(l2_may_move, step_parameter(s, PARAMETER_SKEW_L2) && !s->line->flag)
ACTION(move_l1_ahead, s->local->flag = 1)
ACTION(move_l2_ahead, s->line->flag = 1)
#define L1_SKEW_INTERNAL \
  { EVENT_AHEAD, ONCE, l1_may_move, .environment = true }
#define L2_SKEW_INTERNAL \
  { EVENT_AHEAD, PER_LINE, l2_may_move, .environment = true }
#define SKEW_ROW(states, move) \
  VARIANT("a clock runs ahead (skew)", states, AHEAD, always, SAME, move)
/* Lines share the clock of their L1. */
static inline bool l1_clocks_agree(const struct setting *setting) {
  return !setting->values[PARAMETER_SKEW_L1];
}

/* --- the L1 --- */

GUARD(live, step_incoming(s)->time[TS] > ended_in_l1(s) + margin(s))
static inline void install(struct step *s) {
  s->line->data = step_incoming(s)->data;
  s->line->time[TS] = step_incoming(s)->time[TS];
}
/* Drops the value that loads may see while the write is out (variant pending-new). */
static inline void forget_written(struct step *s) {
  data_clear(&s->line->buffer);
  s->line->flag = 0;
  s->line->writer = NO_ONE;
}
static inline void drop(struct step *s) {
  data_clear(&s->line->data);
  s->line->time[TS] = 0;
  forget_written(s);
}

/* --- the L2 --- */

/* Sends an SM's L1 the data, with a lease of any length up to the longest.  The block's own time is
 * the latest end of all leases. */
static inline void lease_to(struct step *s, unsigned type, unsigned sm, unsigned longest) {
  unsigned lease = step_choose(s, longest + 1);
  struct message *message = step_send(s, type, step_controller_of_sm(s, sm));
  message->time[TS] = (uint8_t)(lease + ended_in_l2(s) + margin(s));
  message->data = s->line->data;
  s->line->time[TS] = (uint8_t)time_later(s->line->time[TS], message->time[TS]);
}

/* --- for the record --- */

/* Clocks that differ: of L1s alone, of banks, and of both where writers wait a tick longer. */
#define L1S_AHEAD(...)                                                                 \
  {                                                                                    \
    "l1s-ahead", "clocks of L1s may be a tick ahead: of one another and of the banks", \
        { { "skew-l1", 1 } }, __VA_ARGS__                                              \
  }
#define BANKS_AHEAD(...)                                                                        \
  {                                                                                             \
    "banks-ahead", "clocks of banks may be a tick ahead of those of L1s", { { "skew-l2", 1 } }, \
        __VA_ARGS__                                                                             \
  }
#define SKEW_MARGIN                                                                   \
  {                                                                                   \
    "skew-margin", "any clock may be a tick ahead, and writers wait a tick longer", { \
      { "skew-l1", 1 }, { "skew-l2", 1 }, { "margin", 1 }                             \
    }                                                                                 \
  }

GUARD(l1_expired, in_state(s, V | VV) && s->line->time[TS] <= ended_in_l1(s) + margin(s))
/* A write waits for leases of reads that come again and again; where they last one tick, the write
 * may slip in between. */
static inline struct progress_claim lease_progress(const struct setting *setting, bool reads_pass) {
  bool starves = reads_pass && setting->values[PARAMETER_LEASE] > 1;
  enum progress_level level = starves ? PROGRESS_POSSIBLE : PROGRESS_GUARANTEED;
  return (struct progress_claim){ .threads = level, .requests = level };
}

/* Is every copy covered by a lease that the L2 still remembers, in a state of this set?  (That is
 * inclusion, too.)  And has a block in a state of `sole` at most one copy? */
bool lease_covers(const struct shape *shape, const struct local *const *locals, uint32_t leased,
                  uint32_t sole);

/* An eviction from the L2 sends nothing either, and lines share nothing there. */
#define LEASE_INTERNALS(expired)                                          \
  { EVENT_EXPIRY, PER_LINE, expired, .urgent = true }, {                  \
    EVENT_EVICT, PER_LINE, .promises.deferred = true, .environment = true \
  }
#define LEASE_NETWORKS                                          \
  {                                                             \
    { "request", UNORDERED, 12 }, { "response", UNORDERED, 12 } \
  }

#endif
