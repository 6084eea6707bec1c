/* Tardis' LLC; see tardis.c.  A bank's clock is mts.  (Included where the events and times that it
 * names are.) */
#ifndef MODELS_TARDIS_LLC_H
#define MODELS_TARDIS_LLC_H

#include "protocol/step.h"
#include "protocol/system.h"
#include "models/logical-time/tardis/tardis.h"

enum { LLC_I, LLC_S, LLC_E, LLC_ID, LLC_EW, LLC_EF };
static const char *const llc_states[] = { "I", "S", "E", "ID", "EW", "EF" };
#define I (1u << LLC_I)
#define S (1u << LLC_S)
#define E (1u << LLC_E)
#define ID (1u << LLC_ID)
#define EW (1u << LLC_EW)
#define EF (1u << LLC_EF)

static bool clean(const struct step *s) { return !s->line->dirty; }
static bool dirty(const struct step *s) { return s->line->dirty; }
static bool from_owner(const struct step *s) {
  return step_sm_of(s, step_incoming(s)->from) == s->line->owner;
}
static bool from_other(const struct step *s) { return !from_owner(s); }
static bool for_reader(const struct step *s) {
  return s->line->waiting && s->line->queue[0].event == EVENT_LOAD;
}
static bool for_writer(const struct step *s) {
  return s->line->waiting && s->line->queue[0].event == EVENT_STORE;
}
static bool for_nobody(const struct step *s) { return !s->line->waiting; }

/* The request waits in the line: who asked, what for, and with which times. */
static void keep_request(struct step *s) {
  struct request kept = { .event = s->event == EVENT_SH_REQ ? EVENT_LOAD : EVENT_STORE,
                          .core = s->request->core,
                          .line = (uint8_t)s->at,
                          .time = NO_TIME };
  step_enqueue(s, &kept);
  s->line->time[ASKED_WTS] = step_incoming(s)->time[WTS];
  s->line->time[ASKED_PTS] = step_incoming(s)->time[PTS];
}
static void dram_read(struct step *s) { s->line->fetching = 1; }

/* Is the version that the sender says to have the block's?  (Variant zero-is-none: who has none
 * says 0, and `flag` tells of a block that no time has moved on from there: it has not been owned,
 * nor loaded since its bank has evicted.) */
static bool has_version(const struct step *s) {
  if (step_parameter(s, NONE_PARAMETER) && s->line->time[ASKED_WTS] == NO_TIME)
    return s->line->flag;
  return s->line->time[ASKED_WTS] == s->line->time[WTS];
}

/* Answers the request that waits. */
static void serve(struct step *s, unsigned with_block, unsigned with_lease) {
  struct request kept = step_dequeue(s, 0);
  bool has_it = has_version(s);
  struct message *m =
      step_send(s, has_it ? with_lease : with_block, step_controller_of_core(s, kept.core));
  m->time[RTS] = s->line->time[RTS];
  s->line->time[ASKED_WTS] = s->line->time[ASKED_PTS] = NO_TIME;
  if (with_block == EVENT_EX_REP) s->line->owner = (uint8_t)step_sm_of(s, m->to);
  if (has_it) return;
  m->time[WTS] = s->line->time[WTS];
  m->data = s->line->data;
  if (with_block == EVENT_EX_REP && s->shape->outdates)
    m->time[WTS] = NO_TIME; /* the store will have another */
}
/* rts := max(rts, wts + lease, pts + lease) */
static void lease(struct step *s) {
  unsigned end = step_time_lease(s, time_later(s->line->time[WTS], s->line->time[ASKED_PTS]));
  s->line->time[RTS] = (uint8_t)time_later(s->line->time[RTS], end);
}
static void serve_reader(struct step *s) {
  lease(s);
  serve(s, EVENT_SH_REP, EVENT_RENEW_REP);
}
static void serve_writer(struct step *s) { serve(s, EVENT_EX_REP, EVENT_UPGRADE_REP); }

static void wb_req(struct step *s) {
  step_send(s, EVENT_WB_REQ, step_controller_of_sm(s, s->line->owner))->time[PTS] =
      s->line->time[ASKED_PTS];
}
static void flush_req(struct step *s) {
  step_send(s, EVENT_FLUSH_REQ, step_controller_of_sm(s, s->line->owner));
}

static void load_block(struct step *s) {
  s->line->fetching = 0;
  s->line->data = s->line->memory;
  s->line->time[WTS] = s->line->time[RTS] = s->local->clock;
  s->line->flag = step_parameter(s, NONE_PARAMETER) && !s->local->flag;
}
static void take_back(struct step *s) {
  s->line->data = step_incoming(s)->data;
  s->line->time[WTS] = step_incoming(s)->time[WTS];
  s->line->time[RTS] = step_incoming(s)->time[RTS];
  s->line->dirty |= step_incoming(s)->flag;
  s->line->owner = NO_ONE;
  s->line->flag = 0;
}
static void raise_mts(struct step *s) {
  s->local->clock = (uint8_t)time_later(s->local->clock, s->line->time[RTS]);
  s->local->flag = step_parameter(s, NONE_PARAMETER) != 0;
}
static void write_back(struct step *s) { s->line->memory = s->line->data; }
static void drop(struct step *s) {
  data_clear(&s->line->data);
  s->line->dirty = 0;
  s->line->flag = 0;
  s->line->time[WTS] = s->line->time[RTS] = NO_TIME;
}

