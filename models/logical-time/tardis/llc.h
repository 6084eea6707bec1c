/* Tardis' LLC; see tardis.c.  A bank's clock is mts. */
#ifndef MODELS_TARDIS_LLC_H
#define MODELS_TARDIS_LLC_H

#include "models/logical-time/tardis/tardis.h"

GUARD(from_owner, step_sm_of(s, step_incoming(s)->from) == s->line->owner)
GUARD(from_other, !from_owner(s))
GUARD(for_reader, s->line->waiting && s->line->queue[0].event == EVENT_LOAD)
GUARD(for_writer, s->line->waiting && s->line->queue[0].event == EVENT_STORE)
GUARD(for_nobody, !s->line->waiting)

/* The request waits in the line: its core, what it asks for, and its times. */
static void keep_request(struct step *s) {
  struct request kept = { .core = s->request->core, .line = (uint8_t)s->at, .time = NO_TIME };
  kept.event = s->event == EVENT_SH_REQ ? EVENT_LOAD : EVENT_STORE;
  step_enqueue(s, &kept);
  s->line->time[ASKED_WTS] = step_incoming(s)->time[WTS];
  s->line->time[ASKED_PTS] = step_incoming(s)->time[PTS];
}
ACTION(dram_read, s->line->fetching = 1)

/* Is the version that the sender says to have the block's? (Variant zero-is-none: a sender without
 * one says 0.  Then `flag` marks a block whose time is still 0: it was not owned, nor loaded since
 * its bank evicted.) */
static bool has_version(const struct step *s) {
  bool says_zero = step_parameter(s, NONE_PARAMETER) && s->line->time[ASKED_WTS] == NO_TIME;
  if (says_zero) return s->line->flag;
  return s->line->time[ASKED_WTS] == s->line->time[WTS];
}

/* Answers the request that waits.  A writer needs no wts: its store will have another. */
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
  if (with_block == EVENT_EX_REP && s->shape->outdates) m->time[WTS] = NO_TIME;
}
/* rts := max(rts, wts + lease, pts + lease) */
static void serve_reader(struct step *s) {
  extend_lease(s, RTS, WTS, s->line->time[ASKED_PTS]);
  serve(s, EVENT_SH_REP, EVENT_RENEW_REP);
}
ACTION(serve_writer, serve(s, EVENT_EX_REP, EVENT_UPGRADE_REP))
ACTION(wb_req, step_send(s, EVENT_WB_REQ, step_controller_of_sm(s, s->line->owner))->time[PTS] =
                   s->line->time[ASKED_PTS])
ACTION(flush_req, step_send(s, EVENT_FLUSH_REQ, step_controller_of_sm(s, s->line->owner)))
static void load_block(struct step *s) {
  s->line->fetching = 0;
  s->line->data = s->line->memory;
  s->line->time[WTS] = s->line->time[RTS] = s->local->clock;
  s->line->flag = step_parameter(s, NONE_PARAMETER) && !s->local->flag;
}
static void take_back(struct step *s) {
  s->line->data = step_incoming(s)->data;
  take_times(s);
  s->line->dirty |= step_incoming(s)->flag;
  s->line->owner = NO_ONE;
  s->line->flag = 0;
}
static void raise_mts(struct step *s) {
  raise_time(&s->local->clock, s->line->time[RTS]);
  s->local->flag = step_parameter(s, NONE_PARAMETER) != 0;
}
static void drop(struct step *s) {
  forget(s);
  s->line->dirty = s->line->flag = 0;
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

GUARD(llc_shares, 1u << s->state & S)
GUARD(llc_recalls, 1u << s->state & E)
static bool is_owned(const struct line *block) { return 1u << block->state & (E | EW | EF); }

/* The present version; mts, for a block to come; beyond every lease, where it is owned. */
static unsigned llc_renews_from(const struct local *local, unsigned line) {
  const struct line *block = &local->line[line];
  if (is_owned(block)) return 1u + block->time[RTS];
  return 1u << block->state & S ? block->time[WTS] : local->clock;
}

/* Clears times that a later one will replace.  These are the version of an owned block, and that of
 * a request meanwhile.  A request that waits for DRAM loses times before mts, since its block will
 * be at mts.  A writer loses its time, since it stores when the answer comes.  Also clears mts, if
 * the first eviction, of whichever block, will raise it before any request. */
static void llc_forget(struct step *s) {
  bool all_here = true;
  if (!s->shape->outdates) return;
  for (unsigned at = 0; at < s->shape->lines; at++) {
    struct line *line = &s->local->line[at];
    if (step_controller_of_line(s, at) != step_own_number(s)) continue;
    bool fetches = 1u << line->state & ID, owned = is_owned(line);
    all_here = all_here && (owned || 1u << line->state & S) &&
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
