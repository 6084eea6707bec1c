/* The L2: rL2, wL2 and S-FIFO2, and the memory behind them; guards, actions, and the table.
 *
 * Fields of a line:
 *   - `memory`: the newest that the L2 has, in wL2, rL2 or memory; it looks in this order;
 *   - `dirty`: the words that are in wL2, for which no rL1 has been sent an invalidation;
 *   - `pending` ("unacknowledged"): invalidations without their InvAck.  While there are any, the
 *     line's next one waits, lest a loop of atomics send them without end.  Nothing is lost: an
 *     early invalidation does what an eviction would. */
#ifndef MODELS_QUICKRELEASE_L2_H
#define MODELS_QUICKRELEASE_L2_H

#include "models/release/quickrelease/quickrelease.h"

enum { L2_V = 1 << 0, L2_W = 1 << 1, L2_ANY = L2_V | L2_W };
static const char *const l2_states[] = { "V", "W" };

static unsigned l2_state(const struct local *local, unsigned at) {
  return local->line[at].dirty != 0;
}
GUARD(told, !s->line->pending)
GUARD(not_told, !told(s))
GUARD(all_in_wl2, s->line->dirty == step_words_of_line(s, s->at))
GUARD(partly_told, !all_in_wl2(s) && told(s))
GUARD(partly_not_told, !all_in_wl2(s) && not_told(s))
ACTION(l2_data, step_send(s, EVENT_DATA, step_incoming(s)->from)->data = s->line->memory)

/* (untold-writer) The SMs that have written the words in wL2. */
static void note_writer(struct step *s) {
  if (step_parameter(s, PARAMETER_UNTOLD) == WRITERS_UNTOLD)
    sm_set_add(&s->line->sharers, step_sm_of(s, step_incoming(s)->from));
}
static bool is_sole_writer(const struct step *s, unsigned sm) {
  return s->line->sharers == sm_set_of(sm);
}
static void l2_merge(struct step *s) {
  merge_into_memory(s);
  s->line->dirty |= step_incoming(s)->flag;
  note_writer(s);
  enter_line(s);
}
ACTION(write_down, leave_write_cache(s))
static void broadcast_inv(struct step *s) {
  for (unsigned sm = 0; sm < s->shape->sms; sm++) {
    if (is_sole_writer(s, sm)) continue;
    step_send(s, EVENT_INV, step_controller_of_sm(s, sm));
    if (counts(s)) s->line->pending++;
  }
  s->line->sharers = 0;
}
ACTION(acknowledged, s->line->pending--)

/* At the directory; the read caches of all CUs hear of it, as of any write. */
static void l2_atomic(struct step *s) {
  int64_t old = perform_on_memory(s, s->request);
  note_writer(s);
  send_value(s, EVENT_AACK, step_incoming(s)->from, s->request, old);
}
ACTION(l2_enter_marker, enter_marker(s, s->request->core))
GUARD(to_last_level, step_parameter(s, PARAMETER_EARLY_MARK) != ENDS_IN_L2)
GUARD(to_next_level, !to_last_level(s))
static void acknowledge_release(struct step *s, unsigned core) {
  step_send(s, EVENT_RELACK, step_controller_of_core(s, core))->request.core = (uint8_t)core;
}
ACTION(ack_early, acknowledge_release(s, s->request->core))

/* Is there a marker, nothing before it, and no invalidation under way? */
static bool l2_at_head(const struct step *s) {
  if (first_marker(s) == NO_ONE) return false;
  for (unsigned line = 0; line < s->shape->lines; line++)
    if (before_markers(s, line) || s->local->line[line].pending) return false;
  return true;
}
GUARD(l2_not_at_head, !l2_at_head(s))
static void release_ack(struct step *s) {
  acknowledge_release(s, first_marker(s));
  leave_marker(s);
}

static const struct row l2_rows[] = {
  ROW("3.1.2 read", L2_V, RD, always, SAME, l2_data),
  ROW("3.1.2 read, the write cache has it", L2_W, RD, all_in_wl2, SAME, l2_data),
  ROW("3.1.2 read, partially in the write cache", L2_W, RD, partly_told, SAME, write_down,
      broadcast_inv, l2_data),
  STALL("read, partially in the write cache, and invalidations under way", L2_W, RD,
        partly_not_told),
  ROW("3.1.1 store", L2_ANY, WR, always, SAME, l2_merge),
  ROW("3.1.1 eviction from the write cache", L2_W, WRITE_THROUGH, told, SAME, write_down,
      broadcast_inv),
  STALL("eviction from the write cache: invalidations are under way", L2_W, WRITE_THROUGH,
        not_told),
  STALL("3.1.1 not in the write cache", L2_V, WRITE_THROUGH, always),
  ROW("3.1.1 atomic", L2_ANY, ATOM, told, SAME, write_down, l2_atomic, broadcast_inv),
  STALL("atomic: invalidations are under way", L2_ANY, ATOM, not_told),
  ROW("3.1.3 the marker enters the S-FIFO", L2_ANY, MARK, to_last_level, SAME, l2_enter_marker),
  VARIANT("the marker is acknowledged here (early-mark)", L2_ANY, MARK, to_next_level, SAME,
          ack_early),
  ROW("3.1.3 the marker is at the last head", L2_ANY, MARKER, l2_at_head, SAME, release_ack),
  STALL("3.1.3 writes are before the marker, or invalidations under way, or there is none", L2_ANY,
        MARKER, l2_not_at_head),
  INFERRED("an invalidation has arrived", L2_ANY, INVACK, always, SAME, acknowledged),
};

#endif
