/* RCC's L1, Figure 3.5a; see rcc_time.h. */
#ifndef MODELS_LIB_RCC_TIME_L1_H
#define MODELS_LIB_RCC_TIME_L1_H

#include "models/lib/rcc_time.h"

enum { L1_I, L1_V, L1_IV, L1_II, L1_VI };
static const char *const l1_states[] = { "I", "V", "IV", "II", "VI" };
#define I (1u << L1_I)
#define V (1u << L1_V)
#define IV (1u << L1_IV)
#define II (1u << L1_II)
#define VI (1u << L1_VI)

static bool holds_data(const struct step *s) { return s->line->time[D_EXP] != NO_TIME; }
static bool holds_none(const struct step *s) { return s->line->time[D_EXP] == NO_TIME; }
/* Does each load in II send a GETS of its own, as in the figure (printed-gets)? */
static bool each_asks(const struct step *s) {
  return step_parameter(s, MERGE_PARAMETER) == MERGE_IN_IV;
}
static bool gets_out(const struct step *s) { return s->line->reads && !each_asks(s); }
static bool no_gets(const struct step *s) { return !gets_out(s); }
/* "MSHR empty", but for the GETS that is answered; where not each load asks, there is no other. */
static bool no_writes(const struct step *s) {
  return s->line->writes == 0 && (!each_asks(s) || s->line->reads <= 1);
}
static bool writes_out(const struct step *s) { return !no_writes(s); }
static bool renews_last(const struct step *s) {
  return !of_old_epoch(s) && no_writes(s) && step_parameter(s, RENEW_PARAMETER);
}
static bool renews_last_printed(const struct step *s) {
  return !of_old_epoch(s) && no_writes(s) && !step_parameter(s, RENEW_PARAMETER);
}
static bool renews(const struct step *s) { return !of_old_epoch(s) && writes_out(s); }
/* Figure 3.5a has DATA lead out of II; the text, that the block stays there (text-data). */
static bool fills_last(const struct step *s) {
  return no_writes(s) && !step_parameter(s, TEXT_PARAMETER);
}
static bool fills(const struct step *s) {
  return writes_out(s) && !step_parameter(s, TEXT_PARAMETER);
}
static bool forwards(const struct step *s) { return step_parameter(s, TEXT_PARAMETER); }
/* This answer was the last thing outstanding on the block. */
static bool last(const struct step *s) { return s->line->writes == 1 && s->line->reads == 0; }
static bool not_last(const struct step *s) { return s->line->writes != 1 || s->line->reads != 0; }

static void hit(struct step *s) {
  step_read_at(s, &s->line->data, s->request->word, s->local->clock, s->line->time[D_EXP]);
  step_reply(s, s->request, s->line->data.word[s->request->word]);
}

static void gets(struct step *s) {
  struct message *m = send_in_epoch(s, EVENT_GETS, step_controller_of_line(s, s->at));
  m->request = *s->request;
  m->time[M_NOW] = *read_view(s->local);
  m->time[M_EXP] = s->line->time[D_EXP];
  s->line->reads++;
  step_enqueue(s, s->request);
}

static bool is_same(const struct request *a, const struct request *b) {
  return a->core == b->core && a->entry == b->entry;
}
/* Of the loads that wait, the one that sent the GETS: the first, unless others have sent theirs. */
static unsigned asker(const struct step *s) {
  unsigned i = 0;
  while (each_asks(s) && i + 1 < s->line->waiting &&
         !is_same(&s->line->queue[i], &step_incoming(s)->request))
    i++;
  return i;
}

/* The data that a RENEW was to renew are gone: for the load that asked for it. */
static void gets_again(struct step *s) {
  struct message *m = send_in_epoch(s, EVENT_GETS, step_controller_of_line(s, s->at));
  m->request = s->line->queue[asker(s)];
  m->time[M_NOW] = *read_view(s->local);
}

/* When it merged is kept where it decides what the load reads, or tells it from those that have
 * asked. */
static void merge(struct step *s) {
  step_enqueue(s, s->request);
  if (step_parameter(s, MERGE_PARAMETER) != MERGE_REPLAYED)
    s->line->queue[s->line->waiting - 1].time = s->local->clock;
}

static void request_write(struct step *s, unsigned type) {
  struct message *m = send_in_epoch(s, type, step_controller_of_line(s, s->at));
  m->request = *s->request;
  m->time[M_NOW] = *write_view(s->local);
  s->line->writes++;
}
static void write(struct step *s) { request_write(s, EVENT_WRITE); }
static void atomic(struct step *s) { request_write(s, EVENT_ATOMIC_TO_L2); }

/* With the data goes the lease, or it would be renewed without them (variant evicted-exp: it
 * stays). */
