/* GETM at the LLC partition: the validation unit (Figure 4.6, the two charts) and the commit unit
 * (its lower box); see getm.h.
 *
 * A line is F (#writes = 0) or R (reserved).  line->writes is #writes, line->owner the warp that
 * has reserved it, line->queue its part of the stall buffer (4.5.2), in order of arrival.  A line
 * that is reserved or waited for is not at rest (machine/properties.c).  So a reservation that is
 * never taken back is a deadlock.  A message's request.time is the warpts of the warp that asks. */
#ifndef MODELS_LIB_GETM_VU_H
#define MODELS_LIB_GETM_VU_H

#include "models/lib/getm.h"
#include "models/lib/memory.h"

enum { F = 1 << 0, R = 1 << 1 };
static const char *const vu_states[] = { "F", "R" };

static inline bool own(const struct step *s) {
  if (s->line->owner != warp_of(s, s->request->core)) return false;
  return !step_parameter(s, INCARNATION) || s->line->time[LASTWR] == s->request->time;
}
static inline bool written_later(const struct step *s) {
  if (s->line->time[LASTWR] == NO_TIME || s->line->time[LASTWR] < s->request->time) return false;
  return s->line->time[LASTWR] > s->request->time || step_parameter(s, TEXT) != TEXT_WTS_AT_WARPTS;
}
static inline bool read_later(const struct step *s) {
  if (s->line->time[RTS] == NO_TIME || s->line->time[RTS] < s->request->time) return false;
  bool by_another = s->line->sharers != sm_set_of(warp_of(s, s->request->core));
  return s->line->time[RTS] > s->request->time || (step_parameter(s, READER) && by_another);
}
GUARD(load_early, written_later(s))
GUARD(load_in_time, !written_later(s))
GUARD(store_early, written_later(s) || read_later(s))
GUARD(store_in_time, !store_early(s))
GUARD(is_crowded, step_parameter(s, STALL_BUFFER) == STALL_CROWDED)
GUARD(room, s->line->waiting < (is_crowded(s) ? STALL_ENTRIES : step_parameter(s, STALL_BUFFER)))
GUARD(others_load_early, !own(s) && load_early(s))
GUARD(others_load_room, !own(s) && load_in_time(s) && room(s))
GUARD(others_load_full, !own(s) && load_in_time(s) && !room(s))
GUARD(others_store_early, !own(s) && store_early(s))
GUARD(others_store_room, !own(s) && store_in_time(s) && room(s))
GUARD(others_store_full, !own(s) && store_in_time(s) && !room(s))
GUARD(is_approximate, step_parameter(s, APPROXIMATE) && !s->line->waiting)
GUARD(is_precise, !is_approximate(s))
GUARD(frees, step_incoming(s)->count == s->line->writes)
/* No row takes more than #writes. */
GUARD(keeps, step_incoming(s)->count < s->line->writes)

