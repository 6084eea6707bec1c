/* G-TSC's L2; see gtsc.h.  A bank's clock is mem_ts.
 *
 *   I  no copy here     V  the block with its lease     IP  DRAM is asked, for one request, which
 * is kept in the line's queue */
#ifndef MODELS_LIB_GTSC_L2_H
#define MODELS_LIB_GTSC_L2_H

#include "models/lib/gtsc.h"
#include "models/lib/gtsc_overflow.h"

enum { L2_I, L2_V, L2_IP };
static const char *const l2_states[] = { "I", "V", "IP" };
#define I (1u << L2_I)
#define V (1u << L2_V)
#define IP (1u << L2_IP)

static inline bool clean(const struct step *s) { return !s->line->dirty; }
static inline bool dirty(const struct step *s) { return s->line->dirty; }
static inline bool for_read(const struct step *s) { return s->line->queue[0].event == EVENT_LOAD; }
static inline bool for_write(const struct step *s) {
  return s->line->queue[0].event == EVENT_STORE;
}
static inline bool for_atomic(const struct step *s) {
  return s->line->queue[0].event == EVENT_ATOMIC;
}
/* The sender has the current version: all it needs is a longer lease. */
static inline bool same_version(const struct step *s) { return in_wts(s) == s->line->time[WTS]; }
static inline bool other_version(const struct step *s) { return !same_version(s); }

/* --- what the rows do for a request, which is the message's or the one that waited --- */

/* rts := max(rts, warp_ts + lease); a warp that is earlier than the version reads it at wts. */
static inline void extend_to(struct step *s, unsigned ts) {
  unsigned end = step_time_lease(s, time_later(s->line->time[WTS], ts));
  s->line->time[RTS] = (uint8_t)time_later(s->line->time[RTS], end);
}

/* Of the request that a message brings, or of the one that waited for DRAM: does its sender have to
 * be reset? */
static inline bool asked_before(const struct step *s) {
  return s->in ? shows_old(s)
               : step_parameter(s, OVERFLOW_PARAMETER) && s->line->flag != s->local->flag;
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
  if (ts != NO_TIME && ts > s->line->time[RTS]) s->line->time[WTS] = (uint8_t)ts;
  else s->line->time[WTS] = (uint8_t)step_time_after(s, s->line->time[RTS]);
  s->line->time[RTS] = s->line->time[WTS];
}
/* rts := wts + lease */
static inline void lease(struct step *s) {
  s->line->time[RTS] = (uint8_t)step_time_lease(s, s->line->time[WTS]);
}

/* The old value. */
static inline int64_t perform_request(struct step *s, const struct request *request) {
  int64_t old = s->line->data.word[request->word];
  step_perform(s, request->word, s->line->time[WTS]);
  data_write(&s->line->data, request->word, request_result(request, old));
  s->line->dirty = 1;
  return old;
}

/* `keep`: the sender's copy was the version that this store replaces, so its other words are right.
 */
static inline void answer_store(struct step *s, const struct request *request, bool was_newest) {
  struct message *m = answer(s, EVENT_BUSWRACK, request);
  m->flag = was_newest || !step_parameter(s, ACK_PARAMETER);
  m->data.age[request->word] = s->line->data.age[request->word]; /* ghost */
  if (m->flag || !s->shape->outdates) return;
  data_clear(&m->data); /* no copy takes it, nor the lease */
  m->time[RTS] = NO_TIME;
}

static inline void answer_atomic(struct step *s, const struct request *request, int64_t old) {
  struct message *m = answer(s, EVENT_BUSATACK, request);
  m->time[RTS] = NO_TIME;
  m->request.value = old;
  m->request.expected = 0;
}

/* --- actions --- */

static inline void dramrd(struct step *s) { s->line->fetching = 1; }
static inline void keep_request(struct step *s) {
  step_enqueue(s, s->request);
  s->line->time[ASKED_WTS] = (uint8_t)in_wts(s);
  s->line->time[ASKED_TS] = (uint8_t)in_warp_ts(s);
  s->line->flag = (uint8_t)in_epoch(s);
}

static inline void extend(struct step *s) { extend_to(s, in_warp_ts(s)); }
static inline void busfill(struct step *s) {
  answer(s, EVENT_BUSFILL, s->request)->data = s->line->data;
}
static inline void busrnw(struct step *s) {
  answer(s, EVENT_BUSRNW, s->request)->time[WTS] = NO_TIME;
}

