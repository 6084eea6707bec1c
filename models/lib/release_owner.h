/* A home that knows the owner of a line: what rcc-o's and lrcc's, and those of rcc-o-hier and
 * lrcc-hier, do alike.
 *
 * Of a line: `owner`; `sharers`, whom the transaction is for; `flag` ("crossed"), what has come of
 * an eviction that crossed it. */
#ifndef MODELS_LIB_RELEASE_OWNER_H
#define MODELS_LIB_RELEASE_OWNER_H

#include "models/lib/release.h"

/* The states of a line, to which lrcc adds one: it has no owner, it has one; it has been asked
 * for, for a reader, a new owner, an eviction. */
enum { HOME_V = 1 << 0, HOME_O = 1 << 1, OV = 1 << 2, OO = 1 << 3, OE = 1 << 4 };

enum { RECALLS = 1, FORGETS }; /* recall */
enum { PUT_CAME = 1, NODATA_CAME = 2 };

static inline void home_start(const struct shape *shape, struct local *local) {
  for (unsigned line = 0; line < shape->lines; line++) local->line[line].owner = NO_ONE;
}

/* A PutO that crosses a ReqWB waits for its NoData, which may have come (variant early-putack: it
 * does not wait). */
static inline bool second(const struct step *s) {
  return s->line->flag ||
         (s->event == release_hooks(s)->puto && step_parameter(s, release_hooks(s)->early_putack));
}
static inline bool first(const struct step *s) { return !second(s); }
static inline bool asks_owner(const struct step *s) {
  return step_parameter(s, release_hooks(s)->recall) != FORGETS;
}
static inline bool forgets_owner(const struct step *s) { return !asks_owner(s); }

static inline void home_grant(struct step *s, unsigned to) {
  step_send(s, release_hooks(s)->grant, client(s, to))->data = *copy(s);
  s->line->owner = (uint8_t)to;
}
static inline void grant_to_sender(struct step *s) { home_grant(s, sender(s)); }
static inline void request_write_back(struct step *s) {
  step_send(s, release_hooks(s)->reqwb, client(s, s->line->owner));
}
static inline void remember(struct step *s) { s->line->sharers = (uint8_t)(1u << sender(s)); }
static inline void note_put(struct step *s) { s->line->flag = PUT_CAME; }
static inline void note_nodata(struct step *s) { s->line->flag = NODATA_CAME; }
static inline void put_ack(struct step *s) {
  step_send(s, release_hooks(s)->putack, step_incoming(s)->from);
}
static inline void free_line(struct step *s) {
  s->line->owner = NO_ONE;
  s->line->flag = 0;
}
static inline unsigned waiting_client(struct step *s) {
  unsigned waiting = (unsigned)__builtin_ctz(s->line->sharers | 1u << CORES_MAX);
  s->line->sharers = 0;
  return waiting;
}
static inline void data_to_waiting(struct step *s) {
  step_send(s, release_hooks(s)->data, client(s, waiting_client(s)))->data = *copy(s);
}
static inline void grant_to_waiting(struct step *s) { home_grant(s, waiting_client(s)); }

/* For the record. */
static inline bool recall(const struct step *s) {
  return 1u << s->state & HOME_O && step_parameter(s, release_hooks(s)->recall);
}
#endif
