/* mesi: a directory protocol with write-back L1s and the directory in an inclusive L2, the
 * baseline of the thesis.
 *
 * Source: the thesis (chapter 3, sections 3.1 to 3.3 and table 3.5) runs MESI on gem5's Ruby memory
 * system and prints no table.  Its stable states are those of gem5's MESI_Two_Level (an heir of
 * MESI_CMP_directory): five in the L1, four in the L2.  Those controllers are rebuilt here, and the
 * rows name their states and events ("gem5 L1 IS/Inv").
 *
 * A load misses to S, or to E when no other L1 has a copy.  A store asks for M, and the L2 says how
 * many L1s have been sent an invalidation.  Their acknowledgements go straight to the writer, which
 * is done when all are in.  The L2 blocks a line when it hands it over for writing, or forwards a
 * request to an owner, until the requester's unblocking word.  An L1 may evict a block while
 * another one's request is on its way.  Then it answers from the eviction's buffer (M_I, SINK), and
 * the eviction is old news (PUTX from an L1 that is not the owner).
 *
 * The five networks that the thesis says MESI needs are these four and memory's, unordered as in
 * gem5.  README.md has the departures from gem5, and the claims. */
#include "models/lib/copies.h"
#include "protocol/events.h"
#include "models/lib/record.h"
#include "protocol/states.h"

/* gem5's NP is folded into I. */
#define L1_STATES(X)                                                                     \
  X(I, "I"), X(S, "S"), X(E, "E"), X(M, "M"), X(IS, "IS"), X(IS_I, "IS_I"), X(IM, "IM"), \
      X(SM, "SM"), X(M_I, "M_I"), X(SINK, "SINK")
/* With a prefix where an L1 state has the same name. */
#define L2_STATES(X)                                                                  \
  X(NP, "NP"), X(SS, "SS"), X(L2_M, "M"), X(MT, "MT"), X(ISS, "ISS"), X(L2_IS, "IS"), \
      X(L2_IM, "IM"), X(SS_MB, "SS_MB"), X(MT_MB, "MT_MB"), X(MT_IIB, "MT_IIB"),      \
      X(MT_IB, "MT_IB"), X(MT_SB, "MT_SB"), X(MT_I, "MT_I"), X(S_I, "S_I"), X(L2_M_I, "M_I")
DECLARE_STATES(l1_states, L1_STATES);
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
DECLARE_EVENTS(MESSAGES, OF_DRAM);

#define L1_ALPHABET (LOAD | STORE | ATOMIC | EVICT | INV | FGS | FGX | DATA | DATAE | ACK | WBACK)
#define L2_ALPHABET \
  (GETS | GETX | UPG | PUTX | EVICT | WBD | INVACK | UNB | XUNB | MEM_DATA | MEM_ACK)

enum { PARAMETER_MERGE };

/* --- the L1 ---
 *
 * A line in a transient state has one request outstanding, which waits in its MSHR (line.queue).
 * Every other access stalls (variants: loads join a load that is out).  `pending` counts
 * invalidations.  An answer to GETX or UPG says how many acknowledgements to expect (as -n).  Each
 * acknowledgement adds one, also if it comes before the answer.  At zero the write is complete.
 * `dirty`: the copy is newer than the L2's, which M_I must remember. */

GUARD_PAIR(from_l2, from_l1, step_incoming(s)->from == home(s))
GUARD_PAIR(acks_all, acks_missing, s->line->pending + step_incoming(s)->count == 0)

/* A load of a line for which a load is out waits.  Variants: joined, it joins that load;
 * late-merge, also when an invalidation has come. */
