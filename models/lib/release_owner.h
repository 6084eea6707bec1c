/* A home that knows the owner of a line: what rcc-o's and lrcc's, and those of rcc-o-hier and
 * lrcc-hier, do alike.
 *
 * Of a line: `owner`; `sharers`, whom the transaction is for; `flag` ("crossed"), what has come of
 * an eviction that crossed it. */
#ifndef MODELS_LIB_RELEASE_OWNER_H
#define MODELS_LIB_RELEASE_OWNER_H

#include "models/lib/release.h"

/* A line without an owner, with one; asked for, for a reader, a new owner, an eviction. */
enum { HOME_V = 1 << 0, HOME_O = 1 << 1, OV = 1 << 2, OO = 1 << 3, OE = 1 << 4 };

enum { RECALLS = 1, FORGETS }; /* recall */
enum { PUT_CAME = 1, NODATA_CAME = 2 };

static inline void home_start(const struct shape *shape, struct local *local) {
  for (unsigned line = 0; line < shape->lines; line++) local->line[line].owner = NO_ONE;
}

/* A PutO that crosses a ReqWB waits for its NoData (early-putack: it does not). */
GUARD(second, s->line->flag || (s->event == release_hooks(s)->puto &&
                                step_parameter(s, release_hooks(s)->early_putack)))
GUARD(first, !second(s))
GUARD(asks_owner, step_parameter(s, release_hooks(s)->recall) != FORGETS)
GUARD(forgets_owner, !asks_owner(s))
static inline void home_grant(struct step *s, unsigned to) {
  step_send(s, release_hooks(s)->grant, client(s, to))->data = *copy(s);
  s->line->owner = (uint8_t)to;
}
ACTION(grant_to_sender, home_grant(s, sender(s)))
ACTION(request_write_back, step_send(s, release_hooks(s)->reqwb, client(s, s->line->owner)))
ACTION(remember, s->line->sharers = sm_set_of(sender(s)))
ACTION(note_put, s->line->flag = PUT_CAME)
ACTION(note_nodata, s->line->flag = NODATA_CAME)
ACTION(put_ack, step_send(s, release_hooks(s)->putack, step_incoming(s)->from))
static inline void free_line(struct step *s) {
  s->line->owner = NO_ONE;
  s->line->flag = 0;
}
static inline unsigned waiting_client(struct step *s) {
  unsigned waiting = sm_set_first(s->line->sharers);
  s->line->sharers = 0;
  return waiting;
}
ACTION(data_to_waiting,
       step_send(s, release_hooks(s)->data, client(s, waiting_client(s)))->data = *copy(s))
ACTION(grant_to_waiting, home_grant(s, waiting_client(s)))

/* For the record. */
GUARD(recall, 1u << s->state & HOME_O && step_parameter(s, release_hooks(s)->recall))
#endif
