/* A cache of rcc's, or of theirs over GPUs, that writes back all of its lines; and what a line that
 * is explored by itself (kit/per_address.c) sees of that.  An L2 does as an L1 does.  (Included
 * where EVENT_FLUSH and EVENT_OTHERS are named, and what models/lib/rcc_l1.h asks for.) */
#ifndef MODELS_LIB_RCC_FLUSH_H
#define MODELS_LIB_RCC_FLUSH_H

#include "models/lib/rcc_l1.h"

#define FLUSH (1ull << EVENT_FLUSH)   /* inside a cache, on all of its lines */
#define OTHERS (1ull << EVENT_OTHERS) /* of a line that is explored by itself */

/* What is dirty is written back now, or when the write-back that is out has been acknowledged. */
static void flush(struct step *s) {
  if (s->event == EVENT_STORE_RELEASE && RELEASES_END_HERE(s)) return;
  step_signal_all(s, EVENT_FLUSH);
}
static void owe(struct step *s) { s->line->pending = 1; }
static bool is_flushed_already(const struct step *s); /* the includer's */
static bool flushes_now(const struct step *s) { return !is_flushed_already(s) && acknowledged(s); }
static bool flushes_later(const struct step *s) {
  return !is_flushed_already(s) && unacknowledged(s);
}

/* Others do at any time what they do to a line: write it back, and answer the fences that have
 * waited for them. */
static bool others_release(const struct step *s) { return step_is_alone(s) && IS_DIRTY(s->line); }
static bool others_are_acknowledged(const struct step *s) {
  return step_is_alone(s) && fence_waits(s) && !s->local->count;
}

/* What a release, a fence and an acquire wait for, and in lrcc an owner that is to give its line
 * up: another line is dirty, or a write-back of it is out, or both. */
static bool beside(struct local *local, unsigned other, unsigned i) {
  struct line *line = &local->line[other];
  line->state = (uint8_t)__builtin_ctz(i ? V : I);
  line->dirty = i & 1;
  line->data.age[0] = i & 1 ? AGE_STALE : AGE_NONE;
  line->writes = i >> 1 & 1;
  local->count += line->writes;
  return i < 4;
}
static unsigned beside_others(const struct local *local, unsigned line) {
  unsigned i = (IS_DIRTY(&local->line[line]) != 0) | (local->line[line].writes != 0) << 1;
  return i ? 1u << i : 0;
}
/* A fence that is kept waits for those of which a write-back is out. */
enum { WRITE_BACK_IS_OUT = 1 << 2 | 1 << 3 };

#endif
