/* G-TSC's L1; see gtsc.h.
 *
 *   I   no copy        V   a copy with its lease, which covers some warps and not others
 *   IF  a BusRd is out, no copy          VF  a BusRd is out to renew the copy that is here
 *   IW  a store or an atomic is out, no copy to keep      VW  a store is out; the copy is locked,
 * the new value in the buffer */
#ifndef MODELS_LIB_GTSC_L1_H
#define MODELS_LIB_GTSC_L1_H

#include "models/lib/gtsc.h"
#include "models/lib/gtsc_overflow.h"

enum { L1_I, L1_V, L1_IF, L1_VF, L1_IW, L1_VW };
static const char *const l1_states[] = { "I", "V", "IF", "VF", "IW", "VW" };
#define I (1u << L1_I)
#define V (1u << L1_V)
#define IF (1u << L1_IF)
#define VF (1u << L1_VF)
#define IW (1u << L1_IW)
#define VW (1u << L1_VW)

static inline uint8_t *warp_ts(struct step *s, const struct request *request) {
  return &s->local->stall[request->core];
}
static inline uint8_t warp_ts_of(const struct step *s, const struct request *request) {
  return s->local->stall[request->core];
}

/* --- guards --- */

static inline unsigned visibility(const struct step *s) {
  return (unsigned)step_parameter(s, VISIBILITY_PARAMETER);
}
static inline bool naive(const struct step *s) { return visibility(s) == NAIVE; }
static inline bool not_naive(const struct step *s) { return !naive(s); }
static inline bool covered(const struct step *s) {
  return time_reaches(s->line->time[RTS], warp_ts_of(s, s->request));
}
static inline bool expired(const struct step *s) { return !covered(s); }

/* The locked copy may be read: the old one by other warps, or the naive new one by all. */
static inline bool readable(const struct step *s) {
  if (visibility(s) == BLOCK || !covered(s)) return false;
  return naive(s) || s->request->core != s->line->writer;
}
static inline bool not_readable(const struct step *s) { return !readable(s); }

/* Does the lease that arrives cover every load that waits on the one that asked? */
static inline bool all_covered(const struct step *s) {
  if (too_late(s)) return false;
  if (brings_reset(s)) return true; /* of all clocks */
  unsigned rts = time_later(s->line->time[RTS], step_incoming(s)->time[RTS]);
  for (unsigned i = 1; i < s->line->waiting; i++)
    if (!time_reaches(rts, warp_ts_of(s, &s->line->queue[i]))) return false;
  return true;
}
static inline bool some_left(const struct step *s) { return !too_late(s) && !all_covered(s); }

static inline bool in_time(const struct step *s) { return !too_late(s); }
static inline bool last_store(const struct step *s) { return s->line->writes <= 1; }
static inline bool keep(const struct step *s) { return step_incoming(s)->flag && last_store(s); }
static inline bool give_up(const struct step *s) {
  return !step_incoming(s)->flag && last_store(s);
}

/* --- loads --- */

/* The warp reads the copy: at its own time, or at the version's if that is later. */
static inline void read_copy(struct step *s, const struct request *request) {
  uint8_t *ts = warp_ts(s, request);
  *ts = (uint8_t)time_later(*ts, s->line->time[WTS]);
  step_read_at(s, &s->line->data, request->word, *ts, s->line->time[RTS]);
  step_reply(s, request, s->line->data.word[request->word]);
}
static inline void hit(struct step *s) { read_copy(s, s->request); }

/* Ghost: the earliest time at which a store was read that has no time yet. */
static inline void hit_locked(struct step *s) {
  hit(s);
  if (naive(s) && s->line->time[READ_AT] == NO_TIME)
    s->line->time[READ_AT] = warp_ts_of(s, s->request);
}

static inline void wait(struct step *s) { step_enqueue(s, s->request); }

static inline void ask(struct step *s, const struct request *request) {
  struct message *m = step_send(s, EVENT_BUSRD, step_controller_of_line(s, s->at));
  m->request = *request;
  m->time[WTS] = s->line->time[WTS];
  m->time[WARP_TS] = warp_ts_of(s, request);
  m->count = (int8_t)s->local->flag;
}
/* The one that asks remembers when it did: its load is at that time, whatever its warp does
 * meanwhile (gtsc-rc). */
