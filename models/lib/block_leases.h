/* A block with a lease [wts, rts]: the time of its store, and the last time at which it may be
 * read.  The common part of the tables of G-TSC and Tardis. */
#ifndef MODELS_LIB_BLOCK_LEASES_H
#define MODELS_LIB_BLOCK_LEASES_H

#include "models/lib/logical_lease.h"

enum { WTS, RTS };

static inline void take_times(struct step *s) {
  s->line->time[WTS] = step_incoming(s)->time[WTS];
  s->line->time[RTS] = step_incoming(s)->time[RTS];
}
static inline void forget(struct step *s) {
  data_clear(&s->line->data);
  s->line->time[WTS] = s->line->time[RTS] = NO_TIME;
}
static inline unsigned block_version(const struct local *local, unsigned line) {
  return local->line[line].state == 1 ? local->line[line].time[WTS] : NO_TIME;
}
/* A copy is given up; the first state is that of none. */
static inline void copy_give_up(struct step *s) {
  forget(s);
  s->line->state = 0;
}

#endif
