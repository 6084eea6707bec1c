/* mesi, the L1: its table, and what the table's words mean.  Included by mesi.c alone.
 *
 * A line in a transient state has one request outstanding, which waits in its MSHR (line.queue);
 * all else stalls (variants: loads join a load that is out). `pending` counts invalidations: an
 * answer to GETX or UPG says how many acknowledgements to expect (as -n), each acknowledgement adds
 * one, and at zero the write is complete.  Acknowledgements may come before the answer. `dirty`
 * says that the copy is newer than the L2's, which M_I must remember. */
#include "models/directory/mesi/mesi.h"

static const char *const l1_states[] = {
  "I", "S", "E", "M", "IS", "IS_I", "IM", "SM", "M_I", "SINK"
};

/* --- guards --- */

static bool from_l2(const struct step *s) {
  return step_incoming(s)->from == step_controller_of_line(s, s->at);
}
static bool from_l1(const struct step *s) { return !from_l2(s); }
static bool acks_all(const struct step *s) {
  return s->line->pending + step_incoming(s)->count == 0;
}
static bool acks_missing(const struct step *s) { return !acks_all(s); }

/* A load of a line for which a load is out waits (variants: joined, it joins that; late-merge, also
 * when an invalidation has come). */
enum { LOADS_WAIT, LOADS_JOIN, LOADS_JOIN_LATE };
static bool joins(const struct step *s) { return step_parameter(s, PARAMETER_MERGE) != LOADS_WAIT; }
static bool waits(const struct step *s) { return !joins(s); }
static bool joins_late(const struct step *s) {
  return step_parameter(s, PARAMETER_MERGE) == LOADS_JOIN_LATE;
}
static bool waits_late(const struct step *s) { return !joins_late(s); }

/* --- requests of cores --- */

static unsigned home(const struct step *s) { return step_controller_of_line(s, s->at); }
static void keep(struct step *s) { step_enqueue(s, s->request); }
static void gets(struct step *s) { step_send(s, EVENT_GETS, home(s)); }
static void getx(struct step *s) { step_send(s, EVENT_GETX, home(s)); }
static void upgrade(struct step *s) { step_send(s, EVENT_UPG, home(s)); }

static void hit(struct step *s) { step_reply_word(s, s->request, &s->line->data); }

/* A store, or an atomic, on a copy that no one else has. */
static void write_for(struct step *s, const struct request *request) {
  int64_t old = s->line->data.word[request->word];
  step_perform(s, request->word, NO_TIME);
  data_write(&s->line->data, request->word, request_result(request, old));
  s->line->dirty = 1;
  step_reply(s, request, request->event == EVENT_ATOMIC ? old : 0);
}

static void write_hit(struct step *s) { write_for(s, s->request); }

static void drop(struct step *s) {
  data_clear(&s->line->data);
  s->line->dirty = 0;
}

static void putx(struct step *s) {
  struct message *message = step_send(s, EVENT_PUTX, home(s));
  message->flag = s->line->dirty;
  message->data = s->line->data;
}

/* --- what others ask --- */

/* The acknowledgement goes to the L1 that wants to write, or to the L2 that wants to evict. */
static void ack(struct step *s) {
  unsigned to = step_incoming(s)->requester;
  if (to == home(s)) step_send(s, EVENT_INVACK, to);
  else step_send(s, EVENT_ACK, to)->count = 1;
}

static void data_to_requester(struct step *s) {
  step_send(s, EVENT_DATA, step_incoming(s)->requester)->data = s->line->data;
}

static void write_back(struct step *s) {
  struct message *message = step_send(s, EVENT_WBD, home(s));
  message->flag = s->line->dirty;
  message->data = s->line->data;
}

static void cleaned(struct step *s) { s->line->dirty = 0; }

/* --- answers --- */

static void take_data(struct step *s) { s->line->data = step_incoming(s)->data; }
static void count_acks(struct step *s) {
  s->line->pending = (int8_t)(s->line->pending + step_incoming(s)->count);
}

/* The load that asked, and any that have joined it. */
static void load_done(struct step *s) {
  while (s->line->waiting) {
    struct request request = step_dequeue(s, 0);
    step_reply_word(s, &request, &step_incoming(s)->data);
  }
}

static void store_done(struct step *s) {
  struct request request = step_dequeue(s, 0);
  s->line->pending = 0;
  write_for(s, &request);
}

static void unblock(struct step *s) { step_send(s, EVENT_UNB, home(s)); }
static void exclusive_unblock(struct step *s) { step_send(s, EVENT_XUNB, home(s)); }

/* --- the table --- */

