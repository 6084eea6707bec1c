/* What mesi and mesi-wt share: messages, the networks, actions of an L1, and the L2.
 *
 * The rows are gem5's MESI_Two_Level (models/directory/mesi/README.md has the departures).  The L1
 * of mesi-wt writes through, by a message of its own, WT.  Each model has its own table of the L1.
 * The rows of the L2 are in mesi_l2_rows.h, which both tables include. */
#ifndef MODELS_LIB_MESI_H
#define MODELS_LIB_MESI_H

#include "models/lib/copies.h"
#include "protocol/events.h"
#include "models/lib/record.h"
#include "protocol/states.h"

/* gem5's NP is folded into I. */
#define L1_STATES(X)                                                                     \
  X(I, "I"), X(S, "S"), X(E, "E"), X(M, "M"), X(IS, "IS"), X(IS_I, "IS_I"), X(IM, "IM"), \
      X(SM, "SM"), X(M_I, "M_I"), X(SINK, "SINK")
DECLARE_STATES(l1_states, L1_STATES);
/* With a prefix where an L1 state has the same name. */
#define L2_STATES(X)                                                                  \
  X(NP, "NP"), X(SS, "SS"), X(L2_M, "M"), X(MT, "MT"), X(ISS, "ISS"), X(L2_IS, "IS"), \
      X(L2_IM, "IM"), X(SS_MB, "SS_MB"), X(MT_MB, "MT_MB"), X(MT_IIB, "MT_IIB"),      \
      X(MT_IB, "MT_IB"), X(MT_SB, "MT_SB"), X(MT_I, "MT_I"), X(S_I, "S_I"), X(L2_M_I, "M_I")
DECLARE_STATES(l2_states, L2_STATES);

enum { REQUEST, FORWARD, RESPONSE, UNBLOCK, NETWORK_COUNT };
/* WBD, INVACK and the unblocks go to the L2. */
#define MESSAGES(M)                                              \
  M(GETS, "GETS", REQUEST)                                       \
  M(GETX, "GETX", REQUEST)                                       \
  M(UPG, "UPG", REQUEST)                                         \
  M(PUTX, "PUTX", REQUEST, .has_data = true, .flag = "dirty")    \
  M(INV, "INV", FORWARD, .has_requester = true)                  \
  M(FGS, "FGS", FORWARD, .has_requester = true)                  \
  M(FGX, "FGX", FORWARD, .has_requester = true)                  \
  M(DATA, "DATA", RESPONSE, .has_data = true, .has_count = true) \
  M(DATAE, "DATAE", RESPONSE, .has_data = true)                  \
  M(ACK, "ACK", RESPONSE, .has_count = true)                     \
  M(WBACK, "WBACK", RESPONSE)                                    \
  M(WBD, "WBD", RESPONSE, .has_data = true, .flag = "dirty")     \
  M(INVACK, "INVACK", RESPONSE)                                  \
  M(UNB, "UNB", UNBLOCK)                                         \
  M(XUNB, "XUNB", UNBLOCK)
#define OF_DRAM(E) E(MEM_DATA, "MemData") E(MEM_ACK, "MemAck")
/* Of mesi-wt alone, behind the others: a store written through. */
#define WRITE_THROUGH(M) M(WT, "WT", REQUEST, .has_data = true, .flag = "dirty")
#define OTHERS(E) OF_DRAM(E) WRITE_THROUGH(E)
DECLARE_EVENTS(MESSAGES, OTHERS);

#define L2_ALPHABET \
  (GETS | GETX | UPG | PUTX | EVICT | WBD | INVACK | UNB | XUNB | MEM_DATA | MEM_ACK)

/* --- the L1 ---
 *
 * A line in a transient state has one request outstanding, which waits in its MSHR (line.queue).
 * `pending` counts invalidations.  An answer to GETX or UPG says how many acknowledgements to
 * expect (as -n).  Each acknowledgement adds one, also if it comes before the answer.  At zero the
 * write is complete.  `dirty`: the copy is newer than the L2's. */

