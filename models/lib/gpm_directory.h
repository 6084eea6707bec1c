/* The tables of nhcc and hmg: the L1 that acquires and releases, and the GPM that tracks sharers.
 * Guards and actions, the rows that the two share, and what their records share. */
#ifndef MODELS_LIB_GPM_DIRECTORY_H
#define MODELS_LIB_GPM_DIRECTORY_H

#include "models/lib/gpm_claims.h"
#include "models/lib/gpm_l1.h"
#include "models/lib/gpm_l2.h"
#include "models/lib/gpm_observed.h"
#include "models/lib/gpm_release.h"
#include "models/lib/memory.h"

/* --- the L1 --- */

GUARD(release_goes_on, !releases(s, RELEASE_L1))
GUARD(release_ends_here, releases(s, RELEASE_L1))
static inline void invalidate_l1(struct step *s) {
  if (step_parameter(s, PARAMETER_ACQUIRE)) step_signal_all(s, EVENT_INV_ALL);
}
/* All rows but those of a fill that is in flight when an acquire comes. */
#define SYNC_L1_ROWS                                                                              \
  L1_ROWS, INFERRED("IV-B Release", L1_ANY, STORE_RELEASE | FENCE, release_goes_on, SAME, rel),   \
      VARIANT("IV-B Release (l1-release)", L1_ANY, STORE_RELEASE, release_ends_here, SAME,        \
              store_now),                                                                         \
      VARIANT("IV-B Release (l1-release)", L1_ANY, FENCE, release_ends_here, SAME, invalidate_l1, \
              done),                                                                              \
      INFERRED("IV-B Acquire", L1_ANY, RELDONE, always, SAME, invalidate_l1, done),               \
      INFERRED("IV-B Acquire", L1_IV, SMDATA, for_acquire, L1_I, answer_loads, invalidate_l1),    \
      INFERRED("IV-B Acquire", L1_I | L1_IA, INV_ALL, always, SAME)

/* --- the directory --- */

enum { I = 1 << 0, V = 1 << 1, ANY = I | V };
static const char *const directory_states[] = { "I", "V" };

/* (lines-per-entry) The entry's state and sharers stand at each of its lines. */
static inline unsigned others_of_entry(const struct step *s) {
  return gpm_others_of_entry(s->shape, s->at);
}
static inline void set_sharers(struct step *s, uint8_t sharers) {
  unsigned others = others_of_entry(s), state = sm_set_is_empty(sharers) ? I : V;
  s->line->sharers = sharers;
  for (unsigned at = 0; at < s->shape->lines; at++) {
    if (!(others >> at & 1)) continue;
    s->local->line[at].sharers = sharers;
    s->local->line[at].state = (uint8_t)__builtin_ctz(state);
  }
}
/* (From a warm start, lines of one entry may differ until one of them gets a sharer.) */
static inline uint8_t sharers_of_entry(const struct step *s) {
  unsigned others = others_of_entry(s);
  uint8_t sharers = s->line->sharers;
  for (unsigned at = 0; at < s->shape->lines; at++)
    if (others >> at & 1) sharers = sm_set_union(sharers, s->local->line[at].sharers);
  return sharers;
}
static inline void add_gpm(struct step *s, unsigned gpm) {
  uint8_t sharers = sharers_of_entry(s);
  sm_set_add(&sharers, gpm);
  set_sharers(s, sharers);
}
static inline void add_sharer(struct step *s) {
  add_gpm(s, step_index_of(s, step_incoming(s)->from));
}
static inline void invalidate(struct step *s, uint8_t sharers) {
  SM_SET_EACH(gpm, sharers) {
    step_send(s, EVENT_INV, step_controller_at(s, KIND_GPM, gpm));
    s->line->dirty += releases(s, RELEASE_COUNT);
  }
}
static inline void inv_all(struct step *s) {
  invalidate(s, sharers_of_entry(s));
  set_sharers(s, 0);
}
static inline void inv_others(struct step *s) {
  invalidate(s, sm_set_without(sharers_of_entry(s), step_index_of(s, step_incoming(s)->from)));
  set_sharers(s, 0);
}
/* An invalidation covers the whole entry (lone-invalidation: only its own line). */
static inline void drop_entry(struct step *s) {
  unsigned others = others_of_entry(s), invalidated = s->at;
  drop_copy(s);
  if (!others || step_parameter(s, PARAMETER_LINES) == LONE_INVALIDATIONS) return;
  inv_all(s); /* from a warm start, sharers of the other lines */
  for (s->at = 0; s->at < s->shape->lines; s->at++) {
    s->line = &s->local->line[s->at];
    if (others >> s->at & 1) drop_data(s);
  }
  s->at = invalidated, s->line = &s->local->line[invalidated];
}

