/* Tardis' L1; see tardis.c.  The core's clock is pts. */
#ifndef MODELS_TARDIS_L1_H
#define MODELS_TARDIS_L1_H

#include "models/logical-time/tardis/tardis.h"

GUARD(live, time_reaches(s->line->time[RTS], s->local->clock))
GUARD(expired, !live(s))
ACTION(move_to_version, raise_time(&s->local->clock, s->line->time[WTS]))
static void hit(struct step *s) {
  move_to_version(s);
  step_must_reach(s, s->line->time[RTS], s->local->clock);
  step_read_at(s, &s->line->data, s->request->word, s->local->clock, s->line->time[RTS]);
  step_reply(s, s->request, s->line->data.word[s->request->word]);
}
/* The owner's own lease: rts := max(rts, pts). */
ACTION(hold, raise_time(&s->line->time[RTS], time_later(s->local->clock, s->line->time[WTS])))

/* The request waits here for its answer, with the time at which it asked. */
static struct message *request(struct step *s, unsigned type) {
  struct message *m = step_send(s, type, step_controller_of_line(s, s->at));
  m->request.core = s->request->core;
  m->request.line = (uint8_t)s->at;
  m->time[WTS] = s->line->time[WTS];
  m->time[PTS] = s->local->clock;
  step_enqueue(s, s->request);
  s->line->queue[0].time = s->local->clock;
  return m;
}
ACTION(sh_req, request(s, EVENT_SH_REQ))
/* A store takes its time, and its lease, with its answer: these times are dead. */
static void ex_req(struct step *s) {
  struct message *m = request(s, EVENT_EX_REQ);
  if (!s->shape->outdates) return;
  m->time[PTS] = s->line->queue[0].time = s->line->time[WTS] = s->line->time[RTS] = NO_TIME;
}
static void take_block(struct step *s) {
  s->line->data = step_incoming(s)->data;
  take_times(s);
}
ACTION(take_lease, raise_time(&s->line->time[RTS], step_incoming(s)->time[RTS]))

/* The load is at its request's time, or the version's: another thread may move pts. */
static void finish_load(struct step *s) {
  struct request asked = step_dequeue(s, 0);
  move_to_version(s);
  step_read_at(s, &s->line->data, asked.word, time_later(asked.time, s->line->time[WTS]),
               s->line->time[RTS]);
  step_reply(s, &asked, s->line->data.word[asked.word]);
}

/* pts := max(pts, rts + 1); wts := rts := pts.  An owner's block is the newest. */
static void store_as(struct step *s, const struct request *store) {
  unsigned next = live(s) ? step_time_after(s, s->line->time[RTS]) : s->local->clock;
  s->local->clock = (uint8_t)next;
  step_read_at(s, &s->line->data, store->word, s->local->clock, s->line->time[RTS]);
  int64_t old = perform_at(s, store, s->local->clock);
  s->line->time[WTS] = s->line->time[RTS] = s->local->clock;
  step_reply(s, store, store->event == EVENT_ATOMIC ? old : 0);
}
ACTION(store, store_as(s, s->request))
static void finish_store(struct step *s) {
  struct request asked = step_dequeue(s, 0);
  store_as(s, &asked);
}
static void give_block(struct step *s, unsigned type) {
  struct message *m = step_send(s, type, step_controller_of_line(s, s->at));
  m->time[WTS] = s->line->time[WTS];
  m->time[RTS] = s->line->time[RTS];
  m->data = s->line->data;
  m->flag = s->line->dirty;
  s->line->dirty = 0;
}
ACTION(flush_rep, give_block(s, EVENT_FLUSH_REP))
/* rts := max(rts, wts + lease, the reader's pts + lease) */
ACTION(extend_for_reader, extend_lease(s, RTS, WTS, step_incoming(s)->time[PTS]))
ACTION(wb_rep, give_block(s, EVENT_WB_REP))
ACTION(advance_clock, s->local->clock = (uint8_t)step_time_after(s, s->local->clock))
/* The FLUSH_REP is on its way already. */
ACTION(not_here, (void)s)

