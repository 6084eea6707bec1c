/* G-TSC's L1; see gtsc.h.
 *
 *   I, V    no copy; a copy with its lease, which covers some warps and not others
 *   IF, VF  a BusRd is out: no copy; to renew the copy that is here
 *   IW      a store or an atomic is out, no copy to keep
 *   VW      a store is out; the copy is locked, the new value in the buffer */
#ifndef MODELS_LIB_GTSC_L1_H
#define MODELS_LIB_GTSC_L1_H

#include "models/lib/gtsc_overflow.h"

enum { ANY = (1 << 6) - 1 };
static const char *const l1_states[] = { "I", "V", "IF", "VF", "IW", "VW" };

static inline uint8_t *warp_ts(struct step *s, const struct request *request) {
  return &s->local->stall[request->core];
}
static inline uint8_t warp_ts_of(const struct step *s, const struct request *request) {
  return s->local->stall[request->core];
}
static inline unsigned visibility(const struct step *s) {
  return (unsigned)step_parameter(s, VISIBILITY_PARAMETER);
}
GUARD(naive, visibility(s) == NAIVE)
GUARD(not_naive, !naive(s))
GUARD(covered, time_reaches(s->line->time[RTS], warp_ts_of(s, s->request)))
GUARD(expired, !covered(s))
GUARD(expired_combines, expired(s) && !step_parameter(s, FORWARD_PARAMETER))
GUARD(expired_forwards, expired(s) && step_parameter(s, FORWARD_PARAMETER))

/* May the locked copy be read: the old one by other warps, or the naive new one by all? */
static inline bool readable(const struct step *s) {
  if (visibility(s) == BLOCK || !covered(s)) return false;
  return naive(s) || s->request->core != s->line->writer;
}
GUARD(not_readable, !readable(s))

/* Is each load that misses forwarded (V-B), to have an answer of its own? */
GUARD(forwards, step_parameter(s, FORWARD_PARAMETER))
GUARD(combines, !forwards(s))

/* Does the answer end the wait of all loads?  Their leases tell, or their number, where each has an
 * answer of its own.  (A reset is of all clocks.) */
static inline bool all_covered(const struct step *s) {
  if (too_late(s)) return false;
  if (forwards(s)) return s->line->waiting == 1;
  if (brings_reset(s)) return true;
  unsigned rts = time_later(s->line->time[RTS], step_incoming(s)->time[RTS]);
  for (unsigned i = 1; i < s->line->waiting; i++)
    if (!time_reaches(rts, warp_ts_of(s, &s->line->queue[i]))) return false;
  return true;
}
GUARD(some_left, !too_late(s) && !all_covered(s))
GUARD(in_time, !too_late(s))
GUARD(last_store, s->line->writes <= 1)
GUARD(keep, step_incoming(s)->flag != 0 && last_store(s))
GUARD(give_up, !step_incoming(s)->flag && last_store(s))

/* The warp reads the copy: at its own time, or at the version's if that is later. */
static inline void read_copy(struct step *s, const struct request *request) {
  raise_time(warp_ts(s, request), s->line->time[WTS]);
  step_read_at(s, &s->line->data, request->word, warp_ts_of(s, request), s->line->time[RTS]);
  step_reply(s, request, s->line->data.word[request->word]);
}
ACTION(hit, read_copy(s, s->request))

/* Ghost: the earliest time at which a store was read that has no time yet. */
static inline void hit_locked(struct step *s) {
  hit(s);
  if (naive(s) && s->line->time[READ_AT] == NO_TIME)
    s->line->time[READ_AT] = warp_ts_of(s, s->request);
}
ACTION(wait, step_enqueue(s, s->request))
static inline void ask(struct step *s, const struct request *request) {
  struct message *m = step_send(s, EVENT_BUSRD, step_controller_of_line(s, s->at));
  m->request = *request;
  m->time[WTS] = s->line->time[WTS];
  m->time[WARP_TS] = warp_ts_of(s, request);
  m->count = (int8_t)s->local->flag;
}
/* The load is at the time of its BusRd, whatever its warp does meanwhile (gtsc-rc). */
static inline void busrd(struct step *s) {
  wait(s);
  s->line->queue[s->line->waiting - 1].time = warp_ts_of(s, s->request);
  ask(s, s->request);
}
static inline void busrd_again(struct step *s) {
  if (forwards(s)) return;
  struct request *next = &s->line->queue[0];
  next->time = warp_ts_of(s, next);
  ask(s, next);
}
/* Several fills may be on their way, and the newest block is kept (variant forward-last: the last
 * to come, as IV-D copies it). */