static void forget(struct step *s) {
  data_clear(&s->line->data);
  if (s->event == EVENT_EVICT && step_parameter(s, RENEW_PARAMETER) == RENEW_EVICTED) return;
  s->line->time[D_EXP] = NO_TIME;
}

/* L1.now := max(L1.now, M.ver), in the view of what is answered. */
static void advance(struct step *s) {
  bool wrote = s->event == EVENT_ACK || s->event == EVENT_DATA_ATOMIC;
  uint8_t *now = wrote ? write_view(s->local) : read_view(s->local);
  *now = (uint8_t)time_later(*now, in_ver(s));
}

/* What was sent in the epoch before comes without a lease, and is gone when the step is done. */
static void fill(struct step *s) {
  if (of_old_epoch(s)) {
    forget(s);
    return;
  }
  s->line->data = step_incoming(s)->data;
  s->line->time[D_EXP] = step_incoming(s)->time[M_EXP];
}
static void extend(struct step *s) { s->line->time[D_EXP] = step_incoming(s)->time[M_EXP]; }

/* The load that sent the GETS takes the value, come what may: its warp has done nothing since, and
 * exp >= the now it sent. */
static void finish_load(struct step *s) {
  struct request primary = step_dequeue(s, asker(s));
  s->line->reads--;
  step_must_reach(s, *read_view(s->local), in_ver(s));
  const struct data *data = s->event == EVENT_DATA ? &step_incoming(s)->data : &s->line->data;
  step_reply(s, &primary, data->word[primary.word]);
}

