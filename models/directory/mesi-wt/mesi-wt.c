/* mesi-wt: mesi with L1s that write through, as the thesis says of its MESI.
 *
 * Source: the thesis, 3.2: "an SC implementation similar to prior work but with GPU-style
 * write-through L1 caches".  A store takes "the round-trip to L2", and "waits until other sharers
 * have invalidated their copies"; it "must receive an ack before completing".  7.1 says the same of
 * the L1s.  Table 3.5 counts the five stable states of a write-back L1.  No table is printed.
 *
 * The controllers are gem5's MESI_Two_Level, as in mesi.  What differs is INFERRED:
 *   - A store first gets an exclusive copy, as in mesi.  It is performed there, written through
 *     (WT), and answered when the L2 has acknowledged that.  Until then the L1 is in M, which
 *     answers forwards and recalls, and takes no other access to the line.
 *   - M is left for E: no copy is newer than the L2's once its write has arrived.  So M is no
 *     stable state, and what E evicts or gives up is never dirty.
 *   - The L2 takes a WT from the owner of a block.  From another L1 it is old news: the block was
 *     forwarded or recalled meanwhile, with the written value.
 *
 * README.md argues for this reading, and has the claims. */
#include "models/lib/mesi.h"

#define L1_ALPHABET (LOAD | STORE | ATOMIC | EVICT | INV | FGS | FGX | DATA | DATAE | ACK | WBACK)

enum { PARAMETER_POSTED, PARAMETER_LATE, PARAMETER_SILENT };

/* --- the L1 ---
 *
 * In M, and in SINK behind it, the queue has the store or atomic that awaits its WBACK, with the
 * answer as its value. */

GUARD_PAIR(told, untold, !step_parameter(s, PARAMETER_SILENT))
static void answer(struct step *s) {
  if (!s->line->waiting) return; /* evicted (SINK), or answered at once (variant posted) */
  struct request request = step_dequeue(s, 0);
  step_reply(s, &request, request.value);
}
static void store(struct step *s) {
  struct request *request = &s->line->queue[0];
  request->value = answer_of(request, perform_on(s, &s->line->data, request));
  s->line->dirty = 1;
  s->line->pending = 0;
  if (step_parameter(s, PARAMETER_POSTED)) answer(s);
}
static void write_through(struct step *s) { data_home(s, EVENT_WT); }

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
  INFERRED("E/Store: written through", E, STORE | ATOMIC, always, M, keep, store, write_through),
  ROW("gem5 L1 E/L1_Replacement", E, EVICT, told, M_I, putx),
  VARIANT("E/L1_Replacement: in silence (silent-evict)", E, EVICT, untold, I, drop),
  ROW("gem5 L1 E/Inv", E, INV, always, I, ack, drop),
  ROW("gem5 L1 E/Fwd_GETS", E, FGS, always, S, data_to_requester, write_back),
  ROW("gem5 L1 E/Fwd_GETX", E, FGX, always, I, data_to_requester, drop),
  NEVER("gem5 L1 E", E, DATA | DATAE | ACK | WBACK),

  STALL("3.2: until the ack is received", M, LOAD | STORE | ATOMIC | EVICT, always),
  INFERRED("M/Inv: a recall", M, INV, always, SINK, write_back, drop),
  INFERRED("M/Fwd_GETS: the write is out", M, FGS, always, SINK, data_to_requester, write_back,
           drop),
  INFERRED("M/Fwd_GETX: the write is out", M, FGX, always, SINK, data_to_requester, drop),
  INFERRED("M/WB_Ack: the L2 has the store", M, WBACK, always, E, cleaned, answer),
  NEVER("M", M, DATA | DATAE | ACK),

  STALL("gem5 L1 transient", IS | IS_I | IM | SM | M_I | SINK, LOAD | STORE | ATOMIC | EVICT,
        always),

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
  INFERRED("IM/Data_all_Acks: written through", IM, DATA, acks_all, M, take_data, store,
           exclusive_unblock, write_through),
  ROW("gem5 L1 IM/Data", IM, DATA, acks_missing, SM, take_data, count_acks),
  ROW("gem5 L1 IM/Ack", IM, ACK, always, SAME, count_acks),
  NEVER("gem5 L1 IM", IM, FGS | FGX | DATAE | WBACK),

  ROW("gem5 L1 SM/Inv", SM, INV, always, IM, ack, drop),
  ROW("gem5 L1 SM/Ack", SM, ACK, acks_missing, SAME, count_acks),
  INFERRED("SM/Ack_all: written through", SM, ACK, acks_all, M, store, exclusive_unblock,
           write_through),
  NEVER("gem5 L1 SM", SM, FGS | FGX | DATA | DATAE | WBACK),

  INFERRED("gem5 L1 M_I/Inv: a recall", M_I, INV, always, SINK, write_back, drop),
  ROW("gem5 L1 M_I/Fwd_GETS", M_I, FGS, always, SINK, data_to_requester, write_back, drop),
  ROW("gem5 L1 M_I/Fwd_GETX", M_I, FGX, always, SINK, data_to_requester, drop),
  ROW("gem5 L1 M_I/WB_Ack", M_I, WBACK, always, I, drop),
  NEVER("gem5 L1 M_I", M_I, DATA | DATAE | ACK),

  ROW("gem5 L1 SINK_WB_ACK/Inv", SINK, INV, always, SAME, ack),
  ROW("gem5 L1 SINK_WB_ACK/WB_Ack", SINK, WBACK, always, I, REPAIRED(answer)),
  NEVER("gem5 L1 SINK_WB_ACK", SINK, FGS | FGX | DATA | DATAE | ACK),
};

