/* GETM at the core: a warp, its lanes and their logs (Figure 4.6, the box above; 4.5.1).  getm.h
 * tells the protocol.
 *
 * A lane is OUT of any transaction, RUNs, WAITs for the VU, has been ABORTED, or is DONE: at its
 * commit.  It is VOID where a rollover has ended its attempt between two requests, and its core
 * learns of it by the next.  local->clock is warpts, the second clock the latest time that the
 * round was refused for.  The logs are by location: in line->queue an element for each lane that
 * has accessed the line, however often; its fields have other meanings there (below).  A core runs
 * in order, so that the one request that it has outstanding needs no name: its entry is 0. */
#ifndef MODELS_LIB_GETM_WARP_H
#define MODELS_LIB_GETM_WARP_H

#include "models/lib/getm.h"
#include "models/lib/getm_rollover.h"

enum { LANE_OUT, LANE_RUN, LANE_WAIT, LANE_ABORTED, LANE_DONE, LANE_VOID };
static const char *const lane_states[] = { "OUT", "RUN", "WAIT", "ABORTED", "DONE", "VOID" };
#define OUT (1u << LANE_OUT)
#define RUN (1u << LANE_RUN)
#define WAIT (1u << LANE_WAIT)
#define ABORTED (1u << LANE_ABORTED)
#define DONE (1u << LANE_DONE)
#define VOID (1u << LANE_VOID)
#define ANY (OUT | RUN | WAIT | ABORTED | DONE | VOID)

static inline unsigned lane_state(const struct step *s, unsigned core) {
  return step_line_of_core(s, core)->state;
}
static inline bool in_warp(const struct step *s, unsigned core) {
  return step_controller_of_core(s, core) == step_own_number(s);
}
#define EACH_LANE(s, core)                                       \
  for (unsigned core = 0; core < (s)->shape->core_count; core++) \
    if (in_warp(s, core))

/* --- the logs --- */

static inline struct line *logged_at(const struct step *s, unsigned line) {
  return &s->local->line[line];
}

/* Of an element: the sets of words that were read and written, what was written, and how many
 * stores were granted. */
static inline uint8_t *words_read(struct request *entry) { return &entry->scope; }
static inline uint8_t *words_written(struct request *entry) { return &entry->word; }
static inline uint8_t *stores_granted(struct request *entry) { return &entry->arithmetic; }
static inline int64_t *value_written(struct request *entry, unsigned word) {
  return word ? &entry->expected : &entry->value;
}
_Static_assert(WORDS_MAX == 2, "an element of a log has room for the values of two words");

/* The lane's element for the line that is asked for; NULL: none. */
static inline struct request *entry_of(const struct step *s) {
  struct line *log = logged_at(s, s->request->line);
  for (unsigned i = 0; i < log->waiting; i++)
    if (log->queue[i].core == s->request->core) return &log->queue[i];
  return NULL;
}

static inline struct request *made_entry(struct step *s) {
  struct line *log = logged_at(s, s->request->line), *lane = s->line;
  struct request entry = {
    .event = EVENT_TX_LOAD, .core = s->request->core, .line = s->request->line, .time = NO_TIME
  };
  s->line = log;
  step_enqueue(s, &entry);
  s->line = lane;
  return entry_of(s);
}

static inline void note(struct step *s) {
  struct request *entry = entry_of(s);
  if (!entry) entry = made_entry(s);
  if (!entry) return; /* more lanes than a line has room for */
  uint8_t word = (uint8_t)(1u << s->request->word);
  if (s->request->event != EVENT_TX_STORE) {
    *words_read(entry) |= word;
    return;
  }
  entry->event = EVENT_TX_STORE;
  *words_written(entry) |= word;
  *value_written(entry, s->request->word) = s->request->value;
}

/* --- guards --- */