static const struct row l1_rows[] = {
  ROW("gem5 L1 I/Load", I, LOAD, always, IS, keep, gets),
  ROW("gem5 L1 I/Store", I, STORE | ATOMIC, always, IM, keep, getx),
  ROW("gem5 L1 I/Inv", I, INV, always, SAME, ack),
  NEVER("gem5 L1 I", I, EVICT | FGS | FGX | DATA | DATAE | ACK | WBACK),

  ROW("gem5 L1 S/Load", S, LOAD, always, SAME, hit),
  ROW("gem5 L1 S/Store", S, STORE | ATOMIC, always, SM, keep, upgrade),
  ROW("gem5 L1 S/L1_Replacement", S, EVICT, always, I, drop),
  ROW("gem5 L1 S/Inv", S, INV, always, I, ack, drop),
  NEVER("gem5 L1 S", S, FGS | FGX | DATA | DATAE | ACK | WBACK),

  ROW("gem5 L1 E/Load", E, LOAD, always, SAME, hit),
  ROW("gem5 L1 E/Store", E, STORE | ATOMIC, always, M, write_hit),
  ROW("gem5 L1 E/L1_Replacement", E, EVICT, always, M_I, putx),
  ROW("gem5 L1 E/Inv", E, INV, always, I, ack, drop),
  ROW("gem5 L1 E/Fwd_GETS", E, FGS, always, S, data_to_requester, write_back),
  ROW("gem5 L1 E/Fwd_GETX", E, FGX, always, I, data_to_requester, drop),
  NEVER("gem5 L1 E", E, DATA | DATAE | ACK | WBACK),

  ROW("gem5 L1 M/Load", M, LOAD, always, SAME, hit),
  ROW("gem5 L1 M/Store", M, STORE | ATOMIC, always, SAME, write_hit),
  ROW("gem5 L1 M/L1_Replacement", M, EVICT, always, M_I, putx),
  ROW("gem5 L1 M/Inv", M, INV, always, I, write_back, drop),
  ROW("gem5 L1 M/Fwd_GETS", M, FGS, always, S, data_to_requester, write_back, cleaned),
  ROW("gem5 L1 M/Fwd_GETX", M, FGX, always, I, data_to_requester, drop),
  NEVER("gem5 L1 M", M, DATA | DATAE | ACK | WBACK),

  STALL("gem5 L1 transient", IM | SM | M_I | SINK, LOAD, always),
  STALL("gem5 L1 transient", IS, LOAD, waits),
  STALL("gem5 L1 transient", IS_I, LOAD, waits_late),
  VARIANT("IS/Load: it joins (joined)", IS, LOAD, joins, SAME, keep),
  VARIANT("IS_I/Load: it joins (late-merge)", IS_I, LOAD, joins_late, SAME, keep),
  STALL("gem5 L1 transient", IS | IS_I | IM | SM | M_I | SINK, STORE | ATOMIC | EVICT, always),

  ROW("gem5 L1 IS/Inv", IS, INV, always, IS_I, ack),
  ROW("gem5 L1 IS/Data_all_Acks", IS, DATA, from_l2, S, take_data, load_done),
  ROW("gem5 L1 IS/DataS_fromL1", IS, DATA, from_l1, S, take_data, load_done, unblock),
  ROW("gem5 L1 IS/Data_Exclusive", IS, DATAE, always, E, take_data, load_done, exclusive_unblock),
  NEVER("gem5 L1 IS", IS, FGS | FGX | ACK | WBACK),

  ROW("gem5 L1 IS_I/Inv", IS_I, INV, always, SAME, ack),
  ROW("gem5 L1 IS_I/Data_all_Acks", IS_I, DATA, from_l2, I, load_done),
  ROW("gem5 L1 IS_I/DataS_fromL1", IS_I, DATA, from_l1, I, load_done, unblock),
  ROW("gem5 L1 IS_I/Data_Exclusive", IS_I, DATAE, always, E, take_data, load_done,
      exclusive_unblock),
  NEVER("gem5 L1 IS_I", IS_I, FGS | FGX | ACK | WBACK),

  ROW("gem5 L1 IM/Inv", IM, INV, always, SAME, ack),
  ROW("gem5 L1 IM/Data_all_Acks", IM, DATA, acks_all, M, take_data, store_done, exclusive_unblock),
  ROW("gem5 L1 IM/Data", IM, DATA, acks_missing, SM, take_data, count_acks),
  ROW("gem5 L1 IM/Ack", IM, ACK, always, SAME, count_acks),
  NEVER("gem5 L1 IM", IM, FGS | FGX | DATAE | WBACK),

  ROW("gem5 L1 SM/Inv", SM, INV, always, IM, ack, drop),
  ROW("gem5 L1 SM/Ack", SM, ACK, acks_missing, SAME, count_acks),
  ROW("gem5 L1 SM/Ack_all", SM, ACK, acks_all, M, store_done, exclusive_unblock),
  NEVER("gem5 L1 SM", SM, FGS | FGX | DATA | DATAE | WBACK),

  INFERRED("gem5 L1 M_I/Inv: a recall", M_I, INV, always, SINK, write_back, drop),
  ROW("gem5 L1 M_I/Fwd_GETS", M_I, FGS, always, SINK, data_to_requester, write_back, drop),
  ROW("gem5 L1 M_I/Fwd_GETX", M_I, FGX, always, SINK, data_to_requester, drop),
  ROW("gem5 L1 M_I/WB_Ack", M_I, WBACK, always, I, drop),
  NEVER("gem5 L1 M_I", M_I, DATA | DATAE | ACK),

  ROW("gem5 L1 SINK_WB_ACK/Inv", SINK, INV, always, SAME, ack),
  ROW("gem5 L1 SINK_WB_ACK/WB_Ack", SINK, WBACK, always, I),
  NEVER("gem5 L1 SINK_WB_ACK", SINK, FGS | FGX | DATA | DATAE | ACK),
};

/* --- for the record --- */

static bool silent_evict(const struct step *s) { return in_state(s, S); }
static bool loud_evict(const struct step *s) { return in_state(s, E | M); }

static enum permission l1_permission(const struct local *local, unsigned line) {
  unsigned state = 1u << local->line[line].state;
  return state & (E | M) ? PERMISSION_WRITE : state & S ? PERMISSION_READ : PERMISSION_NONE;
}

static const struct data *l1_value(const struct local *local, unsigned line) {
  return 1u << local->line[line].state & (E | M) ? &local->line[line].data : NULL;
}
