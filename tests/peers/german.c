/* german: S. German's directory protocol, in the form that model checkers are compared on.
 *
 * Source: the Murphi text of Chou, Mannava and Park ("A simple method for parameterized
 * verification of cache coherence protocols", FMCAD 2004, figures 1 and 2), rule by rule.  A row's
 * source names the rule.  The published counts are of that text with two data values, both of which
 * memory may begin with.  Stale data are undefined.  The counts are 58,104 states and 235,872 rule
 * firings at 3 clients, 1,105,434 and 5,922,288 at 4. german.m says the same in Murphi's language.
 *
 * AuxData is not in the vector, because the rest of a state determines it.  It is memory's data,
 * unless a client has been granted the line for itself; then it is that client's data.  So the
 * property DataProp says here: while no client was granted the line for itself, each client that
 * holds it holds memory's data.
 *
 * A client is an L1 that asks of itself: no cores issue anything, and every rule of a client is an
 * internal event.  A rule that needs an empty channel is a step that sends.  A channel takes one
 * message, and a step whose message does not fit is disabled. */
#include "protocol/lower.h"
#include "protocol/step.h"
#include "protocol/system.h"

enum {
  INVALID = 1 << 0,
  SHARED = 1 << 1,
  EXCLUSIVE = 1 << 2,
  ANY = INVALID | SHARED | EXCLUSIVE
}; /* a client's copy */
enum {
  EMPTY = 1 << 0,
  REQ_SHARED = 1 << 1,
  REQ_EXCLUSIVE = 1 << 2,
  BUSY = REQ_SHARED | REQ_EXCLUSIVE
}; /* home: CurCmd */

enum german_event {
  EVENT_REQS = EVENT_OWN,
  EVENT_REQE,
  EVENT_GNTS,
  EVENT_GNTE,
  EVENT_INV,
  EVENT_INVACK, /* messages */
  EVENT_SEND_REQS,
  EVENT_SEND_REQE,
  EVENT_WRITE, /* a client's own */
  EVENT_SEND_INV,
  EVENT_SEND_GNTS,
  EVENT_SEND_GNTE, /* home's own */
  EVENT_COUNT
};
#define ON(event) (1ull << EVENT_##event)

enum { DATA_VALUES = 2 };
enum { CHAN1, CHAN2, CHAN3, CHANS };

static const char *const events[] = { "LOAD",          "STORE",   "ATOMIC",   "LOAD_ACQUIRE",
                                      "STORE_RELEASE", "FENCE",   "EVICT",    "EXPIRY",
                                      "ReqS",          "ReqE",    "GntS",     "GntE",
                                      "Inv",           "InvAck",  "SendReqS", "SendReqE",
                                      "Store",         "SendInv", "SendGntS", "SendGntE" };
static const char *const client_states[] = { "I", "S", "E" };
static const char *const home_states[] = { "Empty", "ReqS", "ReqE" };

/* --- a client --- */

static bool may_ask_shared(const struct step *s) { return s->state == 0; }
static bool may_ask_exclusive(const struct step *s) { return 1u << s->state & (INVALID | SHARED); }
static bool may_write(const struct step *s) { return 1u << s->state & EXCLUSIVE; }

static void ask_shared(struct step *s) {
  step_send(s, EVENT_REQS, step_controller_of_line(s, s->at));
}
static void ask_exclusive(struct step *s) {
  step_send(s, EVENT_REQE, step_controller_of_line(s, s->at));
}
static void write_any(struct step *s) { s->line->data.word[0] = 1 + step_choose(s, DATA_VALUES); }
static void take_data(struct step *s) { s->line->data = step_incoming(s)->data; }

static void give_up(struct step *s) {
  struct message *message = step_send(s, EVENT_INVACK, step_controller_of_line(s, s->at));
  if (1u << s->state & EXCLUSIVE) message->data = s->line->data;
  data_clear(&s->line->data);
}

