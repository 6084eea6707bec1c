/* G-TSC's L2; see gtsc.h.  A bank's clock is mem_ts.
 *
 *   I   no copy     V   the block with its lease
 *   IP  DRAM is asked, for one request, which is kept in the line's queue */
#ifndef MODELS_LIB_GTSC_L2_H
#define MODELS_LIB_GTSC_L2_H

#include "models/lib/gtsc_overflow.h"

static const char *const l2_states[] = { "I", "V", "IP" };

GUARD(for_read, s->line->queue[0].event == EVENT_LOAD)
GUARD(for_write, s->line->queue[0].event == EVENT_STORE)
GUARD(for_atomic, s->line->queue[0].event == EVENT_ATOMIC)
/* The sender has the current version: all it needs is a longer lease. */
GUARD(same_version, in_wts(s) == s->line->time[WTS])
GUARD(other_version, !same_version(s))

/* rts := max(rts, warp_ts + lease); a warp that is earlier than the version reads it at wts. */
static inline void extend_to(struct step *s, unsigned ts) { extend_lease(s, RTS, WTS, ts); }

/* Does the sender of the message, or of the request that waited for DRAM, have to be reset? */
static inline bool asked_before(const struct step *s) {
  bool waited_long =
      step_parameter(s, OVERFLOW_PARAMETER) && bits_after(s, s->local->flag, s->line->flag) != 0;
  return s->in ? shows_old(s) : waited_long;
}
static inline struct message *answer(struct step *s, unsigned type, const struct request *request) {
  struct message *m = step_send(s, type, step_controller_of_core(s, request->core));
  m->count = epoch_of_answer(s, asked_before(s));
  m->request = *request;
  m->time[WTS] = s->line->time[WTS];
  m->time[RTS] = s->line->time[RTS];
  return m;
}

/* wts := max(rts + 1, warp_ts); rts := wts */
static inline void new_version(struct step *s, unsigned ts) {
  bool beyond = ts != NO_TIME && ts > s->line->time[RTS];
  unsigned wts = beyond ? ts : step_time_after(s, s->line->time[RTS]);
  s->line->time[WTS] = s->line->time[RTS] = (uint8_t)wts;
}
/* rts := wts + lease */
ACTION(lease, s->line->time[RTS] = (uint8_t)step_time_lease(s, s->line->time[WTS]))

static inline int64_t perform_request(struct step *s, const struct request *request) {
  return perform_at(s, request, s->line->time[WTS]);
}
/* `keep`: the sender's copy was the version that this store replaces, so its other words are right.
 * Otherwise no copy takes the data or the lease. */
static inline void answer_store(struct step *s, const struct request *request, bool was_newest) {
  struct message *m = answer(s, EVENT_BUSWRACK, request);
  m->flag = was_newest || !step_parameter(s, ACK_PARAMETER);
  m->data.age[request->word] = s->line->data.age[request->word]; /* ghost */
  if (m->flag || !s->shape->outdates) return;
  data_clear(&m->data);
  m->time[RTS] = NO_TIME;
}
static inline void answer_atomic(struct step *s, const struct request *request, int64_t old) {
  struct message *m = answer(s, EVENT_BUSATACK, request);
  m->time[RTS] = NO_TIME;
  m->request.value = old;
  m->request.expected = 0;
}
ACTION(dramrd, s->line->fetching = 1)
static inline void keep_request(struct step *s) {
  step_enqueue(s, s->request);
  s->line->time[ASKED_WTS] = (uint8_t)in_wts(s);
  s->line->time[ASKED_TS] = (uint8_t)in_warp_ts(s);
  s->line->flag = (uint8_t)in_epoch(s);
}
static inline void extend(struct step *s) {
  lay_reset_lease(s);
  extend_to(s, in_warp_ts(s));
}
ACTION(busfill, answer(s, EVENT_BUSFILL, s->request)->data = s->line->data)
ACTION(busrnw, answer(s, EVENT_BUSRNW, s->request)->time[WTS] = NO_TIME)
static inline void write_for(struct step *s, const struct request *request, bool was_newest,
                             unsigned ts) {
  new_version(s, ts);
  lease(s);
  perform_request(s, request);
  answer_store(s, request, was_newest);
}
static inline void write(struct step *s) {
  lay_reset_lease(s);
  write_for(s, s->request, same_version(s), in_warp_ts(s));
}
static inline void execute_for(struct step *s, const struct request *request, unsigned ts) {
  new_version(s, ts);
  answer_atomic(s, request, perform_request(s, request));
}
static inline void execute(struct step *s) {
  lay_reset_lease(s);
  execute_for(s, s->request, in_warp_ts(s));
}