enum { LOADS_WAIT, LOADS_JOIN, LOADS_JOIN_LATE };
GUARD_PAIR(joins, waits, step_parameter(s, PARAMETER_MERGE) != LOADS_WAIT)
GUARD_PAIR(joins_late, waits_late, step_parameter(s, PARAMETER_MERGE) == LOADS_JOIN_LATE)
static void keep(struct step *s) { join(s); }
static void gets(struct step *s) { step_send(s, EVENT_GETS, home(s)); }
static void getx(struct step *s) { step_send(s, EVENT_GETX, home(s)); }
static void upgrade(struct step *s) { step_send(s, EVENT_UPG, home(s)); }
/* A store, or an atomic, on a copy that no other L1 has. */
static void write_for(struct step *s, const struct request *request) {
  int64_t old = perform_on(s, &s->line->data, request);
  s->line->dirty = 1;
  step_reply(s, request, answer_of(request, old));
}
static void write_hit(struct step *s) { write_for(s, s->request); }
static void drop(struct step *s) {
  data_clear(&s->line->data);
  s->line->dirty = 0;
}
static void data_home(struct step *s, unsigned type) {
  struct message *message = step_send(s, type, home(s));
  message->flag = s->line->dirty;
  message->data = s->line->data;
}
static void putx(struct step *s) { data_home(s, EVENT_PUTX); }
/* The acknowledgement goes to the L1 that wants to write, or to the L2 that wants to evict. */
static void ack(struct step *s) {
  unsigned to = step_incoming(s)->requester;
  if (to == home(s)) step_send(s, EVENT_INVACK, to);
  else step_send(s, EVENT_ACK, to)->count = 1;
}
static void data_to_requester(struct step *s) {
  step_send(s, EVENT_DATA, step_incoming(s)->requester)->data = s->line->data;
}
static void write_back(struct step *s) { data_home(s, EVENT_WBD); }
static void cleaned(struct step *s) { s->line->dirty = 0; }
static void take_data(struct step *s) { s->line->data = step_incoming(s)->data; }
static void count_acks(struct step *s) {
  s->line->pending = (int8_t)(s->line->pending + step_incoming(s)->count);
}
static void load_done(struct step *s) { serve_all(s); }
static void store_done(struct step *s) {
  struct request request = step_dequeue(s, 0);
  s->line->pending = 0;
  write_for(s, &request);
}
static void unblock(struct step *s) { step_send(s, EVENT_UNB, home(s)); }
static void exclusive_unblock(struct step *s) { step_send(s, EVENT_XUNB, home(s)); }

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

