/* The L1 of rcc and lrcc, over one GPU or several: its guards and actions.
 *
 * Fields of a line:
 *   - `dirty`: the words that only this L1 has;
 *   - `flag` ("own"): words that this SM wrote after the GetV; the fill must keep them;
 *   - `writes`: 1 while a write-back is unacknowledged;
 *   - `pending` ("owed"): 1 when another write-back must follow, for a request that waits;
 *   - `queue`: loads that the GetV will serve, the one that sent it first;
 *   - `queue`, too: releases that wait for all write-backs of the SM (local->count);
 *   - `queue`, as stores: releases whose own write-back is out.
 *
 * Field of a core: `pending`, the fence that waits for all write-backs (FENCE_ENTRY); 0: none. */
#ifndef MODELS_LIB_RCC_L1_H
#define MODELS_LIB_RCC_L1_H

#include "protocol/claims.h"
#include "models/lib/rcc.h"

/* Bits of local->pending: 1 + the fence's place among the core's operations; the fence needs the L2
 * drained; the L2 has been asked to drain. */
enum { FENCE_ENTRY = 0x0f, FENCE_OF_SYSTEM = 1 << 4, FENCE_AT_L2 = 1 << 5 };

/* Values of rcc's parameter `acquire`.  rcc-hier has all but the last two. */
enum { ACQUIRE_OVERWRITES = 1, ACQUIRE_EARLY, ACQUIRE_JOINS, ACQUIRE_MERGED };
enum { RELEASE_EARLY = ACQUIRE_MERGED + 1, RELEASE_LOCAL, ACQUIRE_DROPS_NOTHING };
static inline bool acquire_is(const struct step *s, unsigned what) {
  unsigned parameter = release_hooks(s)->acquire;
  return parameter && step_parameter(s, parameter) == (int)what;
}
/* Does a fence invalidate before it waits (rcc:early-fence), or before its L2 does? */
GUARD(fences_are_early, acquire_is(s, ACQUIRE_EARLY) || (is_drained(s) && is_bottom_up(s)))

/* Must the SM write words of this line back?  (lrcc: not if it owns the line.) */
static inline bool is_dirty(const struct line *line) {
  return line->dirty && !(1u << line->state & OWNING);
}
static inline unsigned bit_of(unsigned word) { return 1u << word; }

/* The line's state, by number.  V with a dirty word is D. */
static inline unsigned l1_state(const struct local *local, unsigned at) {
  const struct line *line = &local->line[at];
  return 1u << line->state == V && line->dirty ? (unsigned)__builtin_ctz(D) : line->state;
}
GUARD(acknowledged, !s->line->writes)
GUARD(unacknowledged, s->line->writes)
GUARD(own_word, (s->line->flag & bit_of(s->request->word)) != 0)
GUARD(not_own_word, !own_word(s))
static inline unsigned lines(const struct step *s) { return s->shape->lines; }

/* An invalidation cannot drop such a line yet. */
static inline bool is_unsettled(const struct line *line) { return is_dirty(line) && line->writes; }
GUARD(dirty_and_unacknowledged, is_unsettled(s->line))
static inline bool others_settled(const struct step *s) {
  for (unsigned at = 0; at < lines(s); at++)
    if (at != s->at && is_unsettled(&s->local->line[at])) return false;
  return true;
}
/* Could an invalidation drop every line? */
GUARD(all_settled, others_settled(s) && !dirty_and_unacknowledged(s))
static inline bool nothing_is_dirty(const struct step *s) {
  for (unsigned at = 0; at < lines(s); at++)
    if (is_dirty(&s->local->line[at])) return false;
  return true;
}
/* No word is dirty, and no write-back is out. */
GUARD(is_clean, nothing_is_dirty(s) && !s->local->count)
/* A line that is explored by itself (abstract/per_address.c) cannot know this. */
GUARD(all_clean, is_clean(s) && !step_is_alone(s))
GUARD(not_all_clean, !all_clean(s))

/* --- loads --- */

