/* RCC's L2, Figure 3.5b; see rcc_time.h.  A bank's clock is mnow. */
#ifndef MODELS_LIB_RCC_TIME_L2_H
#define MODELS_LIB_RCC_TIME_L2_H

#include "models/lib/rcc_time_rollover.h"

static const char *const l2_states[] = { "I", "V", "IV", "IAV" };

/* M.exp > D.ver: the copy is current, since later writes take versions beyond its lease. */
GUARD(is_current, in_exp(s) != NO_TIME && in_exp(s) > s->line->time[D_VER])
GUARD(is_not_current, !is_current(s))
GUARD(has_reads, s->line->waiting && !s->line->flag)
GUARD(has_writes, !s->line->waiting && s->line->flag)
GUARD(has_both, s->line->waiting && s->line->flag)
ACTION(fetch, s->line->fetching = 1)
/* The time that stands for lastrd: itself, or lastwr where lastrd "can be elided" (3.4.4). */
static inline unsigned lastrd(const struct step *s) {
  return step_parameter(s, LASTRD_PARAMETER) == LASTRD_KEPT ? LASTRD : LASTWR;
}
GUARD(readers_raise_it, step_parameter(s, LASTRD_PARAMETER) != LASTRD_OF_WRITES)
static inline void note_read(struct step *s) {
  if (readers_raise_it(s)) raise_time(&s->line->time[lastrd(s)], in_now(s));
  step_enqueue(s, s->request);
}

/* The greater of `time` and "beyond `floor`". */
static inline unsigned beyond(struct step *s, unsigned time, unsigned floor) {
  return time != NO_TIME && time > floor ? time : step_time_after(s, floor);
}
/* max(lastwr, mnow + 1), or the figure's max(lastwr, mnow). */
static inline unsigned write_time(struct step *s) {
  if (step_parameter(s, MNOW_PARAMETER) == MNOW_PRINTED)
    return time_later(s->line->time[LASTWR], s->local->clock);
  return beyond(s, s->line->time[LASTWR], s->local->clock);
}
static inline void acknowledge(struct step *s, unsigned ver) {
  struct message *m = send_in_epoch(s, EVENT_ACK, step_incoming(s)->from);
  m->request = *s->request;
  m->time[M_VER] = (uint8_t)ver;
}

/* (text-order) By 3.4.4 a write of an earlier now comes before the one that is there. */
GUARD(comes_before, step_parameter(s, COMBINE_PARAMETER) && s->line->flag >> s->request->word & 1 &&
                        in_now(s) != s->line->time[LASTWR] &&
                        time_later(s->line->time[LASTWR], in_now(s)) == s->line->time[LASTWR])

/* A write that misses goes into the MSHR; its time.  `flag` is the set of words written. */
static inline unsigned keep_write(struct step *s) {
  bool before = comes_before(s);
  unsigned word = s->request->word;
  raise_time(&s->line->time[LASTWR], in_now(s));
  unsigned ver = write_time(s);
  step_perform(s, word, ver);
  if (before) step_perform(s, word, ver);
  data_write(&s->line->buffer, word, before ? s->line->buffer.word[word] : s->request->value);
  s->line->flag |= (uint8_t)(1u << word);
  return ver;
}

/* "Without waiting for the DRAM response" (3.4.4); the figure's row I has no ACK (printed-ack). */
ACTION(note_write, acknowledge(s, keep_write(s)))
ACTION(note_silently, (void)keep_write(s))
GUARD(acks_in_i, step_parameter(s, ACK_PARAMETER))
GUARD(silent_in_i, !acks_in_i(s))
static inline void note_atomic(struct step *s) {
  s->line->time[LASTWR] = (uint8_t)in_now(s);
  step_enqueue(s, s->request);
}