static void take_up_merged(struct step *s) {
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

static void finish_atomic(struct step *s) {
  s->line->writes--;
  step_must_reach(s, *write_view(s->local), in_ver(s));
  step_reply(s, s->request, step_incoming(s)->request.value);
}
static void finish_store(struct step *s) {
  s->line->writes--;
  step_must_reach(s, *write_view(s->local), in_ver(s));
  step_reply(s, s->request, 0);
}
/* The new version lies beyond the lease of the copy, and now at or beyond the version: the copy is
 * no good any more. */
static void keep_for_renewal(struct step *s) { (void)s; }

/* A full fence; its warp has nothing outstanding. */
static inline void join_views(struct step *s) {
  uint8_t both = (uint8_t)time_later(*read_view(s->local), *write_view(s->local));
  *read_view(s->local) = *write_view(s->local) = both;
  step_reply(s, s->request, 0);
}

/* A flush. */
static void restart_clock(struct step *s) {
  *read_view(s->local) = *write_view(s->local) = 0;
  next_epoch(s);
}

/* Of two views the periodic tick advances the one that loads compare with leases; other lines may
 * advance either. */
static void advance_clock(struct step *s) {
  bool either = TWO_VIEWS && step_parameter(s, TICK_PARAMETER) != TICK_PERIODIC;
  uint8_t *now = either && step_choose(s, 2) ? write_view(s->local) : read_view(s->local);
  *now = (uint8_t)step_time_after(s, *now);
}

#if TWO_VIEWS
#define RCC_FENCE_ROW \
  UNCOUNTED("3.4.6 full fence", I | V | IV | II | VI, FENCE, always, SAME, join_views),
#else
#define RCC_FENCE_ROW
#endif

static const struct row l1_rows[] = {
  ROW("3.5a I/load", I, LOAD, always, IV, gets),
  ROW("3.5a I/store", I, STORE, always, II, write),
  ROW("3.5a I/atomic", I, ATOMIC, always, II, atomic),
  INFERRED("3.5a I/evict: none", I, EVICT, holds_data, I, forget),
  STALL("3.5a I/evict: none", I, EVICT, holds_none),
  NEVER("3.5a I", I, EXPIRY | DATA | DATA_ATOMIC | RENEW | ACK),

  ROW("3.5a V/load", V, LOAD, always, V, hit),
  ROW("3.5a V/store", V, STORE, always, VI, write),
  ROW("3.5a V/atomic", V, ATOMIC, always, VI, atomic),
  ROW("3.5a V/evict", V, EVICT, always, I, forget),
  ROW("3.5a V/expiry", V, EXPIRY, always, I, keep_for_renewal),
  NEVER("3.5a V", V, DATA | DATA_ATOMIC | RENEW | ACK),

  ROW("3.5a IV/load", IV, LOAD, always, IV, merge),
  ROW("3.5a IV/store", IV, STORE, always, II, write),
  ROW("3.5a IV/atomic", IV, ATOMIC, always, II, atomic),
  STALL("3.5a IV/evict", IV, EVICT, always),
  NEVER("3.5a IV", IV, EXPIRY | DATA_ATOMIC | ACK),
  ROW("3.5a IV/DATA", IV, DATA, always, V, advance, fill, finish_load, take_up_merged),
  ROW("3.5a IV/RENEW", IV, RENEW, always, V, extend, finish_load, take_up_merged),

  ROW("3.5a II/load", II, LOAD, no_gets, II, gets),
  INFERRED("3.4.3 one GETS a block", II, LOAD, gets_out, II, merge),
  ROW("3.5a II/store", II, STORE, always, II, write),
  ROW("3.5a II/atomic", II, ATOMIC, always, II, atomic),
  STALL("3.5a II/evict", II, EVICT, always),
  NEVER("3.5a II", II, EXPIRY),
  ROW("3.5a II/DATA", II, DATA, fills_last, V, advance, fill, finish_load, take_up_merged),
  ROW("3.5a II/DATA", II, DATA, fills, VI, advance, fill, finish_load, take_up_merged),
  VARIANT_OF_SOURCE("3.4.3 II: data are forwarded, and it stays", II, DATA, forwards, SAME, advance,
                    finish_load, take_up_merged),
  ROW("3.5a II/DATA atomic resp", II, DATA_ATOMIC, last, I, advance, finish_atomic),
  ROW("3.5a II/DATA atomic resp", II, DATA_ATOMIC, not_last, II, advance, finish_atomic),
  ROW("3.5a II/RENEW", II, RENEW, renews, VI, extend, finish_load, take_up_merged),
  INFERRED("3.5a II/RENEW: VI only", II, RENEW, renews_last, V, extend, finish_load,
           take_up_merged),
  VARIANT_OF_SOURCE("3.5a II/RENEW, literally", II, RENEW, renews_last_printed, VI, extend,
                    finish_load, take_up_merged),
  ROW("3.5a II/ACK", II, ACK, last, I, advance, finish_store),
  ROW("3.5a II/ACK, else", II, ACK, not_last, II, advance, finish_store),

  ROW("3.5a VI/load", VI, LOAD, always, VI, hit),
  ROW("3.5a VI/store", VI, STORE, always, VI, write),
  ROW("3.5a VI/atomic", VI, ATOMIC, always, VI, atomic),
  STALL("3.5a VI/evict", VI, EVICT, always),
  ROW("3.5a VI/expiry", VI, EXPIRY, always, II, keep_for_renewal),
  ROW("3.5a VI/DATA", VI, DATA, no_writes, V, advance, fill, finish_load, take_up_merged),
  ROW("3.5a VI/DATA", VI, DATA, writes_out, VI, advance, fill, finish_load, take_up_merged),
  ROW("3.5a VI/DATA atomic resp", VI, DATA_ATOMIC, last, I, advance, finish_atomic),
  ROW("3.5a VI/DATA atomic resp", VI, DATA_ATOMIC, not_last, II, advance, finish_atomic),
  NEVER("3.5a VI/RENEW", VI, RENEW),
  ROW("3.5a VI/ACK", VI, ACK, last, I, advance, finish_store),
  ROW("3.5a VI/ACK, else", VI, ACK, not_last, II, advance, finish_store),

  UNCOUNTED("3.4.5 livelock", I | V | IV | II | VI, TICK, always, SAME, advance_clock),
  VARIANT_OF_SOURCE("3.4.4 flush", I | V, ROLLOVER, always, I, forget, restart_clock),
  VARIANT_OF_SOURCE("3.4.4 flush, MSHR entry", IV | II | VI, ROLLOVER, always, II, forget,
                    restart_clock),
  VARIANT("3.4.4, epoch bit", II, RENEW, of_old_epoch, SAME, gets_again),
  RCC_FENCE_ROW
};

static bool expired(const struct step *s) {
  return (s->state == L1_V || s->state == L1_VI) &&
         !time_reaches(s->line->time[D_EXP], s->local->clock);
}
static bool ticks(const struct step *s) { return step_parameter(s, TICK_PARAMETER) != 0; }
static enum permission l1_permission(const struct local *local, unsigned line) {
  return local->line[line].state == L1_V || local->line[line].state == L1_VI ? PERMISSION_READ
                                                                             : PERMISSION_NONE;
}
/* A copy that has expired is kept for its renewal.  It serves none while a GETS is out, which may
 * be answered by a RENEW. */
static unsigned l1_renewable(const struct step *s) {
  bool serves = s->line->state == L1_V || s->line->state == L1_VI || s->line->reads;
  return serves ? NO_TIME : s->line->time[D_EXP];
}
/* Loads that merged are taken up again; else an answer only moves a view on. */
static bool awaits_clock(const struct step *s) {
  for (unsigned at = 0; at < machine_lines(s->machine); at++)
    if (s->local->line[at].waiting > 1) return true;
  return false;
}
static void l1_start(const struct machine *machine, struct local *local) {
  (void)machine;
  *read_view(local) = *write_view(local) = 0;
}

#undef I
#undef V
#undef IV

#endif