static inline void busrd(struct step *s) {
  wait(s);
  s->line->queue[0].time = warp_ts_of(s, s->request);
  ask(s, s->request);
}
static inline void busrd_again(struct step *s) {
  struct request *next = &s->line->queue[0];
  next->time = warp_ts_of(s, next);
  ask(s, next);
}

static inline void fill(struct step *s) {
  s->line->data = step_incoming(s)->data;
  s->line->time[WTS] = step_incoming(s)->time[WTS];
  s->line->time[RTS] = step_incoming(s)->time[RTS];
}
static inline void renew(struct step *s) {
  s->line->time[RTS] = (uint8_t)time_later(s->line->time[RTS], step_incoming(s)->time[RTS]);
}

static inline void finish_load(struct step *s) {
  struct request asked = step_dequeue(s, 0);
  uint8_t *ts = warp_ts(s, &asked);
  *ts = (uint8_t)time_later(*ts, s->line->time[WTS]);
  step_read_at(s, &s->line->data, asked.word, time_later(asked.time, s->line->time[WTS]),
               s->line->time[RTS]);
  step_reply(s, &asked, s->line->data.word[asked.word]);
}
static inline void serve_covered(struct step *s) {
  for (unsigned i = 0; i < s->line->waiting;)
    if (time_reaches(s->line->time[RTS], warp_ts_of(s, &s->line->queue[i]))) {
      struct request covered_load = step_dequeue(s, i);
      read_copy(s, &covered_load);
    } else {
      i++;
    }
}
static inline void replay_waiting(struct step *s) {
  while (s->line->waiting) {
    struct request waiting = step_dequeue(s, 0);
    step_replay(s, &waiting);
  }
}

/* --- stores and atomics --- */

/* A locked block takes no store (second-store: it takes other warps' to the word that is locked,
 * and counts what is out). */
static inline bool takes_stores(const struct step *s) {
  return step_parameter(s, LOCK_PARAMETER) == SECOND_STORES;
}
static inline bool takes_second(const struct step *s) {
  return takes_stores(s) && s->line->buffer.age[s->request->word] != AGE_NONE;
}
static inline bool takes_no_second(const struct step *s) { return !takes_second(s); }

/* A warp of an in-order core asks for nothing until its answer, which brings a time no earlier than
 * the one that it has sent: till then its clock is forgotten, unless another warp that has passed a
 * barrier with it may ask for it (barrier). */
static inline void forget_warp_ts(struct step *s) {
  if (!s->shape->outdates || s->shape->setting.core != CORE_IO || s->shape->has_barriers) return;
  *warp_ts(s, s->request) = NO_TIME;
}
static inline struct message *send_write(struct step *s, unsigned type) {
  struct message *m = step_send(s, type, step_controller_of_line(s, s->at));
  m->request = *s->request;
  m->time[WARP_TS] = warp_ts_of(s, s->request);
  m->count = (int8_t)s->local->flag;
  forget_warp_ts(s);
  return m;
}
static inline void buswr(struct step *s) {
  send_write(s, EVENT_BUSWR)->time[WTS] = s->line->time[WTS];
}
static inline void busat(struct step *s) { send_write(s, EVENT_BUSAT); }

/* The new value waits in the buffer. */
static inline void lock(struct step *s) {
  s->line->buffer.word[s->request->word] = s->request->value;
  s->line->buffer.age[s->request->word] =
      AGE_STALE; /* there is one, for those who print it; it is not performed yet */
  s->line->writer = s->request->core;
  s->line->flag = visibility(s) == OLD_COPY; /* read by l1_permission alone */
  if (takes_stores(s)) s->line->writes++;
}
static inline void unlock(struct step *s) {
  data_clear(&s->line->buffer);
  s->line->writer = NO_ONE;
  s->line->flag = 0;
}

