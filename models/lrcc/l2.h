/* The L2 of lrcc: memory that answers at once, and that knows who owns a line.  To lrcc-hier's L2s the LLC is the same, and to its
 * L1s an L2 is in part.
 *
 * `owner`; an atomic that waits, in the queue; `sharers`, whom the transaction is for; `flag`, what
 * has come of an eviction that crossed it. */
#ifndef MODELS_LRCC_L2_H
#define MODELS_LRCC_L2_H

#include "models/lrcc/lrcc.h"

/* What is otherwise where there is more than one GPU (lrcc-hier): who is a client, and which of them a core's request came from;
 * where the home has a line; and that none of its rows is in the source. */
#ifndef CLIENT
#define CLIENT(step, index) controller_of_sm(step, index)
#define CLIENT_OF_CORE(step, core) controller_of_core(step, core)
#define COPY(step) (&(step)->line->memory)
#define HOME_ROW ROW
#endif

enum { L2_V = 1 << 0, L2_O = 1 << 1, OV = 1 << 2, OO = 1 << 3, OE = 1 << 4, L2_OA = 1 << 5, L2_ANY = (1 << 6) - 1 };
static const char *const home_states[] = { "V", "O", "OV", "OO", "OE", "OA" };
enum { PUT_CAME = 1, NODATA_CAME = 2 };

static void home_start(const struct machine *machine, struct local *local) {
  for (unsigned line = 0; line < machine_lines(machine); line++) local->line[line].owner = NO_ONE;
}

static unsigned sender(const struct step *s) { return index_of(s, incoming(s)->from); }
/* A PutO that crosses a ReqWB waits for its NoData, which may have come (variant early-putack: it does not wait). */
static bool second(const struct step *s) {
  return s->line->flag || (s->event == EVENT_PUTO && parameter(s, PARAMETER_EARLY_PUTACK));
}
static bool first(const struct step *s) { return !second(s); }
static bool asks_owner(const struct step *s) { return parameter(s, PARAMETER_RECALL) != FORGETS; }
static bool forgets_owner(const struct step *s) { return !asks_owner(s); }
/* Who asks for an owned line?  Of others the owner is told (variant old-acquires: it is not, as of its own). */
static bool by_other(const struct step *s) {
  return sender(s) != s->line->owner && parameter(s, PARAMETER_ACQUIRE) != ACQUIRES_OLD;
}
static bool by_owner(const struct step *s) { return !by_other(s); }

static void home_grant(struct step *s, unsigned sm) {
  send(s, EVENT_GRANT, CLIENT(s, sm))->data = *COPY(s);
  s->line->owner = (uint8_t)sm;
}
static void grant_to_sender(struct step *s) { home_grant(s, sender(s)); }
static void request_write_back(struct step *s) { send(s, EVENT_REQWB, CLIENT(s, s->line->owner)); }
static void remember(struct step *s) { s->line->sharers = (uint8_t)(1u << sender(s)); }
static void own_ack(struct step *s) {
  if (!parameter(s, PARAMETER_UNACKNOWLEDGED)) l2_ack(s);
}
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
static void l2_keep(struct step *s) { enqueue(s, s->request); }
static void atomic_for_waiting(struct step *s) {
  struct request request = dequeue(s, 0);
  int64_t old = s->line->memory.word[request.word];
  perform(s, request.word, NO_TIME);
  data_write(&s->line->memory, request.word, request_result(&request, old));
  struct message *message = send(s, EVENT_AACK, CLIENT_OF_CORE(s, request.core));
  message->request = request;
  message->request.value = old;
}
static void grant_to_waiting(struct step *s) { home_grant(s, waiting_l1(s)); }

/* A write-back that comes behind a ReqWB: at once, or when the owner has answered (queue). */
static bool at_once(const struct step *s) { return !parameter(s, PARAMETER_QUEUE) || 1u << s->state & (L2_V | L2_O); }
static bool behind(const struct step *s) { return !at_once(s); }