GUARD(loud_evict, in_state(s, E))

/* --- the L2: a write that comes from the owner is taken; an old one is only acknowledged --- */

GUARD(late, !from_owner(s) && step_parameter(s, PARAMETER_LATE))
GUARD(old, !from_owner(s) && !step_parameter(s, PARAMETER_LATE))

static const struct row l2_rows[] = {
#include "models/lib/mesi_l2_rows.h"
  INFERRED("MT/WT", MT, WT, from_owner, SAME, take_data_back, writeback_ack),
  INFERRED("MT/WT_old", MT, WT, old, SAME, writeback_ack),
  VARIANT("MT/WT_old: taken (late-write)", MT, WT, late, SAME, take_data_back, writeback_ack),
  INFERRED("WT_old", NP | SS | L2_M | ISS | L2_IS | L2_IM | MT_IB | MT_SB | S_I | L2_M_I, WT,
           always, SAME, writeback_ack),
  STALL("blocked/WT", SS_MB | MT_MB | MT_IIB | MT_I, WT, always),
};

/* Also of a block that an L1 owns: its stores have been written through. */
static const struct data *l2_value(const struct local *local, unsigned line) {
  unsigned state = 1u << local->line[line].state;
  return state & NP                 ? &local->line[line].memory
         : state & (SS | L2_M | MT) ? &local->line[line].data
                                    : NULL;
}

/* --- the record --- */

static bool directory_knows(const struct shape *shape, const struct local *const *locals) {
  for (unsigned line = 0; line < shape->lines; line++) {
    const struct line *bank = &locals[shape_bank(shape, line)]->line[line];
    unsigned there = 1u << bank->state;
    bool current = !data_is_stale(&bank->data);
    if (there & (SS | L2_M) && !current) return false;
    for (unsigned sm = 0; sm < shape->sms; sm++) {
      const struct line *copy = &locals[shape_l1(shape, sm)]->line[line];
      if (!copy_is_known(copy, sm, bank)) return false;
      if (there & MT && 1u << copy->state & E && !current) return false; /* written through */
    }
  }
  return true;
}

SYSTEM(mesi_wt) = {
  .name = "mesi-wt",
  .title = "directory MESI with write-through L1s under an inclusive L2",
  .source = "the thesis, 3.2 and 7.1, on gem5 MESI_Two_Level",
  .not_modelled = MESI_NOT_MODELLED,
  .kinds = {
    { .name = "L1",
      .table = TABLE(l1_rows, l1_states, I | S | E, events, L1_ALPHABET),
      .internals = {
        { EVENT_EVICT, PER_LINE, silent_evict, .promises.deferred = true, .environment = true },
        { EVENT_EVICT, PER_LINE, loud_evict, .promises.persistent = true, .environment = true },
      },
      .internal_count = 2, .instances = ONE_PER_SM, .permission = l1_permission,
      .lease = NO_LEASE },
    MESI_L2(l2_rows, L2_ALPHABET | WT, l2_value),
  },
  .published = {
    { 5, 11, 81, "thesis table 3.5, MESI L1", "its five stable states are those of a write-back "
                                              "L1: where 3.2 holds, M is transient (NP and I are "
                                              "one state here)" },
    { 4, 11, 50, "thesis table 3.5, MESI L2", "the states agree; the thesis does not say what it "
                                              "counts as a transition" },
  },
  .events = events, .event_count = EVENT_COUNT,
  .messages = { MESSAGES(MESSAGE_KIND) WRITE_THROUGH(MESSAGE_KIND) },
  MESI_RECORD,
  ONE_VALUE_RECORD,
  .own_invariant.holds = directory_knows,
  .own_invariant.name = "inclusion, every S copy listed, one owner, and the L2's data is the last "
                        "store unless it is still being written through",
  .parameters = {
    [PARAMETER_POSTED] = { "posted", 0, 0, 1, "1: a store is answered when performed in its L1" },
    [PARAMETER_LATE] = { "late", 0, 0, 1, "1: the L2 takes a write also from an L1 that owns the "
                                          "block no more" },
    [PARAMETER_SILENT] = { "silent", 0, 0, 1, "1: an exclusive copy is evicted in silence" },
  },
  .variants = {
    { "posted", "a store is answered once its L1 has performed it, before the L2 has it",
      { { "posted", 1 } } },
    { "late-write", "the L2 takes a write also from an L1 that owns the block no more",
      { { "late", 1 } }, .fails = "CoRW2 CoRW2+rlx",
      .invariants_lost = CLAIM(PROPERTY_OWN) | CLAIM(PROPERTY_DATA_VALUE) },
    { "silent-evict", "an exclusive copy, which is clean, is evicted in silence",
      { { "silent", 1 } },
      .invariants_lost = CLAIM(PROPERTY_NEVER) | CLAIM(PROPERTY_DEADLOCK) },
  },
};