GUARD(silent_evict, in_state(s, S))
GUARD(loud_evict, in_state(s, E | M))
static enum permission l1_permission(const struct local *local, unsigned line) {
  unsigned state = 1u << local->line[line].state;
  return state & (E | M) ? PERMISSION_WRITE : state & S ? PERMISSION_READ : PERMISSION_NONE;
}
static const struct data *l1_value(const struct local *local, unsigned line) {
  return 1u << local->line[line].state & (E | M) ? &local->line[line].data : NULL;
}

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
static void fetch(struct step *s) { s->line->fetching = 1; }
static void note_writer(struct step *s) { s->line->owner = (uint8_t)sender(s); }
static void fill(struct step *s) {
  s->line->data = s->line->memory;
  s->line->fetching = 0;
}
static void write_to_dram(struct step *s) {
  s->line->memory = s->line->data;
  s->line->fetching = 1;
}
static void forget(struct step *s) {
  data_clear(&s->line->data);
  s->line->dirty = s->line->fetching = s->line->sharers = 0;
  s->line->owner = NO_ONE;
}
static void data_to(struct step *s, unsigned type, unsigned sm, int missing) {
  struct message *message = step_send(s, type, step_controller_of_sm(s, sm));
  message->data = s->line->data;
  message->count = (int8_t)-missing;
}
static int other_sharers(const struct step *s) {
  return sm_set_count(sm_set_without(s->line->sharers, sender(s)));
}
static void data(struct step *s) { data_to(s, EVENT_DATA, sender(s), 0); }
static void data_and_count(struct step *s) { data_to(s, EVENT_DATA, sender(s), other_sharers(s)); }
static void data_exclusive(struct step *s) { data_to(s, EVENT_DATAE, sender(s), 0); }
static void ack_count(struct step *s) {
  step_send(s, EVENT_ACK, step_incoming(s)->from)->count = (int8_t)-other_sharers(s);
}
/* To the L1s that waited for DRAM, which are the sharers then. */
static void to_noted(struct step *s, unsigned type) {
  SM_SET_EACH(sm, s->line->sharers) data_to(s, type, sm, 0);
}
static void data_to_noted(struct step *s) { to_noted(s, EVENT_DATA); }
/* (One waited.) */
static void data_exclusive_to_noted(struct step *s) {
  to_noted(s, EVENT_DATAE);
  s->line->sharers = 0;
}
static void data_to_writer(struct step *s) {
  data_to(s, EVENT_DATA, s->line->owner, 0);
  s->line->owner = NO_ONE;
}
static void writeback_ack(struct step *s) { step_send(s, EVENT_WBACK, step_incoming(s)->from); }
static void invalidate(struct step *s, unsigned sm, unsigned ack_to) {
  step_send(s, EVENT_INV, step_controller_of_sm(s, sm))->requester = (uint8_t)ack_to;
}
static void invalidate_others(struct step *s) {
  SM_SET_EACH(sm, sm_set_without(s->line->sharers, sender(s)))
    invalidate(s, sm, step_incoming(s)->from);
}
static void recall_sharers(struct step *s) {
  s->line->pending = (int8_t)sm_set_count(s->line->sharers);
  SM_SET_EACH(sm, s->line->sharers) invalidate(s, sm, home(s));
  s->line->sharers = 0;
}
static void recall_owner(struct step *s) { invalidate(s, s->line->owner, home(s)); }
static void forward(struct step *s, unsigned type) {
  unsigned owner = step_controller_of_sm(s, s->line->owner);
  step_send(s, type, owner)->requester = step_incoming(s)->from;
}
static void forward_gets(struct step *s) { forward(s, EVENT_FGS); }
static void forward_getx(struct step *s) { forward(s, EVENT_FGX); }
static void own(struct step *s) {
  s->line->owner = (uint8_t)sender(s);
  s->line->sharers = 0;
}
/* After a read of a block that an L1 owned: the old owner and the requester share. */
static void share(struct step *s) {
  s->line->sharers = sm_set_union(sm_set_of(s->line->owner), sm_set_of(sender(s)));
  s->line->owner = NO_ONE;
}
static void take_data_back(struct step *s) {
  s->line->data = step_incoming(s)->data;
  s->line->dirty |= step_incoming(s)->flag;
}
static void disown(struct step *s) { s->line->owner = NO_ONE; }
static void count_ack(struct step *s) { s->line->pending--; }