/* A lane gets the answer to its own request, though that may have waited as LD or ST. */
static inline struct message *to_warp(struct step *s, unsigned type) {
  struct message *m = step_send(s, type, step_controller_of_core(s, s->request->core));
  m->request = *s->request;
  m->request.time = NO_TIME;
  m->request.value = 0;
  if (s->event == EVENT_LD) m->request.event = EVENT_TX_LOAD;
  if (s->event == EVENT_ST) m->request.event = EVENT_TX_STORE;
  return m;
}
static inline void raise_rts(struct step *s) {
  if (s->line->time[RTS] == NO_TIME || s->line->time[RTS] < s->request->time) {
    s->line->time[RTS] = s->request->time;
    if (step_parameter(s, READER)) s->line->sharers = sm_set_of(warp_of(s, s->request->core));
  }
}
static inline void load_ok(struct step *s) {
  to_warp(s, EVENT_OK)->request.value = s->line->memory.word[s->request->word];
  step_observe(s, HISTORY_READ, s->request->core, history_word(s->at, s->request->word));
}
ACTION(store_ok, to_warp(s, EVENT_OK))
ACTION(refuse_load, to_warp(s, EVENT_NACK)->time[WARPTS] = s->line->time[LASTWR])
static inline void refuse_store(struct step *s) {
  unsigned t = time_later(s->line->time[LASTWR], s->line->time[RTS]);
  to_warp(s, EVENT_NACK)->time[WARPTS] = (uint8_t)t;
}
ACTION(refuse_full, to_warp(s, EVENT_NACK)->time[WARPTS] = s->request->time)
static inline void reserve(struct step *s) {
  s->line->time[LASTWR] = s->request->time;
  s->line->owner = (uint8_t)warp_of(s, s->request->core);
  s->line->writes = 1;
}
ACTION(count_write, s->line->writes++)
/* Requests for other addresses may crowd it. */
static inline void queue(struct step *s) {
  struct request request = *s->request;
  if (is_crowded(s) && step_choose(s, 2)) {
    refuse_full(s);
    return;
  }
  request.event = (uint8_t)s->event;
  step_enqueue(s, &request);
}

/* Takes the oldest in logical time up again; of equals the one that came first. */
static inline void retry_oldest(struct step *s) {
  if (!s->line->waiting) return;
  unsigned oldest = 0;
  for (unsigned i = 1; i < s->line->waiting; i++)
    if (s->line->queue[i].time < s->line->queue[oldest].time) oldest = i;
  struct request request = step_dequeue(s, oldest);
  step_replay(s, &request);
}
/* If the line is still free after a retry, nothing else wakes the next request. */
static inline void retry_next(struct step *s) {
  if (step_parameter(s, WAKE)) retry_oldest(s);
}
/* A lane of the warp that reserves the line is woken: its round ends only with all its lanes. */
static inline void retry_own(struct step *s) {
  for (unsigned i = s->line->waiting; step_parameter(s, WAKE) == 2 && i-- > 0;) {
    if (warp_of(s, s->line->queue[i].core) != s->line->owner) continue;
    struct request request = step_dequeue(s, i);
    step_replay(s, &request);
  }
}

/* message.flag: bit 0, does it commit?  From bit 1 on, which words it writes. */
static inline void write_line(struct step *s) {
  for (unsigned word = 0; word < WORDS_MAX; word++) {
    if (!(step_incoming(s)->flag >> (1 + word) & 1)) continue;
    data_write(&s->line->memory, word, step_incoming(s)->data.word[word]);
    step_observe(s, HISTORY_WROTE, s->request->core, history_word(s->at, word));
  }
}
ACTION(drop_writes, s->line->writes = (uint8_t)(s->line->writes - step_incoming(s)->count))
static inline void release(struct step *s) {
  s->line->writes = 0;
  s->line->owner = NO_ONE;
}

/* The tables and the stall buffer are flushed. */
static inline void flush(struct step *s) {
  s->line->time[LASTWR] = s->line->time[RTS] = NO_TIME;
  s->line->sharers = 0;
  release(s);
  while (s->line->waiting) step_dequeue(s, 0);
}
static inline void plain_access(struct step *s) {
  unsigned word = s->request->word;
  int64_t old = s->line->memory.word[word];
  to_warp(s, EVENT_ANSWER)->request.value = old;
  if (s->request->event == EVENT_LOAD) return;
  data_write(&s->line->memory, word, request_result(s->request, old));
  step_observe(s, HISTORY_PLAIN, s->request->core, history_word(s->at, word));
}

/* A line's time, as the approximate table gives it back: any later one, since any lines may share
 * its entries.  The event is deferred: only a request can tell, and the choice made then contains
 * those made before. */
