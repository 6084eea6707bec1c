/* rollover-ring: how the partitions of RCC's L2 agree on a rollover of timestamps.
 *
 * Source: thesis, 3.4.4, "Timestamp rollover".  A partition that must roll over sends a stall flit
 * round a unidirectional ring.  Every other one stalls, and then lets it go on.  When the flit is
 * back, all have stalled.  "In case of concurrent stall requests, lowest L2 partition ID wins."
 * The winner flushes all L1s, waits for their answers, and sends a resume flit round the ring.
 *
 * This model is of the ring alone: who waits for whom.  Timestamps, copies and DRAM are left out;
 * rcc-sc:rollover has what becomes of them, in one step of all controllers.  An L1 keeps no copy.
 * A partition is the bank of one line, and its ID is the line's number.
 *
 * A stalled partition takes no requests, but needs the answers to a flush.  So these do not queue
 * behind requests: they have a network of their own (INFERRED); that of the responses does, too.
 *
 * `getm=1` is GETM's ring (4.5.2).  Its second message has each validation unit roll over.  It asks
 * all cores itself, and "once the cores have acked the request, the VU knows that no requests are
 * in flight".  That needs acknowledgements behind requests, and units that take requests while they
 * stall, and drop them (`answers=2`).  A core gives up what it asked a unit that asks it to roll
 * over, and asks again when all units have (INFERRED). */
#include "protocol/protocol.h"

enum { PARAMETER_ANSWERS, PARAMETER_TIE, PARAMETER_RING, PARAMETER_GETM };
enum { ANSWERS_APART, ANSWERS_BEHIND_REQUESTS, ANSWERS_BEHIND_KEPT };
enum { LOWEST_WINS, NONE_YIELDS, ALL_WAIT };
enum { RCC, GETM, GETM_ONE_ASKS, GETM_AT_ONCE, GETM_DROPS_ALL };

enum { REQUEST, RESPONSE, RING, ANSWER };
#define MESSAGES(M)                                                                         \
  M(GET, "GET", REQUEST, .has_core = true, .marks = { "new" })                              \
  M(PUT, "PUT", REQUEST, .has_core = true, .has_value = true, .marks = { "new" })           \
  M(DATA, "DATA", RESPONSE, .has_core = true, .has_data = true)                             \
  M(ACK, "ACK", RESPONSE, .has_core = true)                                                 \
  M(FLUSH, "FLUSH", RESPONSE)                                                               \
  M(FLUSHED, "FLUSHED", ANSWER, .instead_where = 1 + PARAMETER_ANSWERS, .instead = REQUEST) \
  M(HALT, "STALL", RING, .has_count = true)                                                 \
  M(RESUME, "RESUME", RING, .has_count = true)
#define OTHERS(E) E(ROLL_OVER, "ROLLOVER") E(RESTART, "RESTART")
DECLARE_EVENTS(MESSAGES, OTHERS);

/* --- the L1: I (nothing is out), W (a request is out); of GETM's cores, which a unit has asked to
 * roll over: H (nothing is out), G (a request is given up) --- */

#define L1_STATES(S_) S_(I, "I"), S_(W, "W"), S_(H, "H"), S_(G, "G")
DECLARE_STATES(l1_states, L1_STATES);

static unsigned ring_of(const struct step *s) {
  return (unsigned)step_parameter(s, PARAMETER_GETM);
}
GUARD_PAIR(rcc, getm, ring_of(s) == RCC)
GUARD(waits_for_all, ring_of(s) == GETM || ring_of(s) == GETM_DROPS_ALL)
GUARD(restarts_at_once, getm(s) && !waits_for_all(s))
/* Units that have asked this core, but for that of the step's line. */
static unsigned other_units(const struct step *s) {
  unsigned asked = 0;
  for (unsigned line = 0; line < s->shape->lines; line++)
    asked += line != s->at && 1u << s->local->line[line].state & (H | G);
  return asked;
}
GUARD_PAIR(runs, rolls_over, !other_units(s))

/* local->count (restarts_at_once): the units that have asked.  A mark of a message: its core has
 * restarted, and will not ask this again. */
