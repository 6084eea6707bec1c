/* GETM at the core: a warp, its lanes and their logs (Figure 4.6, the box above; 4.5.1); see
 * getm.h.
 *
 * A lane is OUT of any transaction, RUNs, WAITs for the VU, has been ABORTED, or is DONE: at its
 * commit.  It is VOID where a rollover has ended its attempt between two requests; its core learns
 * of it by the next.  local->clock is warpts, the second clock the latest time that the round was
 * refused for.  The logs are by location: line->queue has an element for each lane that has
 * accessed the line; its fields have other meanings there (below).  A core runs in order, so its
 * one outstanding request needs no name: its entry is 0. */
#ifndef MODELS_LIB_GETM_WARP_H
#define MODELS_LIB_GETM_WARP_H

#include "models/lib/getm.h"
#include "models/lib/getm_rollover.h"
#include "protocol/states.h"

#define LANE_STATES(S) S(OUT), S(RUN), S(WAIT), S(ABORTED), S(DONE), S(VOID)
enum { LANE_STATES(NAMED_NUMBER) };
enum { LANE_STATES(NAMED_SET), ANY = (VOID << 1) - 1 };
static const char *const lane_states[] = { LANE_STATES(NAMED_NAME) };

static inline unsigned lane_state(const struct step *s, unsigned core) {
  return step_line_of_core(s, core)->state;
}
static inline struct line *logged_at(const struct step *s, unsigned line) {
  return &s->local->line[line];
}

/* Fields of an element: the words read and written (as sets), the values, the stores granted. */
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
  struct request entry = { .event = EVENT_TX_LOAD, .core = s->request->core, .time = NO_TIME };
  entry.line = s->request->line;
  s->line = log;
  step_enqueue(s, &entry);
  s->line = lane;
  return entry_of(s);
}

/* (No entry: more lanes than a line has room for.) */
static inline void note(struct step *s) {
  struct request *entry = entry_of(s);
  if (!entry) entry = made_entry(s);
  if (!entry) return;
  uint8_t word = (uint8_t)(1u << s->request->word);
  if (s->request->event != EVENT_TX_STORE) {
    *words_read(entry) |= word;
    return;
  }
  entry->event = EVENT_TX_STORE;
  *words_written(entry) |= word;
  *value_written(entry, s->request->word) = s->request->value;
}