static const struct row l2_rows[] = {
  ROW("gem5 L2 NP/L1_GETS", NP, GETS, always, ISS, fetch, note_reader),
  ROW("gem5 L2 NP/L1_GETX", NP, GETX, always, L2_IM, fetch, note_writer),
  ROW("gem5 L2 NP/L1_UPGRADE, as GETX", NP, UPG, always, L2_IM, fetch, note_writer),
  ROW("gem5 L2 NP/L1_PUTX_old", NP, PUTX, always, SAME, writeback_ack),
  NEVER("gem5 L2 NP", NP, EVICT | UNB | XUNB | WBD | INVACK | MEM_DATA | MEM_ACK),

  ROW("gem5 L2 SS/L1_GETS", SS, GETS, always, SAME, data, note_reader),
  ROW("gem5 L2 SS/L1_GETX", SS, GETX, always, SS_MB, invalidate_others, data_and_count),
  ROW("gem5 L2 SS/L1_UPGRADE", SS, UPG, from_sharer, SS_MB, invalidate_others, ack_count),
  ROW("gem5 L2 SS/L1_UPGRADE, as GETX", SS, UPG, not_from_sharer, SS_MB, invalidate_others,
      data_and_count),
  ROW("gem5 L2 SS/L1_PUTX_old", SS, PUTX, always, SAME, writeback_ack),
  ROW("gem5 L2 SS/L2_Replacement", SS, EVICT, always, S_I, recall_sharers),
  NEVER("gem5 L2 SS", SS, UNB | XUNB | WBD | INVACK | MEM_DATA | MEM_ACK),

  ROW("gem5 L2 M/L1_GETS", L2_M, GETS, always, MT_MB, data_exclusive),
  ROW("gem5 L2 M/L1_GETX", L2_M, GETX, always, MT_MB, data),
  ROW("gem5 L2 M/L1_UPGRADE, as GETX", L2_M, UPG, always, MT_MB, data),
  ROW("gem5 L2 M/L1_PUTX_old", L2_M, PUTX, always, SAME, writeback_ack),
  ROW("gem5 L2 M/L2_Replacement", L2_M, EVICT, dirty, L2_M_I, write_to_dram),
  INFERRED("gem5 L2 M/L2_Replacement_clean", L2_M, EVICT, clean, NP, forget),
  NEVER("gem5 L2 M", L2_M, UNB | XUNB | WBD | INVACK | MEM_DATA | MEM_ACK),

  ROW("gem5 L2 MT/L1_GETS", MT, GETS, always, MT_IIB, forward_gets),
  ROW("gem5 L2 MT/L1_GETX", MT, GETX, always, MT_MB, forward_getx),
  ROW("gem5 L2 MT/L1_UPGRADE, as GETX", MT, UPG, always, MT_MB, forward_getx),
  ROW("gem5 L2 MT/L1_PUTX", MT, PUTX, from_owner, L2_M, take_data_back, disown, writeback_ack),
  ROW("gem5 L2 MT/L1_PUTX_old", MT, PUTX, not_from_owner, SAME, writeback_ack),
  ROW("gem5 L2 MT/L2_Replacement", MT, EVICT, always, MT_I, recall_owner, disown),
  NEVER("gem5 L2 MT", MT, UNB | XUNB | WBD | INVACK | MEM_DATA | MEM_ACK),

  STALL("gem5 L2 transient",
        ISS | L2_IS | L2_IM | SS_MB | MT_MB | MT_IIB | MT_IB | MT_SB | MT_I | S_I | L2_M_I,
        GETX | UPG, always),
  STALL("gem5 L2 transient", L2_IM | SS_MB | MT_MB | MT_IIB | MT_IB | MT_SB | MT_I | S_I | L2_M_I,
        GETS, always),
  STALL("gem5 L2 transient", ISS | L2_IS | L2_IM | SS_MB | MT_MB | MT_IIB | MT_IB | MT_SB, EVICT,
        always),
  NEVER("gem5 L2 leaving", MT_I | S_I | L2_M_I, EVICT),
  ROW("gem5 L2 transient/L1_PUTX_old", ISS | L2_IS | L2_IM | MT_IB | MT_SB | S_I | L2_M_I, PUTX,
      always, SAME, writeback_ack),
  STALL("gem5 L2 blocked/L1_PUTX", SS_MB | MT_MB | MT_IIB | MT_I, PUTX, always),

  ROW("gem5 L2 ISS/L1_GETS", ISS, GETS, always, L2_IS, note_reader),
  ROW("gem5 L2 ISS/Mem_Data", ISS, MEM_DATA, always, MT_MB, fill, data_exclusive_to_noted),
  ROW("gem5 L2 IS/L1_GETS", L2_IS, GETS, always, SAME, note_reader),
  ROW("gem5 L2 IS/Mem_Data", L2_IS, MEM_DATA, always, SS, fill, data_to_noted),
  ROW("gem5 L2 IM/Mem_Data", L2_IM, MEM_DATA, always, MT_MB, fill, data_to_writer),
  NEVER("gem5 L2 fetching", ISS | L2_IS | L2_IM, UNB | XUNB | WBD | INVACK | MEM_ACK),

  ROW("gem5 L2 SS_MB, MT_MB/Exclusive_Unblock", SS_MB | MT_MB, XUNB, always, MT, own),
  NEVER("gem5 L2 SS_MB, MT_MB", SS_MB | MT_MB, UNB | WBD | INVACK | MEM_DATA | MEM_ACK),

  ROW("gem5 L2 MT_IIB/Unblock", MT_IIB, UNB, always, MT_IB, share),
  ROW("gem5 L2 MT_IIB/WB_Data", MT_IIB, WBD, always, MT_SB, take_data_back),
  ROW("gem5 L2 MT_IB/WB_Data", MT_IB, WBD, always, SS, take_data_back),
  ROW("gem5 L2 MT_SB/Unblock", MT_SB, UNB, always, SS, share),
  NEVER("gem5 L2 MT_IIB", MT_IIB, XUNB | INVACK | MEM_DATA | MEM_ACK),
  NEVER("gem5 L2 MT_IB", MT_IB, UNB | XUNB | INVACK | MEM_DATA | MEM_ACK),
  NEVER("gem5 L2 MT_SB", MT_SB, XUNB | WBD | INVACK | MEM_DATA | MEM_ACK),

  ROW("gem5 L2 MT_I/WB_Data", MT_I, WBD, dirty_here_or_there, L2_M_I, take_data_back,
      write_to_dram),
  INFERRED("gem5 L2 MCT_I/WB_Data_clean", MT_I, WBD, clean_here_and_there, NP, forget),
  ROW("gem5 L2 MT_I/Ack_all", MT_I, INVACK, dirty, L2_M_I, write_to_dram),
  INFERRED("gem5 L2 MCT_I/Ack_all", MT_I, INVACK, clean, NP, forget),
  NEVER("gem5 L2 MT_I", MT_I, UNB | XUNB | MEM_DATA | MEM_ACK),

  ROW("gem5 L2 S_I/Ack", S_I, INVACK, not_last, SAME, count_ack),
  ROW("gem5 L2 S_I/Ack_all", S_I, INVACK, last_and_dirty, L2_M_I, count_ack, write_to_dram),
  INFERRED("gem5 L2 I_I/Ack_all", S_I, INVACK, last_and_clean, NP, count_ack, forget),
  NEVER("gem5 L2 S_I", S_I, UNB | XUNB | WBD | MEM_DATA | MEM_ACK),

  ROW("gem5 L2 M_I/Mem_Ack", L2_M_I, MEM_ACK, always, NP, forget),
  NEVER("gem5 L2 M_I", L2_M_I, UNB | XUNB | WBD | INVACK | MEM_DATA),
};