GUARD_PAIR(from_l2, from_l1, step_incoming(s)->from == home(s))
GUARD_PAIR(acks_all, acks_missing, s->line->pending + step_incoming(s)->count == 0)
static inline void keep(struct step *s) { join(s); }
static inline void gets(struct step *s) { step_send(s, EVENT_GETS, home(s)); }
static inline void getx(struct step *s) { step_send(s, EVENT_GETX, home(s)); }
static inline void upgrade(struct step *s) { step_send(s, EVENT_UPG, home(s)); }
static inline void drop(struct step *s) {
  data_clear(&s->line->data);
  s->line->dirty = 0;
}
static inline void data_home(struct step *s, unsigned type) {
  struct message *message = step_send(s, type, home(s));
  message->flag = s->line->dirty;
  message->data = s->line->data;
}
static inline void putx(struct step *s) { data_home(s, EVENT_PUTX); }
/* The acknowledgement goes to the L1 that wants to write, or to the L2 that wants to evict. */
static inline void ack(struct step *s) {
  unsigned to = step_incoming(s)->requester;
  if (to == home(s)) step_send(s, EVENT_INVACK, to);
  else step_send(s, EVENT_ACK, to)->count = 1;
}
static inline void data_to_requester(struct step *s) {
  step_send(s, EVENT_DATA, step_incoming(s)->requester)->data = s->line->data;
}
static inline void write_back(struct step *s) { data_home(s, EVENT_WBD); }
static inline void cleaned(struct step *s) { s->line->dirty = 0; }
static inline void take_data(struct step *s) { s->line->data = step_incoming(s)->data; }
static inline void count_acks(struct step *s) {
  s->line->pending = (int8_t)(s->line->pending + step_incoming(s)->count);
}
static inline void load_done(struct step *s) { serve_all(s); }
static inline void unblock(struct step *s) { step_send(s, EVENT_UNB, home(s)); }
static inline void exclusive_unblock(struct step *s) { step_send(s, EVENT_XUNB, home(s)); }

/* --- the L2 and directory ---
 *
 * `sharers`: in SS the L1s that may have a copy (a superset, since S is evicted in silence); in ISS
 * and IS the L1s that wait for DRAM.  `owner`: in MT the L1 whose copy is the block's value, in IM
 * the one that waits for DRAM.  In SS and M the L2's data is the block's value, in MT it is not.
 * In the states ..B the L2 waits for the unblocking word of the transaction's requester, and takes
 * no other request for the line.  `pending` counts down the acknowledgements of a recall. */

GUARD_PAIR(from_owner, not_from_owner, sender(s) == s->line->owner)
GUARD_PAIR(from_sharer, not_from_sharer, sm_set_has(s->line->sharers, sender(s)))
GUARD_PAIR(dirty_here_or_there, clean_here_and_there, s->line->dirty || step_incoming(s)->flag)
GUARD(not_last, s->line->pending > 1)
GUARD(last_and_dirty, !not_last(s) && dirty(s))
GUARD(last_and_clean, !not_last(s) && clean(s))
static inline void fetch(struct step *s) { s->line->fetching = 1; }
static inline void note_writer(struct step *s) { s->line->owner = (uint8_t)sender(s); }
static inline void fill(struct step *s) {
  s->line->data = s->line->memory;
  s->line->fetching = 0;
}
static inline void write_to_dram(struct step *s) {
  s->line->memory = s->line->data;
  s->line->fetching = 1;
}
static inline void forget(struct step *s) {
  data_clear(&s->line->data);
  s->line->dirty = s->line->fetching = s->line->sharers = 0;
  s->line->owner = NO_ONE;
}
static inline void data_to(struct step *s, unsigned type, unsigned sm, int missing) {
  struct message *message = step_send(s, type, step_controller_of_sm(s, sm));
  message->data = s->line->data;
  message->count = (int8_t)-missing;
}
static inline int other_sharers(const struct step *s) {
  return sm_set_count(sm_set_without(s->line->sharers, sender(s)));
}
static inline void data(struct step *s) { data_to(s, EVENT_DATA, sender(s), 0); }
static inline void data_and_count(struct step *s) {
  data_to(s, EVENT_DATA, sender(s), other_sharers(s));
}
static inline void data_exclusive(struct step *s) { data_to(s, EVENT_DATAE, sender(s), 0); }
static inline void ack_count(struct step *s) {
  step_send(s, EVENT_ACK, step_incoming(s)->from)->count = (int8_t)-other_sharers(s);
}
/* To the L1s that waited for DRAM, which are the sharers then. */
static inline void to_noted(struct step *s, unsigned type) {
  SM_SET_EACH(sm, s->line->sharers) data_to(s, type, sm, 0);
}
static inline void data_to_noted(struct step *s) { to_noted(s, EVENT_DATA); }
/* (One waited.) */
static inline void data_exclusive_to_noted(struct step *s) {
  to_noted(s, EVENT_DATAE);
  s->line->sharers = 0;
}
static inline void data_to_writer(struct step *s) {
  data_to(s, EVENT_DATA, s->line->owner, 0);
  s->line->owner = NO_ONE;
}
static inline void writeback_ack(struct step *s) {
  step_send(s, EVENT_WBACK, step_incoming(s)->from);
}
static inline void invalidate(struct step *s, unsigned sm, unsigned ack_to) {
  step_send(s, EVENT_INV, step_controller_of_sm(s, sm))->requester = (uint8_t)ack_to;
}
static inline void invalidate_others(struct step *s) {
  SM_SET_EACH(sm, sm_set_without(s->line->sharers, sender(s)))
    invalidate(s, sm, step_incoming(s)->from);
}
static inline void recall_sharers(struct step *s) {
  s->line->pending = (int8_t)sm_set_count(s->line->sharers);
  SM_SET_EACH(sm, s->line->sharers) invalidate(s, sm, home(s));
  s->line->sharers = 0;
}
static inline void recall_owner(struct step *s) { invalidate(s, s->line->owner, home(s)); }
static inline void forward(struct step *s, unsigned type) {
  unsigned owner = step_controller_of_sm(s, s->line->owner);
  step_send(s, type, owner)->requester = step_incoming(s)->from;
}
static inline void forward_gets(struct step *s) { forward(s, EVENT_FGS); }
static inline void forward_getx(struct step *s) { forward(s, EVENT_FGX); }
static inline void own(struct step *s) {
  s->line->owner = (uint8_t)sender(s);
  s->line->sharers = 0;
}
/* After a read of a block that an L1 owned: the old owner and the requester share. */
static inline void share(struct step *s) {
  s->line->sharers = sm_set_union(sm_set_of(s->line->owner), sm_set_of(sender(s)));
  s->line->owner = NO_ONE;
}
static inline void take_data_back(struct step *s) {
  s->line->data = step_incoming(s)->data;
  s->line->dirty |= step_incoming(s)->flag;
}
static inline void disown(struct step *s) { s->line->owner = NO_ONE; }
static inline void count_ack(struct step *s) { s->line->pending--; }
/* The L2's events inside. */
GUARD(unused_evict, in_state(s, L2_M))
GUARD(recalling_evict, in_state(s, SS | MT))
GUARD(dram_reads, in_state(s, ISS | L2_IS | L2_IM))
GUARD(dram_wrote, in_state(s, L2_M_I))

