/* rfo, the directory: its table, and what the table's words mean.  Included by rfo.c alone.
 *
 * `sharers` is who may have a copy in S (a superset: S is evicted in silence), never the owner;
 * `owner` is whose copy is the line's value in EM and O.  In I and S memory is.  Both are set when
 * a request is taken; the line is then blocked, in B_S, B_EM or B_O, until the requester's
 * unblocking word, and takes nothing else.  In R the entry is being freed: whoever has not answered
 * the recall is still in `sharers`, or is the owner (`flag`). */
#include "models/directory/rfo/rfo.h"

static const char *const directory_states[] = { "I", "S", "EM", "O", "B_S", "B_EM", "B_O", "R" };

static unsigned sender(const struct step *s) { return step_sm_of(s, step_incoming(s)->from); }
static uint8_t bit_of(unsigned sm) { return (uint8_t)(1u << sm); }
static uint8_t others(const struct step *s) {
  return s->line->sharers & (uint8_t)~bit_of(sender(s));
}

/* --- guards --- */

static bool from_owner(const struct step *s) { return sender(s) == s->line->owner; }
static bool not_from_owner(const struct step *s) { return !from_owner(s); }
static bool last_copy(const struct step *s) {
  return step_incoming(s)->type == EVENT_RDATA ? !s->line->sharers : !others(s) && !s->line->flag;
}
static bool not_last_copy(const struct step *s) { return !last_copy(s); }

/* --- answers and forwards --- */

static void data_to_sender(struct step *s, unsigned type, int count) {
  struct message *message = step_send(s, type, step_incoming(s)->from);
  message->data = s->line->memory;
  message->count = (int8_t)count;
}

static void data(struct step *s) { data_to_sender(s, EVENT_DATA, 0); }
static void data_exclusive(struct step *s) { data_to_sender(s, EVENT_DATAE, 0); }
static void data_and_count(struct step *s) {
  data_to_sender(s, EVENT_DATA, __builtin_popcount(others(s)));
}
static void ack_count(struct step *s) {
  step_send(s, EVENT_ACNT, step_incoming(s)->from)->count = (int8_t)__builtin_popcount(others(s));
}
static void put_ack(struct step *s) { step_send(s, EVENT_PUTACK, step_incoming(s)->from); }

static struct message *forward(struct step *s, unsigned type, unsigned sm, unsigned requester) {
  struct message *message = step_send(s, type, step_controller_of_sm(s, sm));
  message->requester = (uint8_t)requester;
  return message;
}

static void forward_gets(struct step *s) {
  forward(s, EVENT_FWDS, s->line->owner, step_incoming(s)->from);
}
static void forward_getm(struct step *s) {
  forward(s, EVENT_FWDM, s->line->owner, step_incoming(s)->from)->count =
      (int8_t)__builtin_popcount(others(s));
}

static void invalidate(struct step *s, uint8_t sharers, unsigned requester) {
  for (unsigned sm = 0; sharers >> sm; sm++)
    if (sharers >> sm & 1) forward(s, EVENT_INV, sm, requester);
}

static void invalidate_others(struct step *s) { invalidate(s, others(s), step_incoming(s)->from); }

static void recall_sharers(struct step *s) {
  invalidate(s, s->line->sharers, step_controller_of_line(s, s->at));
}
static void recall_owner(struct step *s) {
  forward(s, EVENT_RECALL, s->line->owner, step_controller_of_line(s, s->at));
  s->line->owner = NO_ONE;
  s->line->flag = 1;
}

/* --- bookkeeping --- */

static void share(struct step *s) { s->line->sharers |= bit_of(sender(s)); }

static void own(struct step *s) {
  s->line->owner = (uint8_t)sender(s);
  s->line->sharers = 0;
}

static void take_data_back(struct step *s) { s->line->memory = step_incoming(s)->data; }
static void disown(struct step *s) { s->line->owner = NO_ONE; }
static void strike(struct step *s) { s->line->sharers = others(s); }
static void owner_answered(struct step *s) { s->line->flag = 0; }

/* --- the table --- */

static const struct row directory_rows[] = {
  INFERRED(TEXT, D_I, GETS, always, B_EM, data_exclusive, own),
  INFERRED(TEXT, D_I, GETM, always, B_EM, data, own),
  INFERRED("PUT: somebody else has taken it", D_I | D_S, PUT, always, SAME, put_ack),
  NEVER(TEXT, D_I, EVICT | RDATA | RACK | UNB),

  INFERRED(TEXT, D_S, GETS, always, B_S, data, share),
  INFERRED(TEXT, D_S, GETM, always, B_EM, invalidate_others, data_and_count, own),
  INFERRED("S/Recall", D_S, EVICT, always, R, recall_sharers),
  NEVER(TEXT, D_S, RDATA | RACK | UNB),

  INFERRED(TEXT, D_EM | D_O, GETS, always, B_O, forward_gets, share),
  INFERRED(TEXT, D_EM, GETM, always, B_EM, forward_getm, own),
  INFERRED("EM/PUT", D_EM, PUT, from_owner, D_I, take_data_back, disown, put_ack),
  INFERRED("EM/Recall", D_EM, EVICT, always, R, recall_owner),
  INFERRED("PUT: somebody else has taken it", D_EM | D_O, PUT, not_from_owner, SAME, put_ack),
  NEVER(TEXT, D_EM | D_O, RDATA | RACK | UNB),

  INFERRED("O/GETM, of the owner", D_O, GETM, from_owner, B_EM, invalidate_others, ack_count, own),
  INFERRED("O/GETM, of another", D_O, GETM, not_from_owner, B_EM, forward_getm, invalidate_others,
           own),
  INFERRED("O/PUT: in O somebody is listed", D_O, PUT, from_owner, D_S, take_data_back, disown,
           put_ack),
  INFERRED("O/Recall", D_O, EVICT, always, R, recall_owner, recall_sharers),

  STALL("blocked", B_S | B_EM | B_O, GETS | GETM | PUT | EVICT, always),
  INFERRED("blocked/Unblock", B_S, UNB, always, D_S),
  INFERRED("blocked/Unblock", B_EM, UNB, always, D_EM),
  INFERRED("blocked/Unblock", B_O, UNB, always, D_O),
  NEVER("blocked", B_S | B_EM | B_O, RDATA | RACK),

  STALL("recalling", R, GETS | GETM | PUT | EVICT, always),
  INFERRED("R/Data", R, RDATA, not_last_copy, SAME, take_data_back, owner_answered),
  INFERRED("R/Data, the last", R, RDATA, last_copy, D_I, take_data_back, owner_answered),
  INFERRED("R/Ack", R, RACK, not_last_copy, SAME, strike),
  INFERRED("R/Ack, the last", R, RACK, last_copy, D_I, strike),
  NEVER("R", R, UNB),
};

/* --- for the record --- */

static const struct data *directory_value(const struct local *local, unsigned line) {
  return 1u << local->line[line].state & (D_I | D_S) ? &local->line[line].memory : NULL;
}
