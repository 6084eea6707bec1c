/* rfo: "read for ownership", the CPU's way: write-back L1s and a full-map directory,
 * QuickRelease's baseline.
 *
 * Source: Hechtman et al., QuickRelease (HPCA 2014), 2.4.2, table 1 and figure 2.  A fully mapped
 * directory with full sharer state is inclusive of the caches above it.  It allows a single writer
 * or multiple readers of a block at any time, and may recall data from the caches to free
 * directory space.  It resembles the protocol of recent AMD CPUs (which is MOESI).  A release or
 * an acquire neither flushes nor invalidates anything.  The source says no more: every row is
 * INFERRED, and none is counted (README.md, which has the claims, too).
 *
 * Networks keep no order. */
#include "models/lib/copies.h"
#include "protocol/events.h"
#include "models/lib/record.h"
#include "protocol/states.h"

#define L1_STATES(X)                                                                            \
  X(I, "I"), X(S, "S"), X(E, "E"), X(O, "O"), X(M, "M"), X(IS, "IS"), X(IM, "IM"), X(SM, "SM"), \
      X(OM, "OM"), X(MI, "MI"), X(II, "II")
/* EM is E or M in an L1; B_S, B_EM, B_O are blocked until the requester has its answer. */
#define DIRECTORY_STATES(X)                                                             \
  X(D_I, "I"), X(D_S, "S"), X(D_EM, "EM"), X(D_O, "O"), X(B_S, "B_S"), X(B_EM, "B_EM"), \
      X(B_O, "B_O"), X(R, "R")
DECLARE_STATES(l1_states, L1_STATES);
DECLARE_STATES(directory_states, DIRECTORY_STATES);

enum { REQUEST, FORWARD, RESPONSE, NETWORK_COUNT };
/* RDATA, RACK and UNB are responses to the directory. */
#define MESSAGES(M)                                                  \
  M(GETS, "GETS", REQUEST)                                           \
  M(GETM, "GETM", REQUEST)                                           \
  M(PUT, "PUT", REQUEST, .has_data = true)                           \
  M(FWDS, "FwdS", FORWARD, .has_requester = true)                    \
  M(FWDM, "FwdM", FORWARD, .has_requester = true, .has_count = true) \
  M(RECALL, "Recall", FORWARD)                                       \
  M(INV, "Inv", FORWARD, .has_requester = true)                      \
  M(DATA, "Data", RESPONSE, .has_data = true, .has_count = true)     \
  M(DATAE, "DataE", RESPONSE, .has_data = true)                      \
  M(ACNT, "AckCount", RESPONSE, .has_count = true)                   \
  M(ACK, "Ack", RESPONSE)                                            \
  M(PUTACK, "PutAck", RESPONSE)                                      \
  M(RDATA, "RData", RESPONSE, .has_data = true)                      \
  M(RACK, "RAck", RESPONSE)                                          \
  M(UNB, "Unblock", RESPONSE)
DECLARE_EVENTS(MESSAGES, NO_EVENTS);

#define L1_ALPHABET \
  (LOAD | STORE | ATOMIC | EVICT | FWDS | FWDM | RECALL | INV | DATA | DATAE | ACNT | ACK | PUTACK)
#define DIRECTORY_ALPHABET (GETS | GETM | PUT | EVICT | RDATA | RACK | UNB)

#define TEXT "QuickRelease 2.4.2"

/* --- the L1 ---
 *
 * The MSHR of a line is its queue.  It has the loads that wait for a miss, or the one store or
 * atomic that waits to write.  `pending` counts invalidations: the answer to a GETM says how many
 * acknowledgements to expect, and each takes one off.  They may come before it, so that it may be
 * negative.  `flag` says that the answer has come. */