static inline bool is_older(const struct step *s) {
  if (step_parameter(s, FORWARD_PARAMETER) != KEEPS_NEWEST || s->line->time[WTS] == NO_TIME)
    return false;
  return step_incoming(s)->time[RTS] <= s->line->time[RTS];
}
static inline void fill(struct step *s) {
  if (is_older(s)) return;
  s->line->data = step_incoming(s)->data;
  take_times(s);
}
ACTION(renew, raise_time(&s->line->time[RTS], step_incoming(s)->time[RTS]))
/* The load that asked is the oldest, or where all ask, one of the thread and word. */
static inline unsigned asked_by(const struct step *s) {
  const struct request *by = &step_incoming(s)->request;
  unsigned i = 0;
  while (forwards(s) && i + 1 < s->line->waiting &&
         (s->line->queue[i].core != by->core || s->line->queue[i].word != by->word))
    i++;
  return i;
}
static inline void finish_load(struct step *s) {
  struct request asked = step_dequeue(s, asked_by(s));
  unsigned at = time_later(asked.time, s->line->time[WTS]);
  raise_time(warp_ts(s, &asked), s->line->time[WTS]);
  step_read_at(s, &s->line->data, asked.word, at, s->line->time[RTS]);
  step_reply(s, &asked, s->line->data.word[asked.word]);
}
static inline void serve_covered(struct step *s) {
  if (forwards(s)) return;
  for (unsigned i = 0; i < s->line->waiting;) {
    bool is_covered = time_reaches(s->line->time[RTS], warp_ts_of(s, &s->line->queue[i]));
    struct request load = is_covered ? step_dequeue(s, i) : s->line->queue[i++];
    if (is_covered) read_copy(s, &load);
  }
}
static inline void replay_waiting(struct step *s) {
  while (s->line->waiting) {
    struct request waiting = step_dequeue(s, 0);
    step_replay(s, &waiting);
  }
}

/* --- stores and atomics --- */

/* A locked block takes no store (second-store: other warps' to the locked word, and it counts). */
GUARD(takes_stores, step_parameter(s, LOCK_PARAMETER) == SECOND_STORES)
GUARD(takes_second, takes_stores(s) && s->line->buffer.age[s->request->word] != AGE_NONE)
GUARD(takes_no_second, !takes_second(s))

/* A warp of an in-order core asks for nothing until its answer, which brings a time no earlier than
 * it has sent.  Till then its clock is dead, unless a barrier joins it with others. */
static inline void forget_warp_ts(struct step *s) {
  bool dead = s->shape->outdates && s->shape->setting.core == CORE_IO;
  if (dead && !s->shape->has_barriers) *warp_ts(s, s->request) = NO_TIME;
}
static inline struct message *send_write(struct step *s, unsigned type) {
  struct message *m = step_send(s, type, step_controller_of_line(s, s->at));
  m->request = *s->request;
  m->time[WARP_TS] = warp_ts_of(s, s->request);
  m->count = (int8_t)s->local->flag;
  forget_warp_ts(s);
  return m;
}
ACTION(buswr, send_write(s, EVENT_BUSWR)->time[WTS] = s->line->time[WTS])
ACTION(busat, send_write(s, EVENT_BUSAT))

/* The new value waits in the buffer, not performed.  Only l1_permission reads `flag`. */
static inline void lock(struct step *s) {
  s->line->buffer.word[s->request->word] = s->request->value;
  s->line->buffer.age[s->request->word] = AGE_STALE;
  s->line->writer = s->request->core;
  s->line->flag = visibility(s) == OLD_COPY;
  if (takes_stores(s)) s->line->writes++;
}
static inline void unlock(struct step *s) {
  data_clear(&s->line->buffer);
  s->line->writer = NO_ONE;
  s->line->flag = 0;
}

