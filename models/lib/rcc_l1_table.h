/* The table of the L1 that rcc and rcc-hier share, but for its fences, and its own guards.
 *
 * With `cta-atomics` the L1 performs atomics of CTA scope.  It fetches the line first, and such an
 * atomic waits in the queue, where there is at most one.  A fill that may not be installed is no
 * ground for it: the line is fetched again. */
#ifndef MODELS_LIB_RCC_L1_TABLE_H
#define MODELS_LIB_RCC_L1_TABLE_H

#include "models/lib/rcc_l1.h"

enum { PARAMETER_STALE_WORDS = 1, PARAMETER_ACQUIRE };
enum { ANY = I | V | D | IV | IP | VG };
static const char *const l1_states[] = { "I", "V", "D", "IV", "IP", "VG" };

enum stale_words { STALE_WORDS_SERVED = 1, STALE_WORDS_KEPT };
GUARD(stale_words, step_parameter(s, PARAMETER_STALE_WORDS) == STALE_WORDS_SERVED)
GUARD(no_stale_words, !stale_words(s))

/* Before an acquire reads at the L2, the L2 gets the SM's words (overwrite: the SM loses them). */
static inline void write_back_first(struct step *s) {
  if (acquire_is(s, ACQUIRE_OVERWRITES)) s->line->dirty = 0;
  else write_back(s);
}

/* A load joins a fetch, unless its word is the SM's own; no acquire does (but joined-acquire). */
GUARD(acquire_joins, s->event == EVENT_LOAD_ACQUIRE && not_own_word(s) &&
                         acquire_is(s, ACQUIRE_JOINS) && !queue_has(s->line, EVENT_ATOMIC))
GUARD(acquire_joins_not, !acquire_joins(s))
GUARD(joins, s->event == EVENT_LOAD ? not_own_word(s) : acquire_joins(s))

/* The L2 does not have the word of a release yet: no load reads it (but early-release). */
GUARD(withheld, writes_release(s, s->request->word) && !acquire_is(s, RELEASE_EARLY))
GUARD(at_large, !withheld(s))
GUARD(own_withheld, own_word(s) && withheld(s))
GUARD(own_at_large, own_word(s) && at_large(s))

/* A fill is too old after an acquire, or when a word has been written back. Nothing tells which is
 * newer (keep-words: the SM's word stays). */
static inline bool spoilt(const struct step *s) {
  bool outdated = s->line->flag & ~s->line->dirty &&
                  step_parameter(s, PARAMETER_STALE_WORDS) != STALE_WORDS_KEPT;
  return 1u << s->state & IP || outdated;
}

/* --- atomics of CTA scope --- */

GUARD_PAIR(of_cta, beyond_cta, s->request->scope == SCOPE_CTA)
GUARD(fetches_atomic, of_cta(s) && acknowledged(s))
GUARD(wide_acknowledged, beyond_cta(s) && acknowledged(s))
GUARD(wide_unacknowledged, beyond_cta(s) && unacknowledged(s))
GUARD(hits_atomic, of_cta(s) && at_large(s))
GUARD(withholds_atomic, of_cta(s) && withheld(s))
static inline void perform_for(struct step *s, const struct request *request) {
  int64_t old = s->line->data.word[request->word];
  write_word(s, request->word, request_result(request, old));
  step_reply(s, request, old);
}
ACTION(perform, perform_for(s, s->request))
/* The atomic that waits for the line; NULL: none. */
static inline const struct request *waiting_atomic(const struct step *s) {
  EACH_WAITING(s->line, entry)
  if (entry->event == EVENT_ATOMIC) return entry;
  return NULL;
}
static inline void serve_atomic(struct step *s) {
  struct request atomic = *waiting_atomic(s);
  step_dequeue(s, (unsigned)(waiting_atomic(s) - s->line->queue));
  perform_for(s, &atomic);
}
/* A release of its word, which the L2 does not have yet, makes an atomic wait as it does loads. */
static inline bool atomic_is_withheld(const struct step *s) {
  return writes_release(s, waiting_atomic(s)->word) && !acquire_is(s, RELEASE_EARLY);
}
GUARD(for_atomic, waiting_atomic(s) && !spoilt(s) && !atomic_is_withheld(s))
GUARD(atomic_may_not_go,
      waiting_atomic(s) && (spoilt(s) ? unacknowledged(s) : atomic_is_withheld(s)))
