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
#include "models/lib/mesi.h"

#define L1_ALPHABET (LOAD | STORE | ATOMIC | EVICT | INV | FGS | FGX | DATA | DATAE | ACK | WBACK)

enum { PARAMETER_MERGE };

/* --- the L1 ---
 *
 * Every access but the one outstanding stalls (variants: loads join a load that is out).  M_I must
 * remember `dirty`. */

/* A load of a line for which a load is out waits.  Variants: joined, it joins that load;
 * late-merge, also when an invalidation has come. */
enum { LOADS_WAIT, LOADS_JOIN, LOADS_JOIN_LATE };
GUARD_PAIR(joins, waits, step_parameter(s, PARAMETER_MERGE) != LOADS_WAIT)
GUARD_PAIR(joins_late, waits_late, step_parameter(s, PARAMETER_MERGE) == LOADS_JOIN_LATE)
/* A store, or an atomic, on a copy that no other L1 has. */
static void write_for(struct step *s, const struct request *request) {
  int64_t old = perform_on(s, &s->line->data, request);
  s->line->dirty = 1;
  step_reply(s, request, answer_of(request, old));
}
static void write_hit(struct step *s) { write_for(s, s->request); }
static void store_done(struct step *s) {
  struct request request = step_dequeue(s, 0);
  s->line->pending = 0;
  write_for(s, &request);
}

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

GUARD(loud_evict, in_state(s, E | M))

static const struct data *l1_value(const struct local *local, unsigned line) {
  return 1u << local->line[line].state & (E | M) ? &local->line[line].data : NULL;
}

static const struct row l2_rows[] = {
#include "models/lib/mesi_l2_rows.h"
};

static const struct data *l2_value(const struct local *local, unsigned line) {
  unsigned state = 1u << local->line[line].state;
  return state & NP            ? &local->line[line].memory
         : state & (SS | L2_M) ? &local->line[line].data
                               : NULL;
}

/* --- the record --- */

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
  .not_modelled = MESI_NOT_MODELLED,
  .kinds = {
    { .name = "L1",
      .table = TABLE(l1_rows, l1_states, I | S | E | M, events, L1_ALPHABET),
      .internals = {
        { EVENT_EVICT, PER_LINE, silent_evict, .promises.deferred = true, .environment = true },
        { EVENT_EVICT, PER_LINE, loud_evict, .promises.persistent = true, .environment = true },
      },
      .internal_count = 2, .instances = ONE_PER_SM, .permission = l1_permission, .value = l1_value,
      .lease = NO_LEASE },
    MESI_L2(l2_rows, L2_ALPHABET, l2_value),
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
  MESI_RECORD,
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