/* Figure 10: the copy takes the value, not performed yet, and its warp a guessed time. */
static inline void guess(struct step *s) {
  unsigned next = covered(s) ? step_time_after(s, s->line->time[RTS]) : warp_ts_of(s, s->request);
  *warp_ts(s, s->request) = s->line->time[WTS] = s->line->time[RTS] = (uint8_t)next;
  s->line->data.word[s->request->word] = s->request->value;
  s->line->data.age[s->request->word] = AGE_NONE;
}

/* The store's value becomes the copy, under the lease that the L2 gave it; its ghost is the ack's.
 */
static inline void stamp(struct step *s) {
  unsigned word = s->request->word;
  s->line->data.word[word] = s->line->buffer.word[word];
  s->line->data.age[word] =
      (s->request->core == s->line->writer ? &step_incoming(s)->data : &s->line->buffer)->age[word];
  take_times(s);
}

/* Ghost: a load that read this store before it had a time must not have been earlier. */
static inline void judge_early_reads(struct step *s) {
  struct data written = { .age = { AGE_STALE } };
  if (s->line->time[READ_AT] != NO_TIME)
    step_read_at(s, &written, 0, step_incoming(s)->time[WTS], s->line->time[READ_AT]);
  s->line->time[READ_AT] = NO_TIME;
}
static inline void move_warp(struct step *s) {
  if (!too_late(s)) raise_time(warp_ts(s, s->request), step_incoming(s)->time[WTS]);
}
/* If several stores are out, the ghost of the one in the buffer says that it is performed. */
static inline void count_store(struct step *s) {
  if (!s->line->writes) return;
  unsigned word = s->request->word;
  if (s->line->writes > 1 && s->request->core == s->line->writer)
    s->line->buffer.age[word] = step_incoming(s)->data.age[word];
  s->line->writes--;
}
static inline void finish_store(struct step *s) {
  count_store(s);
  move_warp(s);
  step_reply(s, s->request, 0);
}
static inline void finish_atomic(struct step *s) {
  move_warp(s);
  step_reply(s, s->request, step_incoming(s)->request.value);
}

/* --- a store that misses and does not lock (no-lock) --- */

GUARD(locks, step_parameter(s, LOCK_PARAMETER))
GUARD(locks_not, !locks(s))
/* Does it leave the copy as it is: none, or (second-store) one with further stores out? */
GUARD(leaves_copy, 1u << s->state & VW ? !last_store(s) : locks_not(s))

/* The lease of the acknowledgement goes to any copy that has come since. */
ACTION(stamp_lease, take_times(s))

/* --- overflow --- */

/* A reset signal: no copy and no clock is left.  Stores that are out have no copy to keep. */
static inline void flush_line(struct line *line) {
  data_clear(&line->data);
  data_clear(&line->buffer);
  line->time[WTS] = line->time[RTS] = line->time[READ_AT] = NO_TIME;
  line->writer = NO_ONE;
  line->flag = 0;
  for (unsigned q = 0; q < line->waiting; q++) line->queue[q].time = NO_TIME;
}
static inline void restart_clocks(struct step *s) {
  for (unsigned core = 0; core < CORES_MAX; core++) s->local->stall[core] = NO_TIME;
  s->local->flag = next_epoch(step_parameter(s, OVERFLOW_PARAMETER), s->local->flag);
}
static inline void reset_if_told(struct step *s) {
  if (!brings_reset(s)) return;
  unsigned skipped = ahead(s) - 1;
  for (unsigned i = 0; i < s->shape->lines; i++) {
    struct line *line = &s->local->line[i];
    flush_line(line);
    if (1u << line->state & (V | VF | VW)) line->state--; /* to the state without a copy */
  }
  restart_clocks(s);
  while (skipped-- > 0) s->local->flag = next_epoch(BY_BITS, s->local->flag);
}
/* At the end of a kernel each line has the event, and the L1 one set of clocks. */
static inline void flush(struct step *s) {
  flush_line(s->line);
  if (s->at == 0) restart_clocks(s);
}
static inline void deliver(struct step *s) {
  struct request asked = step_dequeue(s, 0);
  step_reply(s, &asked, step_incoming(s)->data.word[asked.word]);
}
ACTION(stay, (void)s)

