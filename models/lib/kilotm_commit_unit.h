/* KILO TM at the LLC partition: the commit unit (CU) and the bank behind it; see kilotm.h.
 *
 * An entry stands in the line of its lane (extra_line_per_core): its state, and its log in
 * line->queue. line->reads is its place in the order of the ids, 1 the oldest; 0: none.  So
 * machine/properties.c sees an entry that is left behind.  The simulator's pointers walk the
 * entries in that order.  A pointer that has come to an entry says something of all older ones:
 *   - pass pointer: all older ones have been decided;
 *   - commit pointer: all older ones may write, or have written;
 *   - retire pointer: there are no older ones.
 *
 * A RETIRED entry is FREE at once: only the retire pointer asks for it. */
#ifndef MODELS_LIB_KILOTM_COMMIT_UNIT_H
#define MODELS_LIB_KILOTM_COMMIT_UNIT_H

#include "models/lib/kilotm.h"
#include "protocol/states.h"

#define ENTRY_STATES(S) S(FREE), S(UNUSED), S(FILL), S(VALIDATION_WAIT), S(PASS_ACK_WAIT), S(COMMIT)
enum { ENTRY_STATES(NAMED_NUMBER) };
enum { ENTRY_STATES(NAMED_SET), DECIDED = PASS_ACK_WAIT | COMMIT };
static const char *const entry_states[] = { ENTRY_STATES(NAMED_NAME) };

/* An entry's line->flag: has a comparison failed, must it be validated again? */
enum { FLAG_FAILED = 1, FLAG_REVALIDATE = 2 };

static inline uint8_t *place(const struct step *s, unsigned core) {
  return &step_line_of_core(s, core)->reads;
}
static inline bool is_older(const struct step *s, unsigned core, unsigned than) {
  return *place(s, core) && *place(s, core) < *place(s, than);
}
#define EACH_OLDER(s, core)                                      \
  for (unsigned core = 0; core < (s)->shape->core_count; core++) \
    if (is_older(s, core, lane_here(s)))

static inline unsigned older_states(const struct step *s) {
  unsigned states = 0;
  EACH_OLDER(s, core) states |= 1u << step_line_of_core(s, core)->state;
  return states;
}
/* Does an older live entry write what this one has read? */
static inline bool hazard(const struct step *s) {
  EACH_OLDER(s, core)
  if (step_parameter(s, HAZARD) && reads_from(s->line, step_line_of_core(s, core))) return true;
  return false;
}
/* Has memory another value than one that was read? */
static inline bool differs(const struct step *s) {
  EACH_WAITING(s->line, entry)
  if (entry->event == EVENT_TX_LOAD && *memory_of(s, entry) != entry->value) return true;
  return false;
}
GUARD(in_turn, step_parameter(s, PASS) == PASS_IN_TURN)
GUARD(at_pass_pointer,
      in_turn(s) ? !older_states(s) : !step_parameter(s, PASS) || !(older_states(s) & ~DECIDED))
