/* KILO TM at the core: a warp, its lanes and their logs, and the commit engine; see kilotm.h.
 *
 * A lane is OUT of any transaction; RUNs; WAITs for a load; is AT_COMMIT; has SENT its logs and
 * collects verdicts; is COMMITTING (waits until all is written), COMMITTED, or ABORTED.  Only
 * EAPG's lanes are ever PAUSED.  line->pending counts the missing answers.  line->dirty tells that
 * a CU has failed the lane, or what temporal conflict detection (WarpTM) has found. */
#ifndef MODELS_LIB_KILOTM_WARP_H
#define MODELS_LIB_KILOTM_WARP_H

#include "models/lib/kilotm.h"
#include "protocol/states.h"

#define LANE_STATES(S) \
  S(OUT), S(RUN), S(WAIT), S(AT_COMMIT), S(SENT), S(COMMITTING), S(COMMITTED), S(ABORTED), S(PAUSED)
enum { LANE_STATES(NAMED_NUMBER) };
enum {
  LANE_STATES(NAMED_SET),
  OVER = COMMITTED | ABORTED,
  UNPAUSED = PAUSED - 1,
  ANY = UNPAUSED | PAUSED
};
static const char *const lane_states[] = { LANE_STATES(NAMED_NAME) };

/* Bits of line->dirty. */
enum { FAILED = 1, READ_LATE = 2 };

/* A round ends for all its lanes at once; no lane joins it once one has come to its end. */
GUARD(may_join, lanes_in(s, ANY & ~(OUT | RUN | WAIT | PAUSED)) == 0)
GUARD(must_wait, !may_join(s))
GUARD(written, own_entry(s, EVENT_TX_STORE) != NULL)
GUARD(not_written, !written(s))
GUARD(first_read, !own_entry(s, EVENT_TX_LOAD))
GUARD(same_again, !first_read(s) && own_entry(s, EVENT_TX_LOAD)->value == s->request->value)
GUARD(other_value, !first_read(s) && !same_again(s))
GUARD(empty, s->line->waiting == 0)
/* EAPG: a line's reads and writes are the words that announced logs read and write. */
static inline bool meets(const struct request *access, unsigned reads, unsigned writes) {
  return (access->event == EVENT_TX_LOAD ? writes : reads | writes) >> access->word & 1;
}
static inline bool announced(const struct step *s, const struct request *access) {
  return meets(access, s->local->line[access->line].reads, s->local->line[access->line].writes);
}
static inline bool doomed(const struct step *s) {
  EACH_WAITING(s->line, entry)
  if (announced(s, entry)) return true;
  return false;
}
/* WarpTM: has a transaction that only reads read nothing that was written since it began to? */
GUARD(silent, !empty(s) && step_parameter(s, TCD) && !queue_has(s->line, EVENT_TX_STORE) &&
                  !(s->line->dirty & READ_LATE))