ACTION(getv, step_send(s, EVENT_GETV, home(s))->count = fetch_mark(s))
static inline bool is_load(const struct request *request) {
  return request->event == EVENT_LOAD || request->event == EVENT_LOAD_ACQUIRE;
}

/* Waiting loads get the L2's data, which lack the SM's later stores. */
static inline void serve(struct step *s) {
  for (unsigned i = 0; i < s->line->waiting;) {
    if (!is_load(&s->line->queue[i])) {
      i++;
      continue;
    }
    struct request request = step_dequeue(s, i);
    bool own = s->line->flag & bit_of(request.word) && 1u << s->state & (IV | VG);
    bool merged = acquire_is(s, ACQUIRE_MERGED) && request.event == EVENT_LOAD_ACQUIRE && own;
    const struct data *data = merged ? &s->line->data : &step_incoming(s)->data;
    step_reply(s, &request, data->word[request.word]);
  }
}
static inline void install(struct step *s) {
  for (unsigned word = 0; word < WORDS_MAX; word++) {
    if (s->line->flag >> word & 1) continue;
    s->line->data.word[word] = step_incoming(s)->data.word[word];
    s->line->data.age[word] = step_incoming(s)->data.age[word];
  }
  s->line->flag = 0;
}
ACTION(atomic, step_send(s, EVENT_ATOMIC_UP, home(s))->request = *s->request)

/* --- stores --- */

/* The value is not the system's newest until the cache above has it. */
static inline void write_word(struct step *s, unsigned word, int64_t value) {
  s->line->data.word[word] = value;
  s->line->data.age[word] = AGE_STALE;
  s->line->dirty |= (uint8_t)bit_of(word);
}
ACTION(write, write_word(s, s->request->word, s->request->value))
ACTION(own, s->line->flag |= (uint8_t)bit_of(s->request->word))

/* --- write-backs --- */

static inline struct message *write_back_line(struct step *s, unsigned at) {
  struct line *line = &s->local->line[at];
  struct message *message = step_send(s, EVENT_WB, above(s, at));
  message->line = (uint8_t)at;
  message->flag = line->dirty;
  for (unsigned word = 0; word < WORDS_MAX; word++) {
    if (!(line->dirty >> word & 1)) continue;
    message->data.word[word] = line->data.word[word];
    message->data.age[word] = line->data.age[word];
  }
  line->dirty = 0;
  line->writes++;
  s->local->count++;
  return message;
}
ACTION(write_back, write_back_line(s, s->at))
GUARD(owed, s->line->pending)
GUARD(not_owed, !owed(s))
static inline void acknowledge(struct step *s) {
  s->line->writes--;
  s->local->count--;
}
static inline void pay(struct step *s) {
  s->line->pending = 0;
  acknowledge(s);
  write_back(s);
}

/* Ends the releases whose words the L2 now has.  Each of them waited as a store. */
static inline void finish_releases(struct step *s) {
  for (unsigned i = 0; i < s->line->waiting;) {
    if (s->line->queue[i].event != EVENT_STORE) {
      i++;
      continue;
    }
    struct request request = step_dequeue(s, i);
    step_reply(s, &request, 0);
  }
}

/* Is the write-back for a release of this word out? */
static inline bool writes_release(const struct step *s, unsigned word) {
  EACH_WAITING(s->line, entry)
  if (entry->event == EVENT_STORE && entry->word == word) return true;
  return false;
}

/* A release waits for its L1's write-backs, then as `drain` for the L2.  As `drained` it writes. */
static inline bool has_drained(const struct step *s, const struct request *request) {
  return release_hooks(s)->drained && request->event == release_hooks(s)->drained;
}
static inline bool is_due(const struct step *s, const struct request *request) {
  return has_drained(s, request) ||
         (request->event == EVENT_STORE_RELEASE && !drains(s, request->scope));
}
/* The first release on this line that needs the L2 drained; -1: none. */
static inline int release_to_drain(const struct step *s) {
  for (unsigned i = 0; i < s->line->waiting; i++)
    if (s->line->queue[i].event == EVENT_STORE_RELEASE && drains(s, s->line->queue[i].scope))
      return (int)i;
  return -1;
}