GUARD(again, (s->line->flag & FLAG_REVALIDATE) != 0)
GUARD(valid, !(s->line->flag & FLAG_FAILED) && !(again(s) && differs(s)))
GUARD(may_decide, at_pass_pointer(s) && !(again(s) && hazard(s)))
GUARD(passes, may_decide(s) && valid(s))
GUARD(fails, may_decide(s) && !valid(s))
GUARD(waits, !may_decide(s))
GUARD(writes_here, queue_has(s->line, EVENT_TX_STORE))
GUARD(only_reads, !writes_here(s))
GUARD(at_queue_head, step_parameter(s, QUEUE) ? !older_states(s) : !(older_states(s) & ~COMMIT))
static inline unsigned writes_left(const struct step *s) {
  unsigned count = 0;
  EACH_WAITING(s->line, entry) count += entry->event == EVENT_TX_STORE;
  return count;
}
GUARD(writes_on, at_queue_head(s) && writes_left(s) > 1)
GUARD(writes_last, at_queue_head(s) && writes_left(s) == 1)
GUARD(behind, !at_queue_head(s))
static inline void open_entry(struct step *s) {
  unsigned youngest = 0;
  for (unsigned core = 0; core < s->shape->core_count; core++)
    if (*place(s, core) > youngest) youngest = *place(s, core);
  s->line->reads = (uint8_t)(youngest + 1);
}
static inline void leave_order(struct step *s) {
  for (unsigned core = 0; core < s->shape->core_count; core++)
    if (*place(s, core) > s->line->reads) --*place(s, core);
  s->line->reads = 0;
  clear_log(s, s->line);
  s->line->flag = 0;
}
static inline void append(struct step *s) {
  struct request entry = *s->request;
  entry.event = s->event == EVENT_READ_SET ? EVENT_TX_LOAD : EVENT_TX_STORE;
  step_enqueue(s, &entry);
}
/* A log that an older entry may still write to is compared when that entry has left. */
static inline void validate(struct step *s) {
  if (in_turn(s) || hazard(s)) s->line->flag |= FLAG_REVALIDATE;
  else if (differs(s)) s->line->flag |= FLAG_FAILED;
}
static inline void raise_hazards(struct step *s) {
  for (unsigned core = 0; core < s->shape->core_count; core++) {
    struct line *entry = step_line_of_core(s, core);
    if (step_parameter(s, HAZARD) && is_older(s, lane_here(s), core) && reads_from(entry, s->line))
      entry->flag |= FLAG_REVALIDATE;
  }
}
static inline void to_core(struct step *s, unsigned type) {
  send_about(s, type, step_controller_of_core(s, lane_here(s)), lane_here(s));
}
/* Without hazards memory held the values at DONE_FILL, not now. */
static inline void pass(struct step *s) {
  to_core(s, EVENT_CU_PASS);
  EACH_WAITING(s->line, entry) {
    if (entry->event != EVENT_TX_LOAD) continue;
    if (in_turn(s) || step_parameter(s, HAZARD))
      step_observe_again(s, HISTORY_VALIDATED, lane_here(s), entry);
    else step_observe(s, HISTORY_VALIDATED, lane_here(s), history_word(entry->line, entry->word));
  }
}
ACTION(fail, to_core(s, EVENT_CU_FAIL))
static inline void write_next(struct step *s) {
  unsigned i = 0;
  while (i < s->line->waiting && s->line->queue[i].event != EVENT_TX_STORE) i++;
  struct request entry = step_dequeue(s, i);
  struct line *line = &s->local->line[entry.line];
  data_write(&line->memory, entry.word, entry.value);
  if (step_parameter(s, TCD)) line->time[LAST_WRITTEN] = (uint8_t)step_time_now(s);
  step_observe(s, HISTORY_WROTE, lane_here(s), history_word(entry.line, entry.word));
}

/* (EAPG) A word that another log here has in the same way is sent once (the reference counts). */
static inline bool another_has(const struct step *s, const struct request *entry) {
  for (unsigned core = 0; core < s->shape->core_count; core++) {
    struct line *other = step_line_of_core(s, core);
    bool validating = core != lane_here(s) && other->state == STATE_VALIDATION_WAIT;
    if (validating && logged(other, entry->event, entry->line, entry->word)) return true;
  }
  return false;
}
static inline void tell_lanes(struct step *s, unsigned type, const struct request *entry) {
  for (unsigned core = 0; core < s->shape->core_count; core++) {
    struct message *m = step_send(s, type, step_controller_of_core(s, core));
    m->line = m->request.line = entry->line;
    m->request.core = (uint8_t)core;
    m->request.word = entry->word;
    m->flag = entry->event == EVENT_TX_STORE;
  }
}
static inline void tell_all_words(struct step *s, unsigned type) {
  EACH_WAITING(s->line, entry)
  if (!another_has(s, entry)) tell_lanes(s, type, entry);
}
ACTION(insert_all, tell_all_words(s, step_parameter(s, DELAY) ? EVENT_LATE_INSERT : EVENT_INSERT))
ACTION(remove_all, tell_all_words(s, step_parameter(s, DELAY) ? EVENT_LATE_REMOVE : EVENT_REMOVE))
ACTION(done_commit, to_core(s, EVENT_DONE_COMMIT))
static inline struct message *answer_core(struct step *s, unsigned type) {
  struct message *m = step_send(s, type, step_controller_of_core(s, s->request->core));
  m->line = s->request->line;
  m->request = *s->request;
  m->request.value = *memory_of(s, s->request);
  return m;
}
/* Does a log under validation or commit write the word? */
static inline bool being_written(const struct step *s) {
  for (unsigned core = 0; core < s->shape->core_count; core++) {
    struct line *entry = step_line_of_core(s, core);
    if (entry->state >= STATE_VALIDATION_WAIT &&
        logged(entry, EVENT_TX_STORE, s->request->line, s->request->word))
      return true;
  }
  return false;
}
/* A second value of a word is never given to the thread; a validated one serves a silent commit. */
static inline void give_value(struct step *s) {
  struct message *m = answer_core(s, EVENT_VALUE);
  if (step_parameter(s, TCD))
    m->time[LAST_WRITTEN] = s->local->line[s->request->line].time[LAST_WRITTEN];
  m->flag = step_parameter(s, TCD) == TCD_GUARDED && being_written(s);
  if (!step_incoming(s)->flag) step_observe(s, HISTORY_SEEN, s->request->core, word_asked(s));
  if (step_parameter(s, TCD)) step_observe(s, HISTORY_VALIDATED, s->request->core, word_asked(s));
}
static inline void plain_access(struct step *s) {
  int64_t old = answer_core(s, EVENT_ANSWER)->request.value;
  if (s->request->event == EVENT_LOAD) return;
  data_write(&s->local->line[s->request->line].memory, s->request->word,
             request_result(s->request, old));
  step_observe(s, HISTORY_PLAIN, s->request->core, word_asked(s));
}

