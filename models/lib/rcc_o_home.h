/* The home of a line, which knows its owner. It is the L2 of rcc-o, whose clients are L1s, or the
 * LLC of rcc-o-hier, whose clients are L2s. */
#ifndef MODELS_LIB_RCC_O_HOME_H
#define MODELS_LIB_RCC_O_HOME_H

#include "models/lib/rcc_o.h"
#include "models/lib/release_owner.h"

static const char *const home_states[] = { "V", "O", "OV", "OO", "OE" };

ACTION(data_to_sender, step_send(s, EVENT_DATA, step_incoming(s)->from)->data = *copy(s))
ACTION(merge, *copy(s) = step_incoming(s)->data)

/* `row_`: what the source has, ROW or INFERRED. */
#define RCC_O_HOME_ROWS(row_)                                                                  \
  row_("10.16 V/GetV", HOME_V, GETV, always, SAME, data_to_sender),                            \
      row_("10.16 V/GetO", HOME_V, GETO, always, HOME_O, grant_to_sender),                     \
      NEVER("10.16 V", HOME_V, PUTO | OWNWB | NODATA),                                         \
      row_("10.16 O/GetV", HOME_O, GETV, always, OV, remember, request_write_back),            \
      row_("10.16 O/GetO", HOME_O, GETO, always, OO, remember, request_write_back),            \
      row_("10.16 O/PutO", HOME_O, PUTO, always, HOME_V, merge, free_line, put_ack),           \
      row_("10.16 O/Evict", HOME_O, EVICT, asks_owner, OE, request_write_back),                \
      VARIANT("O/Evict, and nobody is told (forgetful)", HOME_O, EVICT, forgets_owner, HOME_V, \
              free_line),                                                                      \
      NEVER("10.16 O", HOME_O, OWNWB | NODATA),                                                \
      STALL("a transaction is out", OV | OO | OE, GETV | GETO, always),                        \
      INFERRED("OV/OwnWB", OV, OWNWB, always, HOME_V, merge, free_line, data_to_waiting),      \
      INFERRED("OO/OwnWB", OO, OWNWB, always, HOME_O, merge, free_line, grant_to_waiting),     \
      VARIANT("OE/OwnWB", OE, OWNWB, always, HOME_V, merge, free_line),                        \
      INFERRED("PutO, NoData to come", OV | OO | OE, PUTO, first, SAME, merge, note_put),      \
      INFERRED("NoData, PutO to come", OV | OO | OE, NODATA, first, SAME, note_nodata),        \
      INFERRED("OV/PutO after NoData", OV, PUTO, second, HOME_V, merge, free_line, put_ack,    \
               data_to_waiting),                                                               \
      INFERRED("OO/PutO after NoData", OO, PUTO, second, HOME_O, merge, free_line, put_ack,    \
               grant_to_waiting),                                                              \
      VARIANT("OE/PutO after NoData", OE, PUTO, second, HOME_V, merge, free_line, put_ack),    \
      INFERRED("OV/NoData after PutO", OV, NODATA, second, HOME_V, free_line, put_ack,         \
               data_to_waiting),                                                               \
      INFERRED("OO/NoData after PutO", OO, NODATA, second, HOME_O, free_line, put_ack,         \
               grant_to_waiting),                                                              \
      VARIANT("OE/NoData after PutO", OE, NODATA, second, HOME_V, free_line, put_ack),         \
      STALL("Evict: there is no owner, or it is asked already", HOME_V | OV | OO | OE, EVICT,  \
            always)

#define RCC_O_HOME(name_, rows_)                                                                   \
  {                                                                                                \
    .name = name_,                                                                                 \
    .table = TABLE(rows_, home_states, HOME_V | HOME_O, events,                                    \
                   GETV | GETO | PUTO | OWNWB | NODATA | EVICT),                                   \
    .internals = { { EVENT_EVICT, PER_LINE, recall, .environment = true } }, .internal_count = 1,  \
    .instances = ONE_PER_BANK, .start = home_start, .value = memory_value, .lease = NO_LEASE,      \
    .shows.line_flag = "crossed", .shows.sharers = true, .shows.owner = true, .shows.memory = true \
  }

#endif
