/* Tardis' L1; see tardis.c.  (Included where the events and times that it names are.) */
#ifndef MODELS_TARDIS_L1_H
#define MODELS_TARDIS_L1_H

#include "protocol/step.h"
#include "protocol/system.h"
#include "models/logical-time/tardis/tardis.h"

enum { L1_I, L1_S, L1_E, L1_IS, L1_SS, L1_IE, L1_SE };
static const char *const l1_states[] = { "I", "S", "E", "IS", "SS", "IE", "SE" };
#define I (1u << L1_I)
#define S (1u << L1_S)
#define E (1u << L1_E)
#define IS (1u << L1_IS)
#define SS (1u << L1_SS)
#define IE (1u << L1_IE)
#define SE (1u << L1_SE)

static bool live(const struct step *s) { return time_reaches(s->line->time[RTS], s->local->clock); }
static bool expired(const struct step *s) { return !live(s); }

/* The core's clock is pts. */
static void move_to_version(struct step *s) {
  s->local->clock = (uint8_t)time_later(s->local->clock, s->line->time[WTS]);
}

static void hit(struct step *s) {
  move_to_version(s);
  step_must_reach(s, s->line->time[RTS], s->local->clock);
  step_read_at(s, &s->line->data, s->request->word, s->local->clock, s->line->time[RTS]);
  step_reply(s, s->request, s->line->data.word[s->request->word]);
}
/* The owner's own lease: rts := max(rts, pts). */
static void hold(struct step *s) {
  unsigned read = time_later(s->local->clock, s->line->time[WTS]);
  s->line->time[RTS] = (uint8_t)time_later(s->line->time[RTS], read);
}

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
static void sh_req(struct step *s) { request(s, EVENT_SH_REQ); }
/* (Forgotten: a store takes a time when its answer comes, and the lease that the answer brings ends
 * no earlier than the copy's.) */
static void ex_req(struct step *s) {
  struct message *m = request(s, EVENT_EX_REQ);
  if (!s->shape->outdates) return;
  m->time[PTS] = s->line->queue[0].time = s->line->time[WTS] = s->line->time[RTS] = NO_TIME;
}

static void forget(struct step *s) {
  data_clear(&s->line->data);
  s->line->time[WTS] = s->line->time[RTS] = NO_TIME;
}

static void take_block(struct step *s) {
  s->line->data = step_incoming(s)->data;
  s->line->time[WTS] = step_incoming(s)->time[WTS];
  s->line->time[RTS] = step_incoming(s)->time[RTS];
}
static void take_lease(struct step *s) {
  s->line->time[RTS] = (uint8_t)time_later(s->line->time[RTS], step_incoming(s)->time[RTS]);
}

/* The load that asked is at the time at which it did, or at the version's: another thread may have
 * moved pts on. */
static void finish_load(struct step *s) {
  struct request asked = step_dequeue(s, 0);
  move_to_version(s);
  step_read_at(s, &s->line->data, asked.word, time_later(asked.time, s->line->time[WTS]),
               s->line->time[RTS]);
  step_reply(s, &asked, s->line->data.word[asked.word]);
}

/* pts := max(pts, rts + 1); wts := rts := pts */
static void store_as(struct step *s, const struct request *store) {
  if (live(s)) {
    unsigned next = step_time_after(s, s->line->time[RTS]);
    s->local->clock = (uint8_t)next;
  }
  int64_t old = s->line->data.word[store->word];
  step_read_at(s, &s->line->data, store->word, s->local->clock,
               s->line->time[RTS]); /* an owner's block is the newest */
  step_perform(s, store->word, s->local->clock);
  data_write(&s->line->data, store->word, request_result(store, old));
  s->line->time[WTS] = s->line->time[RTS] = s->local->clock;
  s->line->dirty = 1;
  step_reply(s, store, store->event == EVENT_ATOMIC ? old : 0);
}
static void store(struct step *s) { store_as(s, s->request); }
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
static void flush_rep(struct step *s) { give_block(s, EVENT_FLUSH_REP); }
/* rts := max(rts, wts + lease, the reader's pts + lease) */
static void extend_for_reader(struct step *s) {
  unsigned end = step_time_lease(s, time_later(s->line->time[WTS], step_incoming(s)->time[PTS]));
  s->line->time[RTS] = (uint8_t)time_later(s->line->time[RTS], end);
}
static void wb_rep(struct step *s) { give_block(s, EVENT_WB_REP); }

static void advance_clock(struct step *s) {
  s->local->clock = (uint8_t)step_time_after(s, s->local->clock);
}
static void not_here(struct step *s) { (void)s; /* its FLUSH_REP is on the way already */ }

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
static bool is_shared(const struct step *s) { return s->state == L1_S; }
static bool is_owner(const struct step *s) { return s->state == L1_E; }
static bool ticks(const struct step *s) { return step_parameter(s, TICK_PARAMETER) != 0; }
static enum permission l1_permission(const struct local *local, unsigned line) {
  switch (local->line[line].state) {
  case L1_E: return PERMISSION_WRITE;
  case L1_S:
  case L1_SS:
  case L1_SE: return PERMISSION_READ;
  default: return PERMISSION_NONE;
  }
}
static const struct data *l1_value(const struct local *local, unsigned line) {
  return local->line[line].state == L1_E ? &local->line[line].data : NULL;
}
static unsigned owned_version(const struct local *local, unsigned line) {
  return local->line[line].state == L1_E ? local->line[line].time[WTS] : NO_TIME;
}
static void start_clock(const struct shape *shape, struct local *local) {
  (void)shape;
  local->clock = 0;
}

/* An expired copy is kept for its renewal, or its upgrade. */
static unsigned l1_renewable(const struct step *s) {
  return s->line->state == L1_S && expired(s) ? s->line->time[WTS] : NO_TIME;
}
static void l1_give_up(struct step *s) {
  forget(s);
  s->line->state = L1_I;
}
/* A second load waits until the block is no longer in a transient state; the first is at the time
 * at which it asked; and to a store it is as if the clock had moved on before it asked, for the LLC
 * does not ask when that was. */
static bool awaits_clock(const struct step *s) {
  (void)s;
  return false;
}

#undef I
#undef S
#undef E

#endif