/* --- downgrade messages (IV-B, "Cache Eviction", the first option) --- */

/* "A clean cache line being evicted from an L2 cache in a non-home GPM could send a downgrade
 * message to the home node."  A home within a GPU is such a GPM to the system home.  With `2` it
 * keeps its entry at the system home while GPMs of its GPU may have copies. */
static inline bool can_tell(const struct step *s) {
  int how = step_parameter(s, PARAMETER_DOWNGRADE);
  if (how == DOWNGRADE_NEVER || !can_evict(s) || others_of_entry(s)) return false;
  return how == DOWNGRADE_ALWAYS || sm_set_is_empty(s->line->sharers);
}
GUARD(cannot_tell, !can_tell(s))
static inline void downgrade(struct step *s) {
  bool late = step_parameter(s, PARAMETER_DOWNGRADE) == DOWNGRADE_OVERTAKEN;
  step_send(s, late ? EVENT_DOWNGRADE_LATE : EVENT_DOWNGRADE,
            step_controller_at(s, KIND_GPM, upwards(s)));
}
static inline uint8_t sharers_without_sender(const struct step *s) {
  return sm_set_without(s->line->sharers, step_index_of(s, step_incoming(s)->from));
}
GUARD_PAIR(others_share, shared_no_more, !sm_set_is_empty(sharers_without_sender(s)))
static inline void delete_sharer(struct step *s) { s->line->sharers = sharers_without_sender(s); }

/* (release=6) One is acknowledged; with the last, what has waited for them is. */
static inline void count_inv(struct step *s) {
  s->line->dirty--;
  for (; !s->line->dirty && s->line->fetching; s->line->fetching--)
    step_send(s, EVENT_INV_TAKEN, step_controller_at(s, KIND_GPM, upwards(s)));
}
GUARD(away, !at_home(s) && !stays(s))
/* With leaf-loads any L2 answers what the home within its GPU does. */
static inline unsigned answered_at_leaf(const struct step *s) {
  if (step_parameter(s, PARAMETER_ACQUIRE) != LEAF_LOADS) return SCOPE_NONE;
  return s->shape->placement.topology.gpus == 1 ? SCOPE_SYSTEM : SCOPE_GPU;
}

#define DIRECTORY_HOOKS                                                                       \
  .see_written = gpm_see_written, .see_dropped = gpm_see_dropped, .see_given = gpm_see_given, \
  .answered_at_leaf = answered_at_leaf, .early = EARLY_ACQUIRE,                               \
  .joins_system = 1u << NARROW_LOADS | 1u << JOINED_LOADS, .early_is_done = true,             \
  .fence_ends = RELDONE, .cta_atomics = PARAMETER_CTA_ATOMICS

/* --- for the record --- */

GUARD(can_replace, step_parameter(s, PARAMETER_REPLACE) && s->state == (unsigned)__builtin_ctz(V))

