/* sharers: a write-back directory at the home of a line, which lists who has it.
 *
 * The home does one thing at a time.  A reader's request fetches a modified line home; a writer's
 * flushes it, or has the copies of all other sharers dropped first.  Messages of the home to one L1
 * about one line arrive in order.  So a FETCH that crosses a BACK needs no answer: the home takes
 * the BACK for one.
 *
 * L1: I, S (shared), M (modified), WANT_S, WANT_M (asked for), AWAY (M is on its way home).
 * Home: NONE (no L1 has the line), SOME (sharers), ONE (an owner).  Also CALL_S (the owner's data
 * are called home for a reader), CALL_M (for a writer), OUST (sharers drop theirs for a writer). */
#include "protocol/lower.h"
#include "protocol/step.h"
#include "protocol/system.h"

enum {
  EVENT_GET_S = EVENT_OWN,
  EVENT_GET_M,
  EVENT_BACK,
  EVENT_FETCH,
  EVENT_FLUSH,
  EVENT_INV,
  EVENT_DATA_S,
  EVENT_DATA_M,
  EVENT_BACK_OK,
  EVENT_HOME,
  EVENT_INV_OK,
  EVENT_COUNT
};
#define E(name) (1ull << EVENT_##name)
static const char *const event_names[EVENT_COUNT] = {
  "LOAD",   "STORE",  "ATOMIC",  "LOAD_ACQUIRE", "STORE_RELEASE", "FENCE", "EVICT",
  "EXPIRY", "GET_S",  "GET_M",   "BACK",         "FETCH",         "FLUSH", "INV",
  "DATA_S", "DATA_M", "BACK_OK", "HOME",         "INV_OK",
};
#define ASKED (LOAD | STORE | ATOMIC)

/* --- the L1 --- */

enum { L1_I, L1_S, L1_M, L1_WANT_S, L1_WANT_M, L1_AWAY, L1_STATES };
#define L1(name) (1u << L1_##name)
static const char *const l1_names[L1_STATES] = { "I", "S", "M", "WANT_S", "WANT_M", "AWAY" };

static struct message *tell_home(struct step *s, unsigned type) {
  return step_send(s, type, step_controller_of_line(s, s->at));
}
static void get(struct step *s, unsigned type) {
  step_enqueue(s, s->request);
  tell_home(s, type)->request = *s->request;
}
static void get_s(struct step *s) { get(s, EVENT_GET_S); }
static void get_m(struct step *s) { get(s, EVENT_GET_M); }
static void hit(struct step *s) { step_reply_word(s, s->request, &s->line->data); }
static void write(struct step *s, const struct request *request) {
  int64_t old = s->line->data.word[request->word];
  step_perform(s, request->word, NO_TIME);
  data_write(&s->line->data, request->word, request_result(request, old));
  step_reply(s, request, old);
}
static void write_hit(struct step *s) { write(s, s->request); }
static void install(struct step *s) { s->line->data = step_incoming(s)->data; }
static void use(struct step *s) {
  struct request request = step_dequeue(s, 0);
  step_reply_word(s, &request, &s->line->data);
}
static void use_to_write(struct step *s) {
  struct request request = step_dequeue(s, 0);
  write(s, &request);
}
static void drop(struct step *s) { data_clear(&s->line->data); }
static void inv_ok(struct step *s) { tell_home(s, EVENT_INV_OK); }
static void send_home(struct step *s) { tell_home(s, EVENT_HOME)->data = s->line->data; }
static void back(struct step *s) { tell_home(s, EVENT_BACK)->data = s->line->data; }

static const struct row l1_rows[] = {
  ROW("I load", L1(I), LOAD, always, L1(WANT_S), get_s),
  ROW("I write", L1(I), STORE | ATOMIC, always, L1(WANT_M), get_m),
  ROW("S load", L1(S), LOAD, always, SAME, hit),
  ROW("S write", L1(S), STORE | ATOMIC, always, L1(WANT_M), drop, get_m),
  ROW("M load", L1(M), LOAD, always, SAME, hit),
  ROW("M write", L1(M), STORE | ATOMIC, always, SAME, write_hit),
  STALL("busy", L1(WANT_S) | L1(WANT_M) | L1(AWAY), ASKED, always),
  ROW("S data", L1(WANT_S), E(DATA_S), always, L1(S), install, use),
  ROW("M data", L1(WANT_M), E(DATA_M), always, L1(M), install, use_to_write),
  ROW("S inv", L1(S), E(INV), always, L1(I), drop, inv_ok),
  ROW("inv of what is no more", L1(I) | L1(WANT_S) | L1(WANT_M), E(INV), always, SAME, inv_ok),
  ROW("M fetch", L1(M), E(FETCH), always, L1(S), send_home),
  ROW("M flush", L1(M), E(FLUSH), always, L1(I), send_home, drop),
  ROW("crossed", L1(AWAY), E(FETCH) | E(FLUSH), always, SAME),
  ROW("S evict", L1(S), EVICT, always, L1(I), drop),
  ROW("M evict", L1(M), EVICT, always, L1(AWAY), back, drop),
  ROW("M is back", L1(AWAY), E(BACK_OK), always, L1(I)),
  NEVER("no copy", L1(I) | L1(WANT_S) | L1(WANT_M) | L1(AWAY), EVICT),
  NEVER("not asked", L1(I) | L1(S) | L1(M) | L1(AWAY), E(DATA_S) | E(DATA_M)),
  NEVER("S asked", L1(WANT_S), E(DATA_M)),
  NEVER("M asked", L1(WANT_M), E(DATA_S)),
  NEVER("owned", L1(M) | L1(AWAY), E(INV)),
  NEVER("not owned", L1(I) | L1(S) | L1(WANT_S) | L1(WANT_M), E(FETCH) | E(FLUSH)),
  NEVER("not away", L1(I) | L1(S) | L1(M) | L1(WANT_S) | L1(WANT_M), E(BACK_OK)),
};

