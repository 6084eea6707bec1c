/* RCC's L1, Figure 3.5a; see rcc_time.h. */
#ifndef MODELS_LIB_RCC_TIME_L1_H
#define MODELS_LIB_RCC_TIME_L1_H

#include "models/lib/rcc_time.h"
#include "models/lib/rcc_time_rollover.h"

enum { L1_I, L1_V, L1_IV, L1_II, L1_VI };
static const char *const l1_states[] = { "I", "V", "IV", "II", "VI" };
enum { L1I = 1 << L1_I, L1V = 1 << L1_V, L1IV = 1 << L1_IV, L1II = 1 << L1_II, L1VI = 1 << L1_VI };

static inline bool holds_data(const struct step *s) { return s->line->time[D_EXP] != NO_TIME; }
static inline bool holds_none(const struct step *s) { return s->line->time[D_EXP] == NO_TIME; }
/* Does each load in II send a GETS of its own, as in the figure (printed-gets)? */
static inline bool each_asks(const struct step *s) {
  return step_parameter(s, MERGE_PARAMETER) == MERGE_IN_IV;
}
static inline bool gets_out(const struct step *s) { return s->line->reads && !each_asks(s); }
static inline bool no_gets(const struct step *s) { return !gets_out(s); }
/* "MSHR empty", but for the GETS that is answered; where not each load asks, there is no other. */
static inline bool no_writes(const struct step *s) {
  return s->line->writes == 0 && (!each_asks(s) || s->line->reads <= 1);
}
static inline bool writes_out(const struct step *s) { return !no_writes(s); }
static inline bool renews_last(const struct step *s) {
  return !of_old_epoch(s) && no_writes(s) && step_parameter(s, RENEW_PARAMETER);
}
static inline bool renews_last_printed(const struct step *s) {
  return !of_old_epoch(s) && no_writes(s) && !step_parameter(s, RENEW_PARAMETER);
}
static inline bool renews(const struct step *s) { return !of_old_epoch(s) && writes_out(s); }
/* Figure 3.5a has DATA lead out of II; the text, that the block stays there (text-data). */
static inline bool fills_last(const struct step *s) {
  return no_writes(s) && !step_parameter(s, TEXT_PARAMETER);
}
static inline bool fills(const struct step *s) {
  return writes_out(s) && !step_parameter(s, TEXT_PARAMETER);
}
static inline bool forwards(const struct step *s) { return step_parameter(s, TEXT_PARAMETER); }
/* This answer was the last thing outstanding on the block. */
static inline bool last(const struct step *s) {
  return s->line->writes == 1 && s->line->reads == 0;
}
static inline bool not_last(const struct step *s) {
  return s->line->writes != 1 || s->line->reads != 0;
}

static inline void hit(struct step *s) {
  step_read_at(s, &s->line->data, s->request->word, s->local->clock, s->line->time[D_EXP]);
  step_reply(s, s->request, s->line->data.word[s->request->word]);
}

static inline void gets(struct step *s) {
  struct message *m = send_in_epoch(s, EVENT_GETS, step_controller_of_line(s, s->at));
  m->request = *s->request;
  m->time[M_NOW] = *read_view(s->local);
  m->time[M_EXP] = s->line->time[D_EXP];
  s->line->reads++;
  step_enqueue(s, s->request);
}

static inline bool is_same(const struct request *a, const struct request *b) {
  return a->core == b->core && a->entry == b->entry;
}
/* The load that sent the GETS, among those that wait: the first, unless others have sent theirs. */
static inline unsigned asker(const struct step *s) {
  unsigned i = 0;
  while (each_asks(s) && i + 1 < s->line->waiting &&
         !is_same(&s->line->queue[i], &step_incoming(s)->request))
    i++;
  return i;
}

/* The data that a RENEW was to renew are gone: for the load that asked for it. */
static inline void gets_again(struct step *s) {
  struct message *m = send_in_epoch(s, EVENT_GETS, step_controller_of_line(s, s->at));
  m->request = s->line->queue[asker(s)];
  m->time[M_NOW] = *read_view(s->local);
}

