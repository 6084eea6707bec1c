/* RCC's L1, Figure 3.5a; see rcc_time.h. */
#ifndef MODELS_LIB_RCC_TIME_L1_H
#define MODELS_LIB_RCC_TIME_L1_H

#include "models/lib/rcc_time_rollover.h"

static const char *const l1_states[] = { "I", "V", "IV", "II", "VI" };

GUARD(holds_data, s->line->time[D_EXP] != NO_TIME)
GUARD(holds_none, !holds_data(s))
/* Does each load in II send a GETS of its own, as in the figure (printed-gets)? */
GUARD(each_asks, step_parameter(s, MERGE_PARAMETER) == MERGE_IN_IV)
GUARD(gets_out, s->line->reads && !each_asks(s))
GUARD(no_gets, !gets_out(s))
/* "MSHR empty", but for the GETS that is answered; where not each load asks, there is no other. */
GUARD(no_writes, s->line->writes == 0 && (!each_asks(s) || s->line->reads <= 1))
GUARD(writes_out, !no_writes(s))
GUARD(renews_last, !of_old_epoch(s) && no_writes(s) && step_parameter(s, RENEW_PARAMETER))
GUARD(renews_last_printed, !of_old_epoch(s) && no_writes(s) && !step_parameter(s, RENEW_PARAMETER))
GUARD(renews, !of_old_epoch(s) && writes_out(s))
/* Figure 3.5a has DATA lead out of II; the text, that the block stays there (text-data). */
GUARD(fills_last, no_writes(s) && !step_parameter(s, TEXT_PARAMETER))
GUARD(fills, writes_out(s) && !step_parameter(s, TEXT_PARAMETER))
GUARD(forwards, step_parameter(s, TEXT_PARAMETER))
/* This answer was the last thing outstanding on the block. */
GUARD(last, s->line->writes == 1 && s->line->reads == 0)
GUARD(not_last, !last(s))
static inline void hit(struct step *s) {
  step_read_at(s, &s->line->data, s->request->word, s->local->clock, s->line->time[D_EXP]);
  step_reply(s, s->request, s->line->data.word[s->request->word]);
}
static inline struct message *send_gets(struct step *s, const struct request *load) {
  struct message *m = send_in_epoch(s, EVENT_GETS, step_controller_of_line(s, s->at));
  m->request = *load;
  m->time[M_NOW] = *read_view(s->local);
  return m;
}
static inline void gets(struct step *s) {
  send_gets(s, s->request)->time[M_EXP] = s->line->time[D_EXP];
  s->line->reads++;
  step_enqueue(s, s->request);
}

/* The load that sent the GETS, among those that wait: the first, unless others have sent theirs. */
static inline unsigned asker(const struct step *s) {
  const struct request *asked = &step_incoming(s)->request, *queue = s->line->queue;
  unsigned i = 0;
  while (each_asks(s) && i + 1 < s->line->waiting &&
         (queue[i].core != asked->core || queue[i].entry != asked->entry))
    i++;
  return i;
}

/* The data that a RENEW was to renew are gone: for the load that asked for it. */
ACTION(gets_again, send_gets(s, &s->line->queue[asker(s)]))

/* A time marks loads that have merged, and tells what they read. */
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
ACTION(write, request_write(s, EVENT_WRITE))
ACTION(atomic, request_write(s, EVENT_ATOMIC_TO_L2))

/* The lease goes with the data, or it would be renewed without them (evicted-exp: it stays). */
static inline void forget(struct step *s) {
  data_clear(&s->line->data);
  if (s->event == EVENT_EVICT && step_parameter(s, RENEW_PARAMETER) == RENEW_EVICTED) return;
  s->line->time[D_EXP] = NO_TIME;
}

/* Both views become the greater. */
static inline void make_one(struct step *s) {
  raise_time(read_view(s->local), *write_view(s->shape, s->local));
  *write_view(s->shape, s->local) = *read_view(s->local);
}
/* Does the SM run sequentially consistent now (3.6.1)?  local->count: it has begun a new kernel. */
static inline bool runs_sc(const struct step *s) {
  switch (step_parameter(s, SC_PARAMETER)) {
  case SC_ON_SM_0: return step_sm_of(s, step_own_number(s)) == 0;
  case SC_BEHIND_FENCE: return s->local->count;
  case SC_BEFORE_FENCE: return !s->local->count;
  default: return false;
  }
}

/* L1.now := max(L1.now, M.ver), in the view of what is answered; an SM that runs sequentially
 * consistent has one. */
static inline void advance(struct step *s) {
  bool wrote = s->event == EVENT_ACK || s->event == EVENT_DATA_ATOMIC;
  uint8_t *now = wrote ? write_view(s->shape, s->local) : read_view(s->local);
  raise_time(now, in_ver(s));
  if (runs_sc(s)) make_one(s);
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
ACTION(extend, s->line->time[D_EXP] = step_incoming(s)->time[M_EXP])

/* The load takes the value in any case: its warp has waited, and exp >= the now it sent. */
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
static inline void finish_write(struct step *s, int64_t value) {
  s->line->writes--;
  step_must_reach(s, *write_view(s->shape, s->local), in_ver(s));
  step_reply(s, s->request, value);
}
ACTION(finish_atomic, finish_write(s, step_incoming(s)->request.value))
ACTION(finish_store, finish_write(s, 0))
ACTION(keep_for_renewal, (void)s)

/* A full fence; its warp has nothing outstanding.  It ends a kernel, too, if kernels differ. */
static inline void join_views(struct step *s) {
  if (step_parameter(s, FENCE_PARAMETER) != FENCE_APART) make_one(s);
  if (s->request->scope != SCOPE_NONE) s->local->count = 1;
  step_reply(s, s->request, 0);
}
static inline void restart_clock(struct step *s) {
  *read_view(s->local) = *write_view(s->shape, s->local) = 0;
  next_epoch(s);
}

/* The periodic tick advances the loads' view; other lines may advance either. */
static inline void advance_clock(struct step *s) {
  bool either = has_two_views(s->shape) && step_parameter(s, TICK_PARAMETER) != TICK_PERIODIC;
  uint8_t *now = either && step_choose(s, 2) ? write_view(s->shape, s->local) : read_view(s->local);
  *now = (uint8_t)step_time_after(s, *now);
  if (runs_sc(s)) make_one(s);
}
GUARD(expired, 1u << s->state & (V | VI) && !time_reaches(s->line->time[D_EXP], s->local->clock))
GUARD(ticks, step_parameter(s, TICK_PARAMETER) != 0)
static inline enum permission l1_permission(const struct local *local, unsigned line) {
  return 1u << local->line[line].state & (V | VI) ? PERMISSION_READ : PERMISSION_NONE;
}
/* An expired copy is kept for its renewal, unless a GETS is out. */
static inline unsigned l1_renewable(const struct step *s) {
  bool serves = 1u << s->line->state & (V | VI) || s->line->reads;
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
