/* Parts of tables and records.
 *
 * An action that is one statement of the step `s` is written as a call, as guards are (guards.h).
 *
 * A table's states, from one list: `#define LANE_STATES(S) S(OUT), S(RUN), ...`.  The list makes
 * their numbers (STATE_OUT), the sets of one that tables are written in (OUT), and their names.
 * Elements of a record's lists are written as calls. */
#ifndef MODELS_LIB_RECORD_H
#define MODELS_LIB_RECORD_H

#include "models/lib/guards.h"

#define ACTION(name_, ...) \
  static inline void name_(struct step *s) { __VA_ARGS__; }

#define NAMED_NUMBER(name_) STATE_##name_
#define NAMED_SET(name_) name_ = 1 << STATE_##name_
#define NAMED_NAME(name_) #name_

/* A table of the first states of a list. */
#define TABLE_OF(state_count_, rows_, states_, stable_, events_, alphabet_)                   \
  {                                                                                           \
    rows_, ARRAY_COUNT(rows_), states_, state_count_, stable_, events_, ARRAY_COUNT(events_), \
        alphabet_                                                                             \
  }
#define PARAMETER(number_, ...) [number_] = { __VA_ARGS__ }

#endif