#define TABLE_1 "Table I "
/* The rows of the directory that nhcc and hmg share, and those of the L2 beside it. */
#define GPM_ROWS                                                                                 \
  ROW(TABLE_1 "local Ld", ANY, LD, hits, SAME, answer_sm),                                       \
      INFERRED("IV-B Local Loads: to the home", ANY, LD, fetches, SAME, fetch, await),           \
      INFERRED("IV-B Local Loads: with the one that is out", ANY, LD, joins, SAME, await),       \
      STALL("LD: what is out is narrower, or older than a store, or an atomic (inferred)", ANY,  \
            LD, waits),                                                                          \
      ROW(TABLE_1 "local St", I, ST, at_home, SAME, store),                                      \
      ROW(TABLE_1 "local St", V, ST, at_home, I, inv_all, store),                                \
      INFERRED("IV-B Local Stores: to the home", ANY, ST, away, SAME, store),                    \
      ROW(TABLE_1 "remote Ld", I, RLD, hits, V, add_sharer, answer_gpm),                         \
      ROW(TABLE_1 "remote Ld", V, RLD, hits, SAME, add_sharer, answer_gpm),                      \
      ROW(TABLE_1 "remote St", I, RST, always, V, add_sharer, store),                            \
      ROW(TABLE_1 "remote St", V, RST, always, SAME, inv_others, add_sharer, store),             \
      ROW(TABLE_1 "local Atom", I, ATOM, performs, SAME, atomic),                                \
      ROW(TABLE_1 "local Atom", V, ATOM, performs, I, inv_all, atomic),                          \
      ROW(TABLE_1 "remote Atom", I, RATOM, performs, V, add_sharer, atomic),                     \
      ROW(TABLE_1 "remote Atom", V, RATOM, performs, SAME, inv_others, add_sharer, atomic),      \
      STALL("ATOM, RATOM: a load or an atomic is out (inferred)", ANY, ATOM | RATOM, busy),      \
      ROW(TABLE_1 "replace dir entry", V, REPLACE, always, I, inv_all),                          \
      STALL(TABLE_1 "replace dir entry: N/A", I, REPLACE, always),                               \
      INFERRED("IV-B Cache Eviction: silent", ANY, EVICT, can_evict, SAME, drop_copy),           \
      STALL("EVICT: the home, or nothing is here, or it is awaited (inferred)", ANY, EVICT,      \
            cannot_evict),                                                                       \
      INFERRED("IV-B Release", ANY, REL, release_waits, SAME, begin_release),                    \
      INFERRED("IV-B Release: nobody else can have anything", ANY, REL, release_waits_not, SAME, \
               finish_release),                                                                  \
      INFERRED("IV-B Release", ANY, RELREQ | RELFLUSH, none_to_count, SAME, go_on_release,       \
               ack_release),                                                                     \
      INFERRED("IV-B Release", ANY, RELACK, not_last_ack, SAME, count_ack),                      \
      INFERRED("IV-B Release", ANY, RELACK, last_ack, SAME, count_ack, finish_release)

/* --- L2s that write back (IV-B) --- */

static inline void store_dirty(struct step *s) {
  unsigned word = s->request->word;
  put_word(s, word, s->request->value);
  set_dirty_words(s, dirty_words(s) | 1u << word);
}
static inline bool can_evict_dirty(const struct step *s) {
  return dirty_words(s) && !is_awaited(s);
}
GUARD(cannot_evict_dirty, !can_evict_dirty(s))
/* "A new message type indicating that the data must be updated but that the issuing GPM need not be
 * tracked as a sharer going forward" (untracked-eviction; not with entries of several lines). */
GUARD(evicts, can_evict_dirty(s) && !writes_back_as(s, EVICTION_LOSES) &&
                  !writes_back_as(s, EVICTION_LEAVES))
GUARD(evicts_untracked, can_evict_dirty(s) && writes_back_as(s, EVICTION_LEAVES))
GUARD(loses_words, can_evict_dirty(s) && writes_back_as(s, EVICTION_LOSES))
static inline void write_back_last(struct step *s) {
  send_dirty_words(s, others_of_entry(s) ? EVENT_RST : EVENT_RST_LAST);
}
static inline void lose_words(struct step *s) { set_dirty_words(s, 0); }

#define DIRTY_EVICTION "IV-B Cache Eviction: \"dirty cache lines being evicted and written back\""
#define UNTRACKED "IV-B Cache Eviction: \"need not be tracked as a sharer going forward\""
#define WRITE_BACK_ROWS                                                                           \
  VARIANT_OF_SOURCE("IV-B Local Stores: \"stored as dirty data in the L2 cache\" (write-back)",   \
                    ANY, ST, stays, SAME, store_dirty),                                           \
      VARIANT_OF_SOURCE(                                                                          \
          "IV-B Release: \"a writeback of all dirty data to the respective home nodes\" "         \
          "(write-back)",                                                                         \
          ANY, REL, release_writes_back, SAME, write_back_all, begin_release),                    \
      VARIANT_OF_SOURCE(DIRTY_EVICTION " (write-back)", ANY, EVICT_DIRTY, evicts, SAME,           \
                        write_back, drop_copy),                                                   \
      VARIANT_OF_SOURCE(DIRTY_EVICTION " (untracked-eviction)", ANY, EVICT_DIRTY,                 \
                        evicts_untracked, SAME, write_back_last, drop_copy),                      \
      VARIANT(DIRTY_EVICTION " (lost-eviction)", ANY, EVICT_DIRTY, loses_words, SAME, lose_words, \
              drop_copy),                                                                         \
      STALL("EVICT_DIRTY: nothing is dirty here, or it is awaited (inferred)", ANY, EVICT_DIRTY,  \
            cannot_evict_dirty),                                                                  \
      VARIANT_OF_SOURCE(UNTRACKED " (untracked-eviction)", I, RST_LAST, always, SAME, store),     \
      VARIANT_OF_SOURCE(UNTRACKED " (untracked-eviction)", V, RST_LAST, always, I, inv_others,    \
                        store),                                                                   \
      VARIANT("IV-B Local Loads: behind the line's dirty words (write-back)", ANY, LD,            \
              fetches_behind, SAME, write_back, fetch, await),                                    \
      VARIANT("IV-B Atomics: behind the line's dirty words (write-back)", ANY, ATOM,              \
              passes_behind, SAME, write_back, pass_atomic)

