/* The L2: rL2, wL2 and S-FIFO2, and the memory behind them; guards, actions, and the table.
 *
 * Fields of a line:
 *   - `memory`: the newest that the L2 has, in wL2, rL2 or memory; it looks in this order;
 *   - `dirty`: the words that are in wL2, for which no rL1 has been sent an invalidation;
 *   - `pending` ("unacknowledged"): invalidations without their InvAck.  While there are any, the
 *     line's next one waits, lest a loop of atomics send them without end.  Nothing is lost: an
 *     early invalidation does what an eviction would.
 *
 * rL2 and memory are one, unless they are apart (`rl2`).  Then `data` is rL2's copy, or what memory
 * has read for the fetch that is out, and `held` ("waiting") the SMs whose Rd it serves.  Memory is
 * read when the fetch leaves: a load whose memory is read later is one that is issued later. */
#ifndef MODELS_QUICKRELEASE_L2_H
#define MODELS_QUICKRELEASE_L2_H

#include "models/release/quickrelease/quickrelease.h"

enum { L2_V = 1 << 0, L2_W = 1 << 1, L2_I = 1 << 2, L2_IV = 1 << 3, L2_IP = 1 << 4 };
enum { L2_IN_RL2 = L2_V | L2_W, L2_NOT_IN_RL2 = L2_I | L2_IV | L2_IP };
enum { L2_ANY = L2_IN_RL2 | L2_NOT_IN_RL2 };
static const char *const l2_states[] = { "V", "W", "I", "IV", "IP" };

static unsigned l2_state(const struct local *local, unsigned at) {
  const struct line *line = &local->line[at];
  return 1u << line->state == L2_V && line->dirty ? (unsigned)__builtin_ctz(L2_W) : line->state;
}
static void l2_start(const struct shape *shape, struct local *local) {
  for (unsigned line = 0; shape_parameter(shape, PARAMETER_RL2) && line < shape->lines; line++)
    local->line[line].state = (unsigned)__builtin_ctz(L2_I);
}

/* --- what wL2 has, and who has been told --- */

GUARD(apart, step_parameter(s, PARAMETER_RL2))
GUARD(together, !apart(s))
GUARD(told, !s->line->pending)
GUARD(not_told, !told(s))
GUARD(told_together, told(s) && together(s))
GUARD(told_apart, told(s) && apart(s))
GUARD(all_in_wl2, s->line->dirty == step_words_of_line(s, s->at))
GUARD(partly_told, !all_in_wl2(s) && told_together(s))
GUARD(partly_told_apart, !all_in_wl2(s) && told_apart(s))
GUARD(partly_not_told, !all_in_wl2(s) && not_told(s))
GUARD(wl2_empty, !s->line->dirty)
GUARD(some_told, s->line->dirty && !all_in_wl2(s) && told(s))
GUARD(some_not_told, s->line->dirty && !all_in_wl2(s) && not_told(s))
GUARD(some_in_wl2, s->line->dirty && !all_in_wl2(s))
GUARD(not_all_in_wl2, !all_in_wl2(s))
GUARD(used_told, s->line->dirty &&told(s))
GUARD(unused_or_not_told, !used_told(s))

/* Does a fetch that is out hear of an eviction from wL2?  (untold-l2-fetch: it does not.) */
GUARD(fetch_hears, step_parameter(s, PARAMETER_UNTOLD) != L2_FETCH_UNTOLD)
GUARD(used_told_hears, used_told(s) && fetch_hears(s))
GUARD(used_told_deaf, used_told(s) && !fetch_hears(s))
GUARD(told_hears, told(s) && fetch_hears(s))
GUARD(told_deaf, told(s) && !fetch_hears(s))

/* --- reads --- */