static const struct row client_rows[] = {
  ROW("SendReqS", INVALID, ON(SEND_REQS), always, SAME, ask_shared),
  ROW("SendReqE", INVALID | SHARED, ON(SEND_REQE), always, SAME, ask_exclusive),
  ROW("Store", EXCLUSIVE, ON(WRITE), always, SAME, write_any),
  ROW("SendInvAck", ANY, ON(INV), always, INVALID, give_up),
  ROW("RecvGntS", ANY, ON(GNTS), always, SHARED, take_data),
  ROW("RecvGntE", ANY, ON(GNTE), always, EXCLUSIVE, take_data),
  STALL("no rule", SHARED | EXCLUSIVE, ON(SEND_REQS), always),
  STALL("no rule", EXCLUSIVE, ON(SEND_REQE), always),
  STALL("no rule", INVALID | SHARED, ON(WRITE), always),
};

static enum permission client_permission(const struct local *local, unsigned line) {
  static const enum permission of[] = { PERMISSION_NONE, PERMISSION_READ, PERMISSION_WRITE };
  return of[local->line[line].state];
}

/* --- home: sharers is ShrSet, held is InvSet, flag is ExGntd, owner is CurPtr --- */

static bool may_invalidate(const struct step *s) {
  unsigned command = 1u << s->state;
  return s->line->held && (command & REQ_EXCLUSIVE || (command & REQ_SHARED && s->line->flag));
}
static bool may_grant_shared(const struct step *s) {
  return 1u << s->state & REQ_SHARED && !s->line->flag;
}
static bool may_grant_exclusive(const struct step *s) {
  return 1u << s->state & REQ_EXCLUSIVE && !s->line->flag && !s->line->sharers;
}

static void note_request(struct step *s) {
  s->line->owner = (uint8_t)step_sm_of(s, step_incoming(s)->from);
  s->line->held = s->line->sharers;
}

/* Any one client that is still to be invalidated. */
static void invalidate_one(struct step *s) {
  unsigned set = s->line->held;
  for (unsigned skip = step_choose(s, (unsigned)__builtin_popcount(set)); skip; skip--)
    set &= set - 1;
  s->line->held &= (uint8_t) ~(set & -set);
  step_send(s, EVENT_INV, step_controller_of_sm(s, (unsigned)__builtin_ctz(set)));
}

static void note_invalidated(struct step *s) {
  s->line->sharers &= (uint8_t) ~(1u << step_sm_of(s, step_incoming(s)->from));
  if (s->line->flag) s->line->data = step_incoming(s)->data;
  s->line->flag = 0;
}

static void grant(struct step *s, unsigned type) {
  step_send(s, type, step_controller_of_sm(s, s->line->owner))->data = s->line->data;
  if (s->line->owner != NO_ONE)
    s->line->sharers |= (uint8_t)(1u << s->line->owner); /* (a mutant may grant to no client) */
  s->line->owner = NO_ONE;
}

static void grant_shared(struct step *s) { grant(s, EVENT_GNTS); }

static void grant_exclusive(struct step *s) {
  grant(s, EVENT_GNTE);
  s->line->flag = 1;
}

static const struct row home_rows[] = {
  ROW("RecvReqS", EMPTY, ON(REQS), always, REQ_SHARED, note_request),
  ROW("RecvReqE", EMPTY, ON(REQE), always, REQ_EXCLUSIVE, note_request),
  STALL("CurCmd", BUSY, ON(REQS) | ON(REQE), always),
  ROW("RecvInvAck", BUSY, ON(INVACK), always, SAME, note_invalidated),
  STALL("CurCmd", EMPTY, ON(INVACK), always),
  ROW("SendInv", BUSY, ON(SEND_INV), always, SAME, invalidate_one),
  STALL("no rule", EMPTY, ON(SEND_INV), always),
  ROW("SendGntS", REQ_SHARED, ON(SEND_GNTS), always, EMPTY, grant_shared),
  STALL("no rule", EMPTY | REQ_EXCLUSIVE, ON(SEND_GNTS), always),
  ROW("SendGntE", REQ_EXCLUSIVE, ON(SEND_GNTE), always, EMPTY, grant_exclusive),
  STALL("no rule", EMPTY | REQ_SHARED, ON(SEND_GNTE), always),
};

