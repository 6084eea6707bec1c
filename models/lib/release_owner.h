/* A home that knows the owner of a line: what rcc-o's and lrcc's, and those of rcc-o-hier and
 * lrcc-hier, do alike.  Its includer has the events and the parameters.
 *
 * Of a line: `owner`; `sharers`, whom the transaction is for; `flag` ("crossed"), what has come of
 * an eviction that crossed it. */
#ifndef MODELS_LIB_RELEASE_OWNER_H
#define MODELS_LIB_RELEASE_OWNER_H

#include "kit/step.h"

/* What is otherwise where there is more than one GPU: a home's copy, and which controller is the
 * client of this index. */
#ifndef COPY
#define COPY(step) (&(step)->line->memory)
#define CLIENT(step, index) step_controller_of_sm(step, index)
#endif

/* The states of a line, to which lrcc adds one: nobody owns it, somebody does; it has been asked
 * for, for a reader, a new owner, an eviction. */
enum { HOME_V = 1 << 0, HOME_O = 1 << 1, OV = 1 << 2, OO = 1 << 3, OE = 1 << 4 };

enum { PUT_CAME = 1, NODATA_CAME = 2 };

static void home_start(const struct machine *machine, struct local *local) {
  for (unsigned line = 0; line < machine_lines(machine); line++) local->line[line].owner = NO_ONE;
}

static unsigned sender(const struct step *s) { return step_index_of(s, step_incoming(s)->from); }
/* A PutO that crosses a ReqWB waits for its NoData, which may have come (variant early-putack: it
 * does not wait). */
static bool second(const struct step *s) {
  return s->line->flag || (s->event == EVENT_PUTO && step_parameter(s, PARAMETER_EARLY_PUTACK));
}
static bool first(const struct step *s) { return !second(s); }
static bool asks_owner(const struct step *s) {
  return step_parameter(s, PARAMETER_RECALL) != FORGETS;
}
static bool forgets_owner(const struct step *s) { return !asks_owner(s); }

static void home_grant(struct step *s, unsigned to) {
  step_send(s, EVENT_GRANT, CLIENT(s, to))->data = *COPY(s);
  s->line->owner = (uint8_t)to;
}
static void grant_to_sender(struct step *s) { home_grant(s, sender(s)); }
static void request_write_back(struct step *s) {
  step_send(s, EVENT_REQWB, CLIENT(s, s->line->owner));
}
static void remember(struct step *s) { s->line->sharers = (uint8_t)(1u << sender(s)); }
static void note_put(struct step *s) { s->line->flag = PUT_CAME; }
static void note_nodata(struct step *s) { s->line->flag = NODATA_CAME; }
static void put_ack(struct step *s) { step_send(s, EVENT_PUTACK, step_incoming(s)->from); }
static void free_line(struct step *s) {
  s->line->owner = NO_ONE;
  s->line->flag = 0;
}
static unsigned waiting_client(struct step *s) {
  unsigned waiting = (unsigned)__builtin_ctz(s->line->sharers | 1u << CORES_MAX);
  s->line->sharers = 0;
  return waiting;
}
static void data_to_waiting(struct step *s) {
  step_send(s, EVENT_DATA, CLIENT(s, waiting_client(s)))->data = *COPY(s);
}
static void grant_to_waiting(struct step *s) { home_grant(s, waiting_client(s)); }

/* For the record. */
static bool recall(const struct step *s) {
  return 1u << s->state & HOME_O && step_parameter(s, PARAMETER_RECALL);
}
static const struct data *home_value(const struct local *local, unsigned line) {
  return &local->line[line].memory;
}

#endif