static void send_data(struct step *s, unsigned to, const struct data *data) {
  step_send(s, EVENT_DATA, to)->data = *data;
}
static void l2_data(struct step *s) {
  bool of_rl2 = apart(s) && 1u << s->state == L2_V;
  send_data(s, step_incoming(s)->from, of_rl2 ? &s->line->data : &s->line->memory);
}
ACTION(join, sm_set_add(&s->line->held, step_sm_of(s, step_incoming(s)->from)))
static void fetch(struct step *s) {
  s->line->data = s->line->memory;
  s->line->fetching = 1;
  join(s);
}
static void l2_serve(struct step *s) {
  SM_SET_EACH(sm, s->line->held) send_data(s, step_controller_of_sm(s, sm), &s->line->data);
  s->line->held = 0;
  s->line->fetching = 0;
}
ACTION(l2_drop, data_clear(&s->line->data))

/* --- writes and invalidations --- */

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

/* (waits=2) The invalidations keep the place that the words had, or that an atomic would have. */
GUARD(keeps_place, step_parameter(s, PARAMETER_WAITS) == WAITS_FOR_ITS_OWN)
static void write_down(struct step *s) {
  if (keeps_place(s)) {
    enter_line(s);
    s->line->reads = s->line->writes;
  }
  leave_write_cache(s);
}
static void broadcast_inv(struct step *s) {
  for (unsigned sm = 0; sm < s->shape->sms; sm++) {
    if (is_sole_writer(s, sm)) continue;
    step_send(s, EVENT_INV, step_controller_of_sm(s, sm));
    if (counts(s)) s->line->pending++;
  }
  s->line->sharers = 0;
}
static void acknowledged(struct step *s) {
  if (!--s->line->pending) s->line->reads = 0;
}

/* At the directory; the read caches of all CUs hear of it, as of any write. */
static void l2_atomic(struct step *s) {
  int64_t old = perform_on_memory(s, s->request);
  note_writer(s);
  send_value(s, EVENT_AACK, step_incoming(s)->from, s->request, old);
}

/* --- markers --- */

ACTION(l2_enter_marker, enter_marker(s, s->request->core))
GUARD(to_last_level, step_parameter(s, PARAMETER_EARLY_MARK) != ENDS_IN_L2)
GUARD(to_next_level, !to_last_level(s))
static void acknowledge_release(struct step *s, unsigned core) {
  step_send(s, EVENT_RELACK, step_controller_of_core(s, core))->request.core = (uint8_t)core;
}
ACTION(ack_early, acknowledge_release(s, s->request->core))

/* Is there a marker, nothing before it, and no invalidation under way?  (waits=2: none of what was
 * before it.) */