static void send_request(struct step *s, unsigned event, const struct request *request) {
  struct message *m = step_send(s, event, step_controller_of_line(s, s->at));
  m->request = *request;
  m->count = s->local->count != 0;
}
/* GETM's core keeps what it has asked, to ask it again. */
static void ask(struct step *s, unsigned event) {
  send_request(s, event, s->request);
  if (getm(s)) stock_hold(s);
}
ACTION(get, ask(s, EVENT_GET))
ACTION(put, ask(s, EVENT_PUT))
static void forget(struct step *s) {
  if (s->line->waiting) step_dequeue(s, 0);
}
static void ask_again(struct step *s) {
  struct request request = s->line->queue[0];
  send_request(s, request.event == EVENT_LOAD ? EVENT_GET : EVENT_PUT, &request);
}
ACTION(flushed, step_send(s, EVENT_FLUSHED, step_incoming(s)->from))
static void restart_last(struct step *s) {
  if (other_units(s) + 1 == s->shape->lines) step_signal_all(s, EVENT_RESTART);
}
static void restart_first(struct step *s) {
  unsigned units = ring_of(s) == GETM_ONE_ASKS ? 1 : s->shape->lines;
  if (!s->local->count) step_signal_all(s, EVENT_RESTART);
  s->local->count = (uint8_t)((s->local->count + 1u) % units);
}

static const struct row l1_rows[] = {
  INFERRED("a request", I, LOAD, runs, W, get),
  INFERRED("a request", I, STORE | ATOMIC, runs, W, put),
  STALL("some units have asked, some have not", I, LOAD | STORE | ATOMIC, rolls_over),
  STALL("one request for a line", W | H | G, LOAD | STORE | ATOMIC, always),
  INFERRED("its answer", W, DATA, always, I, stock_use, forget),
  INFERRED("its answer", W, ACK, always, I, stock_done, forget),
  NEVER("no request is out", I | H | G, DATA | ACK),
  ROW("3.4.4 flush request", I | W, FLUSH, rcc, SAME, flushed),

  VARIANT_OF_SOURCE("GETM 4.5.2 request from a VU", I, FLUSH, waits_for_all, H, flushed,
                    restart_last),
  VARIANT_OF_SOURCE("GETM 4.5.2 request from a VU", W, FLUSH, waits_for_all, G, flushed,
                    restart_last),
  VARIANT("it restarts at the first request", I | W, FLUSH, restarts_at_once, SAME, flushed,
          restart_first),
  NEVER("it has asked", H | G, FLUSH),
  VARIANT("all units have asked", H, RESTART, always, I),
  VARIANT("all units have asked", G, RESTART, always, W, ask_again),
  VARIANT("it restarts at the first request", I, RESTART, always, I),
  VARIANT("it restarts at the first request", W, RESTART, always, W, ask_again),
};

/* --- a partition: R (runs), A (asks for a rollover), S (stalled), F (flushes) --- */

#define L2_STATES(S_) S_(R, "R"), S_(A, "A"), S_(S, "S"), S_(F, "F")
DECLARE_STATES(l2_states, L2_STATES);

/* line->pending: the L1s that have not answered.  A flit's count: the partition that sent it.
 * line->sharers (GETM): the cores that have answered, whose next requests are of the new epoch. */
static unsigned origin(const struct step *s) { return (unsigned)step_incoming(s)->count; }
GUARD(own_flit, origin(s) == s->at)
GUARD(foreign_flit, !own_flit(s))
GUARD(lowest_wins, step_parameter(s, PARAMETER_TIE) == LOWEST_WINS)
GUARD(loses, foreign_flit(s) && lowest_wins(s) && origin(s) < s->at)
GUARD(wins, foreign_flit(s) && lowest_wins(s) && origin(s) > s->at)
GUARD(none_yields, foreign_flit(s) && step_parameter(s, PARAMETER_TIE) == NONE_YIELDS)
GUARD(all_wait, foreign_flit(s) && step_parameter(s, PARAMETER_TIE) == ALL_WAIT)
GUARD_PAIR(takes, leaves_all, step_parameter(s, PARAMETER_ANSWERS) == ANSWERS_BEHIND_KEPT)
GUARD(keeps, takes(s) && rcc(s))
GUARD(has_answered, getm(s) && sm_set_has(s->line->sharers, stock_sender(s)))
GUARD(drops, takes(s) && getm(s) && !has_answered(s) && !step_incoming(s)->count)
GUARD(leaves, leaves_all(s) || (has_answered(s) && ring_of(s) != GETM_DROPS_ALL))
GUARD(loses_new, getm(s) && !drops(s) && !leaves(s))
GUARD_PAIR(last, not_last, s->line->pending == 1)
/* Does each unit ask the cores, once the second message has come? */
GUARD_PAIR(each_asks, one_asks, getm(s) && ring_of(s) != GETM_ONE_ASKS)
GUARD(last_of_all, last(s) && one_asks(s))
GUARD(last_of_own, last(s) && each_asks(s))
GUARD(own_then_ask, own_flit(s) && one_asks(s))
GUARD(own_then_each, own_flit(s) && each_asks(s))
GUARD(foreign_resumes, foreign_flit(s) && one_asks(s))
GUARD(foreign_asks, foreign_flit(s) && each_asks(s))
GUARD(not_foreign_asks, !foreign_asks(s))
GUARD(not_own_then_each, !own_then_each(s))
/* There is a ring only where each line has a bank of its own, and there are several. */
GUARD(is_on_ring, s->shape->lines > 1 && s->shape->placement.banks == s->shape->lines &&
                      step_controller_of_line(s, s->at) == step_own_number(s))

