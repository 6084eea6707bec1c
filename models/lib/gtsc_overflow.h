/* G-TSC's timestamps overflow (V-D); see gtsc.h.
 *
 * The bank that overflows has all banks reset: every block's lease and mem_ts start anew.  No L1
 * gets a message.  From then on the L2 answers "every request with timestamp with a large value" by
 * a fill with a reset signal.  An L1 that gets one drops its blocks, resets its warps' clocks, "and
 * then accesses the new data".
 *
 * Here the banks reset in one step (src/machine/rollover.c): a bank serves a request before its
 * reset or after it, and both orders occur.  The step may come once nothing of the epoch before the
 * last is left.  Rests of it may be in flight, in a bank that waits for DRAM, or in an answer that
 * brings the last reset.  An L1 that has asked for nothing since has some, too.  (INFERRED:
 * counters are large. A silent SM must be reset otherwise.)  INFERRED: a block is reset to wts =
 * rts, the first of all times, where the paper has rts = (lease), which `reset` has, too.  No L1 of
 * the new epoch has a copy, so rts bounds only the next store.  INFERRED: an old store, or atomic,
 * is answered by its own ack with the reset signal. The paper answers by a fill, which neither
 * completes a store nor gives its time.
 *
 * `overflow=2` is as printed: a large timestamp does not show that it is old.  An SM at its first
 * time sends small ones, and may hold copies with long leases.  Its request passes for a new one,
 * and it hits its old copies.  Every old request shows that a threshold could show.  In 3 none
 * does, and equal wts of two epochs may be renewed. 1 mends both (INFERRED) by a bit of the epoch
 * in banks, L1s and messages.  An old answer then gives only its value, to its load.  In 4 banks do
 * not wait for requests of the epoch before the last.  The second of two answers to one L1 may pass
 * for the next reset, and its old data are installed.  7 numbers epochs by `epoch-bits`.  Banks
 * wait while anything is `epoch-age` overflows old.  The number of a message is news if it is less
 * than half a turn ahead of the L1's.  The model counts epochs modulo 8, and compares only the
 * bits. */
#ifndef MODELS_LIB_GTSC_OVERFLOW_H
#define MODELS_LIB_GTSC_OVERFLOW_H

#include "models/lib/gtsc.h"

enum {
  NO_OVERFLOW,
  WITH_EPOCHS,
  AS_PRINTED,
  ALL_SMALL,
  UNANSWERED,
  KERNEL,
  KERNEL_AT_ONCE,
  BY_BITS
};
/* A block's flag: the epoch of the request that waits for it, or that a reset owes it a lease. */
enum { OWES_LEASE = 2 };
/* Of a message's count, which has the epoch in its other bits, and a controller's flag has that. */
enum { EPOCH_BIT = 1, RESET_BIT = 2, HIGH_EPOCH = 2 };

static inline bool has_epochs(int overflow) {
  return overflow == WITH_EPOCHS || overflow == UNANSWERED || overflow == BY_BITS;
}
static inline bool ends_kernel(int overflow) {
  return overflow == KERNEL || overflow == KERNEL_AT_ONCE;
}
GUARD_PAIR(of_kernel, not_of_kernel, ends_kernel(step_parameter(s, OVERFLOW_PARAMETER)))
static inline unsigned in_epoch(const struct step *s) {
  return (unsigned)step_incoming(s)->count & ~(unsigned)RESET_BIT;
}
/* A flag has the epoch's lowest bit apart from the others. */
static inline unsigned epoch_number(unsigned flag) {
  return (flag & EPOCH_BIT) | (flag >> HIGH_EPOCH) << 1;
}
/* By how many overflows is `a` after `b`?  Modulo 8, or 2 with the bit alone; both as flags. */
static inline unsigned epochs_after(int overflow, unsigned a, unsigned b) {
  if (overflow != BY_BITS) return (a ^ b) & EPOCH_BIT;
  return (epoch_number(a) - epoch_number(b)) & 7;
}
static inline uint8_t next_epoch(int overflow, unsigned flag) {
  if (overflow != BY_BITS) return (uint8_t)(flag ^ EPOCH_BIT);
  unsigned next = (epoch_number(flag) + 1) & 7;
  return (uint8_t)((next & EPOCH_BIT) | (next >> 1) << HIGH_EPOCH);
}
/* The same, as the bits of both tell it. */
static inline unsigned bits_after(const struct step *s, unsigned a, unsigned b) {
  unsigned after = epochs_after(step_parameter(s, OVERFLOW_PARAMETER), a, b);
  return after & ((1u << step_parameter(s, BITS_PARAMETER)) - 1);
}
static inline unsigned ahead(const struct step *s) {
  return bits_after(s, in_epoch(s), s->local->flag);
}