GUARD(atomic_again, waiting_atomic(s) && spoilt(s) && !s->line->dirty && acknowledged(s))
GUARD(atomic_dirty, waiting_atomic(s) && spoilt(s) && s->line->dirty && acknowledged(s))

/* A fill for an acquire drops the other lines; a spoilt fill's line is dropped itself. */
GUARD(plain, !serves_acquire(s) && !waiting_atomic(s))
GUARD(acquire, serves_acquire(s) && others_settled(s))
GUARD(acquire_unsettled, serves_acquire(s) && !others_settled(s))
GUARD(spoilt_clean, spoilt(s) && !s->line->dirty)
GUARD(spoilt_dirty, spoilt(s) && s->line->dirty && acknowledged(s))
GUARD(plain_kept, plain(s) && !spoilt(s))
GUARD(plain_clean, plain(s) && spoilt_clean(s))
GUARD(plain_dirty, plain(s) && spoilt_dirty(s))
GUARD(acquire_kept, acquire(s) && !spoilt(s))
GUARD(acquire_clean, acquire(s) && spoilt_clean(s))
GUARD(acquire_dirty, acquire(s) && spoilt_dirty(s))
GUARD(kept_unsettled, acquire_unsettled(s) && !spoilt(s))
GUARD(unsettled,
      spoilt(s) && !waiting_atomic(s) && (acquire_unsettled(s) || dirty_and_unacknowledged(s)))

/* (A line by itself) Acquires on others invalidate it at any time; evictions drop clean copies. */
static inline bool others_acquire(const struct step *s) {
  unsigned state = 1u << s->state;
  bool old_words = state & IP && no_stale_words(s) && s->line->flag != s->line->dirty;
  bool changes = state & (D | IV | VG) || old_words;
  return step_is_alone(s) && changes && !dirty_and_unacknowledged(s);
}

/* Accesses and releases; then, after fences, all else. */
#define RCC_L1_ACCESSES                                                                           \
  ROW("10.12 I/Load", I, LOAD, acknowledged, IV, keep, getv),                                     \
      ROW("10.12 I/Store", I, STORE, acknowledged, IV, getv, write, own, done),                   \
      ROW("10.12 I/Acquire", I, LOAD_ACQUIRE, acknowledged, IV, keep, getv),                      \
      INFERRED("I/Atomic", I, ATOMIC, wide_acknowledged, IP, atomic),                             \
      VARIANT("I/Atomic, .cta: fetched first", I, ATOMIC, fetches_atomic, IV, keep, getv),        \
      STALL("I: a write-back is out", I, LOAD | STORE | LOAD_ACQUIRE | ATOMIC, unacknowledged),   \
      ROW("10.12 V/Load", V | D, LOAD, at_large, SAME, hit),                                      \
      ROW("10.12 V/Store", V | D, STORE, always, SAME, write, done),                              \
      ROW("10.12 V/Acquire", V, LOAD_ACQUIRE, acknowledged, VG, keep, getv),                      \
      INFERRED("V/Atomic", V, ATOMIC, wide_acknowledged, IP, drop, atomic),                       \
      VARIANT("V/Atomic, .cta (cta-atomics)", V | D, ATOMIC, hits_atomic, SAME, perform),         \
      STALL("Atomic, .cta: the L2 does not have the release yet", V | D, ATOMIC,                  \
            withholds_atomic),                                                                    \
      STALL("V/Acquire: the L2 must have the SM's words first", D, LOAD_ACQUIRE | ATOMIC,         \
            wide_acknowledged, write_back_first),                                                 \
      STALL("V/Acquire: a write-back is out", V | D, LOAD_ACQUIRE | ATOMIC, wide_unacknowledged), \
      INFERRED("fetching/Load, of a word that the SM has written", IV | IP, LOAD, own_at_large,   \
               SAME, hit),                                                                        \
      INFERRED("IV/Load: it joins", IV, LOAD | LOAD_ACQUIRE, joins, SAME, keep),                  \
      STALL("IP/Load: the fetch is too old", IP, LOAD, not_own_word),                             \
      INFERRED("VG/Load", VG, LOAD, at_large, SAME, hit),                                         \
      STALL("Load: the L2 does not have the release yet", V | D | VG, LOAD, withheld),            \
      STALL("Load: the L2 does not have the release yet", IV | IP, LOAD, own_withheld),           \
      INFERRED("fetching/Store", IV | VG, STORE, always, SAME, write, own, done),                 \
      STALL("IP/Store", IP, STORE, always),                                                       \
      STALL("fetching/Acquire: the fetch is older", IV, LOAD_ACQUIRE, acquire_joins_not),         \
      STALL("fetching/Acquire: the fetch is older", IP | VG, LOAD_ACQUIRE, always),               \
      STALL("fetching/Acquire: the fetch is older", IV | IP | VG, ATOMIC, always),                \
      ROW("10.12 Release: the others first", ANY, STORE_RELEASE, always, SAME, flush, keep),      \
      ROW("10.12 I/Release", I, RELEASE, release_may_go, IV, take_release, getv, write, own,      \
          write_back_and_wait),                                                                   \
      ROW("10.12 V/Release", V | D, RELEASE, release_may_go, SAME, take_release, write,           \
          write_back_and_wait),                                                                   \
      INFERRED("fetching/Release", IV | VG, RELEASE, release_may_go, SAME, take_release, write,   \
               own, write_back_and_wait),                                                         \
      STALL("IP/Release", IP, RELEASE, always),                                                   \
      STALL("Release: write-backs are out, or there is none", I | V | D | IV | VG, RELEASE,       \
            release_may_not_go)