/* Those of evictions that the home is told of. */
#define TOLD "IV-B Cache Eviction: \"delete the remote node as a sharer\" (downgrade)"
#define TELLS (DOWNGRADE | DOWNGRADE_LATE)
#define DOWNGRADE_ROWS                                                                    \
  VARIANT_OF_SOURCE("IV-B Cache Eviction: \"send a downgrade message\" (downgrade)", ANY, \
                    EVICT_TOLD, can_tell, SAME, drop_copy, downgrade),                    \
      STALL("EVICT_TOLD: as EVICT; (2) its own directory has a sharer (inferred)", ANY,   \
            EVICT_TOLD, cannot_tell),                                                     \
      VARIANT_OF_SOURCE(TOLD, V, TELLS, others_share, SAME, delete_sharer),               \
      VARIANT_OF_SOURCE(TOLD, V, TELLS, shared_no_more, I, delete_sharer),                \
      VARIANT("IV-B Cache Eviction: it is no sharer any more (downgrade)", I, TELLS, always, SAME)

/* Those of releases that wait for what homes count. */
#define COUNT_ROWS                                                                             \
  STALL("REL, RELREQ: invalidations are unacknowledged (count) (inferred)", ANY,               \
        REL | RELREQ | RELFLUSH, some_to_count),                                               \
      VARIANT("IV-B Release: an invalidation is acknowledged (count)", ANY, INV_TAKEN, always, \
              SAME, count_inv)

#define GPM_KIND(more_events, more_internals, ...)                                               \
  {                                                                                              \
    .name = "GPM",                                                                               \
    .table = TABLE(gpm_rows, directory_states, I | V, events,                                    \
                   LD | ST | ATOM | REL | RLD | RST | RATOM | RELREQ | DATA | ATOMRESP | INV |   \
                       RELFLUSH | RELACK | INV_TAKEN | REPLACE | EVICT | EVICT_TOLD | TELLS |    \
                       (more_events)),                                                           \
    .internals = { { EVENT_EVICT, PER_LINE, can_evict, .promises.deferred = true,                \
                     .promises.observed_by = LD | ST | ATOM | RLD | RST | RATOM,                 \
                     .environment = true },                                                      \
                   { EVENT_REPLACE, PER_LINE, can_replace, .environment = true },                \
                   { EVENT_EVICT_TOLD, PER_LINE, can_tell, .environment = true },                \
                   __VA_ARGS__ },                                                                \
    .internal_count = 3 + (more_internals), .instances = ONE_PER_GPM, .value = memory_value,     \
    .idle = gpm_is_clean, .keeps = gpm_keeps, .lease = NO_LEASE, .shows.sharers = true,          \
    .shows.memory = true, .shows.ages = true, .shows.reads = "asking", .shows.writes = "atomic", \
    .shows.held = "for", .shows.line_flag = "overtaken"                                          \
  }

/* The common part of the records. */
#define GPM_RECORD                                                                               \
  GPM_COMMON_RECORD, .event_count = EVENT_END, .own_invariant.holds_in_flight = gpm_copies_hold, \
                     .own_invariant.name = HMG_INVARIANT_NAME,                                   \
                     .own_invariant.name_of_one_value = HMG_INVARIANT_OF_ONE_VALUE

#endif