/* --- the L1 --- */

static inline bool is_news(const struct step *s) {
  return ahead(s) && ahead(s) <= 1u << (step_parameter(s, BITS_PARAMETER) - 1);
}
GUARD(brings_reset, step_incoming(s)->count &RESET_BIT &&is_news(s))
/* An answer of the epoch that this L1 has left behind. */
GUARD(too_late, has_epochs(step_parameter(s, OVERFLOW_PARAMETER)) &&
                    !(step_incoming(s)->count & RESET_BIT && is_news(s)) && ahead(s))

/* --- the L2 --- */

static inline bool shows_old(const struct step *s) {
  int overflow = step_parameter(s, OVERFLOW_PARAMETER);
  const uint8_t *time = step_incoming(s)->time;
  if (!ahead(s) || overflow == NO_OVERFLOW || overflow == ALL_SMALL || ends_kernel(overflow))
    return false;
  return has_epochs(overflow) || time[WARP_TS] != NO_TIME || time[WTS] != NO_TIME;
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
  if (s->line->time[RTS] != NO_TIME) {
    s->line->time[WTS] = s->line->time[RTS] = 0;
    s->line->flag = step_parameter(s, RESET_PARAMETER) ? OWES_LEASE : 0;
  }
  if (s->at == 0)
    s->local->flag = next_epoch(step_parameter(s, OVERFLOW_PARAMETER), s->local->flag);
}

/* The lease of a reset block (V-D), of any length.  It is laid where the block is next used, since
 * a step of all banks has no choice; nothing reads it before. */
static inline void lay_reset_lease(struct step *s) {
  if (s->line->flag == OWES_LEASE)
    s->line->time[RTS] = (uint8_t)step_time_lease(s, s->line->time[WTS]);
  s->line->flag = 0;
}

/* Is a request of the epoch before the last unanswered, or its answer not taken? */
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
/* A kernel ends (once), and L1s and banks are reset in one step.  No load is out then, unless it
 * ends at once; a store may be. */
static inline bool may_end_kernel(const struct shape *shape, const struct local *const *locals) {
  if (locals[shape_bank(shape, 0)]->flag) return false;
  if (shape_parameter(shape, OVERFLOW_PARAMETER) == KERNEL_AT_ONCE) return true;
  for (unsigned sm = 0; sm < shape->sms; sm++)
    for (unsigned line = 0; line < shape->lines; line++)
      if (1u << locals[shape_l1(shape, sm)]->line[line].state & (IF | VF)) return false;
  return true;
}
static inline unsigned max_of(unsigned a, unsigned b) { return a > b ? a : b; }
/* Is nothing as old as may be: no L1, no message, and no request that waits? */
static inline bool none_is_old(const struct shape *shape, const struct local *const *locals,
                               const struct message *messages, unsigned count) {
  unsigned epoch = locals[shape_bank(shape, 0)]->flag, oldest = 0;
  for (unsigned sm = 0; sm < shape->sms; sm++)
    oldest = max_of(oldest, epochs_after(BY_BITS, epoch, locals[shape_l1(shape, sm)]->flag));
  for (unsigned i = 0; i < count; i++) {
    unsigned of = (unsigned)messages[i].count & ~(unsigned)RESET_BIT;
    oldest = max_of(oldest, epochs_after(BY_BITS, epoch, of));
  }
  for (unsigned line = 0; line < shape->lines; line++) {
    const struct line *block = &locals[shape_bank(shape, line)]->line[line];
    if (block->waiting) oldest = max_of(oldest, epochs_after(BY_BITS, epoch, block->flag));
  }
  return oldest < (unsigned)shape_parameter(shape, AGE_PARAMETER);
}
static inline bool may_overflow(const struct shape *shape, const struct local *const *locals,
                                const struct message *messages, unsigned count) {
  if (ends_kernel(shape_parameter(shape, OVERFLOW_PARAMETER))) return may_end_kernel(shape, locals);
  if (shape_parameter(shape, OVERFLOW_PARAMETER) == BY_BITS)
    return none_is_old(shape, locals, messages, count);
  unsigned epoch = locals[shape_bank(shape, 0)]->flag;
  for (unsigned sm = 0; sm < shape->sms; sm++)
    if (locals[shape_l1(shape, sm)]->flag != epoch) return false;
  for (unsigned i = 0; i < count; i++)
    if (((unsigned)messages[i].count & EPOCH_BIT) != epoch) return false;
  return shape_parameter(shape, OVERFLOW_PARAMETER) != WITH_EPOCHS ||
         !some_unanswered(shape, locals, messages, count);
}

#endif
