/* GETM at the core: a warp, its lanes and their logs (Figure 4.6, the box above; 4.5.1).  getm.h tells the protocol.
 *
 * A lane is OUT of any transaction, RUNs, WAITs for the VU, has been ABORTED, or is DONE: at its commit.  local->clock is
 * warpts, the second clock the latest time that the round was refused for.  The logs are by location: in line->queue an element
 * for each lane that has read a word, and for each that has written it; `expected` counts the latter's granted stores.  A
 * lane's flag names the request that its core waits for. */
#ifndef MODELS_GETM_WARP_H
#define MODELS_GETM_WARP_H

enum { LANE_OUT, LANE_RUN, LANE_WAIT, LANE_ABORTED, LANE_DONE };
static const char *const lane_states[] = { "OUT", "RUN", "WAIT", "ABORTED", "DONE" };
#define OUT (1u << LANE_OUT)
#define RUN (1u << LANE_RUN)
#define WAIT (1u << LANE_WAIT)
#define ABORTED (1u << LANE_ABORTED)
#define DONE (1u << LANE_DONE)
#define ANY (OUT | RUN | WAIT | ABORTED | DONE)

static unsigned lane_state(const struct step *s, unsigned core) { return line_of_core(s, core)->state; }
static bool in_warp(const struct step *s, unsigned core) { return controller_of_core(s, core) == own_number(s); }
#define EACH_LANE(s, core) \
  for (unsigned core = 0; core < machine_cores((s)->machine); core++) \
    if (in_warp(s, core))

/* --- the logs --- */

static struct line *logged_at(const struct step *s, unsigned line) { return &s->local->line[line]; }

/* The lane's element for the word that is asked for; NULL: none. */
static struct request *entry_of(const struct step *s, unsigned event) {
  struct line *log = logged_at(s, s->request->line);
  for (unsigned i = 0; i < log->waiting; i++) {
    struct request *entry = &log->queue[i];
    if (entry->core == s->request->core && entry->word == s->request->word && entry->event == event) return entry;
  }
  return NULL;
}

static void note(struct step *s) {
  struct request *entry = entry_of(s, s->request->event);
  if (!entry) {
    struct line *lane = s->line;
    struct request request = *s->request;
    request.entry = 0;
    s->line = logged_at(s, request.line);
    enqueue(s, &request);
    s->line = lane;
  } else if (s->request->event == EVENT_TX_STORE) {
    entry->value = s->request->value;
  }
}

/* --- guards --- */

/* Does another lane that still runs stand in the way? */
static bool conflict(const struct step *s) {
  const struct line *log = logged_at(s, s->request->line);
  for (unsigned i = 0; i < log->waiting; i++) {
    const struct request *entry = &log->queue[i];
    if (entry->core == s->request->core || entry->word != s->request->word) continue;
    if (lane_state(s, entry->core) == LANE_ABORTED) continue;
    if (entry->event == EVENT_TX_STORE || s->request->event == EVENT_TX_STORE) return true;
  }
  return false;
}
static bool written(const struct step *s) { return entry_of(s, EVENT_TX_STORE) != NULL; }
static bool load_conflicts(const struct step *s) { return !written(s) && conflict(s); }
static bool load_asks(const struct step *s) { return !written(s) && !conflict(s); }
static bool no_conflict(const struct step *s) { return !conflict(s); }

static unsigned lanes_in(const struct step *s, unsigned states) {
  unsigned count = 0;
  EACH_LANE(s, core) count += states >> lane_state(s, core) & 1;
  return count;
}
/* A round ends for all its lanes at once; nobody joins it once a lane has come to its end. */
static bool may_join(const struct step *s) { return lanes_in(s, ABORTED | DONE) == 0; }
static bool must_wait(const struct step *s) { return !may_join(s); }
static bool over(const struct step *s) { return lanes_in(s, RUN | WAIT) == 0 && lanes_in(s, ABORTED | DONE) != 0; }
static bool not_over(const struct step *s) { return !over(s); }
static bool is_load(const struct step *s) { return s->request->event == EVENT_TX_LOAD; }
static bool is_store(const struct step *s) { return s->request->event == EVENT_TX_STORE; }

/* --- actions --- */

static void begin(struct step *s) {
  if (s->local->clock == NO_TIME) s->local->clock = (uint8_t)time_beyond(s, NO_TIME, parameter(s, UNIQUE));
  reply(s, s->request, 0);
}
static struct message *ask(struct step *s, unsigned type) {
  struct message *m = send(s, type, controller_of_line(s, s->request->line));
  m->line = s->request->line;
  m->request = *s->request;
  return m;
}
static void ask_load(struct step *s) { ask(s, EVENT_LD)->request.time = s->local->clock; }
static void ask_store(struct step *s) {
  struct message *m = ask(s, EVENT_ST); /* the data stays in the log */
  m->request.time = s->local->clock;
  m->request.value = 0;
}
static void ask_plainly(struct step *s) { ask(s, EVENT_PLAIN); }
static void read_own(struct step *s) { reply(s, s->request, entry_of(s, EVENT_TX_STORE)->value); }
static void answer(struct step *s) { reply(s, s->request, s->request->value); }
static void granted(struct step *s) {
  struct request *entry = entry_of(s, EVENT_TX_STORE);
  if (entry) entry->expected++; /* a mutant may not have noted it */
  reply(s, s->request, 0);
}
static void stop(struct step *s) { s->line->flag = s->request->entry; }
static void refused(struct step *s) {
  s->local->stall[SECOND_CLOCK] = (uint8_t)later(s->local->stall[SECOND_CLOCK], s->in->time[WARPTS]);
  stop(s);
}

