/* The states of a controller, from one list: numbers, sets of one for tables, and names.
 *
 * Where names differ from sets: `#define L1_STATES(S) S(I, "I"), S(IV, "I^V")`, for DECLARE_STATES.
 * Where they do not: `#define LANE_STATES(S) S(OUT), S(RUN)`, with NAMED_NUMBER (STATE_OUT),
 * NAMED_SET (OUT) and NAMED_NAME. */
#ifndef PROTOCOL_STATES_H
#define PROTOCOL_STATES_H

#include "protocol/table.h"

#define STATE_NUMBER(set_, name_) NUMBER_##set_
#define STATE_SET(set_, name_) set_ = 1u << NUMBER_##set_
#define STATE_NAME(set_, name_) name_
#define DECLARE_STATES(names, states) \
  enum { states(STATE_NUMBER) };      \
  enum { states(STATE_SET) };         \
  static const char *const names[] = { states(STATE_NAME) }

#define NAMED_NUMBER(name_) STATE_##name_
#define NAMED_SET(name_) name_ = 1 << STATE_##name_
#define NAMED_NAME(name_) #name_

/* A table of the first states of a list. */
#define TABLE_OF(state_count_, rows_, states_, stable_, events_, alphabet_)                   \
  {                                                                                           \
    rows_, ARRAY_COUNT(rows_), states_, state_count_, stable_, events_, ARRAY_COUNT(events_), \
        alphabet_                                                                             \
  }

#endif