/* Are all the acknowledgements in that the answer to a GETM announces?  Is one the last? */
GUARD_PAIR(all_in, some_out, s->line->pending + step_incoming(s)->count == 0)
GUARD_PAIR(last, not_last, s->line->flag && s->line->pending == 1)
static void keep(struct step *s) { join(s); }
static void gets(struct step *s) { step_send(s, EVENT_GETS, home(s)); }
static void getm(struct step *s) { step_send(s, EVENT_GETM, home(s)); }
static void put(struct step *s) { step_send(s, EVENT_PUT, home(s))->data = s->line->data; }
/* A store, or an atomic, on a copy that no other L1 may read. */
static void write_for(struct step *s, const struct request *request) {
  step_reply(s, request, answer_of(request, perform_on(s, &s->line->data, request)));
}
static void write_hit(struct step *s) { write_for(s, s->request); }
static void drop(struct step *s) { data_clear(&s->line->data); }
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
static void take_data(struct step *s) { s->line->data = step_incoming(s)->data; }
static void expect(struct step *s) {
  s->line->pending = (int8_t)(s->line->pending + step_incoming(s)->count);
  s->line->flag = 1;
}
static void count_ack(struct step *s) { s->line->pending--; }
static void unblock(struct step *s) { step_send(s, EVENT_UNB, home(s)); }
static void store_done(struct step *s) {
  struct request request = step_dequeue(s, 0);
  s->line->pending = 0;
  s->line->flag = 0;
  write_for(s, &request);
}

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

/* --- the directory ---
 *
 * `sharers`: the L1s that may have a copy in S (a superset, since S is evicted in silence), never
 * the owner.  `owner`: in EM and O the L1 whose copy is the line's value; in I and S memory is.
 * Both are set when a request is taken.  The line is then blocked until the requester's unblocking
 * word, and takes nothing else.  In R the entry is being freed: an L1 that has not answered the
 * recall is still in `sharers`, or is the owner (`flag`). */

static uint8_t others(const struct step *s) { return sm_set_without(s->line->sharers, sender(s)); }
GUARD_PAIR(from_owner, not_from_owner, sender(s) == s->line->owner)
GUARD_PAIR(last_copy, not_last_copy,
           step_incoming(s)->type == EVENT_RDATA ? sm_set_is_empty(s->line->sharers)
                                                 : sm_set_is_empty(others(s)) && !s->line->flag)
static void data_to_sender(struct step *s, unsigned type, int count) {
  struct message *message = step_send(s, type, step_incoming(s)->from);
  message->data = s->line->memory;
  message->count = (int8_t)count;
}
static int other_sharers(const struct step *s) { return sm_set_count(others(s)); }
static void data(struct step *s) { data_to_sender(s, EVENT_DATA, 0); }
static void data_exclusive(struct step *s) { data_to_sender(s, EVENT_DATAE, 0); }
static void data_and_count(struct step *s) { data_to_sender(s, EVENT_DATA, other_sharers(s)); }
static void ack_count(struct step *s) {
  step_send(s, EVENT_ACNT, step_incoming(s)->from)->count = (int8_t)other_sharers(s);
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
  struct message *message = forward(s, EVENT_FWDM, s->line->owner, step_incoming(s)->from);
  message->count = (int8_t)other_sharers(s);
}
static void invalidate(struct step *s, uint8_t sharers, unsigned requester) {
  SM_SET_EACH(sm, sharers) forward(s, EVENT_INV, sm, requester);
}
static void invalidate_others(struct step *s) { invalidate(s, others(s), step_incoming(s)->from); }
static void recall_sharers(struct step *s) { invalidate(s, s->line->sharers, home(s)); }
static void disown(struct step *s) { s->line->owner = NO_ONE; }
static void recall_owner(struct step *s) {
  forward(s, EVENT_RECALL, s->line->owner, home(s));
  disown(s);
  s->line->flag = 1;
}
static void share(struct step *s) { note_reader(s); }
static void own(struct step *s) {
  s->line->owner = (uint8_t)sender(s);
  s->line->sharers = 0;
}
static void take_data_back(struct step *s) { s->line->memory = step_incoming(s)->data; }
static void strike(struct step *s) { s->line->sharers = others(s); }
static void owner_answered(struct step *s) { s->line->flag = 0; }

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