static inline void write(struct step *s) {
  bool was_newest = same_version(s);
  new_version(s, in_warp_ts(s));
  lease(s);
  perform_request(s, s->request);
  answer_store(s, s->request, was_newest);
}
static inline void execute(struct step *s) {
  new_version(s, in_warp_ts(s));
  int64_t old = perform_request(s, s->request);
  answer_atomic(s, s->request, old);
}

/* wts = mem_ts; rts is its lease, which for a read is that of the read, and otherwise of its own
 * (lease). */
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
  bool was_newest = s->line->time[ASKED_WTS] == s->line->time[WTS];
  new_version(s, s->line->time[ASKED_TS]);
  lease(s);
  struct request waited = step_dequeue(s, 0);
  perform_request(s, &waited);
  answer_store(s, &waited, was_newest);
}
static inline void serve_atomic(struct step *s) {
  new_version(s, s->line->time[ASKED_TS]);
  struct request waited = step_dequeue(s, 0);
  int64_t old = perform_request(s, &waited);
  answer_atomic(s, &waited, old);
}
static inline void forget_request(struct step *s) {
  s->line->time[ASKED_WTS] = s->line->time[ASKED_TS] = NO_TIME;
  s->line->flag = 0;
}
/* A request that waits for DRAM has the times of the epoch before. */
static inline void restart_asked(struct step *s) {
  s->line->time[ASKED_WTS] = s->line->time[ASKED_TS] = NO_TIME;
}

static inline void raise_mem_ts(struct step *s) {
  s->local->clock = (uint8_t)time_later(s->local->clock, s->line->time[RTS]);
}
static inline void write_back(struct step *s) { s->line->memory = s->line->data; }
static inline void drop(struct step *s) {
  data_clear(&s->line->data);
  s->line->dirty = 0;
  s->line->time[WTS] = s->line->time[RTS] = NO_TIME;
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

  STALL("one request waits for DRAM", IP, BUSRD | BUSWR | BUSAT | EVICT, always),
  ROW("IV-C fill", IP, DRAMFILL, for_read, V, load_block, serve_read, forget_request),
  ROW("IV-C fill", IP, DRAMFILL, for_write, V, load_block, lease, serve_write, forget_request),
  INFERRED("IV-C fill, atomic", IP, DRAMFILL, for_atomic, V, load_block, lease, serve_atomic,
           forget_request),

  VARIANT_OF_SOURCE("V-D reset", I | V, OVERFLOW, always, SAME, restart_times),
  VARIANT("V-D reset", IP, OVERFLOW, always, SAME, restart_times, restart_asked),
};

static inline bool fetched(const struct step *s) { return s->line->fetching; }
static inline const struct data *l2_value(const struct local *local, unsigned line) {
  return local->line[line].state == L2_V ? &local->line[line].data : &local->line[line].memory;
}
static inline unsigned l2_version(const struct local *local, unsigned line) {
  return local->line[line].state == L2_V ? local->line[line].time[WTS] : NO_TIME;
}
/* The present version (same_version), which will be no less than mem_ts where the block is yet to
 * come. */
static inline unsigned l2_renews_from(const struct local *local, unsigned line) {
  return local->line[line].state == L2_V ? local->line[line].time[WTS] : local->clock;
}

/* Times that a later one will stand for: of a request that waits for DRAM, those before mem_ts, at
 * which its block will be; and mem_ts itself, where the first of the blocks to be evicted,
 * whichever it is, will raise it before anybody asks for it. */
static inline void l2_forget(struct step *s) {
  bool all_here = true;
  if (!s->shape->outdates) return;
  for (unsigned at = 0; at < s->shape->lines; at++) {
    struct line *line = &s->local->line[at];
    if (step_controller_of_line(s, at) != step_own_number(s)) continue;
    all_here = all_here && line->state == L2_V && time_reaches(line->time[RTS], s->local->clock);
    if (line->state != L2_IP) continue;
    if (s->local->clock > line->time[ASKED_WTS]) line->time[ASKED_WTS] = NO_TIME;
    if (s->local->clock >= line->time[ASKED_TS]) line->time[ASKED_TS] = NO_TIME;
  }
  if (all_here) s->local->clock = NO_TIME;
}

static inline void l2_start(const struct shape *shape, struct local *local) {
  (void)shape;
  local->clock = 0; /* mem_ts: the paper's 1 */
}

#endif
