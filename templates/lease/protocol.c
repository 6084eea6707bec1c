/* @NAME@: copies that end by themselves.  The L2 lends a line for some ticks of a clock that
 * all share, and notes when the last lease ends.  A store waits in the L2 until then, so no L1 has
 * an old copy.  While a store waits, loads get data that may not be kept.
 *
 * CHANGE: this comment, then states and messages, then rows.  `turnsole prove` lists each pair of
 * state and event that has no row. */
#include "protocol/protocol.h"

/* Messages, each with its network and what it carries; OPEN is an event inside the L2.  Times name
 * the fields of line->time and message->time: LEFT is the number of ticks left. */
enum { LEFT };
enum { REQUEST, RESPONSE };
#define MESSAGES(M)                                                                           \
  M(GET, "GET", REQUEST, .has_core = true)                                                    \
  M(PUT, "PUT", REQUEST, .has_core = true, .has_value = true)                                 \
  M(DATA, "DATA", RESPONSE, .has_core = true, .has_data = true, .times = { [LEFT] = "left" }) \
  M(ACK, "ACK", RESPONSE, .has_core = true)
#define IN_L2(E) E(OPEN, "OPEN")
DECLARE_EVENTS(MESSAGES, IN_L2);
enum { PARAMETER_LONGEST }; /* CHANGE: numbers that `--set` changes; the record lists them */

/* --- the L1: I (no copy), V (a copy), IV (a load is out), II (a store is out) --- */

#define L1_STATES(S) S(I, "I"), S(V, "V"), S(IV, "IV"), S(II, "II")
DECLARE_STATES(l1_states, L1_STATES);

/* The clock's tick lowers each time by one, down to 0. */
GUARD_PAIR(runs, is_over, s->line->time[LEFT] > 0)
GUARD_PAIR(comes_running, comes_over, step_incoming(s)->time[LEFT] > 0)

ACTION(get, stock_ask(s, EVENT_GET))
ACTION(put, stock_ask(s, EVENT_PUT))
static void drop(struct step *s) {
  stock_drop(s);
  s->line->time[LEFT] = 0;
}
static void keep(struct step *s) {
  stock_fill(s);
  s->line->time[LEFT] = step_incoming(s)->time[LEFT];
}

static const struct row l1_rows[] = {
  ROW("load: miss", I, LOAD, always, IV, get),
  ROW("load: hit", V, LOAD, runs, SAME, stock_hit),
  ROW("load: the lease is over", V, LOAD, is_over, IV, drop, get),
  ROW("store", I, STORE | ATOMIC, always, II, put),
  ROW("store: copy", V, STORE | ATOMIC, always, II, drop, put),
  STALL("a request is out", IV | II, LOAD | STORE | ATOMIC, always),
  ROW("eviction", V, EVICT, always, I, drop),
  NEVER("no copy", I | IV | II, EVICT),
  ROW("loaded", IV, DATA, comes_running, V, keep, stock_hit),
  ROW("loaded, not to be kept", IV, DATA, comes_over, I, stock_use),
  NEVER("no load is out", I | V | II, DATA),
  ROW("stored", II, ACK, always, I, stock_done),
  NEVER("no store is out", I | V | IV, ACK),
};

/* A copy is readable while its lease runs, so the state alone does not say it. */
static enum permission permission(const struct local *local, unsigned line) {
  const struct line *copy = &local->line[line];
  return copy->state == NUMBER_V && copy->time[LEFT] > 0 ? PERMISSION_READ : PERMISSION_NONE;
}

/* --- the L2: M (in memory), B (busy: a store waits in the line's queue) --- */

#define L2_STATES(S) S(M, "M"), S(B, "B")
DECLARE_STATES(l2_states, L2_STATES);

static void lend(struct step *s) {
  unsigned ticks = 1 + step_choose(s, (unsigned)step_parameter(s, PARAMETER_LONGEST));
  stock_send_data(s, EVENT_DATA)->time[LEFT] = (uint8_t)ticks;
  s->line->time[LEFT] = (uint8_t)time_later(s->line->time[LEFT], ticks);
}
ACTION(show, stock_send_data(s, EVENT_DATA)->time[LEFT] = 0)
ACTION(store, stock_store(s, s->request, EVENT_ACK))
ACTION(store_held, stock_store_held(s, EVENT_ACK))

static const struct row l2_rows[] = {
  ROW("read", M, GET, always, SAME, lend),
  ROW("write", M, PUT, is_over, SAME, store),
  ROW("write: a lease runs", M, PUT, runs, B, stock_hold),
  ROW("read: a store waits", B, GET, always, SAME, show),
  STALL("one store at a time", B, PUT, always),
  ROW("the last lease is over", B, OPEN, always, M, store_held),
  NEVER("no store waits", M, OPEN),
};
GUARD(may_open, s->state == NUMBER_B && is_over(s))

SYSTEM(@IDENTIFIER@) = {
  .name = "@NAME@",
  .title = "leases in physical time, and stores that wait for them", /* CHANGE, and the two below */
  .source = "README.md",
  .not_modelled = "misses of the L2, clocks that drift, scopes",
  .kinds = {
    { .name = "L1", .instances = ONE_PER_SM, .permission = permission,
      .table = TABLE(l1_rows, l1_states, I | V, events,
                     LOAD | STORE | ATOMIC | EVICT | DATA | ACK),
      STOCK_EVICTIONS,
      .times = { [LEFT] = "left" }, .lease = NO_LEASE },
    { .name = "L2", .instances = ONE_PER_BANK, .value = stock_memory,
      .table = TABLE(l2_rows, l2_states, M, events, GET | PUT | OPEN),
      .internals = { { .event = EVENT_OPEN, .over = PER_LINE, .enabled = may_open } },
      .internal_count = 1,
      .times = { [LEFT] = "left" }, .lease = NO_LEASE, .shows.memory = true },
  },
  RECORD_EVENTS(MESSAGES),
  RECORD_NETWORKS({ "request", UNORDERED, 12 }, { "response", UNORDERED, 12 }),
  STOCK_WAITING_CORES("sc"),
  .time = TIME_REMAINING, /* times count down with a clock that all share */
  .promises.lines_share_clock = record_lines_always_share_clock,
  /* Every readable copy holds the last store, and each load returns it. */
  .invariants = CLAIM(PROPERTY_DATA_VALUE) | CLAIM(PROPERTY_LOAD_VALUE),
  .parameters = { [PARAMETER_LONGEST] = { "longest", 2, 1, 8, "the longest lease, in ticks" } },
};