/* When it merged is kept where it decides what the load reads, or tells it from those that have
 * asked. */
static inline void merge(struct step *s) {
  step_enqueue(s, s->request);
  if (step_parameter(s, MERGE_PARAMETER) != MERGE_REPLAYED)
    s->line->queue[s->line->waiting - 1].time = s->local->clock;
}

static inline void request_write(struct step *s, unsigned type) {
  struct message *m = send_in_epoch(s, type, step_controller_of_line(s, s->at));
  m->request = *s->request;
  m->time[M_NOW] = *write_view(s->shape, s->local);
  s->line->writes++;
}
static inline void write(struct step *s) { request_write(s, EVENT_WRITE); }
static inline void atomic(struct step *s) { request_write(s, EVENT_ATOMIC_TO_L2); }

/* With the data goes the lease, or it would be renewed without them (variant evicted-exp: it
 * stays). */
static inline void forget(struct step *s) {
  data_clear(&s->line->data);
  if (s->event == EVENT_EVICT && step_parameter(s, RENEW_PARAMETER) == RENEW_EVICTED) return;
  s->line->time[D_EXP] = NO_TIME;
}

/* L1.now := max(L1.now, M.ver), in the view of what is answered. */
static inline void advance(struct step *s) {
  bool wrote = s->event == EVENT_ACK || s->event == EVENT_DATA_ATOMIC;
  uint8_t *now = wrote ? write_view(s->shape, s->local) : read_view(s->local);
  *now = (uint8_t)time_later(*now, in_ver(s));
}

/* An answer of the epoch before comes without a lease, and is gone when the step is done. */
static inline void fill(struct step *s) {
  if (of_old_epoch(s)) {
    forget(s);
    return;
  }
  s->line->data = step_incoming(s)->data;
  s->line->time[D_EXP] = step_incoming(s)->time[M_EXP];
}
static inline void extend(struct step *s) { s->line->time[D_EXP] = step_incoming(s)->time[M_EXP]; }

/* The load that sent the GETS takes the value, come what may: its warp has done nothing since, and
 * exp >= the now it sent. */
static inline void finish_load(struct step *s) {
  struct request primary = step_dequeue(s, asker(s));
  s->line->reads--;
  step_must_reach(s, *read_view(s->local), in_ver(s));
  const struct data *data = s->event == EVENT_DATA ? &step_incoming(s)->data : &s->line->data;
  step_reply(s, &primary, data->word[primary.word]);
}

static inline void take_up_merged(struct step *s) {
  for (unsigned i = 0; i < s->line->waiting;) {
    if (each_asks(s) && s->line->queue[i].time == NO_TIME) {
      i++;
      continue;
    }
    struct request merged = step_dequeue(s, i);
    if (step_parameter(s, MERGE_PARAMETER)) {
      merged.time = NO_TIME;
      step_replay(s, &merged);
    } else { /* the figure: all loads of the MSHR are done */
      step_read_at(s, &s->line->data, merged.word, merged.time, s->line->time[D_EXP]);
      step_reply(s, &merged, s->line->data.word[merged.word]);
    }
  }
}

static inline void finish_atomic(struct step *s) {
  s->line->writes--;
  step_must_reach(s, *write_view(s->shape, s->local), in_ver(s));
  step_reply(s, s->request, step_incoming(s)->request.value);
}
static inline void finish_store(struct step *s) {
  s->line->writes--;
  step_must_reach(s, *write_view(s->shape, s->local), in_ver(s));
  step_reply(s, s->request, 0);
}
/* The new version lies beyond the lease of the copy, and now at or beyond the version: the copy is
 * no good any more. */
static inline void keep_for_renewal(struct step *s) { (void)s; }

/* A full fence; its warp has nothing outstanding. */
static inline void join_views(struct step *s) {
  uint8_t both = (uint8_t)time_later(*read_view(s->local), *write_view(s->shape, s->local));
  *read_view(s->local) = *write_view(s->shape, s->local) = both;
  step_reply(s, s->request, 0);
}

