/* @NAME@: write-through L1s below a directory.  The L2 lists the sharers of each line.
 * A store waits in the L2 until every copy is gone, so no L1 has an old copy.
 *
 * CHANGE: this comment, then states and messages, then rows.  `turnsole prove` lists each pair of
 * state and event that has no row. */
#include "protocol/protocol.h"

/* Messages, each with its network and what it carries.  RESPONSE keeps its order: an invalidation
 * must not overtake the data that the L2 sent before it. */
enum { REQUEST, RESPONSE };
#define MESSAGES(M)                                             \
  M(GET, "GET", REQUEST, .has_core = true)                      \
  M(PUT, "PUT", REQUEST, .has_core = true, .has_value = true)   \
  M(DATA, "DATA", RESPONSE, .has_core = true, .has_data = true) \
  M(ACK, "ACK", RESPONSE, .has_core = true)                     \
  M(INV, "INV", RESPONSE)                                       \
  M(INVACK, "INVACK", REQUEST)
DECLARE_EVENTS(MESSAGES, NO_EVENTS);

/* --- the L1: I (no copy), V (a copy), IV (a load is out), II (a store is out) --- */

#define L1_STATES(S) S(I, "I"), S(V, "V"), S(IV, "IV"), S(II, "II")
DECLARE_STATES(l1_states, L1_STATES);

ACTION(get, stock_ask(s, EVENT_GET))
ACTION(put, stock_ask(s, EVENT_PUT))
ACTION(invack, stock_tell(s, EVENT_INVACK))

static const struct row l1_rows[] = {
  ROW("load: miss", I, LOAD, always, IV, get),
  ROW("load: hit", V, LOAD, always, SAME, stock_hit),
  ROW("store", I, STORE | ATOMIC, always, II, put),
  ROW("store: copy", V, STORE | ATOMIC, always, II, stock_drop, put),
  STALL("a request is out", IV | II, LOAD | STORE | ATOMIC, always),
  ROW("eviction", V, EVICT, always, I, stock_drop),
  NEVER("no copy", I | IV | II, EVICT),
  ROW("loaded", IV, DATA, always, V, stock_fill, stock_hit),
  NEVER("no load is out", I | V | II, DATA),
  ROW("stored", II, ACK, always, I, stock_done),
  NEVER("no store is out", I | V | IV, ACK),
  ROW("invalidation", V, INV, always, I, stock_drop, invack),
  ROW("invalidation: no copy", I | IV | II, INV, always, SAME, invack),
};

/* --- the L2: M (in memory), B (busy: a store waits in the line's queue) --- */

#define L2_STATES(S) S(M, "M"), S(B, "B")
DECLARE_STATES(l2_states, L2_STATES);

/* line->sharers: the SMs that may have a copy.  line->pending: the copies that are not gone yet. */
GUARD_PAIR(unshared, shared, sm_set_is_empty(s->line->sharers))
GUARD_PAIR(last, not_last, s->line->pending == 1)

ACTION(share, sm_set_add(&s->line->sharers, stock_sender(s)))
ACTION(data, stock_send_data(s, EVENT_DATA))
ACTION(count, s->line->pending--)
/* CHANGE: the SM that writes is told, too, although it has dropped its copy. */
static void invalidate(struct step *s) {
  SM_SET_EACH(sm, s->line->sharers) {
    step_send(s, EVENT_INV, step_controller_of_sm(s, sm));
    s->line->pending++;
  }
  s->line->sharers = 0;
}
ACTION(store, stock_store(s, s->request, EVENT_ACK))
ACTION(store_held, stock_store_held(s, EVENT_ACK))

static const struct row l2_rows[] = {
  ROW("read", M, GET, always, SAME, share, data),
  ROW("write", M, PUT, unshared, SAME, store),
  ROW("write: there are copies", M, PUT, shared, B, stock_hold, invalidate),
  NEVER("no copy is missed", M, INVACK),
  STALL("a store waits", B, GET | PUT, always),
  ROW("a copy is gone", B, INVACK, not_last, SAME, count),
  ROW("the last copy is gone", B, INVACK, last, M, count, store_held),
};

SYSTEM(@IDENTIFIER@) = {
  .name = "@NAME@",
  .title = "write-through L1s, invalidated by a directory", /* CHANGE, and the two below */
  .source = "README.md",
  .not_modelled = "misses of the L2, scopes",
  .kinds = {
    { .name = "L1", .instances = ONE_PER_SM, .readable = V,
      .table = TABLE(l1_rows, l1_states, I | V, events,
                     LOAD | STORE | ATOMIC | EVICT | DATA | ACK | INV),
      STOCK_EVICTIONS },
    { .name = "L2", .instances = ONE_PER_BANK, .value = stock_memory,
      .table = TABLE(l2_rows, l2_states, M, events, GET | PUT | INVACK),
      .shows = { .sharers = true, .memory = true, .pending = "missing" } },
  },
  RECORD_EVENTS(MESSAGES),
  RECORD_NETWORKS({ "request", UNORDERED, 12 }, { "response", FIFO, 12 }),
  STOCK_WAITING_CORES("sc"),
  /* Every readable copy holds the last store, and each load returns it. */
  .invariants = CLAIM(PROPERTY_DATA_VALUE) | CLAIM(PROPERTY_LOAD_VALUE),
};
