/* Guards and actions of a table.  A guard is one expression of the step `s`, and an action one
 * statement.  GUARD_PAIR makes a guard and its complement, which partition a cell. */
#ifndef PROTOCOL_GUARDS_H
#define PROTOCOL_GUARDS_H

#include "protocol/table.h"

#define GUARD(name_, ...) \
  static inline bool name_(const struct step *s) { return __VA_ARGS__; }
#define GUARD_PAIR(name_, complement_, ...) \
  GUARD(name_, __VA_ARGS__)                 \
  GUARD(complement_, !name_(s))

#define ACTION(name_, ...) \
  static inline void name_(struct step *s) { __VA_ARGS__; }

#endif