/* Memory begins with either value. */
static void home_start(const struct shape *shape, struct local *local) {
  local->line[0].data.word[0] = 1 + shape->start;
}

static bool data_agrees(const struct shape *shape, const struct local *const *locals) {
  const struct line *home = &locals[shape_bank(shape, 0)]->line[0];
  for (unsigned sm = 0; sm < shape->sms; sm++) {
    const struct line *copy = &locals[shape_l1(shape, sm)]->line[0];
    if (copy->state &&
        (home->flag ? !copy->data.word[0] : copy->data.word[0] != home->data.word[0]))
      return false;
  }
  return true;
}

SYSTEM(german) = {
  .name = "german",
  .title = "German's directory protocol, as model checkers are compared on it",
  .source = "Chou, Mannava and Park, FMCAD 2004, figures 1 and 2",
  .not_modelled = "nothing of the source; cores, which it does not have",
  .kinds = {
    { .name = "client",
      .table = { client_rows, sizeof client_rows / sizeof *client_rows, client_states, 3, ANY,
                 events, EVENT_COUNT,
                 ON(INV) | ON(GNTS) | ON(GNTE) | ON(SEND_REQS) | ON(SEND_REQE) | ON(WRITE) },
      .internals = { { .event = EVENT_SEND_REQS, .over = PER_LINE, .enabled = may_ask_shared,
                       .environment = true },
                     { .event = EVENT_SEND_REQE, .over = PER_LINE, .enabled = may_ask_exclusive,
                       .environment = true },
                     { .event = EVENT_WRITE, .over = PER_LINE, .enabled = may_write,
                       .environment = true } },
      .internal_count = 3, .instances = ONE_PER_SM, .permission = client_permission,
      .lease = NO_LEASE },
    { .name = "home",
      .table = { home_rows, sizeof home_rows / sizeof *home_rows, home_states, 3, EMPTY, events,
                 EVENT_COUNT,
                 ON(REQS) | ON(REQE) | ON(INVACK) | ON(SEND_INV) | ON(SEND_GNTS) | ON(SEND_GNTE) },
      .internals = { { .event = EVENT_SEND_INV, .over = PER_LINE, .enabled = may_invalidate },
                     { .event = EVENT_SEND_GNTS, .over = PER_LINE, .enabled = may_grant_shared },
                     { .event = EVENT_SEND_GNTE, .over = PER_LINE,
                       .enabled = may_grant_exclusive } },
      .internal_count = 3, .instances = ONE_PER_BANK, .start = home_start, .lease = NO_LEASE,
      .shows.sharers = true, .shows.owner = true, .shows.held = "InvSet",
      .shows.line_flag = "ExGntd" } },
  .events = events,
  .event_count = EVENT_COUNT,
  .networks = { { "Chan1", FIFO, 1 }, { "Chan2", FIFO, 1 }, { "Chan3", FIFO, 1 } },
  .network_count = CHANS,
  .messages = {
    [EVENT_REQS] = { "ReqS", CHAN1, .lease = NO_LEASE },
    [EVENT_REQE] = { "ReqE", CHAN1, .lease = NO_LEASE },
    [EVENT_GNTS] = { "GntS", CHAN2, .has_data = true, .lease = NO_LEASE },
    [EVENT_GNTE] = { "GntE", CHAN2, .has_data = true, .lease = NO_LEASE },
    [EVENT_INV] = { "Inv", CHAN2, .lease = NO_LEASE },
    [EVENT_INVACK] = { "InvAck", CHAN3, .has_data = true, .lease = NO_LEASE },
  },
  .lower = lower_plain,
  .claims = { [CORE_IO] = { .offered = true, .memory_models = "" } },
  .core = CORE_IO,
  .promises.starts = DATA_VALUES,
  .promises.values_alike = DATA_VALUES,
  .invariants = CLAIM(PROPERTY_SWMR) | CLAIM(PROPERTY_OWN),
  .own_invariant.holds = data_agrees,
  .own_invariant.name = "DataProp",
};
