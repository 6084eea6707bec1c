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
 * behind requests: they have a network of their own (INFERRED); that of the responses does, too. */
#include "protocol/protocol.h"

enum { PARAMETER_ANSWERS, PARAMETER_TIE, PARAMETER_RING };
enum { ANSWERS_APART, ANSWERS_BEHIND_REQUESTS, ANSWERS_BEHIND_KEPT };
enum { LOWEST_WINS, NONE_YIELDS, ALL_WAIT };

enum { REQUEST, RESPONSE, RING, ANSWER };
#define MESSAGES(M)                                                                         \
  M(GET, "GET", REQUEST, .has_core = true)                                                  \
  M(PUT, "PUT", REQUEST, .has_core = true, .has_value = true)                               \
  M(DATA, "DATA", RESPONSE, .has_core = true, .has_data = true)                             \
  M(ACK, "ACK", RESPONSE, .has_core = true)                                                 \
  M(FLUSH, "FLUSH", RESPONSE)                                                               \
  M(FLUSHED, "FLUSHED", ANSWER, .instead_where = 1 + PARAMETER_ANSWERS, .instead = REQUEST) \
  M(HALT, "STALL", RING, .has_count = true)                                                 \
  M(RESUME, "RESUME", RING, .has_count = true)
#define OTHERS(E) E(ROLL_OVER, "ROLLOVER")
DECLARE_EVENTS(MESSAGES, OTHERS);

/* --- the L1: I (nothing is out), W (a request is out) --- */

#define L1_STATES(S_) S_(I, "I"), S_(W, "W")
DECLARE_STATES(l1_states, L1_STATES);

ACTION(get, stock_ask(s, EVENT_GET))
ACTION(put, stock_ask(s, EVENT_PUT))
ACTION(flushed, step_send(s, EVENT_FLUSHED, step_incoming(s)->from))

static const struct row l1_rows[] = {
  INFERRED("a request", I, LOAD, always, W, get),
  INFERRED("a request", I, STORE | ATOMIC, always, W, put),
  STALL("one request for a line", W, LOAD | STORE | ATOMIC, always),
  INFERRED("its answer", W, DATA, always, I, stock_use),
  INFERRED("its answer", W, ACK, always, I, stock_done),
  NEVER("no request is out", I, DATA | ACK),
  ROW("3.4.4 flush request", I | W, FLUSH, always, SAME, flushed),
};

/* --- a partition: R (runs), A (asks for a rollover), S (stalled), F (flushes) --- */

#define L2_STATES(S_) S_(R, "R"), S_(A, "A"), S_(S, "S"), S_(F, "F")
DECLARE_STATES(l2_states, L2_STATES);

/* line->pending: the L1s that have not answered.  A flit's count: the partition that sent it. */
static unsigned origin(const struct step *s) { return (unsigned)step_incoming(s)->count; }
GUARD(own_flit, origin(s) == s->at)
GUARD(foreign_flit, !own_flit(s))
GUARD(lowest_wins, step_parameter(s, PARAMETER_TIE) == LOWEST_WINS)
GUARD(loses, foreign_flit(s) && lowest_wins(s) && origin(s) < s->at)
GUARD(wins, foreign_flit(s) && lowest_wins(s) && origin(s) > s->at)
GUARD(none_yields, foreign_flit(s) && step_parameter(s, PARAMETER_TIE) == NONE_YIELDS)
GUARD(all_wait, foreign_flit(s) && step_parameter(s, PARAMETER_TIE) == ALL_WAIT)
GUARD_PAIR(keeps, leaves, step_parameter(s, PARAMETER_ANSWERS) == ANSWERS_BEHIND_KEPT)
GUARD_PAIR(last, not_last, s->line->pending == 1)
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
ACTION(count, s->line->pending--)
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

  ROW("3.4.4 needs to roll over", R, ROLL_OVER, always, A, stall_others),
  STALL("it has stalled", A | S | F, ROLL_OVER, always),

  ROW("3.4.4 stall flit", R, HALT, always, S, forward),
  ROW("3.4.4 stall returns", A, HALT, own_flit, F, flush),
  ROW("3.4.4 lowest ID wins", A, HALT, loses, S, forward),
  ROW("3.4.4 lowest ID wins", A, HALT, wins, A),
  VARIANT("none yields", A, HALT, none_yields, A, forward),
  VARIANT("each waits for its own flit", A, HALT, all_wait, A),
  ROW("3.4.4 stall flit", S, HALT, foreign_flit, S, forward),
  NEVER_WHEN("it has lost", S, HALT, own_flit),
  NEVER("all have stalled", F, HALT),

  ROW("3.4.4 responses from all", F, FLUSHED, not_last, F, count),
  ROW("3.4.4 resume flit", F, FLUSHED, last, R, count, resume_others, serve),
  NEVER("it flushes nothing", R | A | S, FLUSHED),
  ROW("3.4.4 resume flit", S, RESUME, foreign_flit, R, forward, serve),
  NEVER_WHEN("it has not sent it", S, RESUME, own_flit),
  INFERRED("the resume flit is back", R | A, RESUME, own_flit, SAME),
  NEVER_WHEN("it has not stalled", R | A, RESUME, foreign_flit),
  NEVER("it flushes", F, RESUME),
};