/* One L1's copy, by what the directory says of it. */
static inline bool copy_is_known(const struct line *copy, unsigned sm, const struct line *bank) {
  unsigned here = 1u << copy->state, there = 1u << bank->state;
  if (!(here & (S | E | M))) return true;
  bool included = !(there & (NP | L2_M)), listed = here & S && sm_set_has(bank->sharers, sm);
  bool owned = here & (E | M) && bank->owner == sm;
  return included && (!(there & SS) || listed) && (!(there & MT) || owned);
}

/* --- parts of the record --- */

GUARD(silent_evict, in_state(s, S))
static inline enum permission l1_permission(const struct local *local, unsigned line) {
  unsigned state = 1u << local->line[line].state;
  return state & (E | M) ? PERMISSION_WRITE : state & S ? PERMISSION_READ : PERMISSION_NONE;
}
#define MESI_L2(rows_, alphabet_, value_)                                                         \
  {                                                                                               \
    .name = "L2", .table = TABLE(rows_, l2_states, NP | SS | L2_M | MT, events, alphabet_),     \
    .internals = {                                                                              \
      { EVENT_EVICT, PER_LINE, unused_evict, .promises.deferred = true, .environment = true },  \
      { EVENT_EVICT, PER_LINE, recalling_evict, .promises.persistent = true,                    \
        .environment = true },                                                                  \
      { EVENT_MEM_DATA, PER_LINE, dram_reads },                                                 \
      { EVENT_MEM_ACK, PER_LINE, dram_wrote },                                                  \
    },                                                                                          \
    .internal_count = 4, .instances = ONE_PER_BANK, .value = value_, .lease = NO_LEASE,       \
    .shows.sharers = true, .shows.owner = true, .shows.memory = true \
  }
#define MESI_RECORD                                                                               \
  .networks = { { "request", UNORDERED, 12 },                                                     \
                { "forward", UNORDERED, 12 },                                                     \
                { "response", UNORDERED, 14 },                                                    \
                { "unblock", UNORDERED, 12 } },                                                   \
  .network_count = NETWORK_COUNT, .promises.lines_apart = true,                                   \
  .promises.sms_not_alike = "it counts acknowledgements, and its L1s send to each other (pairs)", \
  .lower = lower_plain, .claims = { [CORE_IO] = { true, "sc" } }
#define MESI_NOT_MODELLED                                                                    \
  "instruction fetch and prefetch, invalidation from above the L2, finite virtual channels " \
  "(only their classes), capacity and associativity (evictions come at any time instead), "  \
  "scopes (the source has none)"

#endif
