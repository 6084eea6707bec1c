/* rfo, the L1: its table, and what the table's words mean.  Included by rfo.c alone.
 *
 * The MSHR of a line is its queue: the loads that wait for a miss, or the one store or atomic that
 * waits for the right to write. `pending` counts invalidations: the answer to a GETM says how many
 * acknowledgements to expect, each takes one off, and they may come before it, so that it may be
 * negative.  `flag` says that the answer has come. */
#include "models/directory/rfo/rfo.h"

static const char *const l1_states[] = {
  "I", "S", "E", "O", "M", "IS", "IM", "SM", "OM", "MI", "II"
};

/* --- guards --- */

/* The answer to a GETM: are all the acknowledgements that it announces in?  An acknowledgement: is
 * it the last? */
static bool all_in(const struct step *s) { return s->line->pending + step_incoming(s)->count == 0; }
static bool some_out(const struct step *s) { return !all_in(s); }
static bool last(const struct step *s) { return s->line->flag && s->line->pending == 1; }
static bool not_last(const struct step *s) { return !last(s); }

/* --- requests of cores --- */

static unsigned home(const struct step *s) { return step_controller_of_line(s, s->at); }
static void keep(struct step *s) { step_enqueue(s, s->request); }
static void gets(struct step *s) { step_send(s, EVENT_GETS, home(s)); }
static void getm(struct step *s) { step_send(s, EVENT_GETM, home(s)); }
static void put(struct step *s) { step_send(s, EVENT_PUT, home(s))->data = s->line->data; }
static void hit(struct step *s) { step_reply_word(s, s->request, &s->line->data); }

/* A store, or an atomic, on a copy that no one else has. */
static void write_for(struct step *s, const struct request *request) {
  int64_t old = s->line->data.word[request->word];
  step_perform(s, request->word, NO_TIME);
  data_write(&s->line->data, request->word, request_result(request, old));
  step_reply(s, request, request->event == EVENT_ATOMIC ? old : 0);
}

static void write_hit(struct step *s) { write_for(s, s->request); }
static void drop(struct step *s) { data_clear(&s->line->data); }

/* --- what others ask --- */

/* The acknowledgement goes to the L1 that wants to write, or to the directory that wants its entry
 * back. */
static void ack(struct step *s) {
  unsigned to = step_incoming(s)->requester;
  step_send(s, to == home(s) ? EVENT_RACK : EVENT_ACK, to);
}

static void data_to_requester(struct step *s) {
  struct message *message = step_send(s, EVENT_DATA, step_incoming(s)->requester);
  message->data = s->line->data;
  message->count = step_incoming(s)->count;
}

static void data_to_home(struct step *s) {
  step_send(s, EVENT_RDATA, home(s))->data = s->line->data;
}

/* --- answers --- */

static void take_data(struct step *s) { s->line->data = step_incoming(s)->data; }
static void expect(struct step *s) {
  s->line->pending = (int8_t)(s->line->pending + step_incoming(s)->count);
  s->line->flag = 1;
}
static void count_ack(struct step *s) { s->line->pending--; }
static void unblock(struct step *s) { step_send(s, EVENT_UNB, home(s)); }

static void serve_all(struct step *s) {
  while (s->line->waiting) {
    struct request request = step_dequeue(s, 0);
    step_reply_word(s, &request, &step_incoming(s)->data);
  }
}

static void store_done(struct step *s) {
  struct request request = step_dequeue(s, 0);
  s->line->pending = 0;
  s->line->flag = 0;
  write_for(s, &request);
}

/* --- the table --- */