#define LRCC_HOME_ROWS \
  HOME_ROW("10.16 V/GetV", L2_V, GETV, always, SAME, l2_data), \
  HOME_ROW("10.16 V/GetO", L2_V, GETO, always, L2_O, grant_to_sender), \
  NEVER("10.16 V", L2_V, PUTO | OWNWB | NODATA), \
  HOME_ROW("10.16 O/GetV", L2_O, GETV, by_other, OV, remember, request_write_back), \
  INFERRED("O/GetV, the owner's own", L2_O, GETV, by_owner, SAME, l2_data), \
  HOME_ROW("10.16 O/GetO", L2_O, GETO, always, OO, remember, request_write_back), \
  HOME_ROW("10.16 O/PutO", L2_O, PUTO, always, L2_V, l2_merge, free_line, put_ack), \
  HOME_ROW("10.16 O/Evict", L2_O, EVICT, asks_owner, OE, request_write_back), \
  VARIANT("O/Evict, and nobody is told (forgetful)", L2_O, EVICT, forgets_owner, L2_V, free_line), \
  NEVER("10.16 O", L2_O, OWNWB | NODATA), \
  INFERRED("write-back, at once in any state", L2_ANY, WB, at_once, SAME, l2_merge, l2_ack), \
  STALL("write-back: a ReqWB is out (queue)", L2_ANY, WB, behind), \
  INFERRED("V/Atomic", L2_V, ATOMIC_UP, always, SAME, l2_atomic), \
  INFERRED("O/Atomic", L2_O, ATOMIC_UP, always, L2_OA, l2_keep, request_write_back), \
  STALL("a transaction is out", OV | OO | OE | L2_OA, GETV | GETO | ATOMIC_UP, always), \
  INFERRED("OV/OwnWB", OV, OWNWB, always, L2_V, l2_merge, own_ack, free_line, data_to_waiting), \
  INFERRED("OO/OwnWB", OO, OWNWB, always, L2_O, l2_merge, own_ack, free_line, grant_to_waiting), \
  VARIANT("OE/OwnWB", OE, OWNWB, always, L2_V, l2_merge, own_ack, free_line), \
  INFERRED("OA/OwnWB", L2_OA, OWNWB, always, L2_V, l2_merge, own_ack, free_line, atomic_for_waiting), \
  INFERRED("PutO, NoData to come", OV | OO | OE | L2_OA, PUTO, first, SAME, l2_merge, note_put), \
  INFERRED("NoData, PutO to come", OV | OO | OE | L2_OA, NODATA, first, SAME, note_nodata), \
  INFERRED("OV/PutO after NoData", OV, PUTO, second, L2_V, l2_merge, free_line, put_ack, data_to_waiting), \
  INFERRED("OO/PutO after NoData", OO, PUTO, second, L2_O, l2_merge, free_line, put_ack, grant_to_waiting), \
  VARIANT("OE/PutO after NoData", OE, PUTO, second, L2_V, l2_merge, free_line, put_ack), \
  INFERRED("OA/PutO after NoData", L2_OA, PUTO, second, L2_V, l2_merge, free_line, put_ack, atomic_for_waiting), \
  INFERRED("OA/NoData after PutO", L2_OA, NODATA, second, L2_V, free_line, put_ack, atomic_for_waiting), \
  INFERRED("OV/NoData after PutO", OV, NODATA, second, L2_V, free_line, put_ack, data_to_waiting), \
  INFERRED("OO/NoData after PutO", OO, NODATA, second, L2_O, free_line, put_ack, grant_to_waiting), \
  VARIANT("OE/NoData after PutO", OE, NODATA, second, L2_V, free_line, put_ack), \
  STALL("Evict: there is no owner, or it is asked already", L2_V | OV | OO | OE | L2_OA, EVICT, always)

#endif