#define RCC_L1_ANSWERS                                                                            \
  INFERRED("WBAck, another is owed", ANY, WBACK, owed, SAME, finish_releases, pay),               \
      INFERRED("WBAck", ANY, WBACK, not_owed, SAME, acknowledge, finish_releases, finish_fences), \
      INFERRED("IV/Data", IV, DATA, plain_kept, V, serve, install),                               \
      INFERRED("fetching/Data, for an acquire", IV | VG, DATA, acquire_kept, V, serve, install,   \
               invalidate_all),                                                                   \
      STALL("fetching/Data, for an acquire: a line cannot be dropped yet", IV | VG, DATA,         \
            kept_unsettled),                                                                      \
      INFERRED("spoilt/Data", IV | IP, DATA, plain_clean, I, serve, drop),                        \
      INFERRED("spoilt/Data, dirty", IV | IP, DATA, plain_dirty, I, serve, write_back, drop),     \
      INFERRED("spoilt/Data, for an acquire", IV | IP | VG, DATA, acquire_clean, I, serve, drop,  \
               invalidate_all),                                                                   \
      INFERRED("spoilt/Data, for an acquire, dirty", IV | IP | VG, DATA, acquire_dirty, I, serve, \
               write_back, drop, invalidate_all),                                                 \
      STALL("spoilt/Data: a line cannot be dropped yet", IV | IP | VG, DATA, unsettled),          \
      VARIANT("IV/Data, for an atomic of .cta scope", IV, DATA, for_atomic, V, serve, install,    \
              serve_atomic),                                                                      \
      VARIANT("spoilt/Data, for an atomic of .cta scope: again", IV | IP, DATA, atomic_again, IV, \
              serve, drop, getv),                                                                 \
      STALL("spoilt/Data, for an atomic of .cta scope: the L2 must have the SM's words first",    \
            IV | IP, DATA, atomic_dirty, write_back),                                             \
      STALL("Data, for an atomic of .cta scope: a write-back is out", IV | IP, DATA,              \
            atomic_may_not_go),                                                                   \
      NEVER("Data", I | V | D, DATA), INFERRED("IP/AAck", IP, AACK, always, I, atomic_done),      \
      NEVER("AAck", I | V | D | IV | VG, AACK),                                                   \
      INFERRED("I/Invalidate", I, INV_ALL, always, SAME),                                         \
      INFERRED("V/Invalidate: the acquire has read it", V | D, INV_ALL, just_read, SAME),         \
      ROW("10.12 V/Invalidate", V, INV_ALL, not_just_read, I, drop),                              \
      ROW("10.12 V/Invalidate, dirty", D, INV_ALL, not_just_read, I, write_back, drop),           \
      INFERRED("fetching/Invalidate", IV | IP | VG, INV_ALL, no_stale_words, IP, drop_clean),     \
      VARIANT("fetching/Invalidate (stale-words)", IV | IP | VG, INV_ALL, stale_words, IP),       \
      INFERRED("Flush: nothing is dirty, or the release will write", ANY, FLUSH,                  \
               is_flushed_already, SAME),                                                         \
      ROW("10.12 Release: all dirty blocks but its own", ANY, FLUSH, flushes_now, SAME,           \
          write_back),                                                                            \
      INFERRED("Flush: a write-back is out", ANY, FLUSH, flushes_later, SAME, owe),               \
      ROW("10.12 V/Evict", V, EVICT, always, I, drop),                                            \
      STALL("D/Evict: it is written back first", I | D | IV | IP | VG, EVICT, always),            \
      ROW("10.12 V/Evict, dirty", D, WRITE_BACK, acknowledged, SAME, write_back),                 \
      STALL("D/Evict: a write-back is out", D, WRITE_BACK, unacknowledged),                       \
      STALL("Write-back", I | V | IV | IP | VG, WRITE_BACK, always),                              \
      INFERRED("a line by itself: the last write-back of others", ANY, OTHERS, always, SAME,      \
               answer_fences)