static inline void recall_time(struct step *s, unsigned which) {
  unsigned ways = step_parameter(s, APPROXIMATE) == 2 ? 3 : 2, way = step_choose(s, ways);
  if (way == 1) s->line->time[which] = (uint8_t)step_time_beyond(s, s->line->time[which], false);
  if (way == 2) s->line->time[which] = NO_TIME;
}
static inline void recall_times(struct step *s) {
  recall_time(s, LASTWR);
  recall_time(s, RTS);
}

/* An rts that is not beyond lastwr refuses no other warp.  The order of arrival matters only among
 * equal times. */
static inline void vu_forget(struct step *s) {
  for (unsigned l = 0; l < s->shape->lines; l++) {
    struct line *line = &s->local->line[l];
    if (line->time[LASTWR] != NO_TIME &&
        time_later(line->time[LASTWR], line->time[RTS]) == line->time[LASTWR]) {
      line->time[RTS] = NO_TIME;
      line->sharers = 0;
    }
    for (unsigned i = 1; i < line->waiting; i++)
      for (unsigned j = i; j > 0 && line->queue[j].time < line->queue[j - 1].time; j--) {
        struct request earlier = line->queue[j];
        line->queue[j] = line->queue[j - 1];
        line->queue[j - 1] = earlier;
      }
  }
}

static const struct row vu_rows[] = {
  ROW("4.6 LD 1, 2", R, LD, own, R, raise_rts, load_ok),
  ROW("4.6 LD 3, 4", F, LD, load_early, F, refuse_load, REPAIRED(retry_next)),
  ROW("4.6 LD 5, 6", F, LD, load_in_time, F, raise_rts, load_ok, REPAIRED(retry_next)),
  ROW("4.6 LD 3, 4", R, LD, others_load_early, R, refuse_load),
  ROW("4.6 LD 7", R, LD, others_load_room, R, queue),
  ROW("4.5.2 stall buffer full", R, LD, others_load_full, R, refuse_full),

  ROW("4.6 ST 1, 2", R, ST, own, R, count_write, store_ok),
  ROW("4.6 ST 3, 4", F, ST, store_early, F, refuse_store, REPAIRED(retry_next)),
  ROW("4.6 ST 5, 6", F, ST, store_in_time, R, reserve, store_ok, REPAIRED(retry_own)),
  ROW("4.6 ST 3, 4", R, ST, others_store_early, R, refuse_store),
  ROW("4.6 ST 7", R, ST, others_store_room, R, queue),
  ROW("4.5.2 stall buffer full", R, ST, others_store_full, R, refuse_full),

  NEVER("4.6 commit unit", F, LOGS),
  ROW("4.6 commit unit", R, LOGS, keeps, R, write_line, drop_writes),
  ROW("4.6 commit unit; 8", R, LOGS, frees, F, write_line, release, retry_oldest),

  ROW("4.5.2 approximate metadata", F, RECALL, is_approximate, F, recall_times),
  STALL("4.5.2 precise metadata", F, RECALL, is_precise),
  STALL("4.5.2 precise metadata, of what is reserved", R, RECALL, always),

  VARIANT_OF_SOURCE("4.5.2 rollover", F | R, ROLLOVER, always, F, flush),

  INFERRED("Figure 4.5", F | R, PLAIN, always, SAME, plain_access),
};

#define GETM_VU                                                                                \
  {                                                                                            \
    .name = "VU",                                                                              \
    .table = TABLE(vu_rows, vu_states, F, events, LD | ST | LOGS | RECALL | ROLLOVER | PLAIN), \
    .internals = { { EVENT_RECALL, PER_LINE, .environment = true, .promises.deferred = true,   \
                     .promises.observed_by = LD | ST } },                                      \
    .internal_count = 1, .instances = ONE_PER_BANK, .start_state = 0, .value = memory_value,   \
    .promises.drop_dead_values = vu_forget, .lease = NO_LEASE, .times = { "lastwr", "rts" },   \
    .shows.writes = "#writes", .shows.owner = true, .shows.memory = true                       \
  }

#endif