static const struct row l1_rows[] = {
  INFERRED("I/load", I, LOAD, always, IS, sh_req),
  INFERRED("I/store", I, STORE | ATOMIC, always, IE, ex_req),
  STALL("I/evict", I, EVICT, always),

  INFERRED("S/load, pts <= rts", S, LOAD, live, S, hit),
  INFERRED("S/load, expired: renewal", S, LOAD, expired, SS, sh_req),
  INFERRED("S/store: upgrade", S, STORE | ATOMIC, always, SE, ex_req),
  INFERRED("S/evict", S, EVICT, always, I, forget),

  INFERRED("E/load", E, LOAD, always, E, hold, hit),
  INFERRED("E/store", E, STORE | ATOMIC, always, E, store),
  INFERRED("E/evict", E, EVICT, always, I, flush_rep, forget),
  INFERRED("E/FLUSH_REQ", E, FLUSH_REQ, always, I, flush_rep, forget),
  INFERRED("E/WB_REQ", E, WB_REQ, always, S, extend_for_reader, wb_rep),

  STALL("one request a block", IS | SS | IE | SE, LOAD | STORE | ATOMIC | EVICT, always),
  INFERRED("IS, SS/SH_REP", IS | SS, SH_REP, always, S, take_block, finish_load),
  INFERRED("SS/RENEW_REP", SS, RENEW_REP, always, S, take_lease, finish_load),
  INFERRED("IE, SE/EX_REP", IE | SE, EX_REP, always, E, take_block, finish_store),
  INFERRED("SE/UPGRADE_REP", SE, UPGRADE_REP, always, E, take_lease, finish_store),
  INFERRED("I, IS, IE: no owner any more", I | IS | IE, FLUSH_REQ | WB_REQ, always, SAME, not_here),

  NEVER("in order, only the owner is asked", S | SS | SE, FLUSH_REQ | WB_REQ),
  NEVER("nothing was asked", I | S | E, SH_REP | EX_REP | RENEW_REP | UPGRADE_REP),
  NEVER("another answer was asked", IS, EX_REP | RENEW_REP | UPGRADE_REP),
  NEVER("another answer was asked", SS, EX_REP | UPGRADE_REP),
  NEVER("another answer was asked", IE, SH_REP | RENEW_REP | UPGRADE_REP),
  NEVER("another answer was asked", SE, SH_REP | RENEW_REP),

  INFERRED("livelock: pts goes on by itself", I | S | E | IS | SS | IE | SE, TICK, always, SAME,
           advance_clock),
};

/* An eviction is silent where the copy is shared, and sends where it is owned. */
GUARD(is_shared, 1u << s->state & S)
GUARD(is_owner, 1u << s->state & E)
GUARD(ticks, step_parameter(s, TICK_PARAMETER) != 0)
static enum permission l1_permission(const struct local *local, unsigned line) {
  unsigned state = 1u << local->line[line].state;
  return state & E ? PERMISSION_WRITE : state & (S | SS | SE) ? PERMISSION_READ : PERMISSION_NONE;
}
static const struct data *l1_value(const struct local *local, unsigned line) {
  return 1u << local->line[line].state & E ? &local->line[line].data : NULL;
}
static unsigned owned_version(const struct local *local, unsigned line) {
  return 1u << local->line[line].state & E ? local->line[line].time[WTS] : NO_TIME;
}
/* An expired copy is kept for its renewal, or its upgrade. */
static unsigned l1_renewable(const struct step *s) {
  return 1u << s->line->state & S && expired(s) ? s->line->time[WTS] : NO_TIME;
}
/* A second load waits until the block is stable; the first is at the time of its request.  To a
 * store it is as if the clock had moved before its request: the LLC does not ask when that was. */
static bool awaits_clock(const struct step *s) {
  (void)s;
  return false;
}

#endif