/* D.exp := max(D.exp, D.ver + lease, now + lease) */
static inline void grant(struct step *s, unsigned now) { extend_lease(s, D_EXP, D_VER, now); }
static inline void answer_read(struct step *s, const struct request *request) {
  struct message *m = send_in_epoch(s, EVENT_DATA, step_controller_of_core(s, request->core));
  m->request = *request;
  m->time[M_EXP] = s->line->time[D_EXP];
  m->time[M_VER] = s->line->time[D_VER];
  m->data = s->line->data;
}
ACTION(lease, grant(s, in_now(s)))
static inline void data(struct step *s) {
  step_must_reach(s, s->line->time[D_EXP], in_now(s));
  answer_read(s, s->request);
}
static inline void renew(struct step *s) {
  step_must_reach(s, s->line->time[D_EXP], in_now(s));
  struct message *m = send_in_epoch(s, EVENT_RENEW, step_incoming(s)->from);
  m->request = *s->request;
  m->time[M_EXP] = s->line->time[D_EXP];
}

/* D.ver := max(M.now, D.ver, D.exp + 1) */
static inline void new_version(struct step *s) {
  unsigned at_least = time_later(in_now(s), s->line->time[D_VER]);
  if (!time_reaches(s->line->time[D_EXP], at_least)) s->line->time[D_VER] = (uint8_t)at_least;
  else s->line->time[D_VER] = (uint8_t)step_time_after(s, s->line->time[D_EXP]);
}

static inline int64_t perform_request(struct step *s, const struct request *request) {
  return perform_at(s, request, s->line->time[D_VER]);
}
ACTION(store, perform_request(s, s->request))
ACTION(ack, acknowledge(s, s->line->time[D_VER]))
static inline void perform_atomic(struct step *s, const struct request *request) {
  int64_t old = perform_request(s, request);
  struct message *m =
      send_in_epoch(s, EVENT_DATA_ATOMIC, step_controller_of_core(s, request->core));
  m->request = *request;
  m->request.value = old;
  m->request.expected = 0;
  m->time[M_VER] = s->line->time[D_VER];
}
ACTION(execute, perform_atomic(s, s->request))

/* To the end of the last lease, or the version (variant evicted-lease: to the version). */
static inline void raise_mnow(struct step *s) {
  raise_time(&s->local->clock, s->line->time[D_VER]);
  if (step_parameter(s, MNOW_PARAMETER) != MNOW_OF_VERSIONS)
    raise_time(&s->local->clock, s->line->time[D_EXP]);
}
static inline void drop(struct step *s) {
  data_clear(&s->line->data);
  s->line->dirty = 0;
  s->line->time[D_EXP] = s->line->time[D_VER] = NO_TIME;
}

/* D.exp = D.ver = mnow, with the DRAM's data. */
static inline void load_block(struct step *s) {
  s->line->fetching = 0;
  s->line->data = s->line->memory;
  s->line->time[D_EXP] = s->line->time[D_VER] = s->local->clock;
}
/* D.ver = max(lastwr, mnow + 1), with the MSHR's data; D.exp stays mnow. */
ACTION(version_of_writes, s->line->time[D_VER] = (uint8_t)write_time(s))
static inline void merge_writes(struct step *s) {
  for (unsigned word = 0; word < WORDS_MAX; word++) {
    if (!(s->line->flag >> word & 1)) continue;
    s->line->data.word[word] = s->line->buffer.word[word];
    s->line->data.age[word] = s->line->buffer.age[word];
  }
  s->line->dirty = 1;
}
ACTION(lease_readers, grant(s, s->line->time[lastrd(s)]))
static inline void data_to_readers(struct step *s) {
  if (readers_raise_it(s)) step_must_reach(s, s->line->time[D_EXP], s->line->time[lastrd(s)]);
  while (s->line->waiting) {
    struct request reader = step_dequeue(s, 0);
    answer_read(s, &reader);
  }
}
static inline void execute_waiting(struct step *s) {
  struct request waiting = step_dequeue(s, 0);
  perform_atomic(s, &waiting);
}
static inline void free_mshr(struct step *s) {
  data_clear(&s->line->buffer);
  s->line->flag = 0;
  s->line->time[LASTRD] = s->line->time[LASTWR] = NO_TIME;
}

/* All times of the bank; a line has those of its state. */
static inline void restart_times(struct step *s) {
  s->local->clock = 0;
  for (unsigned t = 0; t < TIMES; t++)
    if (s->line->time[t] != NO_TIME) s->line->time[t] = 0;
  next_epoch(s);
}

