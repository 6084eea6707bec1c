/* G-TSC: what its two forms, gtsc-sc and gtsc-rc, have in common.
 *
 * Source: Tabbakh, Qian, Annavaram, "G-TSC: timestamp based coherence for GPUs", HPCA 2018.  Its
 * state machines and flow charts (Figures 1 to 8) are drawings; the rows cite the sections that
 * say the same in words.  It is Tardis without exclusive states, for GPUs.  A block is a value with
 * a lease [wts, rts] in logical time, both ends inclusive.  The store that wrote it was at wts; the
 * last time at which it may be read is rts.  Each *warp* has a clock, warp_ts, the time of its last
 * operation.  A load hits where warp_ts <= rts, and moves its warp to wts at least.  L1s write
 * through.  The L2 performs a store just beyond the block's last lease, max(rts + 1, warp_ts), and
 * no store waits for a lease to end.  A bank remembers one time, mem_ts, for all blocks that it
 * ever evicted (the greatest rts), so the L2 need not be inclusive.
 *
 * A thread of a test is a warp here.  Messages are those of Table I.  The network is unordered:
 * the paper asks for no order, and none is needed.  The page of gtsc-sc says where the paper is
 * silent, or breaks (rows marked INFERRED), which times states forget, and how time is made finite.
 */
#ifndef MODELS_LIB_GTSC_H
#define MODELS_LIB_GTSC_H

#include "models/lib/block_leases.h"
#include "models/lib/record.h"

enum { LEASE_PARAMETER, VISIBILITY_PARAMETER, ACK_PARAMETER, BARRIER_PARAMETER, RANK_PARAMETER };
enum { OVERFLOW_PARAMETER = RANK_PARAMETER + 1, TICK_PARAMETER, LOCK_PARAMETER };
enum { FORWARD_PARAMETER = LOCK_PARAMETER + 1, RESET_PARAMETER, BITS_PARAMETER, AGE_PARAMETER };
enum { BLOCK, OLD_COPY, NAIVE };            /* visibility */
enum { NO_LOCK, LOCKS_ALL, SECOND_STORES }; /* lock */
enum { COMBINED, KEEPS_NEWEST, TAKES_ALL }; /* forward */

/* The states of a line in an L1; I, V and IP are those of the L2. */
enum { I = 1 << 0, V = 1 << 1, IF = 1 << 2, VF = 1 << 3, IW = 1 << 4, VW = 1 << 5, IP = 1 << 2 };

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

/* Further timestamps: of a message; of an L1's line (a ghost); of a request that waits for DRAM. */
enum { WARP_TS = 2, READ_AT = 2, ASKED_WTS = 2, ASKED_TS = 3 };

/* The acknowledgement's data is a ghost: the age of what was written. */
#define GTSC_TIMES(...) .has_core = true, .marks = { "epoch", "reset" }, .times = { __VA_ARGS__ }
#define GTSC_MESSAGES                                                                    \
  MESSAGE(BUSRD, "BusRd", 0, GTSC_TIMES("wts", NULL, "warp_ts")),                        \
      MESSAGE(BUSWR, "BusWr", 0, GTSC_TIMES("wts", NULL, "warp_ts"), .has_value = true), \
      MESSAGE(BUSAT, "BusAt", 0, GTSC_TIMES(NULL, NULL, "warp_ts"), .has_value = true),  \
      [EVENT_BUSFILL] = { "BusFill", 1, GTSC_TIMES("wts", "rts"), .has_data = true,      \
                          .lease = RTS },                                                \
      [EVENT_BUSRNW] = { "BusRnw", 1, GTSC_TIMES(NULL, "rts"), .lease = RTS },           \
      [EVENT_BUSWRACK] = { "BusWrAck", 1, GTSC_TIMES("wts", "rts"), .flag = "keep",      \
                           .lease = RTS },                                               \
      MESSAGE(BUSATACK, "BusAtAck", 1, GTSC_TIMES("wts"), .has_value = true)

#define GTSC_PARAMETERS                                                                            \
  PARAMETER(LEASE_PARAMETER, "lease", 1, 1, 12,                                                    \
            "longest lease granted, in logical time; every length from 1 on is tried"),            \
      PARAMETER(VISIBILITY_PARAMETER, "visibility", BLOCK, BLOCK, NAIVE,                           \
                "of a store not acknowledged: 0 accesses wait, 1 others read the old copy, 2 "     \
                "naive (V-A)"),                                                                    \
      PARAMETER(                                                                                   \
          ACK_PARAMETER, "ack", 1, 0, 1,                                                           \
          "1: an ack keeps only a copy that was the block's newest; 0: always, as published"),     \
      PARAMETER(BARRIER_PARAMETER, "barrier", 1, 0, 1,                                             \
                "1: a CTA barrier joins the clocks of its warps; 0: it does not"),                 \
      PARAMETER(RANK_PARAMETER, "rank", 0, 0, 1,                                                   \
                "1: keep only the order of timestamps, so that leases may have any length"),       \
      PARAMETER(OVERFLOW_PARAMETER, "overflow", 0, 0, 7,                                           \
                "timestamps: 0 never overflow, 1, 4 do, with an epoch bit, 2, 3 as printed; 5, 6 " \
                "are reset at a kernel's end; 7 as 4, with epoch-bits and epoch-age"),             \
      PARAMETER(TICK_PARAMETER, "tick", 0, 0, 1,                                                   \
                "1: a warp's clock moves on of itself, as other lines move it"),                   \
      PARAMETER(LOCK_PARAMETER, "lock", 1, 0, 2,                                                   \
                "0: a store that misses locks nothing (IV-A2); 2: a locked block takes a store"),  \
      PARAMETER(FORWARD_PARAMETER, "forward", COMBINED, COMBINED, TAKES_ALL,                       \
                "1: each load that misses sends its own BusRd (V-B); the newest fill stays; 2: "   \
                "the last to come"),                                                               \
      PARAMETER(RESET_PARAMETER, "reset", 0, 0, 1,                                                 \
                "1: a reset block has a lease (V-D); 0: it has none, as nobody has a copy"),       \
      PARAMETER(BITS_PARAMETER, "epoch-bits", 1, 1, 3, "bits of an epoch's number (overflow=7)"),  \
      PARAMETER(AGE_PARAMETER, "epoch-age", 1, 1, 3,                                               \
                "overflows that a message, an L1 or a request may lag behind (overflow=7)")

/* Without locks an old copy may have the newest wts, and is renewed for ever. */
static inline struct progress_claim gtsc_progress(const struct setting *setting) {
  bool renews_well = setting->values[LOCK_PARAMETER] != NO_LOCK;
  return progress_of_leases(setting, setting->values[TICK_PARAMETER] && renews_well);
}

/* A CTA barrier, behind which each of its warps asks the L1 to join their clocks. */
static inline unsigned joined_barrier(struct micro *out) {
  out[0] = lower_micro_fence(true);
  out[0].after = true;
  return 1;
}
static inline bool is_plain(const struct shape *shape) {
  return shape_parameter(shape, VISIBILITY_PARAMETER) == BLOCK &&
         shape_parameter(shape, ACK_PARAMETER) && !shape_parameter(shape, FORWARD_PARAMETER) &&
         shape_parameter(shape, LOCK_PARAMETER) == LOCKS_ALL &&
         !shape_parameter(shape, OVERFLOW_PARAMETER);
}

#endif
