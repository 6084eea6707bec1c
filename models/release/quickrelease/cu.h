/* A compute unit's caches: rL1, wL1 and S-FIFO1; guards, actions, and the table.
 *
 * The state and `data` of a line are rL1's; `dirty` and `buffer` are wL1's words.  `stall` of a
 * thread ("fence") is 1 + the place of the waiting fence among the thread's operations.  A release
 * that waits stands in the queue of its thread's extra line. */
#ifndef MODELS_QUICKRELEASE_CU_H
#define MODELS_QUICKRELEASE_CU_H

#include "models/release/quickrelease/quickrelease.h"

enum { I = 1 << 0, V = 1 << 1, W = 1 << 2, IV = 1 << 3, IP = 1 << 4, ANY = (1 << 5) - 1 };
static const char *const cu_states[] = { "I", "V", "W", "IV", "IP" };

/* V with words in wL1 has the written bit.  (untold-fetch: a fetch stays as it was.) */
static unsigned cu_state(const struct local *local, unsigned at) {
  const struct line *line = &local->line[at];
  if (1u << line->state == IP && line->flag) return (unsigned)__builtin_ctz(IV);
  return 1u << line->state == V && line->dirty ? (unsigned)__builtin_ctz(W) : line->state;
}
static void tell_fetch(struct step *s) {
  if (1u << s->state == IV && step_parameter(s, PARAMETER_UNTOLD) == FETCHES_UNTOLD)
    s->line->flag = 1;
}

/* --- loads --- */

/* Without the written bit (variant no-written-bit) a load that hits rL1 does not look into wL1. */
GUARD(looks_past, 1u << s->state == W && step_parameter(s, PARAMETER_NO_WRITTEN_BIT))
GUARD(in_wl1, looks_past(s) || s->line->dirty >> s->request->word & 1)
GUARD(not_in_wl1, !in_wl1(s))
GUARD(partly_in_wl1, s->line->dirty && !in_wl1(s))
GUARD(wl1_empty, !s->line->dirty)
GUARD(wl1_used, s->line->dirty)
static void hit_wl1(struct step *s) {
  const struct data *data = looks_past(s) ? &s->line->data : &s->line->buffer;
  step_reply(s, s->request, data->word[s->request->word]);
}
ACTION(read_below, step_send(s, EVENT_RD, l2(s)))
ACTION(drop, data_clear(&s->line->data))
static void install(struct step *s) {
  s->line->data = step_incoming(s)->data;
  s->line->flag = 0;
}
ACTION(serve, answer_waiting(s))

/* --- stores --- */

/* The value is not the system's newest until the L2 has it. */
static void write_wl1(struct step *s) {
  s->line->buffer.word[s->request->word] = s->request->value;
  s->line->buffer.age[s->request->word] = AGE_STALE;
  s->line->dirty |= (uint8_t)(1u << s->request->word);
  if (step_parameter(s, PARAMETER_OWN_WRITES)) s->line->writer = s->request->core;
  enter_line(s);
}

/* The words that wL1 has (variant whole-lines: rL1's copy goes with them). */
static void write_through(struct step *s) {
  struct message *message = step_send(s, EVENT_WR, l2(s));
  bool whole = 1u << s->state == W && step_parameter(s, PARAMETER_WHOLE_LINES);
  message->flag = s->line->dirty;
  message->data = s->line->buffer;
  for (unsigned word = 0; whole && word < WORDS_MAX; word++) {
    if (!(step_words_of_line(s, s->at) >> word & 1) || s->line->dirty >> word & 1) continue;
    message->flag |= (uint8_t)(1u << word);
    message->data.word[word] = s->line->data.word[word];
    message->data.age[word] = AGE_STALE;
  }
  tell_fetch(s);
  leave_write_cache(s);
}

/* An eviction from wL1 invalidates the block in rL1 (variant kept-block: it does not). */
GUARD(keeps_block, step_parameter(s, PARAMETER_KEPT_BLOCK))
GUARD(drops_block, !keeps_block(s))
/* (past-words) An atomic leaves at once, past the words of its line that are in wL1. */
GUARD(words_stay, s->line->dirty &&step_parameter(s, PARAMETER_PAST_WORDS))
GUARD(words_first, s->line->dirty && !words_stay(s))
ACTION(atomic, step_send(s, EVENT_ATOM, l2(s))->request = *s->request)

/* --- releases and fences --- */

ACTION(mark, enter_marker(s, s->request->core))
static struct line *line_asking(const struct step *s) {
  return step_line_of_core(s, s->request->core);
}
static void keep_release(struct step *s) {
  struct line *line = s->line;
  s->line = line_asking(s);
  step_enqueue(s, s->request);
  s->line = line;
}
ACTION(keep_fence, s->local->stall[s->request->core] = (uint8_t)(1 + s->request->entry))

/* Is there a marker, and nothing before it?  (own-writes: only writes of its own wavefront are.) */
static bool at_head(const struct step *s) {
  unsigned core = first_marker(s);
  if (core == NO_ONE) return false;
  for (unsigned line = 0; line < s->shape->lines; line++) {
    bool others = step_parameter(s, PARAMETER_OWN_WRITES) && s->local->line[line].writer != core;
    if (before_markers(s, line) && !others) return false;
  }
  return true;
}
GUARD(not_at_head, !at_head(s))
static void pass_marker(struct step *s) {
  step_send(s, EVENT_MARK, l2(s))->request.core = (uint8_t)first_marker(s);
  leave_marker(s);
}