/* Does another lane that still runs stand in the way? */
static inline bool conflict(const struct step *s) {
  struct line *log = logged_at(s, s->request->line);
  for (unsigned i = 0; i < log->waiting; i++) {
    struct request *entry = &log->queue[i];
    if (entry->core == s->request->core || lane_state(s, entry->core) == LANE_ABORTED) continue;
    unsigned words = *words_written(entry);
    if (s->request->event == EVENT_TX_STORE) words |= *words_read(entry);
    if (words >> s->request->word & 1) return true;
  }
  return false;
}
static inline bool written(const struct step *s) {
  struct request *entry = entry_of(s);
  return entry && *words_written(entry) >> s->request->word & 1;
}
static inline bool load_conflicts(const struct step *s) { return !written(s) && conflict(s); }
static inline bool load_asks(const struct step *s) { return !written(s) && !conflict(s); }
static inline bool no_conflict(const struct step *s) { return !conflict(s); }

static inline unsigned lanes_in(const struct step *s, unsigned states) {
  unsigned count = 0;
  EACH_LANE(s, core) count += states >> lane_state(s, core) & 1;
  return count;
}
static inline unsigned lanes(const struct step *s) { return lanes_in(s, ANY); }
/* A round ends for all its lanes at once; no lane joins it once one has come to its end. */
static inline bool may_join(const struct step *s) {
  return lanes_in(s, ABORTED | DONE | VOID) == 0;
}
static inline bool must_wait(const struct step *s) { return !may_join(s); }
static inline bool over(const struct step *s) {
  return lanes_in(s, RUN | WAIT | VOID) == 0 && lanes_in(s, ABORTED | DONE) != 0;
}
static inline bool not_over(const struct step *s) { return !over(s); }
static inline bool attempts_go_on(const struct step *s) {
  return step_parameter(s, ROLLOVER_PARAMETER) == ROLLOVER_RUNS_ON;
}
static inline bool attempts_end(const struct step *s) { return !attempts_go_on(s); }
static inline bool is_load(const struct step *s) { return s->request->event == EVENT_TX_LOAD; }
static inline bool is_store(const struct step *s) { return s->request->event == EVENT_TX_STORE; }

/* --- actions --- */

/* The first of a round settles its time: any that is later than where the last round left warpts.
 */
static inline void begin(struct step *s) {
  if (!lanes_in(s, RUN | WAIT))
    s->local->clock = (uint8_t)step_time_beyond(s, s->local->clock, step_parameter(s, UNIQUE));
  step_reply(s, s->request, 0);
}
static inline struct message *ask(struct step *s, unsigned type) {
  struct message *m = step_send(s, type, step_controller_of_line(s, s->request->line));
  m->line = s->request->line;
  m->request = *s->request;
  return m;
}
static inline void ask_load(struct step *s) { ask(s, EVENT_LD)->request.time = s->local->clock; }
static inline void ask_store(struct step *s) {
  struct message *m = ask(s, EVENT_ST); /* the data stays in the log */
  m->request.time = s->local->clock;
  m->request.value = 0;
}
static inline void ask_plainly(struct step *s) { ask(s, EVENT_PLAIN); }
static inline void read_own(struct step *s) {
  step_reply(s, s->request, *value_written(entry_of(s), s->request->word));
}
static inline void answer(struct step *s) { step_reply(s, s->request, s->request->value); }
static inline void granted(struct step *s) {
  struct request *entry = entry_of(s);
  if (entry) ++*stores_granted(entry); /* a mutant may not have noted it */
  step_reply(s, s->request, 0);
}
static inline void refused(struct step *s) {
  s->local->stall[SECOND_CLOCK] =
      (uint8_t)time_later(s->local->stall[SECOND_CLOCK], step_incoming(s)->time[WARPTS]);
}

/* The lane's part of the log of one line, as a message; what it writes goes to `words`. */
static inline void send_log_of(struct step *s, struct request *entry, bool commits,
                               uint16_t *words) {
  if (!*stores_granted(entry)) return;
  struct message *m = step_send(s, step_parameter(s, ORDERED) ? EVENT_LOG : EVENT_STRAY_LOG,
                                step_controller_of_line(s, entry->line));
  m->line = entry->line;
  m->count = (int8_t)*stores_granted(entry);
  m->flag = commits;
  if (!commits) return; /* no step asks whose they were */
  m->request.core = entry->core;
  m->request.line = entry->line;
  for (unsigned word = 0; word < WORDS_MAX; word++) {
    if (!(*words_written(entry) >> word & 1)) continue;
    data_write(&m->data, word, *value_written(entry, word));
    m->flag = (uint8_t)(m->flag | 2u << word);
    *words |= history_word(entry->line, word);
  }
}

