/* The L2 of a GPU: to its L1s the home of a line, to the LLC an owner of it.  What its guards see
 * and what its actions do, beyond those of models/lib/rcc_o_home.h, which it has of its L1s,
 * and those of models/lib/rcc_o_l1.h, which it has of the LLC.  The table is in rcc-o-hier.c.
 *
 * Of a line: `owner`, the L1 that owns it; `sharers`, the L1s that what is out is for; `held`
 * ("acquires"), the one of these whose .sys acquire it is; `flag` ("crossed"), what has come of an
 * L1's eviction that crossed a request to write back. */
#ifndef MODELS_RCC_O_HIER_L2_H
#define MODELS_RCC_O_HIER_L2_H

#include "models/lib/rcc_o_home.h"
#include "models/lib/rcc_o_l1.h"

/* The states of a line: those of an L1, where no L1 of the GPU owns it; and X, an L1 does, so that
 * the GPU does; XV, XO, XE, XR: it has been asked to write back, for a reader, a new owner, an
 * eviction, the LLC. */
enum { X = 1 << 9, XV = 1 << 10, XO = 1 << 11, XE = 1 << 12, XR = 1 << 13 };
enum {
  L2_ANY = (1 << 14) - 1,
  ASKED = XV | XO | XE | XR,
  PASSED_ON = X | ASKED,
  FETCHING = IV | VG | IP
};
static const char *const l2_states[] = { "I",  "V",  "O", "IV", "VG", "IP", "IO",
                                         "VO", "OI", "X", "XV", "XO", "XE", "XR" };

/* --- guards --- */

static bool for_system(const struct step *s) { return s->line->held; }
static bool for_gpu(const struct step *s) { return !for_system(s); }
static bool second_for_system(const struct step *s) { return second(s) && for_system(s); }
static bool second_for_gpu(const struct step *s) { return second(s) && for_gpu(s); }
static bool skips_owner(const struct step *s) { return system_is(s, SKIPS_OWNER); }
static bool asks_own_l1(const struct step *s) { return !skips_owner(s); }

/* --- actions --- */

static void join(struct step *s) { s->line->sharers |= (uint8_t)(1u << sender(s)); }
static void remember_acquire(struct step *s) {
  remember(s);
  s->line->held = s->line->sharers;
}
static void end_acquire(struct step *s) { s->line->held = 0; }

/* Those who wait for a fetch. */
static void data_to_all(struct step *s) {
  while (s->line->sharers) {
    unsigned sm = (unsigned)__builtin_ctz(s->line->sharers);
    s->line->sharers &= (uint8_t)(s->line->sharers - 1);
    step_send(s, EVENT_DATA, client(s, sm))->data = *copy(s);
  }
}

/* Of an owned line that an L1's .sys acquire reads here. */
static void invalidate_for_owned(struct step *s) {
  if (!system_is(s, TRUSTS_OWNED)) invalidate(s);
}

/* It takes back with it what the acquire has read. */
static void invalidated(struct step *s) {
  struct message *message = step_send(s, EVENT_INVDONE, step_incoming(s)->from);
  message->request = *s->request;
  message->line = 0;
}

#endif