/* (l1-release) A marker that leaves S-FIFO1 is acknowledged by its own CU. */
GUARD(at_head_ends, at_head(s) && step_parameter(s, PARAMETER_EARLY_MARK) == ENDS_IN_L1)
GUARD(at_head_passes, at_head(s) && !at_head_ends(s))
static void end_marker(struct step *s) {
  unsigned core = first_marker(s);
  step_send(s, EVENT_RELACK, step_controller_of_core(s, core))->request.core = (uint8_t)core;
  leave_marker(s);
}
GUARD(of_fence, s->local->stall[s->request->core])
GUARD(of_release, !of_fence(s))
static void fence_done(struct step *s) {
  uint8_t *place = &s->local->stall[s->request->core];
  struct request fence = { .core = s->request->core, .entry = (uint8_t)(*place - 1) };
  *place = 0;
  step_reply(s, &fence, 0);
}

/* The store of the release is now one like any other. */
static void store_now(struct step *s) {
  struct line *line = s->line;
  s->line = line_asking(s);
  struct request request = step_dequeue(s, 0);
  s->line = line;
  request.event = EVENT_STORE;
  step_replay(s, &request);
}
static void inv_ack(struct step *s) {
  tell_fetch(s);
  if (counts(s)) step_send(s, EVENT_INVACK, l2(s));
}

static const struct row cu_rows[] = {
  ROW("3.1.2 a read-tag miss, the write cache has it", I, LOAD, in_wl1, SAME, hit_wl1),
  ROW("3.1.2 a miss", I, LOAD, wl1_empty, IV, keep, read_below),
  ROW("3.1.2 a miss, partially in the write cache", I, LOAD, partly_in_wl1, IV, write_through, keep,
      read_below),
  ROW("3.1.2 a hit, the written bit clear", V, LOAD, always, SAME, hit),
  ROW("3.1.2 the written bit set, the write cache has it", W, LOAD, in_wl1, SAME, hit_wl1),
  ROW("3.1.2 the written bit set, partially in the write cache", W, LOAD, not_in_wl1, IV,
      write_through, drop, keep, read_below),
  INFERRED("fetching/Load, the write cache has it", IV | IP, LOAD, in_wl1, SAME, hit_wl1),
  INFERRED("IV/Load: it joins", IV, LOAD, not_in_wl1, SAME, keep),
  STALL("IP/Load: the answer may be too old", IP, LOAD, not_in_wl1),

  ROW("3.1.1 store", ANY, STORE, always, SAME, write_wl1, done),
  ROW("3.1.1 eviction from the write cache", I, WRITE_THROUGH, wl1_used, SAME, write_through),
  ROW("3.1.1 eviction from the write cache, rL1 has the block", W, WRITE_THROUGH, drops_block, I,
      write_through, drop),
  VARIANT("eviction from the write cache, rL1 keeps the block (kept-block)", W, WRITE_THROUGH,
          keeps_block, V, write_through),
  INFERRED("fetching/eviction from the write cache", IV | IP, WRITE_THROUGH, wl1_used, IP,
           write_through),
  STALL("3.1.1 not in the write cache", I | IV | IP, WRITE_THROUGH, wl1_empty),
  STALL("3.1.1 not in the write cache", V, WRITE_THROUGH, always),

  INFERRED("3.1.1 atomic, without its write marker", I, ATOMIC, wl1_empty, IP, atomic),
  INFERRED("3.1.1 atomic, without its write marker", V, ATOMIC, always, IP, drop, atomic),
  INFERRED("atomic, words in the write cache", I, ATOMIC, words_first, IP, write_through, atomic),
  INFERRED("atomic, words in the write cache", W, ATOMIC, words_first, IP, write_through, drop,
           atomic),
  VARIANT_OF_SOURCE("3.1.1 atomic, forwarded immediately (past-words)", I, ATOMIC, words_stay, IP,
                    atomic),
  VARIANT_OF_SOURCE("3.1.1 atomic, forwarded immediately (past-words)", W, ATOMIC, words_stay, IP,
                    drop, atomic),
  STALL("fetching/Atomic", IV | IP, ATOMIC, always),
  INFERRED("AtomResp", IP, AACK, always, I, atomic_done),
  NEVER("AtomResp", I | V | W | IV, AACK),

  ROW("3.1.3 release: a marker enters the S-FIFO", ANY, STORE_RELEASE, always, SAME, mark,
      keep_release),
  INFERRED("fence, barrier (2.1): a marker enters the S-FIFO", ANY, FENCE, always, SAME, mark,
           keep_fence),
  ROW("3.1.3 the marker is at the head", ANY, MARKER, at_head_passes, SAME, pass_marker),
  VARIANT("the marker is acknowledged here (l1-release)", ANY, MARKER, at_head_ends, SAME,
          end_marker),
  STALL("3.1.3 writes are before the marker, or there is none", ANY, MARKER, not_at_head),
  ROW("3.1.3 acknowledgement of a release: then its store", ANY, RELACK, of_release, SAME,
      store_now),
  INFERRED("acknowledgement of a fence, or of a barrier", ANY, RELACK, of_fence, SAME, fence_done),

  INFERRED("IV/Data", IV, DATA, always, V, install, serve),
  INFERRED("IP/Data", IP, DATA, always, I, serve),
  NEVER("Data", I | V | W, DATA),
  ROW("3.1.1 invalidation", I, INV, always, SAME, REPAIRED(inv_ack)),
  ROW("3.1.1 invalidation of a block in rL1", V | W, INV, always, I, drop, REPAIRED(inv_ack)),
  INFERRED("fetching/invalidation", IV | IP, INV, always, IP, inv_ack),
  INFERRED("rL1 evicts", V | W, EVICT, always, I, drop),
  STALL("rL1 evicts", I | IV | IP, EVICT, always),
};

#endif