/* The first release on this line that waits only for write-backs; -1: none. */
static inline int waiting_release(const struct step *s) {
  for (unsigned i = 0; i < s->line->waiting; i++)
    if (is_due(s, &s->line->queue[i])) return (int)i;
  return -1;
}
/* Releases go in queue order.  Else those that need no drain could overtake the first for ever. */
static inline bool drains_first(const struct step *s) {
  int drain = release_to_drain(s), due = waiting_release(s);
  return drain >= 0 && (due < 0 || drain < due) && !s->local->count;
}
static inline bool release_may_go(const struct step *s) {
  unsigned out = acquire_is(s, RELEASE_LOCAL) ? s->line->writes : s->local->count;
  return waiting_release(s) >= 0 && !out && !drains_first(s);
}
GUARD(release_may_not_go, !release_may_go(s) && !drains_first(s))

/* Makes the waiting release the request of this step. */
static inline void take_release(struct step *s) {
  s->current = step_dequeue(s, (unsigned)waiting_release(s));
  s->request = &s->current;
}

/* Writes the release's own line back.  The acknowledgement will end the release. */
static inline void write_back_and_wait(struct step *s) {
  if (acquire_is(s, RELEASE_LOCAL)) {
    done(s);
    return;
  }
  write_back_line(s, s->at)->count = has_drained(s, s->request);
  step_enqueue(s, s->request);
  s->line->queue[s->line->waiting - 1].event = EVENT_STORE;
}
static inline void invalidate_all(struct step *s) {
  if (!acquire_is(s, ACQUIRE_DROPS_NOTHING)) step_signal_all(s, EVENT_INV_ALL);
}

/* Asks the L2 to drain, for a fence or a release. */
static inline void send_drain(struct step *s, unsigned core, unsigned event) {
  struct message *message = step_send(s, release_hooks(s)->drain, above(s, s->at));
  message->request =
      (struct request){ .event = (uint8_t)event, .core = (uint8_t)core, .time = NO_TIME };
  message->line = 0;
}

/* Call when the L2 has the L1's write-backs.  Asks the L2 once to drain, if the fence needs that.
 * Returns whether the fence waits for it. */
static inline bool fence_goes_on(struct step *s, unsigned core) {
  uint8_t *pending = &s->local->pending[core];
  if (!(*pending & FENCE_OF_SYSTEM) || *pending & FENCE_AT_L2) return *pending & FENCE_OF_SYSTEM;
  *pending |= FENCE_AT_L2;
  send_drain(s, core, EVENT_FENCE);
  if (is_bottom_up(s)) step_signal_all(s, release_hooks(s)->inv_all);
  return true;
}
static inline void finish_fence(struct step *s, unsigned core) {
  unsigned entry = (s->local->pending[core] & FENCE_ENTRY) - 1u;
  struct request fence = { .core = (uint8_t)core, .entry = (uint8_t)entry };
  s->local->pending[core] = 0;
  step_reply(s, &fence, 0);
  if (!fences_are_early(s)) invalidate_all(s);
}

/* Call when the L2 has all write-backs that the fences of this SM wait for. */
static inline void answer_fences(struct step *s) {
  for (unsigned core = 0; core < CORES_MAX; core++)
    if (s->local->pending[core] && !fence_goes_on(s, core)) finish_fence(s, core);
}

/* (A line by itself) Is another line dirty, or its write-back out?  Both answers are explored. */
static inline bool others_are_out(struct step *s) { return step_is_alone(s) && step_choose(s, 2); }

/* Call when a write-back is acknowledged. */
static inline void finish_fences(struct step *s) {
  if (!s->local->count && !others_are_out(s)) answer_fences(s);
}