/* Of the lanes that have committed, or of those that were refused: then the number of their writes
 * alone.  Those of a line go in the order in which they were begun, which names no lane. */
static inline void send_logs_of(struct step *s, bool commits) {
  unsigned which = commits ? LANE_DONE : LANE_ABORTED;
  uint16_t words[CORES_MAX] = { 0 };
  for (unsigned line = 0; line < s->shape->lines; line++) {
    struct line *log = logged_at(s, line);
    for (unsigned i = 0; i < log->waiting; i++) {
      unsigned core = log->queue[i].core;
      if (lane_state(s, core) == which) send_log_of(s, &log->queue[i], commits, &words[core]);
    }
  }
  EACH_LANE(s, core)
  if (lane_state(s, core) == which)
    step_observe(s, commits ? HISTORY_COMMITTED : HISTORY_ABORTED, core, words[core]);
}
static inline void send_logs(struct step *s) {
  send_logs_of(s, true);
  send_logs_of(s, false);
}

/* Figure 4.6, 3: to the latest time that the round was at or refused for.  The next is later; by
 * how much, `begin` says. */
static inline void advance_warpts(struct step *s) {
  s->local->clock = (uint8_t)time_later(s->local->clock, s->local->stall[SECOND_CLOCK]);
  s->local->stall[SECOND_CLOCK] = NO_TIME;
}

static inline void leave(struct step *s) {
  EACH_LANE(s, core) {
    struct line *lane = step_line_of_core(s, core);
    struct request request = { .event = EVENT_TX_COMMIT, .core = (uint8_t)core };
    if (lane->state == LANE_DONE) step_reply(s, &request, 0);
    if (lane->state == LANE_ABORTED) step_restart(s, &request);
    lane->state = LANE_OUT;
  }
  for (unsigned line = 0; line < s->shape->lines; line++) {
    s->line = logged_at(s, line);
    while (s->line->waiting) step_dequeue(s, 0);
  }
}

/* What the lane has reserved, and what is known of its reads, is flushed; whatever the warp's time
 * was, any may be its next. */
static inline void end_attempt(struct step *s) {
  unsigned core = s->at - s->shape->lines;
  for (unsigned line = 0; line < s->shape->lines; line++) {
    s->line = logged_at(s, line);
    for (unsigned i = s->line->waiting; i-- > 0;)
      if (s->line->queue[i].core == core) step_dequeue(s, i);
  }
  s->local->clock = s->local->stall[SECOND_CLOCK] = NO_TIME;
}

/* --- reductions --- */

/* A refused lane is in no other's way, and writes nothing: of its logs only the number of its
 * writes is left.  What a lane has read is kept for the others of its warp. */
static inline bool forget_entry(const struct step *s, struct request *entry) {
  bool refused = lane_state(s, entry->core) == LANE_ABORTED;
  if (refused || lanes(s) == 1) *words_read(entry) = 0;
  if (refused) {
    *words_written(entry) = 0;
    for (unsigned word = 0; word < WORDS_MAX; word++) *value_written(entry, word) = 0;
  }
  return !*words_read(entry) && !*words_written(entry) && !*stores_granted(entry);
}
static inline void warp_forget(struct step *s) {
  for (unsigned line = 0; line < s->shape->lines; line++) {
    s->line = logged_at(s, line);
    for (unsigned i = s->line->waiting; i-- > 0;)
      if (forget_entry(s, &s->line->queue[i])) step_dequeue(s, i);
  }
}

/* A refusal is taken at once where no other lane could do before what it cannot do after: none
 * runs, which might meet this one's log, and none that is out may still join the round.  A round
 * ends at once where nobody is left who could ask for anything before. */