static const struct row l2_rows[] = {
  ROW("3.5b I/GETS", I, GETS, always, IV, fetch, note_read),
  ROW("3.5b I/WRITE, ACK of 3.4.4", I, WRITE, acks_in_i, IV, fetch, REPAIRED(note_write)),
  ROW("3.5b I/ATOMIC", I, ATOMIC_TO_L2, always, IAV, fetch, note_atomic),
  STALL("3.5b I/evict: none", I, EVICT, always),
  NEVER("3.5b I", I, MDATA),

  ROW("3.5b V/GETS", V, GETS, is_not_current, V, lease, data),
  ROW("3.5b V/GETS, renewal", V, GETS, is_current, V, lease, renew),
  ROW("3.5b V/WRITE", V, WRITE, always, V, new_version, store, ack),
  ROW("3.5b V/ATOMIC", V, ATOMIC_TO_L2, always, V, new_version, execute),
  ROW("3.5b V/evict", V, EVICT, clean, I, raise_mnow, drop),
  ROW("3.5b V/evict dirty", V, EVICT, dirty, I, raise_mnow, write_back, drop),
  NEVER("3.5b V", V, MDATA),

  ROW("3.5b IV/GETS", IV, GETS, always, IV, note_read),
  ROW("3.5b IV/WRITE", IV, WRITE, always, IV, REPAIRED(note_write)),
  STALL("3.5b IV", IV, ATOMIC_TO_L2 | EVICT, always),
  ROW("3.5b IV/DATA hasread", IV, MDATA, has_reads, V, load_block, lease_readers, data_to_readers,
      free_mshr),
  ROW("3.5b IV/DATA haswrite", IV, MDATA, has_writes, V, load_block, REPAIRED(version_of_writes),
      merge_writes, free_mshr),
  ROW("3.5b IV/DATA both", IV, MDATA, has_both, V, load_block, REPAIRED(version_of_writes),
      merge_writes, lease_readers, data_to_readers, free_mshr),

  STALL("3.5b IAV", IAV, GETS | WRITE | ATOMIC_TO_L2 | EVICT, always),
  ROW("3.5b IAV/DATA", IAV, MDATA, always, V, load_block, REPAIRED(version_of_writes),
      execute_waiting, free_mshr),

  VARIANT_OF_SOURCE("3.5b I/WRITE, literally", I, WRITE, silent_in_i, IV, fetch, note_silently),
  VARIANT_OF_SOURCE("3.4.4 rollover", I | V | IV | IAV, ROLLOVER, always, SAME, restart_times),
};

static inline unsigned l2_version(const struct local *local, unsigned line) {
  return 1u << local->line[line].state & V ? local->line[line].time[D_VER] : NO_TIME;
}
/* Beyond D.ver (is_current), which will be no less than mnow where the block is yet to come. */
static inline unsigned l2_renews_from(const struct local *local, unsigned line) {
  return 1u + (1u << local->line[line].state & V ? local->line[line].time[D_VER] : local->clock);
}

/* Clears times that a later one will replace.  These are times in the MSHR that mnow has reached,
 * since the version will lie at it or beyond.  Others are a lease's end that the version has
 * passed, and mnow, if the first eviction, of whichever block, will raise it before any request. */
static inline void l2_forget(struct step *s) {
  bool all_here = true;
  if (!s->shape->outdates) return;
  for (unsigned at = 0; at < s->shape->lines; at++) {
    struct line *line = &s->local->line[at];
    if (step_controller_of_line(s, at) != step_own_number(s)) continue;
    if (1u << line->state & V) {
      all_here = all_here &&
                 time_reaches(time_later(line->time[D_EXP], line->time[D_VER]), s->local->clock);
      if (!time_reaches(line->time[D_EXP], line->time[D_VER])) line->time[D_EXP] = NO_TIME;
      continue;
    }
    all_here = false;
    if (time_reaches(s->local->clock, line->time[LASTRD])) line->time[LASTRD] = NO_TIME;
    if (time_reaches(s->local->clock, line->time[LASTWR])) line->time[LASTWR] = NO_TIME;
  }
  if (all_here) s->local->clock = NO_TIME;
}

#endif