/* Figure 10: the copy takes the new value, and its warp the time that the L1 can guess. */
static inline void guess(struct step *s) {
  unsigned word = s->request->word;
  if (covered(s)) {
    unsigned next = step_time_after(s, s->line->time[RTS]);
    *warp_ts(s, s->request) = (uint8_t)next;
  }
  s->line->time[WTS] = s->line->time[RTS] = warp_ts_of(s, s->request);
  s->line->data.word[word] = s->request->value;
  s->line->data.age[word] = AGE_NONE; /* ghost: it is not performed yet */
}

static inline void forget(struct step *s) {
  data_clear(&s->line->data);
  s->line->time[WTS] = s->line->time[RTS] = NO_TIME;
}

/* The store's value becomes the copy, under the lease that the L2 gave it.  The L1 knows the value;
 * the ghost is its ack's. */
static inline void stamp(struct step *s) {
  unsigned word = s->request->word;
  s->line->data.word[word] = s->line->buffer.word[word];
  s->line->data.age[word] =
      (s->request->core == s->line->writer ? &step_incoming(s)->data : &s->line->buffer)->age[word];
  s->line->time[WTS] = step_incoming(s)->time[WTS];
  s->line->time[RTS] = step_incoming(s)->time[RTS];
}

/* Ghost: a load that read this store before it had a time was at a time, too; it must not have been
 * earlier. */
static inline void judge_early_reads(struct step *s) {
  struct data written = { .age = { AGE_STALE } };
  if (s->line->time[READ_AT] != NO_TIME)
    step_read_at(s, &written, 0, step_incoming(s)->time[WTS], s->line->time[READ_AT]);
  s->line->time[READ_AT] = NO_TIME;
}

static inline void move_warp(struct step *s) {
  if (too_late(s)) return;
  uint8_t *ts = warp_ts(s, s->request);
  *ts = (uint8_t)time_later(*ts, step_incoming(s)->time[WTS]);
}
/* If several stores are out, the one whose value is in the buffer has been performed: its
 * ghost. */
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

static inline bool locks(const struct step *s) { return step_parameter(s, LOCK_PARAMETER); }
static inline bool locks_not(const struct step *s) { return !locks(s); }
/* Nothing becomes of a copy: there is none, or (second-store) stores to it are still out. */
static inline bool leaves_copy(const struct step *s) {
  return 1u << s->state & VW ? !last_store(s) : locks_not(s);
}

/* The lease of the acknowledgement goes to any copy that has come since. */
static inline void stamp_lease(struct step *s) {
  s->line->time[WTS] = step_incoming(s)->time[WTS];
  s->line->time[RTS] = step_incoming(s)->time[RTS];
}

/* --- overflow --- */

/* A reset signal: no copy and no clock is left.  Stores that are out have no copy to keep. */
static inline void reset_if_told(struct step *s) {
  if (!brings_reset(s)) return;
  for (unsigned i = 0; i < s->shape->lines; i++) {
    struct line *line = &s->local->line[i];
    data_clear(&line->data);
    data_clear(&line->buffer);
    line->time[WTS] = line->time[RTS] = line->time[READ_AT] = NO_TIME;
    if (line->state == L1_VW) {
      line->writer = NO_ONE;
      line->flag = 0;
    }
    line->state = line->state == L1_V    ? L1_I
                  : line->state == L1_VF ? L1_IF
                  : line->state == L1_VW ? L1_IW
                                         : line->state;
    for (unsigned q = 0; q < line->waiting; q++) line->queue[q].time = NO_TIME;
  }
  for (unsigned core = 0; core < CORES_MAX; core++) s->local->stall[core] = NO_TIME;
  s->local->flag ^= EPOCH_BIT;
}

/* The value alone, to the load that asked. */
static inline void deliver(struct step *s) {
  struct request asked = step_dequeue(s, 0);
  step_reply(s, &asked, step_incoming(s)->data.word[asked.word]);
}

static inline void stay(struct step *s) { (void)s; }

/* --- clocks --- */