GUARD(silent_evict, in_state(s, S))
GUARD(loud_evict, in_state(s, E | O | M))
static enum permission l1_permission(const struct local *local, unsigned line) {
  unsigned state = 1u << local->line[line].state;
  return state & (E | M) ? PERMISSION_WRITE : state & (S | O) ? PERMISSION_READ : PERMISSION_NONE;
}
static const struct data *l1_value(const struct local *local, unsigned line) {
  return 1u << local->line[line].state & (E | O | M) ? &local->line[line].data : NULL;
}
static const struct data *directory_value(const struct local *local, unsigned line) {
  return 1u << local->line[line].state & (D_I | D_S) ? &local->line[line].memory : NULL;
}

/* Does the directory's entry allow for one L1's copy? */
static bool copy_is_known(const struct line *copy, unsigned sm, const struct line *entry) {
  unsigned here = 1u << copy->state, there = 1u << entry->state;
  if (here & (S | SM) && there & (D_I | D_S | D_EM | D_O) && !sm_set_has(entry->sharers, sm))
    return false;
  if (here & (E | O | M | OM))
    return !(there & (D_I | D_S)) && (!(there & (D_EM | D_O)) || entry->owner == sm);
  return true;
}

/* Can the owner that the directory knows answer for the line? */
static bool owner_answers(const struct shape *shape, const struct local *const *locals,
                          unsigned line, unsigned owner) {
  return owner < shape->sms &&
         1u << locals[shape_l1(shape, owner)]->line[line].state & (E | O | M | OM | MI);
}

static bool directory_knows(const struct shape *shape, const struct local *const *locals) {
  for (unsigned line = 0; line < shape->lines; line++) {
    const struct line *entry = &locals[shape_bank(shape, line)]->line[line];
    if (1u << entry->state & (D_I | D_S) && data_is_stale(&entry->memory)) return false;
    unsigned owners = 0;
    for (unsigned sm = 0; sm < shape->sms; sm++) {
      const struct line *copy = &locals[shape_l1(shape, sm)]->line[line];
      owners += (1u << copy->state & (E | O | M | OM)) != 0;
      if (!copy_is_known(copy, sm, entry)) return false;
    }
    if (owners > 1 ||
        (1u << entry->state & (D_EM | D_O) && !owner_answers(shape, locals, line, entry->owner)))
      return false;
  }
  return true;
}

SYSTEM(rfo) = {
  .name = "rfo",
  .title = "read for ownership: directory MOESI with write-back L1s",
  .source = "QuickRelease (HPCA 2014) 2.4.2, table 1, figure 2",
  .not_modelled = "the L2 and L3 apart from memory (nothing can tell), the CPU's caches apart from "
                  "the others, finite virtual channels (only their classes), capacity and "
                  "associativity (evictions and recalls come at any time instead), scopes (they "
                  "have nothing to do)",
  .kinds = {
    { .name = "L1",
      .table = TABLE(l1_rows, l1_states, I | S | E | O | M, events, L1_ALPHABET),
      .internals = {
        { EVENT_EVICT, PER_LINE, silent_evict, .promises.deferred = true, .environment = true },
        { EVENT_EVICT, PER_LINE, loud_evict, .promises.persistent = true, .environment = true },
      },
      .internal_count = 2, .instances = ONE_PER_SM, .permission = l1_permission, .value = l1_value,
      .lease = NO_LEASE },
    { .name = "directory",
      .table = TABLE(directory_rows, directory_states, D_I | D_S | D_EM | D_O, events,
                     DIRECTORY_ALPHABET),
      .internals = { { EVENT_EVICT, PER_LINE, .promises.persistent = true, .environment = true } },
      .internal_count = 1, .instances = ONE_PER_BANK, .value = directory_value, .lease = NO_LEASE,
      .shows.sharers = true, .shows.owner = true, .shows.memory = true },
  },
  RECORD_EVENTS(MESSAGES),
  .networks = { { "request", UNORDERED, 12 }, { "forward", UNORDERED, 12 },
    { "response", UNORDERED, 12 } },
  .network_count = NETWORK_COUNT,
  .promises.lines_apart = true,
  .promises.sms_not_alike = "it counts acknowledgements, and its L1s send to each other (pairs)",
  WAITING_RECORD,
  ONE_VALUE_RECORD,
  .own_invariant.holds = directory_knows,
  .own_invariant.name = "every copy is listed, the owner is the only one, and memory is the last "
                        "store unless an L1 owns it",
};