/* --- clocks --- */

/* A warp's clock moves on; from none, to the earliest time there is. */
static inline void advance_warp(struct step *s) {
  uint8_t *ts = &s->local->stall[s->at];
  *ts = (uint8_t)(*ts == NO_TIME ? 0 : step_time_after(s, *ts));
}
GUARD(ticks,
      step_parameter(s, TICK_PARAMETER) && step_controller_of_core(s, s->at) == step_own_number(s))

/* The accesses of the CTA's warps before the barrier precede this warp's next ones. */
static inline void join_clocks(struct step *s) {
  for (unsigned core = 0; core < CORES_MAX; core++)
    if (s->local->stall[core] != NO_TIME && shape_same_cta(s->shape, core, s->request->core))
      raise_time(warp_ts(s, s->request), s->local->stall[core]);
  step_reply(s, s->request, 0);
}

static const struct row l1_rows[] = {
  ROW("IV-A1 no tag", I, LOAD, always, IF, busrd),
  INFERRED("IV-A2 no tag", I, STORE, locks, IW, buswr),
  VARIANT("IV-A2 to the letter (no-lock)", I, STORE, locks_not, SAME, buswr),
  INFERRED("atomic, no tag", I, ATOMIC, always, IW, busat),
  STALL("no copy", I, EVICT, always),
  NEVER("nothing is out", I, BUSFILL | BUSRNW | BUSATACK),

  ROW("IV-A1 hit", V, LOAD, covered, V, hit),
  ROW("IV-A1 expired", V, LOAD, expired, VF, busrd),
  ROW("IV-A2, V-A", V, STORE, not_naive, VW, buswr, lock),
  VARIANT_OF_SOURCE("V-A, Figure 10", V, STORE, naive, VW, buswr, lock, guess),
  INFERRED("atomic", V, ATOMIC, always, IW, forget, busat),
  ROW("IV-D replacement", V, EVICT, always, I, forget),
  NEVER("nothing is out", V, BUSFILL | BUSRNW | BUSATACK),

  ROW("V-B combined", IF, LOAD, combines, SAME, wait),
  VARIANT_OF_SOURCE("V-B all forwarded", IF, LOAD, forwards, SAME, busrd),
  INFERRED("IV-A1 hit", VF, LOAD, covered, SAME, hit),
  ROW("V-B combined", VF, LOAD, expired_combines, SAME, wait),
  VARIANT_OF_SOURCE("V-B all forwarded", VF, LOAD, expired_forwards, SAME, busrd),
  STALL("one request a block (inferred)", IF | VF, STORE | ATOMIC | EVICT, always),
  ROW("IV-D fill", IF | VF, BUSFILL, all_covered, V, reset_if_told, fill, finish_load,
      serve_covered),
  ROW("V-B, Figure 11", IF | VF, BUSFILL, some_left, VF, reset_if_told, fill, finish_load,
      serve_covered, busrd_again),
  ROW("IV-D renewal", VF, BUSRNW, all_covered, V, renew, finish_load, serve_covered),
  ROW("V-B, Figure 11", VF, BUSRNW, some_left, VF, renew, finish_load, serve_covered, busrd_again),
  NEVER_WHEN("no tag was sent", IF, BUSRNW, in_time),
  VARIANT("V-D, epoch bit", IF, BUSRNW, too_late, SAME, busrd_again),
  VARIANT("V-D, epoch bit", IF, BUSFILL, too_late, I, deliver, replay_waiting),
  NEVER_WHEN("it asked in this epoch", VF, BUSFILL, too_late),
  NEVER("no atomic is out", IF | VF, BUSATACK),
  NEVER_WHEN("no store is out", I | V | IF | VF, BUSWRACK, locks),
  VARIANT("IV-D ack, no tag (no-lock), or not the last (second-store)", I | IF | VW, BUSWRACK,
          leaves_copy, SAME, finish_store),
  VARIANT("IV-D ack, to whose copy it may be (no-lock)", V | VF, BUSWRACK, locks_not, SAME,
          stamp_lease, finish_store),

  INFERRED("V-A option 1", IW, LOAD, always, SAME, wait),
  ROW("V-A options 1, 2", VW, LOAD, not_readable, SAME, wait),
  VARIANT_OF_SOURCE("V-A option 2; naive", VW, LOAD, readable, SAME, hit_locked),
  STALL("V-A further accesses; no tag (inferred)", IW, STORE, always),
  STALL("V-A further accesses", VW, STORE, takes_no_second),
  VARIANT("a further store (second-store)", VW, STORE, takes_second, SAME, buswr, lock),
  STALL("V-A further accesses; atomics, evictions (inferred)", IW | VW, ATOMIC | EVICT, always),
  ROW("IV-D ack, unlock", VW, BUSWRACK, keep, V, stamp, judge_early_reads, unlock, finish_store,
      replay_waiting),
  INFERRED("IV-D ack, old words", VW, BUSWRACK, give_up, I, reset_if_told, forget,
           judge_early_reads, unlock, finish_store, replay_waiting),
  INFERRED("IV-D ack, no tag", IW, BUSWRACK, always, I, reset_if_told, finish_store,
           replay_waiting),
  INFERRED("atomic, ack", IW, BUSATACK, always, I, reset_if_told, finish_atomic, replay_waiting),
  NEVER("no atomic is out", VW, BUSATACK),
  NEVER("no BusRd is out", IW | VW, BUSFILL | BUSRNW),

  VARIANT_OF_SOURCE("V-D: the L1s learn of it later", ANY, OVERFLOW, not_of_kernel, SAME, stay),
  VARIANT_OF_SOURCE("V-D: flushed after each kernel", I | IF | IW, OVERFLOW, of_kernel, SAME,
                    flush),
  VARIANT_OF_SOURCE("V-D: flushed after each kernel", V, OVERFLOW, of_kernel, I, flush),
  VARIANT_OF_SOURCE("V-D: flushed after each kernel", VF, OVERFLOW, of_kernel, IF, flush),
  VARIANT_OF_SOURCE("V-D: flushed after each kernel", VW, OVERFLOW, of_kernel, IW, flush),

  INFERRED("a warp is moved on elsewhere", ANY, TICK, always, SAME, advance_warp),

  INFERRED("CTA barrier", ANY, FENCE, always, SAME, join_clocks),
};