GUARD(to_validate, !empty(s) && !silent(s))
GUARD(warp_complete, lanes_in(s, RUN | WAIT | PAUSED) == 0)
/* WarpTM: does a lane that has sent its logs in this round stand in the way? */
static inline bool conflicts(const struct step *s) {
  EACH_LANE(s, core) {
    struct line *lane = step_line_of_core(s, core);
    bool stands = (SENT | COMMITTING | COMMITTED) >> lane->state & 1 && step_parameter(s, INTRA);
    if (stands && (reads_from(s->line, lane) || reads_from(lane, s->line))) return true;
  }
  return false;
}
GUARD(loses, warp_complete(s) && conflicts(s))
GUARD(sends, warp_complete(s) && !conflicts(s) && !doomed(s))
GUARD(incomplete, !warp_complete(s))
GUARD(missing, s->line->pending > 1)
GUARD(last, s->line->pending == 1)
GUARD(failed_before, last(s) && s->line->dirty & FAILED)
GUARD(all_passed, last(s) && !(s->line->dirty & FAILED))
GUARD(all_passed_writes, all_passed(s) && queue_has(s->line, EVENT_TX_STORE))
GUARD(all_passed_reads, all_passed(s) && !queue_has(s->line, EVENT_TX_STORE))
GUARD(over, lanes_in(s, ANY & ~(OUT | OVER)) == 0 && lanes_in(s, OVER) != 0)
GUARD(not_over, !over(s))
static inline unsigned unit_of(const struct step *s, unsigned line) {
  return step_controller_at(s, KIND_CU, step_bank_of_line(s, line));
}
ACTION(begin, step_reply(s, s->request, 0))
static inline struct message *ask(struct step *s, unsigned type) {
  struct message *m = step_send(s, type, unit_of(s, s->request->line));
  m->line = s->request->line;
  m->request = *s->request;
  return m;
}
static inline void ask_load(struct step *s) {
  ask(s, EVENT_LD)->flag = !first_read(s);
  if (!step_parameter(s, TCD) || s->line->time[FIRST] != NO_TIME) return;
  s->line->time[FIRST] = (uint8_t)step_time_now(s);
  if (s->local->clock == NO_TIME) s->local->clock = s->line->time[FIRST];
}
/* Has the word perhaps been written since the first load, or is it being committed? */
static inline void note_time(struct step *s) {
  if (!step_parameter(s, TCD)) return;
  bool late = time_reaches(step_incoming(s)->time[LAST_WRITTEN], s->line->time[FIRST]);
  if (late || step_incoming(s)->flag) s->line->dirty |= READ_LATE;
}
ACTION(ask_plainly, ask(s, EVENT_PLAIN))
ACTION(read_own, step_reply(s, s->request, own_entry(s, EVENT_TX_STORE)->value))
ACTION(answer, step_reply(s, s->request, s->request->value))
/* From now on reads count when they are validated. */
static inline void withdraw_reads(struct step *s) {
  if (step_parameter(s, TCD)) step_observe(s, HISTORY_UNVALIDATED, lane_here(s), 0);
}
static inline void note_store(struct step *s) {
  struct request *entry = own_entry(s, EVENT_TX_STORE);
  if (entry) entry->value = s->request->value;
  else note(s);
  step_reply(s, s->request, 0);
}
static inline bool touches(const struct step *s, unsigned bank, unsigned event) {
  EACH_WAITING(s->line, entry)
  if (step_bank_of_line(s, entry->line) == bank && (!event || entry->event == event)) return true;
  return false;
}
static inline void acquire_id(struct step *s) {
  if (step_parameter(s, GLOBAL))
    send_about(s, EVENT_ACQUIRE_ID, step_controller_at(s, KIND_VENDOR, 0), lane_here(s));
  for (unsigned bank = 0; bank < banks(s) && !step_parameter(s, GLOBAL); bank++)
    send_about(s, EVENT_OWN_ORDER, step_controller_at(s, KIND_CU, bank), lane_here(s));
}
static inline void send_logs(struct step *s) {
  EACH_WAITING(s->line, entry) {
    unsigned type = entry->event == EVENT_TX_LOAD ? EVENT_READ_SET : EVENT_WRITE_SET;
    struct message *m = step_send(s, type, unit_of(s, entry->line));
    m->line = entry->line;
    m->request = *entry;
  }
  for (unsigned bank = 0; bank < banks(s); bank++) {
    bool touched = touches(s, bank, 0);
    s->line->pending = (int8_t)(s->line->pending + touched);
    unsigned type = touched ? EVENT_DONE_FILL : EVENT_SKIP;
    if (touched || step_parameter(s, SKIPS))
      send_about(s, type, step_controller_at(s, KIND_CU, bank), lane_here(s));
  }
}
ACTION(count_answer, s->line->pending--)
ACTION(note_failure, s->line->dirty |= FAILED)
static inline void tell_units(struct step *s, unsigned type) {
  for (unsigned bank = 0; bank < banks(s); bank++)
    if (touches(s, bank, 0))
      send_about(s, type, step_controller_at(s, KIND_CU, bank), lane_here(s));
}
ACTION(tell_fail, tell_units(s, EVENT_TX_FAIL))
/* The one moment at which it commits; from now on the units may write. */
static inline void tell_pass(struct step *s) {
  tell_units(s, EVENT_TX_PASS);
  step_observe(s, HISTORY_COMMITTED, lane_here(s), words_written(s));
}
static inline void expect_writes(struct step *s) {
  for (unsigned bank = 0; bank < banks(s); bank++)
    s->line->pending = (int8_t)(s->line->pending + touches(s, bank, EVENT_TX_STORE));
}
ACTION(commit_nothing, step_observe(s, HISTORY_COMMITTED, lane_here(s), 0))

