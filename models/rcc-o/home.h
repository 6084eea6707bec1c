/* The home of a line, which knows its owner: the L2 of rcc-o, whose clients are L1s; in rcc-o-hier the LLC, whose clients are L2s.
 * What its guards see and what its actions do, and its table.
 *
 * Of a line: `owner`; `sharers`, whom the transaction is for; `flag` ("crossed"), what has come of an eviction that crossed it. */
#ifndef MODELS_RCC_O_HOME_H
#define MODELS_RCC_O_HOME_H

#include "kit/step.h"
#include "models/rcc-o/rcc-o.h"

/* What is otherwise where there is more than one GPU: a home's copy, and which controller is the client of this index. */
#ifndef COPY
#define COPY(step) (&(step)->line->memory)
#define CLIENT(step, index) controller_of_sm(step, index)
#endif

enum { HOME_V = 1 << 0, HOME_O = 1 << 1, OV = 1 << 2, OO = 1 << 3, OE = 1 << 4 };
static const char *const home_states[] = { "V", "O", "OV", "OO", "OE" };
enum { PUT_CAME = 1, NODATA_CAME = 2 };

static unsigned sender(const struct step *s) { return index_of(s, incoming(s)->from); }
/* A PutO that crosses a ReqWB waits for its NoData, which may have come (variant early-putack: it does not wait). */
static bool second(const struct step *s) {
  return s->line->flag || (s->event == EVENT_PUTO && parameter(s, PARAMETER_EARLY_PUTACK));
}
static bool first(const struct step *s) { return !second(s); }
static bool asks_owner(const struct step *s) { return parameter(s, PARAMETER_RECALL) != FORGETS; }
static bool forgets_owner(const struct step *s) { return !asks_owner(s); }

static void data_to_sender(struct step *s) { send(s, EVENT_DATA, incoming(s)->from)->data = *COPY(s); }
static void grant_to_sender(struct step *s) {
  send(s, EVENT_GRANT, incoming(s)->from)->data = *COPY(s);
  s->line->owner = (uint8_t)sender(s);
}
static void request_write_back(struct step *s) { send(s, EVENT_REQWB, CLIENT(s, s->line->owner)); }
static void remember(struct step *s) { s->line->sharers = (uint8_t)(1u << sender(s)); }
static void merge(struct step *s) { *COPY(s) = incoming(s)->data; }
static void note_put(struct step *s) { s->line->flag = PUT_CAME; }
static void note_nodata(struct step *s) { s->line->flag = NODATA_CAME; }
static void put_ack(struct step *s) { send(s, EVENT_PUTACK, incoming(s)->from); }

static void free_line(struct step *s) {
  s->line->owner = NO_ONE;
  s->line->flag = 0;
}
static unsigned waiting_l1(struct step *s) {
  unsigned sm = (unsigned)__builtin_ctz(s->line->sharers | 1u << CORES_MAX);
  s->line->sharers = 0;
  return sm;
}
static void data_to_waiting(struct step *s) { send(s, EVENT_DATA, CLIENT(s, waiting_l1(s)))->data = *COPY(s); }
static void grant_to_waiting(struct step *s) {
  unsigned sm = waiting_l1(s);
  send(s, EVENT_GRANT, CLIENT(s, sm))->data = *COPY(s);
  s->line->owner = (uint8_t)sm;
}

static void home_start(const struct machine *machine, struct local *local) {
  for (unsigned line = 0; line < machine_lines(machine); line++) local->line[line].owner = NO_ONE;
}

/* (Included where HOME_ROW says whether the source has the rows that name its table.) */
#define RCC_O_HOME_ROWS \
  HOME_ROW("10.16 V/GetV", HOME_V, GETV, always, SAME, data_to_sender), \
  HOME_ROW("10.16 V/GetO", HOME_V, GETO, always, HOME_O, grant_to_sender), \
  NEVER("10.16 V", HOME_V, PUTO | OWNWB | NODATA), \
  HOME_ROW("10.16 O/GetV", HOME_O, GETV, always, OV, remember, request_write_back), \
  HOME_ROW("10.16 O/GetO", HOME_O, GETO, always, OO, remember, request_write_back), \
  HOME_ROW("10.16 O/PutO", HOME_O, PUTO, always, HOME_V, merge, free_line, put_ack), \
  HOME_ROW("10.16 O/Evict", HOME_O, EVICT, asks_owner, OE, request_write_back), \
  VARIANT("O/Evict, and nobody is told (forgetful)", HOME_O, EVICT, forgets_owner, HOME_V, free_line), \
  NEVER("10.16 O", HOME_O, OWNWB | NODATA), \
  STALL("a transaction is out", OV | OO | OE, GETV | GETO, always), \
  INFERRED("OV/OwnWB", OV, OWNWB, always, HOME_V, merge, free_line, data_to_waiting), \
  INFERRED("OO/OwnWB", OO, OWNWB, always, HOME_O, merge, free_line, grant_to_waiting), \
  VARIANT("OE/OwnWB", OE, OWNWB, always, HOME_V, merge, free_line), \
  INFERRED("PutO, NoData to come", OV | OO | OE, PUTO, first, SAME, merge, note_put), \
  INFERRED("NoData, PutO to come", OV | OO | OE, NODATA, first, SAME, note_nodata), \
  INFERRED("OV/PutO after NoData", OV, PUTO, second, HOME_V, merge, free_line, put_ack, data_to_waiting), \
  INFERRED("OO/PutO after NoData", OO, PUTO, second, HOME_O, merge, free_line, put_ack, grant_to_waiting), \
  VARIANT("OE/PutO after NoData", OE, PUTO, second, HOME_V, merge, free_line, put_ack), \
  INFERRED("OV/NoData after PutO", OV, NODATA, second, HOME_V, free_line, put_ack, data_to_waiting), \
  INFERRED("OO/NoData after PutO", OO, NODATA, second, HOME_O, free_line, put_ack, grant_to_waiting), \
  VARIANT("OE/NoData after PutO", OE, NODATA, second, HOME_V, free_line, put_ack), \
  STALL("Evict: there is no owner, or it is asked already", HOME_V | OV | OO | OE, EVICT, always)

#endif
