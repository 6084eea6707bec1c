/* GETM's timestamps roll over (thesis, 4.5.2, "Timestamp rollover"); see getm.h.
 *
 * The validation unit that must roll over has all others stall, then has the cores roll over;
 * "once the cores have acked the request, the VU knows that no requests are in flight; it flushes
 * the stall buffer and metadata tables and resumes."  Here this is one step of all controllers
 * (src/machine/rollover.c).  It comes to the same.  From the first stall to the last resumption no
 * VU grants or refuses anything.  So a core's own steps meanwhile, before or after its own
 * rollover, can be taken before the step or after it.  Any VU may need it at any time, for a line
 * of its own that no test has.  A request or an answer under way has had its effect by then: its
 * attempt is given up in any case, and what it changed at the VU is flushed.
 *
 * The section says neither what becomes of running attempts, nor of logs that are under way, for
 * which no core has an answer.  INFERRED, both:
 *   - rollover=1: a core that rolls over gives up all its attempts, also those that wait in a
 *     stall buffer or for the rest of their round.  Their reservations, and what is known of
 *     their reads, go with the tables.  It acknowledges behind its logs, at every VU: what has
 *     committed is in memory before the tables are flushed.
 *   - rollover=2: attempts go on.  A request that waited in a stall buffer gets no answer.  A
 *     reserved line can be read and written by others before the log comes, which takes back a
 *     reservation that is gone.  Warps keep their order in the new epoch (the ranks of their
 *     ids, say).
 *   - rollover=3: attempts are given up, but the tables are flushed while logs are under way.
 *     What has committed is not yet in memory, and its lines are open to all. */
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