/* A core runs in order, so its commit is its only request. */
static inline void leave(struct step *s) {
  EACH_LANE(s, core) {
    struct line *lane = step_line_of_core(s, core);
    struct request request = { .event = EVENT_TX_COMMIT, .core = (uint8_t)core };
    if (lane->state == STATE_COMMITTED) step_reply(s, &request, 0);
    if (lane->state == STATE_ABORTED) {
      step_restart(s, &request);
      step_observe(s, HISTORY_ABORTED, core, 0);
    }
    lane->state = STATE_OUT;
    lane->dirty = 0;
    if (step_parameter(s, TCD)) lane->time[FIRST] = NO_TIME;
    clear_log(s, lane);
  }
  if (step_parameter(s, TCD)) s->local->clock = NO_TIME;
}

/* --- EAPG --- */

GUARD(store_meets, announced(s, s->request))
GUARD(stores, !store_meets(s))
GUARD(load_meets, not_written(s) && store_meets(s))
GUARD(loads, not_written(s) && !store_meets(s))
GUARD(is_doomed, warp_complete(s) && !conflicts(s) && doomed(s))
/* The access that pauses is the log's last; only a mutant's log can be empty. */
static inline bool goes(const struct step *s) {
  if (empty(s)) return false;
  const struct request *paused = &s->line->queue[s->line->waiting - 1];
  const struct line *line = &s->local->line[paused->line];
  unsigned gone = paused->line == step_incoming(s)->line ? 1u << s->request->word : 0;
  return !meets(paused, line->reads & ~(step_incoming(s)->flag ? 0 : gone),
                line->writes & ~(step_incoming(s)->flag ? gone : 0));
}
GUARD(stays_paused, !goes(s))

/* Has the lane heard of an announcement?  Where news travels, it has what has come; else it may. */
static inline bool has_heard(struct step *s) {
  return step_parameter(s, DELAY) || step_choose(s, 2);
}
static inline void pause_lane(struct step *s) {
  step_enqueue(s, s->request);
  s->line->state = STATE_PAUSED;
}
static inline void ask_or_pause(struct step *s) {
  if (has_heard(s)) {
    pause_lane(s);
    return;
  }
  ask_load(s);
  s->line->state = STATE_WAIT;
}
static inline void store_or_pause(struct step *s) {
  if (has_heard(s)) pause_lane(s);
  else note_store(s);
}
static inline void abort_or_send(struct step *s) {
  s->line->state = has_heard(s) ? STATE_ABORTED : STATE_SENT;
  if (s->line->state == STATE_ABORTED) return;
  acquire_id(s);
  send_logs(s);
  withdraw_reads(s);
}
static inline uint8_t *words_told(struct step *s) {
  struct line *line = &s->local->line[step_incoming(s)->line];
  return step_incoming(s)->flag ? &line->writes : &line->reads;
}
ACTION(insert, *words_told(s) |= (uint8_t)(1u << s->request->word))
ACTION(erase, *words_told(s) &= (uint8_t) ~(1u << s->request->word))
static inline void go(struct step *s) {
  struct request paused = step_dequeue(s, s->line->waiting - 1u);
  step_replay(s, &paused);
}

/* --- the table --- */

