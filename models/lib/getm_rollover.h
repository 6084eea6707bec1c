/* GETM's timestamps roll over (thesis, 4.5.2, "Timestamp rollover"); see getm.h.
 *
 * The validation unit that must roll over has all others stall, then has the cores roll over; "once
 * the cores have acked the request, the VU knows that no requests are in flight; it flushes the
 * stall buffer and metadata tables and resumes."  Here this is one step of all controllers
 * (src/machine/rollover.c), which comes to the same.  While VUs stall, none grants or refuses a
 * request.  So a core's own steps meanwhile can be taken before the step or after it.  Any VU may
 * need a rollover at any time, for a line that no test has.  A request or an answer under way has
 * had its effect.  Its attempt is given up in any case, and its changes at the VU are flushed.
 *
 * The section says neither what becomes of running attempts, nor of logs that are under way, for
 * which no core has an answer.  INFERRED, both:
 *   - rollover=1: a core that rolls over gives up all its attempts, also those that wait.  Their
 *     reservations and reads go with the tables.  It acknowledges behind its logs, at every VU:
 *     commits are in memory before the tables are flushed.
 *   - rollover=2: attempts go on.  A request in a stall buffer gets no answer.  Others can read and
 *     write a reserved line before the log comes, which takes back a reservation that is gone.
 *     Warps keep their order in the new epoch (the ranks of their ids, say).
 *   - rollover=3: attempts are given up, but the tables are flushed while logs are under way.  Then
 *     commits are not yet in memory, and their lines are open to all. */
#ifndef MODELS_LIB_GETM_ROLLOVER_H
#define MODELS_LIB_GETM_ROLLOVER_H

#include "models/lib/getm.h"

enum { ROLLOVER_NEVER, ROLLOVER_GIVES_UP, ROLLOVER_RUNS_ON, ROLLOVER_MISSES_LOGS };

static inline bool may_roll_over(const struct shape *shape, const struct local *const *locals,
                                 const struct message *messages, unsigned count) {
  int kind = shape_parameter(shape, ROLLOVER_PARAMETER);
  uint64_t over = LD | ST | OK | NACK | (kind == ROLLOVER_MISSES_LOGS ? 0 : LOGS);
  (void)locals;
  for (unsigned i = 0; i < count; i++)
    if (over >> messages[i].type & 1) return false;
  return true;
}

#endif