/* Does another lane that still runs stand in the way? */
static inline bool conflict(const struct step *s) {
  struct line *log = logged_at(s, s->request->line);
  for (unsigned i = 0; i < log->waiting; i++) {
    struct request *entry = &log->queue[i];
    if (entry->core == s->request->core || lane_state(s, entry->core) == STATE_ABORTED) continue;
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
GUARD(load_conflicts, !written(s) && conflict(s))
GUARD(load_asks, !written(s) && !conflict(s))
GUARD(no_conflict, !conflict(s))

/* A round ends for all its lanes at once; no lane joins it once one has come to its end. */
GUARD(may_join, lanes_in(s, ABORTED | DONE | VOID) == 0)
GUARD(must_wait, !may_join(s))
GUARD(over, lanes_in(s, RUN | WAIT | VOID) == 0 && lanes_in(s, ABORTED | DONE) != 0)
GUARD(not_over, !over(s))
GUARD(attempts_go_on, step_parameter(s, ROLLOVER_PARAMETER) == ROLLOVER_RUNS_ON)
GUARD(attempts_end, !attempts_go_on(s))
GUARD(is_load, s->request->event == EVENT_TX_LOAD)
GUARD(is_store, s->request->event == EVENT_TX_STORE)

/* (4.4.1) Does warpts stay, since the last round was not refused? */
static inline bool keeps_time(const struct step *s) {
  return step_parameter(s, TEXT) == TEXT_ABORTS_ONLY && s->local->clock != NO_TIME &&
         s->local->stall[SECOND_CLOCK] == NO_TIME;
}
/* The first lane of a round settles its time: any beyond where the last round left warpts. */
static inline void begin(struct step *s) {
  if (!lanes_in(s, RUN | WAIT) && !keeps_time(s)) {
    s->local->clock = (uint8_t)step_time_beyond(s, s->local->clock, step_parameter(s, UNIQUE));
    s->local->stall[SECOND_CLOCK] = NO_TIME;
  }
  step_reply(s, s->request, 0);
}
static inline struct message *ask(struct step *s, unsigned type) {
  struct message *m = step_send(s, type, step_controller_of_line(s, s->request->line));
  m->line = s->request->line;
  m->request = *s->request;
  return m;
}
ACTION(ask_load, ask(s, EVENT_LD)->request.time = s->local->clock)
/* The data stay in the log. */
static inline void ask_store(struct step *s) {
  struct message *m = ask(s, EVENT_ST);
  m->request.time = s->local->clock;
  m->request.value = 0;
}
ACTION(ask_plainly, ask(s, EVENT_PLAIN))
ACTION(read_own, step_reply(s, s->request, *value_written(entry_of(s), s->request->word)))
ACTION(answer, step_reply(s, s->request, s->request->value))
/* (A mutant may have noted no entry.) */
static inline void granted(struct step *s) {
  struct request *entry = entry_of(s);
  if (entry) ++*stores_granted(entry);
  step_reply(s, s->request, 0);
}
ACTION(refused, s->local->stall[SECOND_CLOCK] = (uint8_t)time_later(s->local->stall[SECOND_CLOCK],
                                                                    step_incoming(s)->time[WARPTS]))

/* Sends the lane's part of one line's log; the words it writes join `words`. */
static inline void send_log_of(struct step *s, struct request *entry, bool commits,
                               uint16_t *words) {
  if (!*stores_granted(entry)) return;
  struct message *m = step_send(s, step_parameter(s, ORDERED) ? EVENT_LOG : EVENT_STRAY_LOG,
                                step_controller_of_line(s, entry->line));
  m->line = entry->line;
  m->count = (int8_t)*stores_granted(entry);
  m->flag = commits;
  if (!commits) return;
  m->request.core = entry->core;
  m->request.line = entry->line;
  for (unsigned word = 0; word < WORDS_MAX; word++) {
    if (!(*words_written(entry) >> word & 1)) continue;
    data_write(&m->data, word, *value_written(entry, word));
    m->flag = (uint8_t)(m->flag | 2u << word);
    *words |= history_word(entry->line, word);
  }
}

/* Refused lanes send only counts.  Those of a line go in the order of their beginning. */
static inline void send_logs_of(struct step *s, bool commits) {
  unsigned which = commits ? STATE_DONE : STATE_ABORTED;
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

/* Figure 4.6, 3: to the latest time that the round was at or refused for; `begin` goes beyond. */
static inline void advance_warpts(struct step *s) {
  s->local->clock = (uint8_t)time_later(s->local->clock, s->local->stall[SECOND_CLOCK]);
  if (step_parameter(s, TEXT) != TEXT_ABORTS_ONLY) s->local->stall[SECOND_CLOCK] = NO_TIME;
}
static inline void leave(struct step *s) {
  EACH_LANE(s, core) {
    struct line *lane = step_line_of_core(s, core);
    struct request request = { .event = EVENT_TX_COMMIT, .core = (uint8_t)core };
    if (lane->state == STATE_DONE) step_reply(s, &request, 0);
    if (lane->state == STATE_ABORTED) step_restart(s, &request);
    lane->state = STATE_OUT;
  }
  for (unsigned line = 0; line < s->shape->lines; line++) {
    s->line = logged_at(s, line);
    while (s->line->waiting) step_dequeue(s, 0);
  }
}

/* The lane's reservations and reads are flushed; any time may be the warp's next. */
static inline void end_attempt(struct step *s) {
  for (unsigned line = 0; line < s->shape->lines; line++) {
    s->line = logged_at(s, line);
    for (unsigned i = s->line->waiting; i-- > 0;)
      if (s->line->queue[i].core == lane_here(s)) step_dequeue(s, i);
  }
  s->local->clock = s->local->stall[SECOND_CLOCK] = NO_TIME;
}

/* A refused lane keeps only the number of its writes.  Reads are kept for other lanes. */
static inline bool forget_entry(const struct step *s, struct request *entry) {
  bool refused = lane_state(s, entry->core) == STATE_ABORTED;
  if (refused || lanes_in(s, ANY) == 1) *words_read(entry) = 0;
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

/* A refusal is taken at once if it takes no possible act from another lane.  No lane that runs
 * might meet this one's log, and no lane that is out may still join the round.  A round ends at
 * once where no lane could ask for anything before. */
GUARD(nobody_can_tell, lanes_in(s, RUN | WAIT) == 1 && (lanes_in(s, OUT) == 0 || must_wait(s)))
GUARD(nobody_is_out, lanes_in(s, OUT) == 0)

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
  VARIANT("4.5.2 rollover", VOID, TX_REQUESTS & ~TX_BEGIN, always, ABORTED),
  NEVER("4.6", ANY & ~WAIT, OK | NACK),
  NEVER("4.6", ANY & ~OUT, TX_BEGIN),
  NEVER("4.6", OUT | WAIT | ABORTED | DONE, TX_REQUESTS & ~TX_BEGIN),

  ROW("4.6 COMMIT / ABORT 1 to 3", ANY, ROUND, over, SAME, send_logs, advance_warpts, leave),
  STALL("4.5.1", ANY, ROUND, not_over),

  VARIANT("4.5.2 rollover", RUN, ROLLOVER, attempts_end, VOID, end_attempt),
  VARIANT("4.5.2 rollover", WAIT | DONE, ROLLOVER, attempts_end, ABORTED, end_attempt),
  VARIANT("4.5.2 rollover", OUT | ABORTED | VOID, ROLLOVER, attempts_end, SAME, end_attempt),
  STALL("4.5.2 rollover", ANY, ROLLOVER, attempts_go_on),

  INFERRED("Figure 4.5", OUT, LOAD | STORE | ATOMIC, always, OUT, ask_plainly),
  INFERRED("Figure 4.5", OUT, ANSWER, always, OUT, answer),
  NEVER("Figure 4.5", ANY & ~OUT, LOAD | STORE | ATOMIC | ANSWER),
};

#define GETM_WARP                                                                                 \
  {                                                                                               \
    .name = "warp",                                                                               \
    .table = TABLE(lane_rows, lane_states, OUT | RUN | ABORTED | DONE | VOID, events,             \
                   LOAD | STORE | ATOMIC | TX_REQUESTS | ROUND | OK | NACK | ANSWER | ROLLOVER),  \
    .internals = { { EVENT_ROUND, ONCE, .promises.ample = nobody_is_out } }, .internal_count = 1, \
    .instances = ONE_PER_SM, .extra_line_per_core = true, .of_cores = true,                       \
    .start_state = STATE_OUT, .promises.drop_dead_values = warp_forget, .lease = NO_LEASE,        \
    .shows.clock = "warpts", .shows.second_clock = "refused"                                      \
  }

#endif