/* Does a fence wait for write-backs of this SM? */
static inline bool fence_waits(const struct step *s) {
  for (unsigned core = 0; core < CORES_MAX; core++)
    if (s->local->pending[core] && !(s->local->pending[core] & FENCE_AT_L2)) return true;
  return false;
}
static inline unsigned fence_mark(const struct step *s) {
  return drains(s, s->request->scope) ? FENCE_OF_SYSTEM : 0;
}
/* (With nothing dirty and no write-back out, no other fence waits.) */
static inline void keep_fence(struct step *s) {
  bool done = step_is_alone(s) && is_clean(s) && !fence_waits(s) && !others_are_out(s);
  s->local->pending[s->request->core] = (uint8_t)((1 + s->request->entry) | fence_mark(s));
  if (fences_are_early(s)) step_signal_all(s, EVENT_INV_ALL);
  if (done) answer_fences(s);
}

/* Has the step ended a fence?  (For claims.) */
static inline bool fence_is_done(const struct step *s, const struct local *before) {
  for (unsigned core = 0; core < CORES_MAX; core++)
    if (before->pending[core] && !s->local->pending[core]) return true;
  return step_answers(s, FENCE);
}

/* --- acquires --- */

GUARD(serves_acquire, queue_has(s->line, EVENT_LOAD_ACQUIRE))

/* Is this line the one that an acquire has just read? */
GUARD(just_read, s->in && s->in->type == EVENT_DATA && s->in->line == s->at)
GUARD(not_just_read, !just_read(s))

/* The dirty words must have been written back. */
static inline void drop(struct step *s) {
  data_clear(&s->line->data);
  s->line->flag = 0;
}
static inline void drop_all_but(struct step *s, unsigned words) {
  for (unsigned word = 0; word < WORDS_MAX; word++) {
    if (words >> word & 1) continue;
    s->line->data.word[word] = 0;
    s->line->data.age[word] = AGE_NONE;
  }
}

/* Keeps dirty words only.  Other SMs may have overwritten those that were written back. */
static inline void drop_clean(struct step *s) {
  drop_all_but(s, s->line->dirty);
  s->line->flag = s->line->dirty;
}

/* --- a cache that writes back all of its lines, L1 or L2 --- */

#define FLUSH (1ull << EVENT_FLUSH)   /* inside a cache, on all of its lines */
#define OTHERS (1ull << EVENT_OTHERS) /* of a line that is explored by itself */

/* Each line writes its dirty words back now, or when its last write-back is acknowledged. */
static inline void flush(struct step *s) {
  if (s->event == EVENT_STORE_RELEASE && acquire_is(s, RELEASE_LOCAL)) return;
  step_signal_all(s, release_hooks(s)->flush);
}
ACTION(owe, s->line->pending = 1)
/* No word is dirty, or (rcc) a release will write the line once the L2 has the others. */
static inline bool is_flushed_already(const struct step *s) {
  bool writes = !release_hooks(s)->puto && s->request->event == EVENT_STORE_RELEASE;
  return writes || !is_dirty(s->line);
}
GUARD(flushes_now, !is_flushed_already(s) && acknowledged(s))
GUARD(flushes_later, !is_flushed_already(s) && unacknowledged(s))

/* (A line by itself) A step on another line may write it back, or end its fences' wait. */
GUARD(others_release, step_is_alone(s) && is_dirty(s->line))
GUARD(others_are_acknowledged, step_is_alone(s) && fence_waits(s) && !s->local->count)

/* Makes another line dirty (1), or gives it a write-back that is out (2), or both (3). */
static inline bool beside(struct local *local, unsigned other, unsigned i) {
  struct line *line = &local->line[other];
  line->state = (uint8_t)__builtin_ctz(i ? V : I);
  line->dirty = i & 1;
  line->data.age[0] = i & 1 ? AGE_STALE : AGE_NONE;
  line->writes = i >> 1 & 1;
  local->count += line->writes;
  return i < 4;
}
static inline unsigned beside_others(const struct local *local, unsigned line) {
  unsigned i = (is_dirty(&local->line[line])) | (local->line[line].writes != 0) << 1;
  return i ? 1u << i : 0;
}
enum { WRITE_BACK_IS_OUT = 1 << 2 | 1 << 3 };

#endif