static void pass_on(struct step *s, unsigned event, unsigned from) {
  unsigned next = (s->at + 1) % s->shape->lines;
  struct message *flit = step_send(s, event, step_controller_of_line(s, next));
  flit->line = (uint8_t)next;
  flit->count = (int8_t)from;
}
ACTION(stall_others, pass_on(s, EVENT_HALT, s->at))
ACTION(forward, pass_on(s, s->event, origin(s)))
static void flush(struct step *s) {
  for (unsigned sm = 0; sm < s->shape->sms; sm++)
    step_send(s, EVENT_FLUSH, step_controller_of_sm(s, sm));
  s->line->pending = (uint8_t)s->shape->sms;
}
static void count(struct step *s) {
  s->line->pending--;
  if (getm(s)) sm_set_add(&s->line->sharers, stock_sender(s));
}
ACTION(forget_answers, s->line->sharers = 0)
ACTION(resume_others, pass_on(s, EVENT_RESUME, s->at))

ACTION(data, stock_send_data(s, EVENT_DATA))
ACTION(store, stock_store(s, s->request, EVENT_ACK))
/* What was kept while the partition had stalled. */
static void serve(struct step *s) {
  while (s->line->waiting) {
    struct request request = step_dequeue(s, 0);
    if (request.event != EVENT_LOAD) {
      stock_store(s, &request, EVENT_ACK);
      continue;
    }
    struct message *m = step_send(s, EVENT_DATA, step_controller_of_core(s, request.core));
    m->request = request;
    m->data = s->line->memory;
  }
}

static const struct row l2_rows[] = {
  INFERRED("a request", R, GET, always, R, data),
  INFERRED("a request", R, PUT, always, R, store),
  STALL("3.4.4 queued requests are retained", A | S | F, GET | PUT, leaves),
  VARIANT("3.4.4 queued requests are retained", A | S | F, GET | PUT, keeps, SAME, stock_hold),
  VARIANT("its attempt is given up", A | S | F, GET | PUT, drops, SAME),
  NEVER_WHEN("nobody asks again", A | S | F, GET | PUT, loses_new),

  ROW("3.4.4 needs to roll over", R, ROLL_OVER, always, A, stall_others),
  STALL("it has stalled", A | S | F, ROLL_OVER, always),

  ROW("3.4.4 stall flit", R, HALT, always, S, forward),
  ROW("3.4.4 stall returns", A, HALT, own_then_ask, F, flush),
  VARIANT_OF_SOURCE("GETM 4.5.2 second message", A, HALT, own_then_each, F, resume_others, flush),
  ROW("3.4.4 lowest ID wins", A, HALT, loses, S, forward),
  ROW("3.4.4 lowest ID wins", A, HALT, wins, A),
  VARIANT("none yields", A, HALT, none_yields, A, forward),
  VARIANT("each waits for its own flit", A, HALT, all_wait, A),
  ROW("3.4.4 stall flit", S, HALT, foreign_flit, S, forward),
  NEVER_WHEN("it has lost", S, HALT, own_flit),
  NEVER_WHEN("all have stalled", F, HALT, not_foreign_asks),
  STALL("the next rollover waits for this one", F, HALT, foreign_asks),

  ROW("3.4.4 responses from all", F, FLUSHED, not_last, F, count),
  ROW("3.4.4 resume flit", F, FLUSHED, last_of_all, R, count, resume_others, serve),
  VARIANT_OF_SOURCE("GETM 4.5.2 all cores have acked", F, FLUSHED, last_of_own, R, count,
                    forget_answers),
  NEVER("it flushes nothing", R | A | S, FLUSHED),
  ROW("3.4.4 resume flit", S, RESUME, foreign_resumes, R, forward, serve),
  VARIANT_OF_SOURCE("GETM 4.5.2 second message", S, RESUME, foreign_asks, F, forward, flush),
  NEVER_WHEN("it has not sent it", S, RESUME, own_flit),
  INFERRED("the resume flit is back", R | A, RESUME, own_flit, SAME),
  NEVER_WHEN("it has not stalled", R | A, RESUME, foreign_flit),
  NEVER_WHEN("it flushes", F, RESUME, not_own_then_each),
  VARIANT("the second message is back", F, RESUME, own_then_each, SAME),
};