/* While one partition flushes, all others have stalled. */
static bool one_flushes(const struct shape *shape, const struct local *const *locals) {
  unsigned flushes = 0, stalled = 0;
  for (unsigned line = 0; line < shape->lines; line++) {
    unsigned state = locals[shape_bank(shape, line)]->line[line].state;
    flushes += state == NUMBER_F;
    stalled += state == NUMBER_S;
  }
  return !flushes || (flushes == 1 && stalled + 1 == shape->lines);
}
static bool names_lines(const struct setting *setting) {
  (void)setting;
  return true;
}

SYSTEM(rollover_ring) = {
  .name = "rollover-ring",
  .title = "the ring by which partitions of RCC's L2 agree on a rollover of timestamps",
  .source = "thesis 3.4.4, \"Timestamp rollover\"",
  .not_modelled = "timestamps, copies and DRAM (rcc-sc:rollover), GETM's ring",
  .kinds = {
    { .name = "L1", .instances = ONE_PER_SM,
      .table = TABLE(l1_rows, l1_states, I, events,
                     LOAD | STORE | ATOMIC | DATA | ACK | FLUSH) },
    { .name = "L2", .instances = ONE_PER_BANK, .value = stock_memory,
      .table = TABLE(l2_rows, l2_states, R, events,
                     GET | PUT | FLUSHED | HALT | RESUME | ROLL_OVER),
      .internals = { { .event = EVENT_ROLL_OVER, .over = PER_LINE, .enabled = is_on_ring,
                       .environment = true } },
      .internal_count = 1,
      .shows = { .memory = true, .pending = "unflushed" } },
  },
  RECORD_EVENTS(MESSAGES),
  RECORD_NETWORKS({ "request", FIFO, 12 }, { "response", FIFO, 12 },
                  { "ring", FIFO, 8, .senders = 1 << 1, .instead_where = 1 + PARAMETER_RING,
                    .instead = { UNORDERED } },
                  { "answer", FIFO, 4 }),
  STOCK_WAITING_CORES("sc"),
  .asymmetric = names_lines,
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
  },
  .variants = {
    { "two-networks", "answers to a flush use the network of requests, which a partition that has "
                      "stalled does not take", { { "answers", 1 } },
      .invariants_lost = CLAIM(PROPERTY_DEADLOCK),
      .shown_by = { .sms = 1, .threads = 1, .lines = 2, .values = 1 } },
    { "kept-requests", "the same, but a partition that has stalled takes requests and keeps them",
      { { "answers", 2 } } },
    { "no-tie", "of two that ask at once none yields", { { "tie", 1 } },
      .invariants_lost = CLAIM(PROPERTY_OWN),
      .shown_by = { .sms = 1, .threads = 1, .lines = 2, .values = 1 } },
    { "all-wait", "of two that ask at once each waits for its own flit", { { "tie", 2 } },
      .invariants_lost = CLAIM(PROPERTY_DEADLOCK),
      .shown_by = { .sms = 1, .threads = 1, .lines = 2, .values = 1 } },
    { "unordered-ring", "flits may overtake each other", { { "unordered", 1 } },
      .invariants_lost = CLAIM(PROPERTY_NEVER),
      .shown_by = { .sms = 1, .threads = 1, .lines = 2, .values = 1 } },
  },
};
