/* G-TSC: what its two forms, gtsc-sc and gtsc-rc, have in common.  The L1 is in gtsc_l1.h, the L2
 * in gtsc_l2.h.
 *
 * Source: Tabbakh, Qian, Annavaram, "G-TSC: timestamp based coherence for GPUs", HPCA 2018.  Its
 * state machines and flow charts (Figures 1 to 8) are drawings; the rows cite the sections that
 * say the same in words.  It is Tardis without exclusive states, for GPUs.  A block is a value
 * with a lease [wts, rts] in logical time, both ends inclusive: wts is the time of the store that
 * wrote it, rts the last time at which it may be read.  Each *warp* has a clock, warp_ts, the time
 * of its last operation.  A load hits where warp_ts <= rts, and moves its warp to wts at least.
 * L1s write through.  The L2 performs a store just beyond the block's last lease, max(rts + 1,
 * warp_ts), and no store waits for a lease to end.  A bank remembers one time, mem_ts, for all
 * blocks that it ever evicted (the greatest rts), so the L2 need not be inclusive.
 *
 * A thread of a test is a warp here.  Messages are those of Table I.  The network is unordered:
 * the paper asks for no order, and none is needed.  The page of gtsc-sc says where the paper is
 * silent, or breaks, and what was decided there (rows marked INFERRED), which times states forget,
 * and how time is made finite. */
#ifndef MODELS_LIB_GTSC_H
#define MODELS_LIB_GTSC_H

#include "protocol/lower.h"
#include "protocol/step.h"
#include "protocol/system.h"
#include "machine/warps.h"
#include "models/lib/events.h"

enum {
  LEASE_PARAMETER,
  VISIBILITY_PARAMETER,
  ACK_PARAMETER,
  BARRIER_PARAMETER,
  RANK_PARAMETER,
  OVERFLOW_PARAMETER,
  TICK_PARAMETER,
  LOCK_PARAMETER
};
enum { BLOCK, OLD_COPY, NAIVE };            /* visibility */
enum { NO_LOCK, LOCKS_ALL, SECOND_STORES }; /* lock */

/* BUSRD to BUSAT: L1 to L2; BUSFILL to BUSATACK: L2 to L1; DRAMFILL: DRAM to L2; OVERFLOW: of all
 * banks at once; TICK: a warp's clock moves on. */
#define EVENTS(E)                                                                 \
  E(BUSRD, "BusRd"), E(BUSWR, "BusWr"), E(BUSAT, "BusAt"), E(BUSFILL, "BusFill"), \
      E(BUSRNW, "BusRnw"), E(BUSWRACK, "BusWrAck"), E(BUSATACK, "BusAtAck"),      \
      E(DRAMFILL, "DRAMFill"), E(OVERFLOW, "OVERFLOW"), E(TICK, "TICK")
enum { EVENTS_BEGIN = EVENT_OWN - 1, EVENTS(EVENT_NUMBER), EVENT_COUNT };
enum { EVENTS(EVENT_SET) };
static const char *const events[] = { "LOAD",         "STORE",         "ATOMIC",
                                      "LOAD_ACQUIRE", "STORE_RELEASE", "BARRIER",
                                      "EVICT",        "EXPIRY",        EVENTS(EVENT_NAME) };

/* Timestamps of a line and of a message.  The last two of an L2's line are those of the request
 * that waits for DRAM; an L1's line uses the third for a ghost (gtsc_l1.h). */
enum { WTS, RTS, WARP_TS, READ_AT = 2, ASKED_WTS = 2, ASKED_TS = 3 };

/* A program's words are one or two of a line; the acknowledgement's data is a ghost: the age of
 * what was written. */
#define GTSC_EPOCH .marks = { "epoch", "reset" }
#define GTSC_MESSAGES                                                                              \
  {                                                                                                \
    [EVENT_BUSRD] = { "BusRd",           0,         { "wts", NULL, "warp_ts" }, .has_core = true,  \
                      .lease = NO_LEASE, GTSC_EPOCH },                                             \
    [EVENT_BUSWR] = { "BusWr",                                                                     \
                      0,                                                                           \
                      { "wts", NULL, "warp_ts" },                                                  \
                      .has_core = true,                                                            \
                      .has_value = true,                                                           \
                      .lease = NO_LEASE,                                                           \
                      GTSC_EPOCH },                                                                \
    [EVENT_BUSAT] = { "BusAt",                                                                     \
                      0,                                                                           \
                      { NULL, NULL, "warp_ts" },                                                   \
                      .has_core = true,                                                            \
                      .has_value = true,                                                           \
                      .lease = NO_LEASE,                                                           \
                      GTSC_EPOCH },                                                                \
    [EVENT_BUSFILL] = { "BusFill",        1,                                                       \
                        { "wts", "rts" }, .has_core = true,                                        \
                        .has_data = true, .lease = RTS,                                            \
                        GTSC_EPOCH },                                                              \
    [EVENT_BUSRNW] = { "BusRnw", 1, { NULL, "rts" }, .has_core = true, .lease = RTS, GTSC_EPOCH }, \
    [EVENT_BUSWRACK] = { "BusWrAck",       1,                                                      \
                         { "wts", "rts" }, .has_core = true,                                       \
                         .flag = "keep",   .lease = RTS,                                           \
                         GTSC_EPOCH },                                                             \
    [EVENT_BUSATACK] = {                                                                           \
      "BusAtAck", 1, { "wts" }, .has_core = true, .has_value = true, .lease = NO_LEASE, GTSC_EPOCH \
    },                                                                                             \
  }