static const struct row llc_rows[] = {
  INFERRED("I/SH_REQ, EX_REQ", I, SH_REQ | EX_REQ, always, ID, dram_read, keep_request),
  STALL("I/evict", I, EVICT, always),

  INFERRED("ID/DRAM for a reader", ID, DRAM, for_reader, S, load_block, serve_reader),
  INFERRED("ID/DRAM for a writer", ID, DRAM, for_writer, E, load_block, serve_writer),

  INFERRED("S/SH_REQ", S, SH_REQ, always, S, keep_request, serve_reader),
  INFERRED("S/EX_REQ", S, EX_REQ, always, E, keep_request, serve_writer),
  INFERRED("S/evict", S, EVICT, clean, I, raise_mts, drop),
  INFERRED("S/evict dirty", S, EVICT, dirty, I, raise_mts, write_back, drop),

  INFERRED("E/SH_REQ", E, SH_REQ, from_other, EW, keep_request, wb_req),
  INFERRED("E/EX_REQ", E, EX_REQ, from_other, EF, keep_request, flush_req),
  STALL("its FLUSH_REP is on the way", E, SH_REQ | EX_REQ, from_owner),
  INFERRED("E/evict: recall", E, EVICT, always, EF, flush_req),
  INFERRED("E/FLUSH_REP", E, FLUSH_REP, always, S, take_back),

  INFERRED("EW/WB_REP, FLUSH_REP", EW, WB_REP | FLUSH_REP, always, S, take_back, serve_reader),
  INFERRED("EF/FLUSH_REP for a writer", EF, FLUSH_REP, for_writer, E, take_back, serve_writer),
  INFERRED("EF/FLUSH_REP, recalled", EF, FLUSH_REP, for_nobody, S, take_back),
  STALL("one request a block", ID | EW | EF, SH_REQ | EX_REQ | EVICT, always),

  NEVER("nobody owns it", I | S | ID, FLUSH_REP | WB_REP),
  NEVER("no write-back was asked", E | EF, WB_REP),
  NEVER("nothing was asked", I | S | E | EW | EF, DRAM),
};

static bool llc_shares(const struct step *s) { return s->state == LLC_S; }
static bool llc_recalls(const struct step *s) { return s->state == LLC_E; }
static bool fetched(const struct step *s) { return s->line->fetching; }
static const struct data *llc_value(const struct local *local, unsigned line) {
  return local->line[line].state == LLC_S ? &local->line[line].data : &local->line[line].memory;
}

static unsigned shared_version(const struct local *local, unsigned line) {
  return local->line[line].state == LLC_S ? local->line[line].time[WTS] : NO_TIME;
}

static bool is_owned(const struct line *block) { return 1u << block->state & (E | EW | EF); }

/* The present version; one no earlier than mts, where the block is yet to come; and one beyond
 * every lease, where it is owned, since owners store as they become it. */
static unsigned llc_renews_from(const struct local *local, unsigned line) {
  const struct line *block = &local->line[line];
  if (is_owned(block)) return 1u + block->time[RTS];
  return block->state == LLC_S ? block->time[WTS] : local->clock;
}

/* Times that a later one will stand for: the version that is owned, and that of who asks meanwhile;
 * of a request that waits for DRAM, those before mts, at which its block will be; that of a writer,
 * who stores when the answer comes; and mts itself, where the first of the blocks to be evicted,
 * whichever it is, will raise it before anybody asks for it. */
static void llc_forget(struct step *s) {
  bool all_here = true;
  if (!s->shape->outdates) return;
  for (unsigned at = 0; at < s->shape->lines; at++) {
    struct line *line = &s->local->line[at];
    if (step_controller_of_line(s, at) != step_own_number(s)) continue;
    bool fetches = line->state == LLC_ID, owned = is_owned(line);
    all_here = all_here && (owned || line->state == LLC_S) &&
               time_reaches(line->time[RTS], s->local->clock);
    if (owned) line->time[WTS] = NO_TIME;
    if (owned || (fetches && s->local->clock > line->time[ASKED_WTS]))
      line->time[ASKED_WTS] = NO_TIME;
    bool writes = line->waiting && line->queue[0].event == EVENT_STORE;
    if (writes || (fetches && s->local->clock >= line->time[ASKED_PTS]))
      line->time[ASKED_PTS] = NO_TIME;
  }
  if (all_here) s->local->clock = NO_TIME;
}

#endif