static inline bool nobody_can_tell(const struct step *s) {
  return lanes_in(s, RUN | WAIT) == 1 && (lanes_in(s, OUT) == 0 || must_wait(s));
}
static inline bool nobody_is_out(const struct step *s) { return lanes_in(s, OUT) == 0; }

/* --- the table --- */

static const struct row lane_rows[] = {
  ROW("4.4.1", OUT, TX_BEGIN, may_join, RUN, begin),
  STALL("4.5.1", OUT, TX_BEGIN, must_wait),

  INFERRED("4.1, redo log", RUN, TX_LOAD, written, RUN, read_own),
  ROW("4.5.1 intra-warp conflict", RUN, TX_LOAD, load_conflicts, ABORTED),
  ROW("4.6 update log, req to LLC", RUN, TX_LOAD, load_asks, WAIT, note, ask_load),
  ROW("4.5.1 intra-warp conflict", RUN, TX_STORE, conflict, ABORTED),
  ROW("4.6 update log, req to LLC", RUN, TX_STORE, no_conflict, WAIT, note, ask_store),
  ROW("4.6 LD SUCCESS", WAIT, OK, is_load, RUN, answer),
  ROW("4.6 ST SUCCESS", WAIT, OK, is_store, RUN, granted),
  ROW("4.6 ABORT", WAIT, NACK, always, ABORTED, refused),
  ROW("4.4.1", RUN, TX_COMMIT, always, DONE),
  INFERRED("4.4.1", RUN, TX_ABORT, always, ABORTED),
  VARIANT("4.5.2 rollover", VOID, TX_LOAD | TX_STORE | TX_COMMIT | TX_ABORT, always, ABORTED),
  NEVER("4.6", OUT | RUN | ABORTED | DONE | VOID, OK | NACK),
  NEVER("4.6", RUN | WAIT | ABORTED | DONE | VOID, TX_BEGIN),
  NEVER("4.6", OUT | WAIT | ABORTED | DONE, TX_LOAD | TX_STORE | TX_COMMIT | TX_ABORT),

  ROW("4.6 COMMIT / ABORT 1 to 3", ANY, ROUND, over, SAME, send_logs, advance_warpts, leave),
  STALL("4.5.1", ANY, ROUND, not_over),

  VARIANT("4.5.2 rollover", RUN, ROLLOVER, attempts_end, VOID, end_attempt),
  VARIANT("4.5.2 rollover", WAIT | DONE, ROLLOVER, attempts_end, ABORTED, end_attempt),
  VARIANT("4.5.2 rollover", OUT | ABORTED | VOID, ROLLOVER, attempts_end, SAME, end_attempt),
  STALL("4.5.2 rollover", ANY, ROLLOVER, attempts_go_on),

  INFERRED("Figure 4.5", OUT, LOAD | STORE | ATOMIC, always, OUT, ask_plainly),
  INFERRED("Figure 4.5", OUT, ANSWER, always, OUT, answer),
  NEVER("Figure 4.5", RUN | WAIT | ABORTED | DONE | VOID, LOAD | STORE | ATOMIC | ANSWER),
};

#define GETM_WARP                                                                                 \
  {                                                                                               \
    .name = "warp",                                                                               \
    .table = TABLE(lane_rows, lane_states, OUT | RUN | ABORTED | DONE | VOID, events,             \
                   LOAD | STORE | ATOMIC | TX_BEGIN | TX_LOAD | TX_STORE | TX_COMMIT | TX_ABORT | \
                       ROUND | OK | NACK | ANSWER | ROLLOVER),                                    \
    .internals = { { EVENT_ROUND, ONCE, .promises.ample = nobody_is_out } }, .internal_count = 1, \
    .instances = ONE_PER_SM, .extra_line_per_core = true, .of_cores = true,                       \
    .start_state = LANE_OUT, .promises.drop_dead_values = warp_forget, .lease = NO_LEASE,         \
    .shows.clock = "warpts", .shows.second_clock = "refused"                                      \
  }

#endif