/* wts = mem_ts; rts is the lease of the read, or that of `lease`. */
static inline void load_block(struct step *s) {
  s->line->fetching = 0;
  s->line->data = s->line->memory;
  s->line->time[WTS] = s->line->time[RTS] = s->local->clock;
}
static inline void serve_read(struct step *s) {
  bool renewal = s->line->time[ASKED_WTS] == s->line->time[WTS];
  extend_to(s, s->line->time[ASKED_TS]);
  struct request waited = step_dequeue(s, 0);
  struct message *m = answer(s, renewal ? EVENT_BUSRNW : EVENT_BUSFILL, &waited);
  if (renewal) m->time[WTS] = NO_TIME;
  else m->data = s->line->data;
}
static inline void serve_write(struct step *s) {
  struct request waited = step_dequeue(s, 0);
  bool was_newest = s->line->time[ASKED_WTS] == s->line->time[WTS];
  write_for(s, &waited, was_newest, s->line->time[ASKED_TS]);
}
static inline void serve_atomic(struct step *s) {
  struct request waited = step_dequeue(s, 0);
  execute_for(s, &waited, s->line->time[ASKED_TS]);
}
/* A request that waits for DRAM has the times of the epoch before. */
ACTION(restart_asked, s->line->time[ASKED_WTS] = s->line->time[ASKED_TS] = NO_TIME)
static inline void forget_request(struct step *s) {
  restart_asked(s);
  s->line->flag = 0;
}
static inline void raise_mem_ts(struct step *s) {
  lay_reset_lease(s);
  raise_time(&s->local->clock, s->line->time[RTS]);
}
static inline void drop(struct step *s) {
  forget(s);
  s->line->dirty = 0;
}

static const struct row l2_rows[] = {
  ROW("IV-B DRAMRd", I, BUSRD | BUSWR, always, IP, dramrd, keep_request),
  INFERRED("atomic", I, BUSAT, always, IP, dramrd, keep_request),
  STALL("no copy", I, EVICT, always),
  NEVER("nothing was asked", I, DRAMFILL),

  ROW("IV-B1 renewal", V, BUSRD, same_version, V, extend, busrnw),
  ROW("IV-B1 fill", V, BUSRD, other_version, V, extend, busfill),
  ROW("IV-B2", V, BUSWR, always, V, write),
  INFERRED("atomic", V, BUSAT, always, V, execute),
  ROW("IV-C eviction", V, EVICT, clean, I, raise_mem_ts, drop),
  ROW("IV-C eviction, dirty", V, EVICT, dirty, I, raise_mem_ts, write_back, drop),
  NEVER("nothing was asked", V, DRAMFILL),

  STALL("one request waits for DRAM (inferred)", IP, BUSRD | BUSWR | BUSAT | EVICT, always),
  ROW("IV-C fill", IP, DRAMFILL, for_read, V, load_block, serve_read, forget_request),
  ROW("IV-C fill", IP, DRAMFILL, for_write, V, load_block, lease, serve_write, forget_request),
  INFERRED("IV-C fill, atomic", IP, DRAMFILL, for_atomic, V, load_block, lease, serve_atomic,
           forget_request),

  VARIANT_OF_SOURCE("V-D reset", I | V, OVERFLOW, always, SAME, restart_times),
  VARIANT("V-D reset", IP, OVERFLOW, always, SAME, restart_times, restart_asked),
};

/* The present version; no less than mem_ts where the block is yet to come. */
static inline unsigned l2_renews_from(const struct local *local, unsigned line) {
  return 1u << local->line[line].state & V ? local->line[line].time[WTS] : local->clock;
}

/* Clears times that a later one will replace.  A request that waits for DRAM loses times before
 * mem_ts, since its block will be at mem_ts.  Also clears mem_ts, if the first eviction, of
 * whichever block, will raise it before any request. */
static inline void l2_forget(struct step *s) {
  bool all_here = true;
  if (!s->shape->outdates) return;
  for (unsigned at = 0; at < s->shape->lines; at++) {
    struct line *line = &s->local->line[at];
    if (step_controller_of_line(s, at) != step_own_number(s)) continue;
    all_here = all_here && 1u << line->state & V && time_reaches(line->time[RTS], s->local->clock);
    if (!(1u << line->state & IP)) continue;
    if (s->local->clock > line->time[ASKED_WTS]) line->time[ASKED_WTS] = NO_TIME;
    if (s->local->clock >= line->time[ASKED_TS]) line->time[ASKED_TS] = NO_TIME;
  }
  if (all_here) s->local->clock = NO_TIME;
}

#endif