#define CTA_ATOMICS_PARAMETER "cta-atomics", 0, 0, 1, "1: the L1 performs atomics of CTA scope"
#define CTA_ATOMICS_VARIANT                                                \
  {                                                                        \
    "cta-atomics-in-l1", "atomics of CTA scope are performed in the L1", { \
      { "cta-atomics", 1 }                                                 \
    }                                                                      \
  }

#define RCC_RECORD                                                                                \
  .source = "Primer, 2nd ed., 10.1.4, tables 10.12 and 10.13", .events = events,                  \
  .event_count = EVENT_COUNT, .networks = { { "up", UNORDERED, 12 }, { "down", UNORDERED, 12 } }, \
  .network_count = 2, .core = CORE_GPU, .invariants = CLAIM(PROPERTY_OWN),                        \
  .promises.not_of_ports = true, .promises.moves_data = true, .client = REQUESTS

/* The L1. A model's `evict` is for lines upon which a release is to come, `lazy_evict` for none. */
#define RCC_L1(more_events_)                                                                   \
  {                                                                                            \
    .name = "L1",                                                                              \
    .table = TABLE(l1_rows, l1_states, I | V, events,                                          \
                   REQUESTS | EVICT | DATA | WBACK | AACK | WRITE_BACK | RELEASE | INV_ALL |   \
                       FLUSH | OTHERS | (more_events_)),                                       \
    .internals = { { EVENT_EVICT, PER_LINE, lazy_evict, .promises.deferred = true,             \
                     .environment = true },                                                    \
                   { EVENT_EVICT, PER_LINE, evict, .environment = true },                      \
                   { EVENT_WRITE_BACK, PER_LINE },                                             \
                   { EVENT_RELEASE, PER_LINE },                                                \
                   { EVENT_INV_ALL, PER_LINE, others_acquire, .environment = true },           \
                   { EVENT_FLUSH, PER_LINE, others_release, .environment = true },             \
                   { EVENT_OTHERS, PER_LINE, others_are_acknowledged, .environment = true,     \
                     .promises.while_context = WRITE_BACK_IS_OUT } },                          \
    .internal_count = 7, .instances = ONE_PER_SM, .state_of = l1_state, .keeps = rcc_l1_keeps, \
    .promises.context = beside, .promises.context_of = beside_others, .lease = NO_LEASE,       \
    .shows.count = "unacknowledged", .shows.pending = "waits", .shows.writes = "out",          \
    .shows.line_flag = "own"                                                                   \
  }

#endif
