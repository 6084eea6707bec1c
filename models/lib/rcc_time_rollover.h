/* RCC's timestamps roll over (thesis, 3.4.4, "Timestamp rollover"); see rcc_time.h.
 *
 * The partition that must roll over has all others stall and set their timestamps to 0.  Then it
 * flushes the L1s (now = 0, no copy is left; a block with an MSHR entry goes to II, any other to
 * I).  When all have answered, all partitions resume.  Here this is one step of all controllers
 * (src/machine/rollover.c), which comes to the same: meanwhile no partition takes or sends a
 * message.  So an SM's own steps meanwhile reach no other, and can be done before the step or after
 * it.  Any partition may need a rollover at any time, for a block that no test has.  Another one
 * follows only when everything in flight has been sent since the last: counters are large.
 *
 * `rollover=2` is the section as printed.  It says that rollover "must be processed atomically in
 * the presence of in-flight messages".  It resets what waits in queues and in MSHR entries, but has
 * no means for messages in flight.  Those carry times that are now far ahead.  DATA is installed in
 * II, with a lease that outlives every store of the new epoch.  A GETS with an `exp` gets a RENEW
 * (exp > ver = 0), though the flush has dropped the L1's data.
 *
 * `rollover=1` mends it (INFERRED) by a bit of the epoch in controllers and messages.  An L2 takes
 * the now of an old request as 0 and its exp as none.  An L1 takes the ver of an old answer as 0,
 * gives the value to the load that asked and installs nothing.  If an old RENEW finds the data
 * dropped, the L1 asks again.  One bit does not tell an epoch from the next but one.  So no message
 * may be in flight from before the last rollover (may_roll_over).  In rollover=2 the bit is a
 * ghost. */
#ifndef MODELS_LIB_RCC_TIME_ROLLOVER_H
#define MODELS_LIB_RCC_TIME_ROLLOVER_H

#include "models/lib/rcc_time.h"

enum { NO_ROLLOVER, WITH_EPOCHS, AS_PRINTED };

/* The bit of the epoch is a controller's flag, and a message's count. */
GUARD(of_old_epoch, step_parameter(s, ROLLOVER_PARAMETER) == WITH_EPOCHS &&
                        step_incoming(s)->count != s->local->flag)
static inline struct message *send_in_epoch(struct step *s, unsigned type, unsigned to) {
  struct message *m = step_send(s, type, to);
  m->count = (int8_t)s->local->flag;
  return m;
}
static inline unsigned in_now(const struct step *s) {
  return of_old_epoch(s) ? 0 : step_incoming(s)->time[M_NOW];
}
static inline unsigned in_exp(const struct step *s) {
  return of_old_epoch(s) ? NO_TIME : step_incoming(s)->time[M_EXP];
}
static inline unsigned in_ver(const struct step *s) {
  return of_old_epoch(s) ? 0 : step_incoming(s)->time[M_VER];
}

/* Every line has the event, and the controller one bit. */
static inline void next_epoch(struct step *s) {
  if (s->at == 0) s->local->flag ^= 1;
}
static inline bool may_roll_over(const struct shape *shape, const struct local *const *locals,
                                 const struct message *messages, unsigned count) {
  (void)shape;
  for (unsigned i = 0; i < count; i++)
    if (messages[i].count != locals[0]->flag) return false;
  return true;
}

#endif
