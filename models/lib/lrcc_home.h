/* The home of a line in lrcc: an L2 that is atomic memory and knows a line's owner.  lrcc-hier's
 * LLC is the same to its L2s, and in part an L2 to its L1s.
 *
 * A line has what models/lib/release_owner.h says, and an atomic that waits in the queue while the
 * owner is asked (OA). */
#ifndef MODELS_LIB_LRCC_HOME_H
#define MODELS_LIB_LRCC_HOME_H

#include "models/lib/lrcc.h"
#include "models/lib/release_owner.h"

enum { HOME_OA = 1 << 5, HOME_ANY = (1 << 6) - 1 };
static const char *const home_states[] = { "V", "O", "OV", "OO", "OE", "OA" };

/* The owner is asked on requests of others (old-acquires: it is not). */
GUARD(by_other, sender(s) != s->line->owner && step_parameter(s, PARAMETER_ACQUIRE) != ACQUIRES_OLD)
GUARD(by_owner, !by_other(s))
static inline void own_ack(struct step *s) {
  if (!step_parameter(s, PARAMETER_UNACKNOWLEDGED)) l2_ack(s);
}
ACTION(l2_keep, step_enqueue(s, s->request))
static inline void atomic_for_waiting(struct step *s) {
  struct request request = step_dequeue(s, 0);
  int64_t old = perform_on_memory(s, &request);
  send_value(s, EVENT_AACK, client_of_core(s, request.core), &request, old);
}

/* A write-back that comes behind a ReqWB: at once, or when the owner has answered (queue). */
GUARD(at_once, !step_parameter(s, PARAMETER_QUEUE) || 1u << s->state & (HOME_V | HOME_O))
GUARD(behind, !at_once(s))

/* `row_`: what the source has, ROW or INFERRED. */
#define LRCC_HOME_ROWS(row_)                                                                       \
  row_("10.16 V/GetV", HOME_V, GETV, always, SAME, l2_data),                                       \
      row_("10.16 V/GetO", HOME_V, GETO, always, HOME_O, grant_to_sender),                         \
      NEVER("10.16 V", HOME_V, PUTO | OWNWB | NODATA),                                             \
      row_("10.16 O/GetV", HOME_O, GETV, by_other, OV, remember, request_write_back),              \
      INFERRED("O/GetV, the owner's own", HOME_O, GETV, by_owner, SAME, l2_data),                  \
      row_("10.16 O/GetO", HOME_O, GETO, always, OO, remember, request_write_back),                \
      row_("10.16 O/PutO", HOME_O, PUTO, always, HOME_V, l2_merge, free_line, put_ack),            \
      row_("10.16 O/Evict", HOME_O, EVICT, asks_owner, OE, request_write_back),                    \
      VARIANT("O/Evict, and nobody is told (forgetful)", HOME_O, EVICT, forgets_owner, HOME_V,     \
              free_line),                                                                          \
      NEVER("10.16 O", HOME_O, OWNWB | NODATA),                                                    \
      INFERRED("write-back, at once in any state", HOME_ANY, WB, at_once, SAME, l2_merge, l2_ack), \
      STALL("write-back: a ReqWB is out (queue)", HOME_ANY, WB, behind),                           \
      INFERRED("V/Atomic", HOME_V, ATOMIC_UP, always, SAME, l2_atomic),                            \
      INFERRED("O/Atomic", HOME_O, ATOMIC_UP, always, HOME_OA, l2_keep, request_write_back),       \
      STALL("a transaction is out", OV | OO | OE | HOME_OA, GETV | GETO | ATOMIC_UP, always),      \
      INFERRED("OV/OwnWB", OV, OWNWB, always, HOME_V, l2_merge, own_ack, free_line,                \
               data_to_waiting),                                                                   \
      INFERRED("OO/OwnWB", OO, OWNWB, always, HOME_O, l2_merge, own_ack, free_line,                \
               grant_to_waiting),                                                                  \
      VARIANT("OE/OwnWB", OE, OWNWB, always, HOME_V, l2_merge, own_ack, free_line),                \
      INFERRED("OA/OwnWB", HOME_OA, OWNWB, always, HOME_V, l2_merge, own_ack, free_line,           \
               atomic_for_waiting),                                                                \
      INFERRED("PutO, NoData to come", OV | OO | OE | HOME_OA, PUTO, first, SAME, l2_merge,        \
               note_put),                                                                          \
      INFERRED("NoData, PutO to come", OV | OO | OE | HOME_OA, NODATA, first, SAME, note_nodata),  \
      INFERRED("OV/PutO after NoData", OV, PUTO, second, HOME_V, l2_merge, free_line, put_ack,     \
               data_to_waiting),                                                                   \
      INFERRED("OO/PutO after NoData", OO, PUTO, second, HOME_O, l2_merge, free_line, put_ack,     \
               grant_to_waiting),                                                                  \
      VARIANT("OE/PutO after NoData", OE, PUTO, second, HOME_V, l2_merge, free_line, put_ack),     \
      INFERRED("OA/PutO after NoData", HOME_OA, PUTO, second, HOME_V, l2_merge, free_line,         \
               put_ack, atomic_for_waiting),                                                       \
      INFERRED("OA/NoData after PutO", HOME_OA, NODATA, second, HOME_V, free_line, put_ack,        \
               atomic_for_waiting),                                                                \
      INFERRED("OV/NoData after PutO", OV, NODATA, second, HOME_V, free_line, put_ack,             \
               data_to_waiting),                                                                   \
      INFERRED("OO/NoData after PutO", OO, NODATA, second, HOME_O, free_line, put_ack,             \
               grant_to_waiting),                                                                  \
      VARIANT("OE/NoData after PutO", OE, NODATA, second, HOME_V, free_line, put_ack),             \
      STALL("Evict: there is no owner, or it is asked already", HOME_V | OV | OO | OE | HOME_OA,   \
            EVICT, always)

#define LRCC_HOME(name_, rows_)                                                                   \
  {                                                                                               \
    .name = name_,                                                                                \
    .table = TABLE(rows_, home_states, HOME_V | HOME_O, events,                                   \
                   GETV | WB | ATOMIC_UP | GETO | PUTO | OWNWB | NODATA | EVICT),                 \
    .internals = { { EVENT_EVICT, PER_LINE, recall, .environment = true } }, .internal_count = 1, \
    .instances = ONE_PER_BANK, .start = home_start, .value = memory_value,                        \
    .keeps = lrcc_home_keeps, .lease = NO_LEASE, .shows.line_flag = "crossed",                    \
    .shows.sharers = true, .shows.owner = true, .shows.memory = true                              \
  }

#endif