/* `any_`: all states of a lane; behind it, the rows of its accesses. */
#define KILOTM_LANE_ROWS(any_, ...)                                                             \
  ROW("4.1", OUT, TX_BEGIN, may_join, RUN, begin),                                              \
      STALL("4.1 threads of a warp commit together", OUT, TX_BEGIN, must_wait),                 \
      INFERRED("4.1, redo log", RUN, TX_LOAD, written, RUN, read_own), __VA_ARGS__,             \
      ROW("4.1 loads record the value", WAIT, VALUE, first_read, RUN, note, note_time, answer), \
      INFERRED("a word is read again", WAIT, VALUE, same_again, RUN, note_time, answer),        \
      INFERRED("a word is read again", WAIT, VALUE, other_value, ABORTED),                      \
      ROW("4.1", RUN, TX_COMMIT, to_validate, AT_COMMIT),                                       \
      ROW("4.1 commits silently (WarpTM)", RUN, TX_COMMIT, silent, COMMITTED, commit_nothing),  \
      INFERRED("nothing to validate", RUN, TX_COMMIT, empty, COMMITTED, commit_nothing),        \
      INFERRED("4.1", RUN, TX_ABORT, always, ABORTED), NEVER("4.1", any_ & ~OUT, TX_BEGIN),     \
      NEVER("4.1", any_ & ~RUN, TX_LOAD | TX_STORE | TX_COMMIT | TX_ABORT),                     \
      NEVER("4.1", any_ & ~WAIT, VALUE),                                                        \
      ROW("4.3 (i); ids: simulator", AT_COMMIT, SEND, sends, SENT, acquire_id, send_logs,       \
          withdraw_reads),                                                                      \
      ROW("4.1 intra-warp conflicts (WarpTM)", AT_COMMIT, SEND, loses, ABORTED),                \
      STALL("4.1 when the warp reaches txcommit", AT_COMMIT, SEND, incomplete),                 \
      STALL("4.1", any_ & ~AT_COMMIT, SEND, always),                                            \
      ROW("4.3 (iii) collects", SENT, CU_PASS, missing, SENT, count_answer),                    \
      ROW("4.3 (iii) success", SENT, CU_PASS, all_passed_writes, COMMITTING, count_answer,      \
          tell_pass, expect_writes),                                                            \
      ROW("4.3 (iii) success", SENT, CU_PASS, all_passed_reads, COMMITTED, count_answer,        \
          tell_pass),                                                                           \
      ROW("4.3 (iii) failure", SENT, CU_PASS, failed_before, ABORTED, count_answer, tell_fail), \
      ROW("4.3 (iii) collects", SENT, CU_FAIL, missing, SENT, count_answer, note_failure),      \
      ROW("4.3 (iii) failure", SENT, CU_FAIL, last, ABORTED, count_answer, tell_fail),          \
      ROW("4.3 (iv)", COMMITTING, DONE_COMMIT, missing, COMMITTING, count_answer),              \
      ROW("4.3 (v)", COMMITTING, DONE_COMMIT, last, COMMITTED, count_answer),                   \
      NEVER("4.3", any_ & ~SENT, CU_PASS | CU_FAIL),                                            \
      NEVER("4.3", any_ & ~COMMITTING, DONE_COMMIT),                                            \
      ROW("4.1 the warp continues", any_, ROUND, over, SAME, leave),                            \
      STALL("4.1", any_, ROUND, not_over),                                                      \
      INFERRED("4.1, isolation is weak", OUT, LOAD | STORE | ATOMIC, always, OUT, ask_plainly), \
      INFERRED("4.1, isolation is weak", OUT, ANSWER, always, OUT, answer),                     \
      NEVER("4.1", any_ & ~OUT, LOAD | STORE | ATOMIC | ANSWER)
#define KILOTM_ACCESS_ROWS                                     \
  ROW("4.1 loads", RUN, TX_LOAD, not_written, WAIT, ask_load), \
      ROW("4.1 stores record the value", RUN, TX_STORE, always, RUN, note_store)
#define EAPG_ACCESS_ROWS                                                          \
  ROW("4.1 loads", RUN, TX_LOAD, loads, WAIT, ask_load),                          \
      ROW("7.3 pause", RUN, TX_LOAD, load_meets, SAME, ask_or_pause),             \
      ROW("4.1 stores record the value", RUN, TX_STORE, stores, RUN, note_store), \
      ROW("7.3 pause", RUN, TX_STORE, store_meets, SAME, store_or_pause),         \
      ROW("7.3 go", PAUSED, REMOVES, goes, RUN, erase, go),                       \
      ROW("7.3 go", PAUSED, REMOVES, stays_paused, SAME, erase),                  \
      ROW("7.3 broadcast updates", ANY & ~PAUSED, REMOVES, always, SAME, erase),  \
      ROW("7.3 broadcast updates", ANY, INSERTS, always, SAME, insert),           \
      ROW("7.3 early abort", AT_COMMIT, SEND, is_doomed, SAME, abort_or_send)

#define KILOTM_WARP(clock_, first_, states_, more_events_)                                     \
  {                                                                                            \
    .name = "warp",                                                                            \
    .table = TABLE_OF(states_, lane_rows, lane_states, OUT | RUN | AT_COMMIT | OVER, events,   \
                      LOAD | STORE | ATOMIC | TX_REQUESTS | SEND | ROUND | VALUE | ANSWER |    \
                          CU_PASS | CU_FAIL | DONE_COMMIT | (more_events_)),                   \
    .internals = { { EVENT_SEND, PER_CORE }, { EVENT_ROUND, ONCE } }, .internal_count = 2,     \
    .instances = ONE_PER_SM, .extra_line_per_core = true, .of_cores = true, .lease = NO_LEASE, \
    .shows.pending = "missing", .shows.clock = clock_, .times = {                              \
      first_                                                                                   \
    }                                                                                          \
  }

#endif
