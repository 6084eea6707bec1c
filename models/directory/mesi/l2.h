/* mesi, the L2 and directory: its table, and what the table's words mean.  Included by mesi.c
 * alone.
 *
 * `sharers` is who may have a copy in SS (a superset: S is evicted in silence), and who waits for
 * DRAM in ISS and IS; `owner` is whose copy is the block's value in MT, and who waits for DRAM in
 * IM.  In SS and M the L2's data is the block's value; in MT it is not.  In the states ..B the L2
 * waits for the unblocking word of the transaction's requester, and takes no other request for the
 * line.  `pending` counts down the acknowledgements of a recall. */
#include "models/directory/mesi/mesi.h"

static const char *const l2_states[] = { "NP",    "SS",    "M",     "MT",    "ISS",
                                         "IS",    "IM",    "SS_MB", "MT_MB", "MT_IIB",
                                         "MT_IB", "MT_SB", "MT_I",  "S_I",   "M_I" };

static unsigned sender(const struct step *s) { return step_sm_of(s, step_incoming(s)->from); }
static uint8_t bit_of(unsigned sm) { return (uint8_t)(1u << sm); }

/* --- guards --- */

static bool from_owner(const struct step *s) { return sender(s) == s->line->owner; }
static bool not_from_owner(const struct step *s) { return !from_owner(s); }
static bool from_sharer(const struct step *s) { return s->line->sharers >> sender(s) & 1; }
static bool not_from_sharer(const struct step *s) { return !from_sharer(s); }
static bool dirty(const struct step *s) { return s->line->dirty; }
static bool clean(const struct step *s) { return !s->line->dirty; }
static bool dirty_here_or_there(const struct step *s) {
  return s->line->dirty || step_incoming(s)->flag;
}
static bool clean_here_and_there(const struct step *s) { return !dirty_here_or_there(s); }
static bool not_last(const struct step *s) { return s->line->pending > 1; }
static bool last_and_dirty(const struct step *s) { return !not_last(s) && dirty(s); }
static bool last_and_clean(const struct step *s) { return !not_last(s) && clean(s); }

/* --- DRAM --- */

static void fetch(struct step *s) { s->line->fetching = 1; }
static void note_reader(struct step *s) { s->line->sharers |= bit_of(sender(s)); }
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
  s->line->dirty = 0;
  s->line->fetching = 0;
  s->line->sharers = 0;
  s->line->owner = NO_ONE;
}

/* --- answers --- */

static void data_to(struct step *s, unsigned type, unsigned sm, int missing) {
  struct message *message = step_send(s, type, step_controller_of_sm(s, sm));
  message->data = s->line->data;
  message->count = (int8_t)-missing;
}

static int other_sharers(const struct step *s) {
  return __builtin_popcount(s->line->sharers & (unsigned)~bit_of(sender(s)));
}

static void data(struct step *s) { data_to(s, EVENT_DATA, sender(s), 0); }
static void data_and_count(struct step *s) { data_to(s, EVENT_DATA, sender(s), other_sharers(s)); }
static void data_exclusive(struct step *s) { data_to(s, EVENT_DATAE, sender(s), 0); }
static void ack_count(struct step *s) {
  step_send(s, EVENT_ACK, step_controller_of_sm(s, sender(s)))->count = (int8_t)-other_sharers(s);
}

static void to_noted(struct step *s, unsigned type) {
  for (unsigned sm = 0; s->line->sharers >> sm; sm++)
    if (s->line->sharers >> sm & 1) data_to(s, type, sm, 0);
}

static void data_to_noted(struct step *s) {
  to_noted(s, EVENT_DATA);
} /* and they are the sharers */

static void data_exclusive_to_noted(struct step *s) { /* there is one */
  to_noted(s, EVENT_DATAE);
  s->line->sharers = 0;
}

static void data_to_writer(struct step *s) {
  data_to(s, EVENT_DATA, s->line->owner, 0);
  s->line->owner = NO_ONE;
}

static void writeback_ack(struct step *s) { step_send(s, EVENT_WBACK, step_incoming(s)->from); }