static bool shared(const struct step *s) { return s->state == L1_S; }
static bool modified(const struct step *s) { return s->state == L1_M; }
static enum permission permission(const struct local *local, unsigned line) {
  switch (local->line[line].state) {
  case L1_S: return PERMISSION_READ;
  case L1_M: return PERMISSION_WRITE;
  default: return PERMISSION_NONE;
  }
}
static const struct data *modified_value(const struct local *local, unsigned line) {
  return local->line[line].state == L1_M ? &local->line[line].data : NULL;
}

/* --- the home --- */

enum { HOME_NONE, HOME_SOME, HOME_ONE, HOME_CALL_S, HOME_CALL_M, HOME_OUST, HOME_STATES };
#define HOME(name) (1u << HOME_##name)
static const char *const home_names[HOME_STATES] = { "NONE",   "SOME",   "ONE",
                                                     "CALL_S", "CALL_M", "OUST" };
#define HOME_QUIET (HOME(NONE) | HOME(SOME) | HOME(ONE))
#define HOME_BUSY (HOME(CALL_S) | HOME(CALL_M) | HOME(OUST))

static unsigned sender(const struct step *s) { return step_sm_of(s, step_incoming(s)->from); }
static unsigned asker(const struct step *s) {
  return step_sm_of(s, step_controller_of_core(s, s->line->queue[0].core));
}
static unsigned others(const struct step *s) { return s->line->sharers & ~(1u << sender(s)); }
static bool has_others(const struct step *s) { return others(s) != 0; }
static bool no_others(const struct step *s) { return others(s) == 0; }
static bool last(const struct step *s) { return s->line->pending == 1; }
static bool not_last(const struct step *s) { return s->line->pending > 1; }

static void give_s(struct step *s, unsigned sm) {
  step_send(s, EVENT_DATA_S, step_controller_of_sm(s, sm))->data = s->line->memory;
  s->line->sharers |= (uint8_t)(1u << sm);
}
static void give_m(struct step *s, unsigned sm) {
  step_send(s, EVENT_DATA_M, step_controller_of_sm(s, sm))->data = s->line->memory;
  s->line->sharers = 0;
  s->line->owner = (uint8_t)sm;
}
static void data_s(struct step *s) { give_s(s, sender(s)); }
static void data_m(struct step *s) { give_m(s, sender(s)); }
static void hold(struct step *s) { step_enqueue(s, s->request); }
static void call(struct step *s, unsigned type) {
  step_send(s, type, step_controller_of_sm(s, s->line->owner));
}
static void fetch(struct step *s) { call(s, EVENT_FETCH); }
static void flush(struct step *s) { call(s, EVENT_FLUSH); }
static void invalidate(struct step *s) {
  for (unsigned sm = 0; sm < s->shape->sms; sm++) {
    if (!(others(s) >> sm & 1)) continue;
    step_send(s, EVENT_INV, step_controller_of_sm(s, sm));
    s->line->pending++;
  }
}
static void count(struct step *s) { s->line->pending--; }
static void take(struct step *s) { s->line->memory = step_incoming(s)->data; }
static void owner_shares(struct step *s) { s->line->sharers = (uint8_t)(1u << s->line->owner); }
static void no_owner(struct step *s) { s->line->owner = NO_ONE; }
static void serve_s(struct step *s) {
  give_s(s, asker(s));
  step_dequeue(s, 0);
}
static void serve_m(struct step *s) {
  give_m(s, asker(s));
  step_dequeue(s, 0);
}
static void back_ok(struct step *s) { step_send(s, EVENT_BACK_OK, step_incoming(s)->from); }

