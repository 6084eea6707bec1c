/* Parts of tables and records.
 *
 * A guard that is one expression of the step `s`, and an action that is one statement, are written
 * as calls: GUARD(clean, !s->line->dirty).
 *
 * A table's states, from one list: `#define LANE_STATES(S) S(OUT), S(RUN), ...`.  The list makes
 * their numbers (STATE_OUT), the sets of one that tables are written in (OUT), and their names.
 * Elements of a record's lists are written as calls. */
#ifndef MODELS_LIB_RECORD_H
#define MODELS_LIB_RECORD_H

#include "protocol/system.h"

#define GUARD(name_, ...) \
  static inline bool name_(const struct step *s) { return __VA_ARGS__; }
#define ACTION(name_, ...) \
  static inline void name_(struct step *s) { __VA_ARGS__; }

#define STATE_NUMBER(name_) STATE_##name_
#define STATE_SET(name_) name_ = 1 << STATE_##name_
#define STATE_NAME(name_) #name_

/* A table of the first states of a list. */
#define TABLE_OF(state_count_, rows_, states_, stable_, events_, alphabet_)                   \
  {                                                                                           \
    rows_, ARRAY_COUNT(rows_), states_, state_count_, stable_, events_, ARRAY_COUNT(events_), \
        alphabet_                                                                             \
  }
#define PARAMETER(number_, ...) [number_] = { __VA_ARGS__ }
/* A message without a lease. */
#define MESSAGE(event_, name_, network_, ...) \
  [event_] = { name_, network_, .lease = NO_LEASE, __VA_ARGS__ }

#endif