static const struct row l1_rows[] = {
  INFERRED(TEXT, I, LOAD, always, IS, keep, gets),
  INFERRED(TEXT, I, STORE | ATOMIC, always, IM, keep, getm),
  INFERRED("I/Inv: evicted in silence", I, INV, always, SAME, ack),
  NEVER(TEXT, I, EVICT | FWDS | FWDM | RECALL | DATA | DATAE | ACNT | ACK | PUTACK),

  INFERRED(TEXT, S, LOAD, always, SAME, hit),
  INFERRED(TEXT, S, STORE | ATOMIC, always, SM, keep, getm),
  INFERRED(TEXT, S, EVICT, always, I, drop),
  INFERRED(TEXT, S, INV, always, I, ack, drop),
  NEVER(TEXT, S, FWDS | FWDM | RECALL | DATA | DATAE | ACNT | ACK | PUTACK),

  INFERRED(TEXT, E | M, LOAD, always, SAME, hit),
  INFERRED(TEXT, E | M, STORE | ATOMIC, always, M, write_hit),
  INFERRED(TEXT, E | M | O, EVICT, always, MI, put),
  INFERRED(TEXT, E | M | O, FWDS, always, O, data_to_requester),
  INFERRED(TEXT, E | M | O, FWDM, always, I, data_to_requester, drop),
  INFERRED(TEXT, E | M | O, RECALL, always, I, data_to_home, drop),
  NEVER(TEXT, E | M | O, INV | DATA | DATAE | ACNT | ACK | PUTACK),

  INFERRED(TEXT, O, LOAD, always, SAME, hit),
  INFERRED(TEXT, O, STORE | ATOMIC, always, OM, keep, getm),

  INFERRED("IS: a load joins", IS, LOAD, always, SAME, keep),
  STALL("a miss is out", IS, STORE | ATOMIC | EVICT, always),
  STALL("a write is out", IM | SM | OM, LOAD | STORE | ATOMIC | EVICT, always),
  STALL("an eviction is out", MI | II, LOAD | STORE | ATOMIC | EVICT, always),

  INFERRED("IS/Inv: before the GETS is taken", IS, INV, always, SAME, ack),
  INFERRED("IS/Data", IS, DATA, always, S, take_data, serve_all, unblock),
  INFERRED("IS/DataE", IS, DATAE, always, E, take_data, serve_all, unblock),
  NEVER("IS", IS, FWDS | FWDM | RECALL | ACNT | ACK | PUTACK),

  INFERRED("IM/Inv: before the GETM is taken", IM, INV, always, SAME, ack),
  INFERRED("SM/Inv: before the GETM is taken", SM, INV, always, IM, ack, drop),
  INFERRED("IM, SM/Data, all acks", IM | SM, DATA, all_in, M, take_data, store_done, unblock),
  INFERRED("IM, SM/Data, acks missing", IM | SM, DATA, some_out, IM, take_data, expect),
  INFERRED("SM/Ack, before Data", SM, ACK, always, SAME, count_ack),
  INFERRED("IM/Ack", IM, ACK, not_last, SAME, count_ack),
  INFERRED("IM/Ack, the last", IM, ACK, last, M, store_done, unblock),
  NEVER("IM, SM", IM | SM, FWDS | FWDM | RECALL | DATAE | ACNT | PUTACK),

  INFERRED("OM/FwdS", OM, FWDS, always, SAME, data_to_requester),
  INFERRED("OM/FwdM", OM, FWDM, always, IM, data_to_requester, drop),
  INFERRED("OM/Recall", OM, RECALL, always, IM, data_to_home, drop),
  INFERRED("OM/AckCount, all acks", OM, ACNT, all_in, M, store_done, unblock),
  INFERRED("OM/AckCount, acks missing", OM, ACNT, some_out, SAME, expect),
  INFERRED("OM/Ack", OM, ACK, not_last, SAME, count_ack),
  INFERRED("OM/Ack, the last", OM, ACK, last, M, store_done, unblock),
  NEVER("OM", OM, INV | DATA | DATAE | PUTACK),

  INFERRED("MI/FwdS", MI, FWDS, always, SAME, data_to_requester),
  INFERRED("MI/FwdM", MI, FWDM, always, II, data_to_requester, drop),
  INFERRED("MI/Recall", MI, RECALL, always, II, data_to_home, drop),
  INFERRED("MI/PutAck", MI, PUTACK, always, I, drop),
  NEVER("MI", MI, INV | DATA | DATAE | ACNT | ACK),

  INFERRED("II/PutAck", II, PUTACK, always, I),
  NEVER("II", II, FWDS | FWDM | RECALL | INV | DATA | DATAE | ACNT | ACK),
};

/* --- for the record --- */

static bool silent_evict(const struct step *s) { return in_state(s, S); }
static bool loud_evict(const struct step *s) { return in_state(s, E | O | M); }

static enum permission l1_permission(const struct local *local, unsigned line) {
  unsigned state = 1u << local->line[line].state;
  return state & (E | M) ? PERMISSION_WRITE : state & (S | O) ? PERMISSION_READ : PERMISSION_NONE;
}

static const struct data *l1_value(const struct local *local, unsigned line) {
  return 1u << local->line[line].state & (E | O | M) ? &local->line[line].data : NULL;
}