#define GTSC_NETWORKS                                           \
  {                                                             \
    { "request", UNORDERED, 12 }, { "response", UNORDERED, 12 } \
  }

#define GTSC_PARAMETERS                                                                           \
  {                                                                                               \
    [LEASE_PARAMETER] = { "lease", 1, 1, 12,                                                      \
                          "longest lease granted, in logical time; every length from 1 on is "    \
                          "tried" },                                                              \
    [VISIBILITY_PARAMETER] = { "visibility", BLOCK, BLOCK, NAIVE,                                 \
                               "of a store not acknowledged: 0 accesses wait, 1 others read the " \
                               "old copy, 2 naive (V-A)" },                                       \
    [ACK_PARAMETER] = { "ack", 1, 0, 1,                                                           \
                        "1: an ack keeps only a copy that was the block's newest; 0: always, as " \
                        "published" },                                                            \
    [BARRIER_PARAMETER] = { "barrier", 1, 0, 1,                                                   \
                            "1: a CTA barrier joins the clocks of its warps; 0: it does not" },   \
    [RANK_PARAMETER] = { "rank", 0, 0, 1,                                                         \
                         "1: keep only the order of timestamps, so that leases may have any "     \
                         "length" },                                                              \
    [OVERFLOW_PARAMETER] = { "overflow", 0, 0, 4,                                                 \
                             "timestamps: 0 never overflow, 1, 4 do, with an epoch bit, 2, 3 as " \
                             "printed" },                                                         \
    [TICK_PARAMETER] = { "tick", 0, 0, 1,                                                         \
                         "1: a warp's clock moves on of itself, as other lines move it" },        \
    [LOCK_PARAMETER] = {                                                                          \
      "lock", 1, 0, 2,                                                                            \
      "0: a store that misses locks nothing (IV-A2); 2: a locked block takes a store"             \
    },                                                                                            \
  }

static inline bool gtsc_always_rank(const struct setting *setting) {
  return setting->values[RANK_PARAMETER] != 0;
}

/* An access to any line moves its warp on, and leases of other lines no longer cover
 * it; a reset drops all lines. */
static inline bool gtsc_lines_share_clock(const struct setting *setting) {
  return !setting->values[OVERFLOW_PARAMETER];
}
#define GTSC_CLOCKS                                                                  \
  .promises.lines_share_clock = gtsc_lines_share_clock, .promises.tick = EVENT_TICK, \
  .promises.tick_parameter = TICK_PARAMETER, .promises.outdates = is_plain,          \
  .promises.awaits_clock = awaits_clock

/* A loop that reads a copy moves no clock, so that without the tick its lease never ends; and where
 * a store that misses locks nothing an old copy may have the newest version's wts, and is renewed
 * for ever. */
static inline struct progress_claim gtsc_progress(const struct setting *setting) {
  if (!setting->values[TICK_PARAMETER] || setting->values[LOCK_PARAMETER] == NO_LOCK)
    return progress_with_endless_leases(setting);
  return (struct progress_claim){ .threads = PROGRESS_GUARANTEED, .requests = PROGRESS_GUARANTEED };
}

/* A CTA barrier, behind which each of its warps asks the L1 to join their clocks. */
static inline unsigned joined_barrier(struct micro *out) {
  out[0] = lower_micro_fence(true);
  out[0].after = true;
  return 1;
}

static inline bool is_plain(const struct shape *shape) {
  return shape_parameter(shape, VISIBILITY_PARAMETER) == BLOCK &&
         shape_parameter(shape, ACK_PARAMETER) &&
         shape_parameter(shape, LOCK_PARAMETER) == LOCKS_ALL &&
         !shape_parameter(shape, OVERFLOW_PARAMETER);
}

#endif