static const struct row home_rows[] = {
  ROW("a reader", HOME(NONE) | HOME(SOME), E(GET_S), always, HOME(SOME), data_s),
  ROW("a reader of what is modified", HOME(ONE), E(GET_S), always, HOME(CALL_S), hold, fetch),
  ROW("a writer", HOME(NONE), E(GET_M), always, HOME(ONE), data_m),
  ROW("a writer who shares alone", HOME(SOME), E(GET_M), no_others, HOME(ONE), data_m),
  ROW("a writer among sharers", HOME(SOME), E(GET_M), has_others, HOME(OUST), hold, invalidate),
  ROW("a writer of what is modified", HOME(ONE), E(GET_M), always, HOME(CALL_M), hold, flush),
  STALL("busy", HOME_BUSY, E(GET_S) | E(GET_M), always),
  ROW("fetched", HOME(CALL_S), E(HOME), always, HOME(SOME), take, owner_shares, no_owner, serve_s),
  ROW("flushed", HOME(CALL_M), E(HOME), always, HOME(ONE), take, serve_m),
  ROW("one dropped", HOME(OUST), E(INV_OK), not_last, SAME, count),
  ROW("all dropped", HOME(OUST), E(INV_OK), last, HOME(ONE), count, serve_m),
  ROW("back", HOME(ONE), E(BACK), always, HOME(NONE), take, no_owner, back_ok),
  ROW("back, for a reader", HOME(CALL_S), E(BACK), always, HOME(SOME), take, no_owner, back_ok,
      serve_s),
  ROW("back, for a writer", HOME(CALL_M), E(BACK), always, HOME(ONE), take, back_ok, serve_m),
  NEVER("nobody owns it", HOME(NONE) | HOME(SOME) | HOME(OUST), E(BACK)),
  NEVER("not called", HOME_QUIET | HOME(OUST), E(HOME)),
  NEVER("no copy was to go", HOME_QUIET | HOME(CALL_S) | HOME(CALL_M), E(INV_OK)),
};

static const struct data *home_value(const struct local *local, unsigned line) {
  const struct line *here = &local->line[line];
  return 1u << here->state & (HOME(NONE) | HOME(SOME)) ? &here->memory : NULL;
}

SYSTEM(sharers) = {
  .name = "sharers",
  .title = "a directory with sharers and an owner, write-back L1s",
  .source = "tests/strangers",
  .not_modelled = "misses of the home, data sent from L1 to L1",
  .kinds = {
    { .name = "L1",
      .table = { l1_rows, sizeof l1_rows / sizeof *l1_rows, l1_names, L1_STATES,
                 L1(I) | L1(S) | L1(M), event_names, EVENT_COUNT,
                 ASKED | EVICT | E(FETCH) | E(FLUSH) | E(INV) | E(DATA_S) | E(DATA_M) |
                     E(BACK_OK) },
      .internals = { { .event = EVENT_EVICT, .over = PER_LINE, .enabled = shared,
                       .promises.deferred = true,
                       .environment = true },
                     { .event = EVENT_EVICT, .over = PER_LINE, .enabled = modified,
                       .environment = true } },
      .internal_count = 2,
      .instances = ONE_PER_SM,
      .start_state = L1_I,
      .permission = permission,
      .value = modified_value,
      .lease = NO_LEASE },
    { .name = "home",
      .table = { home_rows, sizeof home_rows / sizeof *home_rows, home_names, HOME_STATES,
                 HOME_QUIET, event_names, EVENT_COUNT,
                 E(GET_S) | E(GET_M) | E(BACK) | E(HOME) | E(INV_OK) },
      .instances = ONE_PER_BANK,
      .start_state = HOME_NONE,
      .value = home_value,
      .lease = NO_LEASE,
      .shows.pending = "missing",
      .shows.sharers = true,
      .shows.owner = true,
      .shows.memory = true },
  },
  .events = event_names,
  .event_count = EVENT_COUNT,
  .networks = { { "ask", UNORDERED, 12 }, { "order", FIFO_PER_LINE, 12 },
                { "answer", UNORDERED, 12 } },
  .network_count = 3,
  .messages = {
    [EVENT_GET_S] = { "GET_S", 0, .has_core = true, .lease = NO_LEASE },
    [EVENT_GET_M] = { "GET_M", 0, .has_core = true, .lease = NO_LEASE },
    [EVENT_BACK] = { "BACK", 0, .has_data = true, .lease = NO_LEASE },
    [EVENT_FETCH] = { "FETCH", 1, .lease = NO_LEASE },
    [EVENT_FLUSH] = { "FLUSH", 1, .lease = NO_LEASE },
    [EVENT_INV] = { "INV", 1, .lease = NO_LEASE },
    [EVENT_DATA_S] = { "DATA_S", 1, .has_data = true, .lease = NO_LEASE },
    [EVENT_DATA_M] = { "DATA_M", 1, .has_data = true, .lease = NO_LEASE },
    [EVENT_BACK_OK] = { "BACK_OK", 1, .lease = NO_LEASE },
    [EVENT_HOME] = { "HOME", 2, .has_data = true, .lease = NO_LEASE },
    [EVENT_INV_OK] = { "INV_OK", 2, .lease = NO_LEASE },
  },
  .promises.lines_apart = true,
  .promises.moves_data = true,
  .lower = lower_plain,
  .core = CORE_IO,
  .claims = { [CORE_IO] = { .offered = true, .memory_models = "sc" } },
  .invariants = CLAIM(PROPERTY_SWMR) | CLAIM(PROPERTY_DATA_VALUE) | CLAIM(PROPERTY_LOAD_VALUE),
  .client = ASKED,
};