/* A flush. */
static inline void restart_clock(struct step *s) {
  *read_view(s->local) = *write_view(s->shape, s->local) = 0;
  next_epoch(s);
}

/* The periodic tick advances the view that loads compare with leases; other lines may
 * advance either. */
static inline void advance_clock(struct step *s) {
  bool either = has_two_views(s->shape) && step_parameter(s, TICK_PARAMETER) != TICK_PERIODIC;
  uint8_t *now = either && step_choose(s, 2) ? write_view(s->shape, s->local) : read_view(s->local);
  *now = (uint8_t)step_time_after(s, *now);
}

#define RCC_TIME_L1_ROWS                                                                           \
  ROW("3.5a I/load", L1I, LOAD, always, L1IV, gets),                                               \
      ROW("3.5a I/store", L1I, STORE, always, L1II, write),                                        \
      ROW("3.5a I/atomic", L1I, ATOMIC, always, L1II, atomic),                                     \
      INFERRED("3.5a I/evict: none", L1I, EVICT, holds_data, L1I, forget),                         \
      STALL("3.5a I/evict: none", L1I, EVICT, holds_none),                                         \
      NEVER("3.5a I", L1I, EXPIRY | DATA | DATA_ATOMIC | RENEW | ACK),                             \
      ROW("3.5a V/load", L1V, LOAD, always, L1V, hit),                                             \
      ROW("3.5a V/store", L1V, STORE, always, L1VI, write),                                        \
      ROW("3.5a V/atomic", L1V, ATOMIC, always, L1VI, atomic),                                     \
      ROW("3.5a V/evict", L1V, EVICT, always, L1I, forget),                                        \
      ROW("3.5a V/expiry", L1V, EXPIRY, always, L1I, keep_for_renewal),                            \
      NEVER("3.5a V", L1V, DATA | DATA_ATOMIC | RENEW | ACK),                                      \
      ROW("3.5a IV/load", L1IV, LOAD, always, L1IV, merge),                                        \
      ROW("3.5a IV/store", L1IV, STORE, always, L1II, write),                                      \
      ROW("3.5a IV/atomic", L1IV, ATOMIC, always, L1II, atomic),                                   \
      STALL("3.5a IV/evict", L1IV, EVICT, always),                                                 \
      NEVER("3.5a IV", L1IV, EXPIRY | DATA_ATOMIC | ACK),                                          \
      ROW("3.5a IV/DATA", L1IV, DATA, always, L1V, advance, fill, finish_load, take_up_merged),    \
      ROW("3.5a IV/RENEW", L1IV, RENEW, always, L1V, extend, finish_load, take_up_merged),         \
      ROW("3.5a II/load", L1II, LOAD, no_gets, L1II, gets),                                        \
      INFERRED("3.4.3 one GETS a block", L1II, LOAD, gets_out, L1II, merge),                       \
      ROW("3.5a II/store", L1II, STORE, always, L1II, write),                                      \
      ROW("3.5a II/atomic", L1II, ATOMIC, always, L1II, atomic),                                   \
      STALL("3.5a II/evict", L1II, EVICT, always), NEVER("3.5a II", L1II, EXPIRY),                 \
      ROW("3.5a II/DATA", L1II, DATA, fills_last, L1V, advance, fill, finish_load,                 \
          take_up_merged),                                                                         \
      ROW("3.5a II/DATA", L1II, DATA, fills, L1VI, advance, fill, finish_load, take_up_merged),    \
      VARIANT_OF_SOURCE("3.4.3 II: data are forwarded, and it stays", L1II, DATA, forwards, SAME,  \
                        advance, finish_load, take_up_merged),                                     \
      ROW("3.5a II/DATA atomic resp", L1II, DATA_ATOMIC, last, L1I, advance, finish_atomic),       \
      ROW("3.5a II/DATA atomic resp", L1II, DATA_ATOMIC, not_last, L1II, advance, finish_atomic),  \
      ROW("3.5a II/RENEW", L1II, RENEW, renews, L1VI, extend, finish_load, take_up_merged),        \
      INFERRED("3.5a II/RENEW: VI only", L1II, RENEW, renews_last, L1V, extend, finish_load,       \
               take_up_merged),                                                                    \
      VARIANT_OF_SOURCE("3.5a II/RENEW, literally", L1II, RENEW, renews_last_printed, L1VI,        \
                        extend, finish_load, take_up_merged),                                      \
      ROW("3.5a II/ACK", L1II, ACK, last, L1I, advance, finish_store),                             \
      ROW("3.5a II/ACK, else", L1II, ACK, not_last, L1II, advance, finish_store),                  \
      ROW("3.5a VI/load", L1VI, LOAD, always, L1VI, hit),                                          \
      ROW("3.5a VI/store", L1VI, STORE, always, L1VI, write),                                      \
      ROW("3.5a VI/atomic", L1VI, ATOMIC, always, L1VI, atomic),                                   \
      STALL("3.5a VI/evict", L1VI, EVICT, always),                                                 \
      ROW("3.5a VI/expiry", L1VI, EXPIRY, always, L1II, keep_for_renewal),                         \
      ROW("3.5a VI/DATA", L1VI, DATA, no_writes, L1V, advance, fill, finish_load, take_up_merged), \
      ROW("3.5a VI/DATA", L1VI, DATA, writes_out, L1VI, advance, fill, finish_load,                \
          take_up_merged),                                                                         \
      ROW("3.5a VI/DATA atomic resp", L1VI, DATA_ATOMIC, last, L1I, advance, finish_atomic),       \
      ROW("3.5a VI/DATA atomic resp", L1VI, DATA_ATOMIC, not_last, L1II, advance, finish_atomic),  \
      NEVER("3.5a VI/RENEW", L1VI, RENEW),                                                         \
      ROW("3.5a VI/ACK", L1VI, ACK, last, L1I, advance, finish_store),                             \
      ROW("3.5a VI/ACK, else", L1VI, ACK, not_last, L1II, advance, finish_store),                  \
      UNCOUNTED("3.4.5 livelock", L1I | L1V | L1IV | L1II | L1VI, TICK, always, SAME,              \
                advance_clock),                                                                    \
      VARIANT_OF_SOURCE("3.4.4 flush", L1I | L1V, ROLLOVER, always, L1I, forget, restart_clock),   \
      VARIANT_OF_SOURCE("3.4.4 flush, MSHR entry", L1IV | L1II | L1VI, ROLLOVER, always, L1II,     \
                        forget, restart_clock),                                                    \
      VARIANT("3.4.4, epoch bit", L1II, RENEW, of_old_epoch, SAME, gets_again)

static inline bool expired(const struct step *s) {
  return (s->state == L1_V || s->state == L1_VI) &&
         !time_reaches(s->line->time[D_EXP], s->local->clock);
}
static inline bool ticks(const struct step *s) { return step_parameter(s, TICK_PARAMETER) != 0; }
static inline enum permission l1_permission(const struct local *local, unsigned line) {
  return local->line[line].state == L1_V || local->line[line].state == L1_VI ? PERMISSION_READ
                                                                             : PERMISSION_NONE;
}
/* A copy that has expired is kept for its renewal.  It serves none while a GETS is out, which may
 * be answered by a RENEW. */
static inline unsigned l1_renewable(const struct step *s) {
  bool serves = s->line->state == L1_V || s->line->state == L1_VI || s->line->reads;
  return serves ? NO_TIME : s->line->time[D_EXP];
}
/* Loads that merged are taken up again; else an answer only moves a view on. */
static inline bool awaits_clock(const struct step *s) {
  for (unsigned at = 0; at < s->shape->lines; at++)
    if (s->local->line[at].waiting > 1) return true;
  return false;
}
static inline void l1_start(const struct shape *shape, struct local *local) {
  *read_view(local) = *write_view(shape, local) = 0;
}

#endif