/* --- asking L1s --- */

static void invalidate(struct step *s, unsigned sm, unsigned ack_to) {
  step_send(s, EVENT_INV, step_controller_of_sm(s, sm))->requester = (uint8_t)ack_to;
}

static void invalidate_others(struct step *s) {
  for (unsigned sm = 0; s->line->sharers >> sm; sm++)
    if (s->line->sharers >> sm & 1 && sm != sender(s)) invalidate(s, sm, step_incoming(s)->from);
}

static void recall_sharers(struct step *s) {
  s->line->pending = (int8_t)__builtin_popcount(s->line->sharers);
  for (unsigned sm = 0; s->line->sharers >> sm; sm++)
    if (s->line->sharers >> sm & 1) invalidate(s, sm, step_controller_of_line(s, s->at));
  s->line->sharers = 0;
}

static void recall_owner(struct step *s) {
  invalidate(s, s->line->owner, step_controller_of_line(s, s->at));
}

static void forward_gets(struct step *s) {
  step_send(s, EVENT_FGS, step_controller_of_sm(s, s->line->owner))->requester =
      step_incoming(s)->from;
}

static void forward_getx(struct step *s) {
  step_send(s, EVENT_FGX, step_controller_of_sm(s, s->line->owner))->requester =
      step_incoming(s)->from;
}

/* --- bookkeeping --- */

static void own(struct step *s) {
  s->line->owner = (uint8_t)sender(s);
  s->line->sharers = 0;
}

/* After a read of what an L1 owned: the old owner and the requester share. */
static void share(struct step *s) {
  s->line->sharers = (uint8_t)(bit_of(s->line->owner) | bit_of(sender(s)));
  s->line->owner = NO_ONE;
}

static void take_data_back(struct step *s) {
  s->line->data = step_incoming(s)->data;
  s->line->dirty |= step_incoming(s)->flag;
}

static void disown(struct step *s) { s->line->owner = NO_ONE; }
static void count_ack(struct step *s) { s->line->pending--; }

/* --- the table --- */

static const struct row l2_rows[] = {
  ROW("gem5 L2 NP/L1_GETS", NP, GETS, always, ISS, fetch, note_reader),
  ROW("gem5 L2 NP/L1_GETX", NP, GETX, always, L2_IM, fetch, note_writer),
  INFERRED("gem5 L2 NP/L1_UPGRADE, as GETX", NP, UPG, always, L2_IM, fetch, note_writer),
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
  INFERRED("gem5 L2 M/L1_UPGRADE, as GETX", L2_M, UPG, always, MT_MB, data),
  ROW("gem5 L2 M/L1_PUTX_old", L2_M, PUTX, always, SAME, writeback_ack),
  ROW("gem5 L2 M/L2_Replacement", L2_M, EVICT, dirty, L2_M_I, write_to_dram),
  INFERRED("gem5 L2 M/L2_Replacement_clean", L2_M, EVICT, clean, NP, forget),
  NEVER("gem5 L2 M", L2_M, UNB | XUNB | WBD | INVACK | MEM_DATA | MEM_ACK),

  ROW("gem5 L2 MT/L1_GETS", MT, GETS, always, MT_IIB, forward_gets),
  ROW("gem5 L2 MT/L1_GETX", MT, GETX, always, MT_MB, forward_getx),
  INFERRED("gem5 L2 MT/L1_UPGRADE, as GETX", MT, UPG, always, MT_MB, forward_getx),
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

/* --- for the record --- */

static bool unused_evict(const struct step *s) { return in_state(s, L2_M); }
static bool recalling_evict(const struct step *s) { return in_state(s, SS | MT); }
static bool dram_reads(const struct step *s) { return in_state(s, ISS | L2_IS | L2_IM); }
static bool dram_wrote(const struct step *s) { return in_state(s, L2_M_I); }

static const struct data *l2_value(const struct local *local, unsigned line) {
  unsigned state = 1u << local->line[line].state;
  return state & NP            ? &local->line[line].memory
         : state & (SS | L2_M) ? &local->line[line].data
                               : NULL;
}