/* While one partition flushes, all others have stalled.  GETM's units flush side by side.  An old
 * request that one of them serves gets its core two answers, which a NEVER refuses. */
static bool one_flushes(const struct shape *shape, const struct local *const *locals) {
  unsigned flushes = 0, stalled = 0;
  for (unsigned line = 0; line < shape->lines; line++) {
    unsigned state = locals[shape_bank(shape, line)]->line[line].state;
    flushes += state == NUMBER_F;
    stalled += state == NUMBER_S;
  }
  return !flushes || (flushes == 1 && stalled + 1 == shape->lines);
}
/* GETM's rollovers give up requests, without an end if they do not end. */
static struct progress_claim progress_of(const struct setting *setting) {
  unsigned progress =
      setting->values[PARAMETER_GETM] == RCC ? PROGRESS_GUARANTEED : PROGRESS_POSSIBLE;
  return (struct progress_claim){ .threads = progress, .requests = progress };
}
static bool names_lines(const struct setting *setting) {
  (void)setting;
  return true;
}

SYSTEM(rollover_ring) = {
  .name = "rollover-ring",
  .title = "the ring by which partitions of RCC's L2 agree on a rollover of timestamps",
  .source = "thesis 3.4.4, \"Timestamp rollover\"",
  .not_modelled = "timestamps, copies and DRAM (rcc-sc:rollover), GETM's logs (getm:rollover)",
  .kinds = {
    { .name = "L1", .instances = ONE_PER_SM,
      .table = TABLE(l1_rows, l1_states, I, events,
                     LOAD | STORE | ATOMIC | DATA | ACK | FLUSH | RESTART) },
    { .name = "L2", .instances = ONE_PER_BANK, .value = stock_memory,
      .table = TABLE(l2_rows, l2_states, R, events,
                     GET | PUT | FLUSHED | HALT | RESUME | ROLL_OVER),
      .internals = { { .event = EVENT_ROLL_OVER, .over = PER_LINE, .enabled = is_on_ring,
                       .environment = true } },
      .internal_count = 1,
      .shows = { .memory = true, .pending = "unflushed", .sharers = true } },
  },
  RECORD_EVENTS(MESSAGES),
  RECORD_NETWORKS({ "request", FIFO, 12 }, { "response", FIFO, 12 },
                  { "ring", FIFO, 8, .senders = 1 << 1, .instead_where = 1 + PARAMETER_RING,
                    .instead = { UNORDERED } },
                  { "answer", FIFO, 4 }),
  STOCK_WAITING_CORES("sc"),
  .asymmetric = names_lines,
  .progress = progress_of,
  .invariants = CLAIM(PROPERTY_LOAD_VALUE) | CLAIM(PROPERTY_OWN),
  .own_invariant.holds = one_flushes,
  .own_invariant.name = "while one partition flushes the L1s, all others have stalled",
  .parameters = {
    [PARAMETER_ANSWERS] = { "answers", 0, 0, 2, "answers to a flush: 0 have a network of their "
                            "own; 1 are behind requests; 2 are, and a partition that has stalled "
                            "takes requests and keeps them" },
    [PARAMETER_TIE] = { "tie", 0, 0, 2, "of two that ask at once: 0 the lowest ID wins; 1 none "
                        "yields; 2 each waits for its own flit" },
    [PARAMETER_RING] = { "unordered", 0, 0, 1, "1: flits may overtake each other" },
    [PARAMETER_GETM] = { "getm", 0, 0, 4, "0 RCC's ring; 1 GETM's: each validation unit asks the "
                         "cores; 2 only the first does; 3 a core restarts when one has asked; 4 "
                         "requests of cores that have restarted are dropped, too" },
  },
  .variants = {
    { "two-networks", "answers to a flush use the network of requests, which a partition that has "
                      "stalled does not take", { { "answers", 1 } },
      .invariants_lost = CLAIM(PROPERTY_DEADLOCK),
      .shown_by = { .sms = 1, .threads = 1, .lines = 2, .values = 1 } },
    { "kept-requests", "the same, but a partition that has stalled takes requests and keeps them",
      { { "answers", 2 } }, /* one step answers all that waits, and nothing was overtaken */
      .invariants_unclaimed = CLAIM(PROPERTY_LOAD_VALUE) },
    { "no-tie", "of two that ask at once none yields", { { "tie", 1 } },
      .invariants_lost = CLAIM(PROPERTY_OWN),
      .shown_by = { .sms = 1, .threads = 1, .lines = 2, .values = 1 } },
    { "all-wait", "of two that ask at once each waits for its own flit", { { "tie", 2 } },
      .invariants_lost = CLAIM(PROPERTY_DEADLOCK),
      .shown_by = { .sms = 1, .threads = 1, .lines = 2, .values = 1 } },
    { "unordered-ring", "flits may overtake each other", { { "unordered", 1 } },
      .invariants_lost = CLAIM(PROPERTY_NEVER),
      .shown_by = { .sms = 1, .threads = 1, .lines = 2, .values = 1 } },
    { "getm", "GETM's ring: a second message has each validation unit ask the cores",
      { { "getm", 1 }, { "answers", 2 } },
      .invariants_unclaimed = CLAIM(PROPERTY_OWN) },
    { "getm-no-tie", "the same, and of two units that start at once none yields",
      { { "getm", 1 }, { "answers", 2 }, { "tie", 1 } },
      .invariants_unclaimed = CLAIM(PROPERTY_OWN),
      .invariants_lost = CLAIM(PROPERTY_NEVER),
      .shown_by = { .sms = 1, .threads = 1, .lines = 2, .values = 1 } },
    { "getm-not-taken", "GETM's ring, and a unit that has stalled takes no requests",
      { { "getm", 1 }, { "answers", 1 } },
      .invariants_unclaimed = CLAIM(PROPERTY_OWN),
      .invariants_lost = CLAIM(PROPERTY_DEADLOCK),
      .shown_by = { .sms = 1, .threads = 1, .lines = 2, .values = 1 } },
    { "getm-acks-apart", "GETM's ring, and acknowledgements overtake requests",
      { { "getm", 1 }, { "answers", 0 } },
      .invariants_unclaimed = CLAIM(PROPERTY_OWN),
      .invariants_lost = CLAIM(PROPERTY_NEVER),
      .shown_by = { .sms = 1, .threads = 1, .lines = 2, .values = 1 } },
    { "getm-one-asks", "GETM's ring, and only the unit that started asks the cores",
      { { "getm", 2 }, { "answers", 2 } },
      .invariants_unclaimed = CLAIM(PROPERTY_OWN),
      .invariants_lost = CLAIM(PROPERTY_NEVER),
      .shown_by = { .sms = 1, .threads = 2, .lines = 2, .values = 1 } },
    { "getm-drops-all", "GETM's ring, and a unit drops what it takes until all cores have answered",
      { { "getm", 4 }, { "answers", 2 } },
      .invariants_unclaimed = CLAIM(PROPERTY_OWN),
      .invariants_lost = CLAIM(PROPERTY_NEVER),
      .shown_by = { .sms = 2, .threads = 2, .lines = 2, .values = 1 } },
    { "getm-at-once", "GETM's ring, and a core restarts when one unit has asked it",
      { { "getm", 3 }, { "answers", 2 } },
      .invariants_unclaimed = CLAIM(PROPERTY_OWN),
      .invariants_lost = CLAIM(PROPERTY_NEVER),
      .shown_by = { .sms = 1, .threads = 1, .lines = 2, .values = 1 } },
  },
};
