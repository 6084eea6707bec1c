/* @NAME@: write-through L1s above an L2 that is the memory.  Nothing tells an L1 that its
 * copy is old, so a fence drops all copies of its SM.  Scopes are ignored.
 *
 * CHANGE: this comment, then states and messages, then rows.  `turnsole prove` lists each pair of
 * state and event that has no row. */
#include "protocol/protocol.h"

/* Messages, each with its network and what it carries; INV_ALL is an event inside an L1. */
enum { REQUEST, RESPONSE };
#define MESSAGES(M)                                             \
  M(GET, "GET", REQUEST, .has_core = true)                      \
  M(PUT, "PUT", REQUEST, .has_core = true, .has_value = true)   \
  M(DATA, "DATA", RESPONSE, .has_core = true, .has_data = true) \
  M(ACK, "ACK", RESPONSE, .has_core = true)
#define IN_L1(E) E(INV_ALL, "INV_ALL")
DECLARE_EVENTS(MESSAGES, IN_L1);

/* --- the L1: I (no copy), V (a copy), B (a request is out) --- */
#define L1_STATES(S) S(I, "I"), S(V, "V"), S(B, "B")
DECLARE_STATES(l1_states, L1_STATES);

/* local->count: the loads of this SM that are out.  Their data may be older than a fence. */
GUARD_PAIR(loading, quiet, s->local->count > 0)
static void get(struct step *s) {
  stock_ask(s, EVENT_GET);
  s->local->count++;
}
static void keep(struct step *s) {
  stock_fill(s);
  s->local->count--;
}
ACTION(put, stock_ask(s, EVENT_PUT))
ACTION(drop_all, step_signal_all(s, EVENT_INV_ALL))

static const struct row l1_rows[] = {
  ROW("load: miss", I, LOAD, always, B, get),
  ROW("load: hit", V, LOAD, always, SAME, stock_hit),
  ROW("store", I, STORE | ATOMIC, always, B, put),
  ROW("store: copy", V, STORE | ATOMIC, always, B, stock_drop, put),
  STALL("a request is out", B, LOAD | STORE | ATOMIC, always),
  ROW("fence", I | V | B, FENCE, quiet, SAME, drop_all, stock_done),
  STALL("a load is out", I | V | B, FENCE, loading),
  ROW("dropped", V, INV_ALL, always, I, stock_drop),
  ROW("nothing to drop", I | B, INV_ALL, always, SAME),
  ROW("eviction", V, EVICT, always, I, stock_drop),
  NEVER("no copy", I | B, EVICT),
  ROW("loaded", B, DATA, always, V, keep, stock_hit),
  ROW("stored", B, ACK, always, I, stock_done),
  NEVER("nothing is out", I | V, DATA | ACK),
};

/* --- the L2: one state; it answers at once --- */
#define L2_STATES(S) S(MEMORY, "M")
DECLARE_STATES(l2_states, L2_STATES);
ACTION(data, stock_send_data(s, EVENT_DATA))
ACTION(store, stock_store(s, s->request, EVENT_ACK))
static const struct row l2_rows[] = {
  ROW("read", MEMORY, GET, always, SAME, data),
  ROW("write", MEMORY, PUT, always, SAME, store),
};

/* The own invariant, of each step of an L1.  CHANGE: it says what your protocol is for. */
static bool keeps(const struct step *s, const struct local *before) {
  bool fence = before && step_answers(s, FENCE);
  for (unsigned i = 0; before && i < s->shape->lines; i++) {
    bool bad = fence || data_lacks(&s->local->line[i].data, 1);
    if (bad && s->local->line[i].state == NUMBER_V) return false;
  }
  return !(fence && before->count);
}

SYSTEM(@IDENTIFIER@) = {
  .name = "@NAME@",
  .title = "write-through L1s, emptied by fences", /* CHANGE, and the two below */
  .source = "README.md", .not_modelled = "misses of the L2, scopes",
  .kinds = {
    { .name = "L1", .instances = ONE_PER_SM, .readable = V, .keeps = keeps,
      .table = TABLE(l1_rows, l1_states, I | V, events,
                     LOAD | STORE | ATOMIC | FENCE | EVICT | INV_ALL | DATA | ACK),
      STOCK_EVICTIONS, .shows.count = "loading" },
    { .name = "L2", .instances = ONE_PER_BANK, .value = stock_memory, .shows.memory = true,
      .table = TABLE(l2_rows, l2_states, MEMORY, events, GET | PUT) },
  },
  RECORD_EVENTS(MESSAGES),
  RECORD_NETWORKS({ "request", UNORDERED, 12 }, { "response", UNORDERED, 12 }),
  .lower = lower_fenced, .core = CORE_IO, .client = LOAD | STORE | ATOMIC | FENCE,
  .claims = { [CORE_IO] = { .offered = true, .memory_models = "ptx-6.0" } },
  .invariants = CLAIM(PROPERTY_OWN),
  .own_invariant.name = "a fence waits for loads and leaves no copy, and no copy is empty",
};