/* The lane's part of the log of one line, as a message; what it writes goes to `words`. */
static void send_log_of(struct step *s, unsigned core, unsigned line, bool commits, uint16_t *words) {
  struct line *log = logged_at(s, line);
  int count = 0;
  for (unsigned i = 0; i < log->waiting; i++)
    if (log->queue[i].core == core && log->queue[i].event == EVENT_TX_STORE) count += (int)log->queue[i].expected;
  if (!count) return;
  struct message *m = send(s, parameter(s, ORDERED) ? EVENT_LOG : EVENT_STRAY_LOG, controller_of_line(s, line));
  m->line = (uint8_t)line;
  m->request.core = (uint8_t)core;
  m->request.line = (uint8_t)line;
  m->count = (int8_t)count;
  m->flag = commits;
  for (unsigned i = 0; i < log->waiting && commits; i++) {
    const struct request *entry = &log->queue[i];
    if (entry->core != core || entry->event != EVENT_TX_STORE) continue;
    data_write(&m->data, entry->word, entry->value);
    m->flag = (uint8_t)(m->flag | 2u << entry->word);
    *words |= history_word(line, entry->word);
  }
}

static void send_logs(struct step *s) {
  EACH_LANE(s, core) {
    uint16_t words = 0;
    bool commits = lane_state(s, core) == LANE_DONE;
    if (lane_state(s, core) == LANE_OUT) continue;
    for (unsigned line = 0; line < machine_lines(s->machine); line++) send_log_of(s, core, line, commits, &words);
    observe(s, commits ? HISTORY_COMMITTED : HISTORY_ABORTED, core, words);
  }
}

static void advance_warpts(struct step *s) {
  unsigned reached = later(s->local->clock, s->local->stall[SECOND_CLOCK]);
  s->local->stall[SECOND_CLOCK] = NO_TIME;
  s->local->clock = NO_TIME;
  s->local->clock = (uint8_t)time_beyond(s, reached, parameter(s, UNIQUE));
}

static void leave(struct step *s) {
  EACH_LANE(s, core) {
    struct line *lane = line_of_core(s, core);
    struct request request = { .core = (uint8_t)core, .entry = lane->flag };
    if (lane->state == LANE_DONE) reply(s, &request, 0);
    if (lane->state == LANE_ABORTED) restart(s, &request);
    lane->state = LANE_OUT;
    lane->flag = 0;
  }
  for (unsigned line = 0; line < machine_lines(s->machine); line++) {
    s->line = logged_at(s, line);
    while (s->line->waiting) dequeue(s, 0);
  }
}

/* --- the table --- */

static const struct row lane_rows[] = {
  ROW("4.4.1", OUT, TX_BEGIN, may_join, RUN, begin),
  STALL("4.5.1", OUT, TX_BEGIN, must_wait),

  INFERRED("4.1, redo log", RUN, TX_LOAD, written, RUN, read_own),
  ROW("4.5.1 intra-warp conflict", RUN, TX_LOAD, load_conflicts, ABORTED, stop),
  ROW("4.6 update log, req to LLC", RUN, TX_LOAD, load_asks, WAIT, note, ask_load),
  ROW("4.5.1 intra-warp conflict", RUN, TX_STORE, conflict, ABORTED, stop),
  ROW("4.6 update log, req to LLC", RUN, TX_STORE, no_conflict, WAIT, note, ask_store),
  ROW("4.6 LD SUCCESS", WAIT, OK, is_load, RUN, answer),
  ROW("4.6 ST SUCCESS", WAIT, OK, is_store, RUN, granted),
  ROW("4.6 ABORT", WAIT, NACK, always, ABORTED, refused),
  ROW("4.4.1", RUN, TX_COMMIT, always, DONE, stop),
  INFERRED("4.4.1", RUN, TX_ABORT, always, ABORTED, stop),
  NEVER("4.6", OUT | RUN | ABORTED | DONE, OK | NACK),
  NEVER("4.6", RUN | WAIT | ABORTED | DONE, TX_BEGIN),
  NEVER("4.6", OUT | WAIT | ABORTED | DONE, TX_LOAD | TX_STORE | TX_COMMIT | TX_ABORT),

  ROW("4.6 COMMIT / ABORT 1 to 3", ANY, ROUND, over, SAME, send_logs, advance_warpts, leave),
  STALL("4.5.1", ANY, ROUND, not_over),

  INFERRED("Figure 4.5", OUT, LOAD | STORE | ATOMIC, always, OUT, ask_plainly),
  INFERRED("Figure 4.5", OUT, ANSWER, always, OUT, answer),
  NEVER("Figure 4.5", RUN | WAIT | ABORTED | DONE, LOAD | STORE | ATOMIC | ANSWER),
};

#define GETM_WARP                                                                                                \
  { .name = "warp",                                                                                              \
    .table = { lane_rows, sizeof lane_rows / sizeof *lane_rows, lane_states, 5, OUT | RUN | ABORTED | DONE, events, EVENT_COUNT, \
               LOAD | STORE | ATOMIC | TX_BEGIN | TX_LOAD | TX_STORE | TX_COMMIT | TX_ABORT | ROUND | OK | NACK | ANSWER }, \
    .internals = { { .event = EVENT_ROUND, .over = ONCE } }, .internal_count = 1, .instances = ONE_PER_SM,       \
    .extra_line_per_core = true, .of_cores = true, .start_state = LANE_OUT, .lease = NO_LEASE,                   \
    .clock_name = "warpts", .second_clock_name = "refused" }

#endif