static bool l2_at_head(const struct step *s) {
  if (first_marker(s) == NO_ONE) return false;
  for (unsigned line = 0; line < s->shape->lines; line++) {
    const struct line *other = &s->local->line[line];
    if (before_markers(s, line) || (keeps_place(s) ? other->reads == 1 : other->pending))
      return false;
  }
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
  ROW("3.1.1 eviction from the write cache", L2_W, WRITE_THROUGH, told_together, SAME, write_down,
      broadcast_inv),
  STALL("eviction from the write cache: invalidations are under way", L2_W, WRITE_THROUGH,
        not_told),
  STALL("3.1.1 not in the write cache", L2_V, WRITE_THROUGH, always),
  INFERRED("3.1.1 atomic: performed here, and all are told", L2_IN_RL2, ATOM, told_together, SAME,
           write_down, l2_atomic, broadcast_inv),
  STALL("atomic: invalidations are under way", L2_ANY, ATOM, not_told),
  ROW("3.1.3 the marker enters the S-FIFO", L2_ANY, MARK, to_last_level, SAME, l2_enter_marker),
  VARIANT("the marker is acknowledged here (early-mark)", L2_ANY, MARK, to_next_level, SAME,
          ack_early),
  ROW("3.1.3 the marker is at the last head", L2_ANY, MARKER, l2_at_head, SAME, release_ack),
  STALL("3.1.3 writes are before the marker, or invalidations under way, or there is none", L2_ANY,
        MARKER, l2_not_at_head),
  INFERRED("an invalidation has arrived", L2_ANY, INVACK, always, SAME, acknowledged),

  /* rL2 and memory apart */
  VARIANT_OF_SOURCE("3.1.2 a miss (rl2)", L2_I, RD, wl2_empty, L2_IV, fetch),
  VARIANT_OF_SOURCE("3.1.2 a miss, the write cache has it (rl2)", L2_I, RD, all_in_wl2, SAME,
                    l2_data),
  VARIANT_OF_SOURCE("3.1.2 a miss, partially in the write cache (rl2)", L2_I, RD, some_told, L2_IV,
                    write_down, broadcast_inv, fetch),
  STALL("a miss, partially in the write cache, and invalidations under way (rl2)", L2_I, RD,
        some_not_told),
  VARIANT_OF_SOURCE("3.1.2 the written bit set, partially in the write cache (rl2)", L2_W, RD,
                    partly_told_apart, L2_IV, write_down, broadcast_inv, fetch),
  VARIANT("fetching/Rd, the write cache has it (rl2)", L2_IV | L2_IP, RD, all_in_wl2, SAME,
          l2_data),
  VARIANT("fetching/Rd: it joins (rl2)", L2_IV, RD, wl2_empty, SAME, join),
  STALL("fetching/Rd: what is fetched lacks a word of the write cache (rl2)", L2_IV, RD,
        some_in_wl2),
  STALL("fetching/Rd: what is fetched may be too old (rl2)", L2_IP, RD, not_all_in_wl2),
  VARIANT("memory answers (rl2)", L2_IV, MEM_DATA, always, L2_V, l2_serve),
  VARIANT("memory answers, perhaps too old (rl2)", L2_IP, MEM_DATA, always, L2_I, l2_serve,
          l2_drop),
  STALL("nothing is fetched", L2_V | L2_W | L2_I, MEM_DATA, always),
  VARIANT("rL2 evicts (rl2)", L2_IN_RL2, EVICT, apart, L2_I, l2_drop),
  STALL("rL2 is memory", L2_IN_RL2, EVICT, together),
  STALL("rL2 evicts", L2_NOT_IN_RL2, EVICT, always),
  VARIANT_OF_SOURCE("3.1.1 eviction from the write cache, rL2 has the block (rl2)", L2_W,
                    WRITE_THROUGH, told_apart, L2_I, write_down, l2_drop, broadcast_inv),
  VARIANT_OF_SOURCE("3.1.1 eviction from the write cache (rl2)", L2_I | L2_IP, WRITE_THROUGH,
                    used_told, SAME, write_down, broadcast_inv),
  VARIANT("fetching/eviction from the write cache (rl2)", L2_IV, WRITE_THROUGH, used_told_hears,
          L2_IP, write_down, broadcast_inv),
  VARIANT("fetching/eviction from the write cache (untold-l2-fetch)", L2_IV, WRITE_THROUGH,
          used_told_deaf, SAME, write_down, broadcast_inv),
  STALL("not in the write cache, or invalidations under way (rl2)", L2_NOT_IN_RL2, WRITE_THROUGH,
        unused_or_not_told),
  VARIANT("3.1.1 atomic (rl2)", L2_IN_RL2, ATOM, told_apart, L2_I, write_down, l2_drop, l2_atomic,
          broadcast_inv),
  VARIANT("3.1.1 atomic (rl2)", L2_I | L2_IP, ATOM, told, SAME, write_down, l2_atomic,
          broadcast_inv),
  VARIANT("fetching/Atom (rl2)", L2_IV, ATOM, told_hears, L2_IP, write_down, l2_atomic,
          broadcast_inv),
  VARIANT("fetching/Atom (untold-l2-fetch)", L2_IV, ATOM, told_deaf, SAME, write_down, l2_atomic,
          broadcast_inv),
};

#endif
