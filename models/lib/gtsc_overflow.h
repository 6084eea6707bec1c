/* G-TSC's timestamps overflow (V-D); see gtsc.h.
 *
 * The bank that overflows has all banks reset: every block's lease and mem_ts start anew, and no L1
 * is told.  From then on the L2 answers "every request with timestamp with a large value" by a fill
 * that carries a reset signal; an L1 that gets one drops its blocks, resets its warps' clocks, "and
 * then accesses the new data".  Here the banks reset in one step (src/machine/rollover.c): what
 * else could happen in between is a request that a bank serves before its reset or after it, and
 * both orders are there. It may happen at any time, as long as nothing of the epoch before the last
 * is left: in flight, in an L1 that has not asked for anything since, or in a bank that waits for
 * DRAM; nor is an answer in flight that brings the last reset.  (INFERRED: counters are large.  An
 * SM that sleeps so long must be told, or the bit below be more.)
 *
 * INFERRED, the times of a block that is reset: wts = rts, the first of all times, where the paper
 * has wts = 1 and rts = (lease), which is the same if a lease is 1.  No L1 of the new epoch has a
 * copy, so that rts bounds nothing but the next store; a longer one is what a read leaves whose
 * copy is evicted, and is among what the client reaches.  INFERRED, the answer to an old store:
 * BusWrAck (an atomic's likewise), with the reset signal, where the paper has "every request"
 * answered by a fill.  A fill neither completes a store nor gives its time; and the L1 that is
 * reset keeps no copy that the acknowledgement could make readable.
 *
 * `overflow=2` is the section as it is printed.  Whether a timestamp is large does not tell whether
 * it is old.  An SM whose warps are at their first time sends small ones, and may hold copies with
 * leases of any length, since other SMs' requests extend them.  Its request passes for a new one;
 * it gets a plain fill, keeps its old copies, and hits them.  The model gives the paper the most
 * that a threshold can do: every old request shows, but for those of a warp that has no clock yet,
 * for a block of which there is no copy. `overflow=3` gives it the least: no old request is large,
 * since it was another block whose times overflowed.  Then the wts of two epochs may be equal, too:
 * an old copy passes for the newest version, and a BusRnw extends its lease. `overflow=1` mends
 * both (INFERRED) by a bit of the epoch in banks, L1s and messages.  A request is old if its bit
 * is; and an answer of the epoch before that finds the L1 reset already gives its value to who
 * asked, and nothing else. `overflow=4` has the bit, and banks do not wait for requests of the
 * epoch before the last to be answered.  Where an L1 has two of them out, one answer tells it of
 * the last reset, and of the next another bank's; the second answer then comes, marked as a reset
 * and of the other epoch, and is taken for news: its old data are installed. */
#ifndef MODELS_LIB_GTSC_OVERFLOW_H
#define MODELS_LIB_GTSC_OVERFLOW_H

#include "models/lib/gtsc.h"

enum { NO_OVERFLOW, WITH_EPOCHS, AS_PRINTED, ALL_SMALL, UNANSWERED };
enum { EPOCH_BIT = 1, RESET_BIT = 2 }; /* of a message's count; a controller's flag has the first */

static inline bool has_epochs(int overflow) {
  return overflow == WITH_EPOCHS || overflow == UNANSWERED;
}
static inline unsigned in_epoch(const struct step *s) {
  return (unsigned)step_incoming(s)->count & EPOCH_BIT;
}

/* --- the L1 --- */

static inline bool brings_reset(const struct step *s) {
  return step_incoming(s)->count & RESET_BIT && in_epoch(s) != s->local->flag;
}
/* An answer of the epoch that this L1 has left behind. */
static inline bool too_late(const struct step *s) {
  return has_epochs(step_parameter(s, OVERFLOW_PARAMETER)) &&
         !(step_incoming(s)->count & RESET_BIT) && in_epoch(s) != s->local->flag;
}

/* --- the L2 --- */

static inline bool shows_old(const struct step *s) {
  int overflow = step_parameter(s, OVERFLOW_PARAMETER);
  if (in_epoch(s) == s->local->flag || overflow == NO_OVERFLOW || overflow == ALL_SMALL)
    return false;
  return has_epochs(overflow) || step_incoming(s)->time[WARP_TS] != NO_TIME ||
         step_incoming(s)->time[WTS] != NO_TIME;
}
static inline unsigned in_warp_ts(const struct step *s) {
  return shows_old(s) ? NO_TIME : step_incoming(s)->time[WARP_TS];
}
static inline unsigned in_wts(const struct step *s) {
  return shows_old(s) ? NO_TIME : step_incoming(s)->time[WTS];
}
/* Marks a bank's answer with its epoch. */
static inline int8_t epoch_of_answer(const struct step *s, bool reset) {
  return (int8_t)(s->local->flag | (reset ? RESET_BIT : 0));
}

/* Every line has the event, and the bank one bit. */
static inline void restart_times(struct step *s) {
  s->local->clock = 0;
  if (s->line->time[RTS] != NO_TIME) s->line->time[WTS] = s->line->time[RTS] = 0;
  if (s->at == 0) s->local->flag ^= EPOCH_BIT;
}

/* A request of the epoch before the last that a bank has yet to answer, or an L1 to take the answer
 * of. */
static inline bool some_unanswered(const struct shape *shape, const struct local *const *locals,
                                   const struct message *messages, unsigned count) {
  for (unsigned line = 0; line < shape->lines; line++) {
    const struct local *bank = locals[shape_bank(shape, line)];
    if (bank->line[line].waiting && bank->line[line].flag != bank->flag) return true;
  }
  for (unsigned i = 0; i < count; i++)
    if ((unsigned)messages[i].count & RESET_BIT) return true;
  return false;
}

static inline bool may_overflow(const struct shape *shape, const struct local *const *locals,
                                const struct message *messages, unsigned count) {
  unsigned epoch = locals[shape_bank(shape, 0)]->flag;
  for (unsigned sm = 0; sm < shape->sms; sm++)
    if (locals[shape_l1(shape, sm)]->flag != epoch) return false;
  for (unsigned i = 0; i < count; i++)
    if (((unsigned)messages[i].count & EPOCH_BIT) != epoch) return false;
  return shape_parameter(shape, OVERFLOW_PARAMETER) != WITH_EPOCHS ||
         !some_unanswered(shape, locals, messages, count);
}

#endif