/* --- the table --- */

/* `and_tell_` of an action, and of what EAPG tells the lanes then: both, or only the first. */
#define KILOTM_ALONE(action_, tell_) action_
#define KILOTM_AND_TELL(action_, tell_) action_, tell_
#define KILOTM_COMMIT_UNIT_ROWS(and_tell_)                                                        \
  ROW("released simulator, commit ids", FREE, ORDERS, always, UNUSED, open_entry),                \
      STALL("one entry a lane (inferred)",                                                        \
            UNUSED | FILL | VALIDATION_WAIT | PASS_ACK_WAIT | COMMIT, ORDERS, always),            \
      ROW("released simulator, FILL", UNUSED | FILL, READ_SET | WRITE_SET, always, FILL, append), \
      ROW("released simulator, skip entry", UNUSED, SKIP, always, FREE, leave_order),             \
      ROW("released simulator, DONE_FILL", FILL, DONE_FILL, always, VALIDATION_WAIT, validate,    \
          and_tell_(raise_hazards, insert_all)),                                                  \
      STALL("the id is on its way (inferred)", FREE, READ_SET | WRITE_SET | SKIP | DONE_FILL,     \
            always),                                                                              \
      NEVER("released simulator", FILL, SKIP), NEVER("released simulator", UNUSED, DONE_FILL),    \
      NEVER("released simulator", VALIDATION_WAIT | PASS_ACK_WAIT | COMMIT,                       \
            READ_SET | WRITE_SET | SKIP | DONE_FILL),                                             \
      ROW("4.3 (i), (ii)", VALIDATION_WAIT, DECIDE, passes, PASS_ACK_WAIT,                        \
          and_tell_(pass, remove_all)),                                                           \
      ROW("4.3 (i), (ii)", VALIDATION_WAIT, DECIDE, fails, FREE, and_tell_(fail, remove_all),     \
          leave_order),                                                                           \
      STALL("released simulator, pass pointer", VALIDATION_WAIT, DECIDE, waits),                  \
      STALL("released simulator, pass pointer", FREE | UNUSED | FILL | PASS_ACK_WAIT | COMMIT,    \
            DECIDE, always),                                                                      \
      ROW("4.3 (iii)", PASS_ACK_WAIT, TX_PASS, writes_here, COMMIT),                              \
      ROW("4.3 (iii)", PASS_ACK_WAIT, TX_PASS, only_reads, FREE, leave_order),                    \
      ROW("4.3 (iii)", PASS_ACK_WAIT, TX_FAIL, always, FREE, leave_order),                        \
      ROW("released simulator, RETIRED", FREE | UNUSED, TX_FAIL, always, SAME),                   \
      NEVER("4.3", FREE | UNUSED | FILL | VALIDATION_WAIT | COMMIT, TX_PASS),                     \
      NEVER("4.3", FILL | VALIDATION_WAIT | COMMIT, TX_FAIL),                                     \
      ROW("4.1 sends the write log values", COMMIT, WRITE, writes_on, COMMIT, write_next),        \
      ROW("4.3 (iv)", COMMIT, WRITE, writes_last, FREE, write_next, done_commit, leave_order),    \
      STALL("released simulator, commit pointer", COMMIT, WRITE, behind),                         \
      STALL("released simulator, commit pointer",                                                 \
            FREE | UNUSED | FILL | VALIDATION_WAIT | PASS_ACK_WAIT, WRITE, always),               \
      ROW("4.1 loads", FREE, LD, always, SAME, give_value),                                       \
      INFERRED("4.1, isolation is weak", FREE, PLAIN, always, SAME, plain_access),                \
      NEVER("4.1", UNUSED | FILL | VALIDATION_WAIT | PASS_ACK_WAIT | COMMIT, LD | PLAIN)

#define KILOTM_COMMIT_UNIT(written_)                                                               \
  {                                                                                                \
    .name = "CU",                                                                                  \
    .table = TABLE(commit_unit_rows, entry_states, FREE, events,                                   \
                   ORDERS | READ_SET | WRITE_SET | DONE_FILL | SKIP | DECIDE | TX_PASS | TX_FAIL | \
                       WRITE | LD | PLAIN),                                                        \
    .internals = { { EVENT_DECIDE, PER_CORE }, { EVENT_WRITE, PER_CORE } }, .internal_count = 2,   \
    .instances = ONE_PER_BANK, .extra_line_per_core = true, .of_cores = true,                      \
    .start_state = STATE_FREE, .value = memory_value, .lease = NO_LEASE, .shows.reads = "place",   \
    .shows.line_flag = "flag", .times = { written_ }, .shows.memory = true                         \
  }

#endif