/* A warp's clock moves on; from none, to the earliest time there is. */
static inline void advance_warp(struct step *s) {
  uint8_t *ts = &s->local->stall[s->at];
  *ts = (uint8_t)(*ts == NO_TIME ? 0 : step_time_after(s, *ts));
}

static inline bool ticks(const struct step *s) {
  return step_parameter(s, TICK_PARAMETER) &&
         step_controller_of_core(s, s->at) == step_own_number(s);
}

/* --- barriers --- */

/* All that the CTA's warps did before the barrier precedes what this one does now. */
static inline void join_clocks(struct step *s) {
  uint8_t *own = warp_ts(s, s->request);
  for (unsigned core = 0; core < CORES_MAX; core++)
    if (s->local->stall[core] != NO_TIME && shape_same_cta(s->shape, core, s->request->core))
      *own = (uint8_t)time_later(*own, s->local->stall[core]);
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
  ROW("V-C not inclusive", V, EVICT, always, I, forget),
  NEVER("nothing is out", V, BUSFILL | BUSRNW | BUSATACK),

  ROW("V-B combined", IF, LOAD, always, SAME, wait),
  INFERRED("IV-A1 hit", VF, LOAD, covered, SAME, hit),
  ROW("V-B combined", VF, LOAD, expired, SAME, wait),
  STALL("one request a block", IF | VF, STORE | ATOMIC | EVICT, always),
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
  STALL("V-A further accesses", IW, STORE, always),
  STALL("V-A further accesses", VW, STORE, takes_no_second),
  VARIANT("a further store (second-store)", VW, STORE, takes_second, SAME, buswr, lock),
  STALL("V-A further accesses", IW | VW, ATOMIC | EVICT, always),
  ROW("IV-D ack, unlock", VW, BUSWRACK, keep, V, stamp, judge_early_reads, unlock, finish_store,
      replay_waiting),
  INFERRED("IV-D ack, old words", VW, BUSWRACK, give_up, I, reset_if_told, forget,
           judge_early_reads, unlock, finish_store, replay_waiting),
  INFERRED("IV-D ack, no tag", IW, BUSWRACK, always, I, reset_if_told, finish_store,
           replay_waiting),
  INFERRED("atomic, ack", IW, BUSATACK, always, I, reset_if_told, finish_atomic, replay_waiting),
  NEVER("no atomic is out", VW, BUSATACK),
  NEVER("no BusRd is out", IW | VW, BUSFILL | BUSRNW),

  VARIANT_OF_SOURCE("V-D: the L1s learn of it later", I | V | IF | VF | IW | VW, OVERFLOW, always,
                    SAME, stay),

  UNCOUNTED("a warp is moved on elsewhere", I | V | IF | VF | IW | VW, TICK, always, SAME,
            advance_warp),

  INFERRED("CTA barrier", I | V | IF | VF | IW | VW, FENCE, always, SAME, join_clocks),
};

/* A load that waits on another's answer compares its lease with its warp's clock; what was asked
 * itself is answered at the time that it sent. */
static inline bool awaits_clock(const struct step *s) {
  for (unsigned at = 0; at < s->shape->lines; at++) {
    const struct line *line = &s->local->line[at];
    for (unsigned i = line->state == L1_IF || line->state == L1_VF; i < line->waiting; i++)
      if (line->queue[i].core == s->at) return true;
  }
  return false;
}
/* A copy whose lease covers none of the SM's warps is kept for its renewal. */
static inline unsigned l1_renewable(const struct step *s) {
  if (s->line->state != L1_V) return NO_TIME;
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
    if (line->state == L1_VW) line->time[WTS] = line->time[RTS] = NO_TIME;
  }
}
static inline void l1_give_up(struct step *s) {
  forget(s);
  s->line->state = L1_I;
}
/* A locked copy counts as none, but in variant old-copy: loads wait for it. */
static inline enum permission l1_permission(const struct local *local, unsigned line) {
  const struct line *copy = &local->line[line];
  bool has_lease = copy->time[RTS] != NO_TIME;
  return has_lease && (copy->state != L1_VW || copy->flag) ? PERMISSION_READ : PERMISSION_NONE;
}

#undef I
#undef V

#endif
