/* Relativistic Cache Coherence: the common part of its two forms, rcc-sc and rcc-wo.
 *
 * Source: thesis, ch. 3: rules 3.4.1, states 3.4.3, evictions 3.4.4, renewal and prediction 3.4.5,
 * the tables of Figure 3.5 row by row.  (X. Ren and M. Lis, HPCA 2017, is the same protocol.)
 * Read leases are granted in logical time.  A store never waits: it takes a time beyond every
 * lease, and its core's clock jumps there.  Three rules (3.4.1): a reader's now becomes at least
 * the version that it reads.  A writer's version is at least its now and the last version, and lies
 * beyond the last lease.  `exp` is inclusive: a copy may be read while now <= exp.
 *
 * Every SM has one clock, `now`, for all of its warps.  A bank has `mnow`, the greatest time of all
 * that it ever evicted.  With two views (3.4.6, rcc-wo) loads consult and raise a read view of now,
 * stores and atomics a write view.  A full fence sets both to the greater.
 *
 * The page of rcc-sc says where Figure 3.5 is silent, or breaks (rows marked INFERRED), which times
 * states forget, and how time is made finite. */
#ifndef MODELS_LIB_RCC_TIME_H
#define MODELS_LIB_RCC_TIME_H

#include "models/lib/logical_lease.h"

struct rcc_time_hooks {
  bool two_views; /* stores have a view of now of their own */
};
static inline bool has_two_views(const struct shape *shape) {
  return ((const struct rcc_time_hooks *)shape->system->hooks)->two_views;
}
/* now, as loads and as stores see it. */
static inline uint8_t *read_view(struct local *local) { return &local->clock; }
static inline uint8_t *write_view(const struct shape *shape, struct local *local) {
  return has_two_views(shape) ? &local->stall[SECOND_CLOCK] : &local->clock;
}

enum { LEASE_PARAMETER, MNOW_PARAMETER, MERGE_PARAMETER, RANK_PARAMETER, TICK_PARAMETER };
enum { RENEW_PARAMETER = TICK_PARAMETER + 1, ROLLOVER_PARAMETER, ORDER_PARAMETER };
enum { COMBINE_PARAMETER = ORDER_PARAMETER + 1, TEXT_PARAMETER, ACK_PARAMETER };
enum { LASTRD_PARAMETER = ACK_PARAMETER + 1 };
enum { FENCE_PARAMETER = LASTRD_PARAMETER + 1, SC_PARAMETER }; /* of rcc-wo alone */
enum { FENCE_AT_ONCE, FENCE_WAITS, FENCE_APART };
enum { SC_NOWHERE, SC_ON_SM_0, SC_BEHIND_FENCE, SC_BEFORE_FENCE };
enum { TICK_PERIODIC = 1, TICK_OF_LINES };
enum { MNOW_PRINTED, MNOW_BEYOND, MNOW_OF_VERSIONS };
enum { RENEW_PRINTED, RENEW_ENDS, RENEW_EVICTED };
enum { LASTRD_KEPT, LASTRD_OF_WRITES, LASTRD_SHARED };
enum { MERGE_PRINTED, MERGE_REPLAYED, MERGE_IN_IV };

#define EVENTS(E)                                                                   \
  E(GETS, "GETS"), E(WRITE, "WRITE"), E(ATOMIC_TO_L2, "ATOMIC"), E(DATA, "DATA"),   \
      E(DATA_ATOMIC, "DATA*"), E(RENEW, "RENEW"), E(ACK, "ACK"), E(MDATA, "MDATA"), \
      E(TICK, "TICK"), E(ROLLOVER, "ROLLOVER")
enum { EVENTS_BEGIN = EVENT_OWN - 1, EVENTS(EVENT_NUMBER), EVENT_COUNT };
enum { EVENTS(EVENT_SET) };
static const char *const events[] = { SYSTEM_EVENT_NAMES, EVENTS(EVENT_NAME) };

/* The states of a line in an L1; I, V, IV and IAV are those of the L2. */
enum { I = 1 << 0, V = 1 << 1, IV = 1 << 2, II = 1 << 3, VI = 1 << 4, IAV = 1 << 3 };

/* Timestamps of a message, and of a line. */
enum { M_NOW, M_EXP, M_VER };
enum { D_EXP, D_VER, LASTRD, LASTWR };

/* Does an SM run sequentially consistent in some kernels alone? */
static inline bool kernels_differ(const struct shape *shape) {
  return shape_parameter(shape, SC_PARAMETER) > SC_ON_SM_0;
}
static inline bool is_repaired(const struct shape *shape) {
  return shape_parameter(shape, MNOW_PARAMETER) == MNOW_BEYOND &&
         shape_parameter(shape, MERGE_PARAMETER) == MERGE_REPLAYED &&
         shape_parameter(shape, RENEW_PARAMETER) == RENEW_ENDS &&
         !shape_parameter(shape, ROLLOVER_PARAMETER) &&
         !shape_parameter(shape, COMBINE_PARAMETER) && !shape_parameter(shape, TEXT_PARAMETER) &&
         shape_parameter(shape, ACK_PARAMETER) && !shape_parameter(shape, LASTRD_PARAMETER) &&
         !shape_parameter(shape, SC_PARAMETER);
}

#endif