/* A load that waits on another's answer compares its lease with its warp's clock. */
static inline bool awaits_clock(const struct step *s) {
  for (unsigned at = 0; at < s->shape->lines; at++) {
    const struct line *line = &s->local->line[at];
    for (unsigned i = (1u << line->state & (IF | VF)) != 0; i < line->waiting; i++)
      if (line->queue[i].core == s->at) return true;
  }
  return false;
}
/* A copy whose lease covers none of the SM's warps is kept for its renewal. */
static inline unsigned l1_renewable(const struct step *s) {
  if (!(1u << s->line->state & V)) return NO_TIME;
  for (unsigned core = 0; core < s->shape->core_count; core++)
    if (step_controller_of_core(s, core) == step_own_number(s) &&
        time_reaches(s->line->time[RTS], s->local->stall[core]))
      return NO_TIME;
  return s->line->time[WTS];
}
/* The lease of a locked copy: its acknowledgement brings another, or the copy goes. */
static inline void l1_forget(struct step *s) {
  for (unsigned at = 0; s->shape->outdates && at < s->shape->lines; at++) {
    struct line *line = &s->local->line[at];
    if (1u << line->state & VW) line->time[WTS] = line->time[RTS] = NO_TIME;
  }
}
/* A locked copy counts as none, but in variant old-copy: loads wait for it. */
static inline enum permission l1_permission(const struct local *local, unsigned line) {
  const struct line *copy = &local->line[line];
  bool has_lease = copy->time[RTS] != NO_TIME;
  return has_lease && (!(1u << copy->state & VW) || copy->flag) ? PERMISSION_READ : PERMISSION_NONE;
}

#endif