GUARD(unused_evict, in_state(s, L2_M))
GUARD(recalling_evict, in_state(s, SS | MT))
GUARD(dram_reads, in_state(s, ISS | L2_IS | L2_IM))
GUARD(dram_wrote, in_state(s, L2_M_I))
static const struct data *l2_value(const struct local *local, unsigned line) {
  unsigned state = 1u << local->line[line].state;
  return state & NP            ? &local->line[line].memory
         : state & (SS | L2_M) ? &local->line[line].data
                               : NULL;
}

/* --- the record --- */

/* One L1's copy, by what the directory says of it. */
static bool copy_is_known(const struct line *copy, unsigned sm, const struct line *bank) {
  unsigned here = 1u << copy->state, there = 1u << bank->state;
  if (!(here & (S | E | M))) return true;
  bool included = !(there & (NP | L2_M)), listed = here & S && sm_set_has(bank->sharers, sm);
  bool owned = here & (E | M) && bank->owner == sm;
  return included && (!(there & SS) || listed) && (!(there & MT) || owned);
}

static bool directory_knows(const struct shape *shape, const struct local *const *locals) {
  for (unsigned line = 0; line < shape->lines; line++) {
    const struct line *bank = &locals[shape_bank(shape, line)]->line[line];
    if (1u << bank->state & (SS | L2_M) && data_is_stale(&bank->data))
      return false; /* the L2's copy is the block's value */
    for (unsigned sm = 0; sm < shape->sms; sm++)
      if (!copy_is_known(&locals[shape_l1(shape, sm)]->line[line], sm, bank)) return false;
  }
  return true;
}

SYSTEM(mesi) = {
  .name = "mesi",
  .title = "directory MESI with write-back L1s under an inclusive L2",
  .source = "gem5 MESI_Two_Level, as used by the thesis, ch. 3",
  .not_modelled = "instruction fetch and prefetch, invalidation from above the L2, finite virtual "
                  "channels (only their classes), capacity and associativity (evictions come at "
                  "any time instead), scopes (the source has none)",
  .kinds = {
    { .name = "L1",
      .table = TABLE(l1_rows, l1_states, I | S | E | M, events, L1_ALPHABET),
      .internals = {
        { EVENT_EVICT, PER_LINE, silent_evict, .promises.deferred = true, .environment = true },
        { EVENT_EVICT, PER_LINE, loud_evict, .promises.persistent = true, .environment = true },
      },
      .internal_count = 2, .instances = ONE_PER_SM, .permission = l1_permission, .value = l1_value,
      .lease = NO_LEASE },
    { .name = "L2",
      .table = TABLE(l2_rows, l2_states, NP | SS | L2_M | MT, events, L2_ALPHABET),
      .internals = {
        { EVENT_EVICT, PER_LINE, unused_evict, .promises.deferred = true, .environment = true },
        { EVENT_EVICT, PER_LINE, recalling_evict, .promises.persistent = true,
          .environment = true },
        { EVENT_MEM_DATA, PER_LINE, dram_reads },
        { EVENT_MEM_ACK, PER_LINE, dram_wrote },
      },
      .internal_count = 4, .instances = ONE_PER_BANK, .value = l2_value, .lease = NO_LEASE,
      .shows.sharers = true, .shows.owner = true, .shows.memory = true },
  },
  .published = {
    { 5, 11, 81, "thesis table 3.5, MESI L1", "NP and I are one state here, and the transient "
                                              "states of prefetches are left out, four in gem5's "
                                              "table (an older one has E_I beside them, which "
                                              "makes 11); the thesis does not say what it counts "
                                              "as a transition (gem5's table without instruction "
                                              "fetch has 63)" },
    { 4, 11, 50, "thesis table 3.5, MESI L2", "the states agree; the thesis does not say what it "
                                              "counts as a transition" },
  },
  RECORD_EVENTS(MESSAGES),
  .networks = { { "request", UNORDERED, 12 }, { "forward", UNORDERED, 12 },
    { "response", UNORDERED, 14 }, { "unblock", UNORDERED, 12 } },
  .network_count = NETWORK_COUNT,
  .promises.lines_apart = true,
  .promises.sms_not_alike = "it counts acknowledgements, and its L1s send to each other (pairs)",
  .lower = lower_plain,
  .claims = { [CORE_IO] = { true, "sc" } },
  ONE_VALUE_RECORD,
  .own_invariant.holds = directory_knows,
  .own_invariant.name = "inclusion, every S copy listed, one owner, and the L2's data is the last "
                        "store unless an L1 owns it",
  .parameters = {
    [PARAMETER_MERGE] = { "merge", 0, 0, 2, "a load of a line for which a load is out: 0 waits, 1 "
                                            "joins it, 2 also when an invalidation has passed it" },
  },
  .variants = {
    { "joined", "a load may join a load that is out, until an invalidation has come",
      { { "merge", 1 } } },
    { "late-merge", "a load may join a load that is out, also when an invalidation has come",
      { { "merge", 2 } }, .fails = "MPm SBm", .invariants_lost = CLAIM(PROPERTY_LOAD_VALUE),
      .shown_by = { .threads = 3 } },
  },
};
