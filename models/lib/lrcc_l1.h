/* The L1 of lrcc and lrcc-hier: what it has beyond rcc's (models/lib/rcc_l1.h), and its table but
 * for fences.
 *
 * `dirty` of a line that is not owned has the words that the L2 lacks.  `dirty` of an owned line
 * has the words that this SM has written since it owns the line, the newest of all.  The queue of a
 * line has the loads and stores that wait for its fill, or the release that waits for its Grant.
 * `count` counts the write-backs that are out, OwnWB among them. */
#ifndef MODELS_LIB_LRCC_L1_H
#define MODELS_LIB_LRCC_L1_H

#include "models/lib/lrcc.h"
#include "models/lib/rcc_l1.h"

#define OWNED (O | OG | OA)
static inline bool is_owned(const struct line *line) { return 1u << line->state & OWNING; }

enum { ANY = (1 << 12) - 1 };
static const char *const l1_states[] = { "I",  "V",  "D", "IV", "IP", "VG",
                                         "IO", "VO", "O", "OG", "OA", "OI" };

ACTION(geto, step_send(s, EVENT_GETO, home(s)))

/* (A line by itself) Acquires on others invalidate it at any time; evictions drop clean copies. */
GUARD(may_be_dropped, step_is_alone(s) && 1u << s->state & (D | IV | VG | VO))
GUARD(others_acquire, may_be_dropped(s) && !dirty_and_unacknowledged(s))

/* --- ownership --- */

/* A line may change hands when no older write-back of it is out (overwrite: always). */
GUARD(may_own, acknowledged(s) || step_parameter(s, PARAMETER_OVERWRITE))
GUARD(may_not_own, !may_own(s))
static inline bool may_give(const struct step *s) {
  int pulls = step_parameter(s, PARAMETER_NO_PULL);
  if (pulls == PULLS_NOTHING || (pulls == EVICTS_ALONE && s->event == EVENT_EVICT)) return true;
  if (pulls == PULLS_UNACKNOWLEDGED) return nothing_is_dirty(s) && acknowledged(s);
  if (!step_parameter(s, PARAMETER_OVERWRITE)) return is_clean(s);
  return nothing_is_dirty(s) && s->local->count == s->line->writes;
}
GUARD(may_not_give, !may_give(s))
GUARD(whole,
      s->line->dirty == step_words_of_line(s, s->at) || step_parameter(s, PARAMETER_FALSE_SHARING))
GUARD(give_whole, may_give(s) && whole(s))
GUARD(give_part, may_give(s) && !whole(s))

/* Has the owned line the word that is asked for?  (false-sharing: it has all of the Grant's.) */
GUARD(has_word,
      s->line->dirty &bit_of(s->request->word) || step_parameter(s, PARAMETER_FALSE_SHARING))
GUARD(lacks_word, !has_word(s))
static inline void write_kept_at(struct step *s, unsigned i) {
  s->current = step_dequeue(s, i);
  s->request = &s->current;
  write(s);
  done(s);
}
ACTION(write_kept, write_kept_at(s, 0))
ACTION(grant, s->line->data = step_incoming(s)->data)
static inline void give(struct step *s, unsigned type) {
  struct message *message = step_send(s, type, home(s));
  message->flag = s->line->dirty;
  message->data = s->line->data;
  s->line->dirty = 0;
}
ACTION(put, give(s, EVENT_PUTO))
static inline void own_write_back(struct step *s) {
  give(s, EVENT_OWNWB);
  if (step_parameter(s, PARAMETER_UNACKNOWLEDGED)) return;
  s->line->writes++;
  s->local->count++;
}
ACTION(no_data, step_send(s, EVENT_NODATA, home(s)))

/* An acquire drops the rest of its L1 (variant owned-dropped: what it owns, too). */
static inline void invalidate_unowned(struct step *s) {
  bool drops = step_parameter(s, PARAMETER_ACQUIRE) == ACQUIRES_DROP_OWNED;
  for (unsigned at = 0; drops && at < lines(s); at++)
    if (is_owned(&s->local->line[at])) s->local->line[at].dirty = 0;
  invalidate_all(s);
}

/* --- fills --- */

/* In the order in which they came: loads read the line, stores write it. */
static inline void serve_in_order(struct step *s) {
  while (s->line->waiting) {
    if (s->line->queue[0].event == EVENT_STORE) {
      write_kept(s);
      continue;
    }
    s->current = step_dequeue(s, 0);
    s->request = &s->current;
    hit(s);
  }
}

/* The fill is too old to keep, but the owner has been asked: stores go on.  (With another fetch, a
 * thread that spins on acquires could delay them for ever.) */
static inline void perform_stores(struct step *s) {
  for (unsigned i = 0; i < s->line->waiting;) {
    if (s->line->queue[i].event == EVENT_STORE) write_kept_at(s, i);
    else i++;
  }
}
GUARD(store_waits, queue_has(s->line, EVENT_STORE))
GUARD(for_plain, !serves_acquire(s))
GUARD(for_acquire, serves_acquire(s) && others_settled(s))
GUARD(for_acquire_later, serves_acquire(s) && !others_settled(s))
GUARD(for_loads, for_plain(s) && !store_waits(s))
GUARD(for_stores, for_plain(s) && store_waits(s))
GUARD(for_acquire_alone, for_acquire(s) && !store_waits(s))
GUARD(for_acquire_and_stores, for_acquire(s) && store_waits(s))
GUARD(silent_evict, 1u << s->state & V)
GUARD(loud_evict, 1u << s->state & O && may_give(s))
static inline const struct data *l1_value(const struct local *local, unsigned line) {
  return is_owned(&local->line[line]) ? &local->line[line].data : NULL;
}

/* Accesses and ownership; then, after fences, all else. */
#define LRCC_L1_ACCESSES                                                                           \
  ROW("10.19 I/Load", I, LOAD, acknowledged, IV, keep, getv),                                      \
      ROW("10.19 I/Store", I, STORE, acknowledged, IV, keep, getv),                                \
      ROW("10.19 I/Acquire", I, LOAD_ACQUIRE, acknowledged, IV, keep, getv),                       \
      INFERRED("I/Atomic", I, ATOMIC, acknowledged, IP, atomic),                                   \
      STALL("I: a write-back is out", I, LOAD | STORE | LOAD_ACQUIRE | ATOMIC, unacknowledged),    \
      ROW("10.19 I/Release", I, STORE_RELEASE, may_own, IO, keep, geto),                           \
      STALL("I/Release: a write-back is out", I, STORE_RELEASE, may_not_own),                      \
      ROW("10.19 V/Load", V | D, LOAD, always, SAME, hit),                                         \
      ROW("10.19 V/Store", V | D, STORE, always, SAME, write, done),                               \
      ROW("10.19 V/Acquire", V, LOAD_ACQUIRE, acknowledged, VG, keep, getv),                       \
      INFERRED("V/Atomic", V, ATOMIC, acknowledged, IP, drop, atomic),                             \
      STALL("V/Acquire: a write-back is out", V, LOAD_ACQUIRE | ATOMIC, unacknowledged),           \
      ROW("10.19 V/Release", V, STORE_RELEASE, may_own, VO, keep, geto),                           \
      STALL("V/Release: a write-back is out", V, STORE_RELEASE, may_not_own),                      \
      STALL("D: the L2 must have the SM's words first", D, LOAD_ACQUIRE | STORE_RELEASE | ATOMIC,  \
            acknowledged, write_back),                                                             \
      STALL("D: a write-back is out", D, LOAD_ACQUIRE | STORE_RELEASE | ATOMIC, unacknowledged),   \
      INFERRED("IV/Load, Store: it joins", IV, LOAD | STORE, always, SAME, keep),                  \
      STALL("IP: the fetch is too old", IP, LOAD | STORE, always),                                 \
      INFERRED("VG/Load", VG, LOAD, always, SAME, hit), STALL("VG/Store", VG, STORE, always),      \
      STALL("fetching: one thing at a time", IV | IP | VG, LOAD_ACQUIRE | STORE_RELEASE | ATOMIC,  \
            always),                                                                               \
      INFERRED("IV/Data", IV, DATA, for_plain, V, install, serve_in_order),                        \
      INFERRED("fetching/Data, for an acquire", IV | VG, DATA, for_acquire, V, install,            \
               serve_in_order, invalidate_unowned),                                                \
      STALL("fetching/Data, for an acquire: a line cannot be dropped yet", IV | IP | VG, DATA,     \
            for_acquire_later),                                                                    \
      INFERRED("IP/Data", IP, DATA, for_loads, I, serve),                                          \
      INFERRED("IP/Data, a store waits: its words go on to the L2", IP, DATA, for_stores, I,       \
               serve, perform_stores, write_back, drop),                                           \
      INFERRED("IP/Data, for an acquire", IP, DATA, for_acquire_alone, I, serve,                   \
               invalidate_unowned),                                                                \
      INFERRED("IP/Data, for an acquire, a store waits", IP, DATA, for_acquire_and_stores, I,      \
               serve, perform_stores, write_back, drop, invalidate_unowned),                       \
      INFERRED("IP/AAck", IP, AACK, always, I, atomic_done),                                       \
      NEVER("Data", I | V | D | IO | VO | O | OA | OI, DATA),                                      \
      NEVER("AAck", I | V | D | IV | VG | IO | VO | O | OG | OA | OI, AACK),                       \
      INFERRED("VO/Load", VO, LOAD, always, SAME, hit), STALL("IO/Load", IO, LOAD, always),        \
      STALL("a GetO is out", IO | VO, STORE | LOAD_ACQUIRE | STORE_RELEASE | ATOMIC, always),      \
      ROW("10.19 Grant: the release is done", IO | VO, GRANT, always, O, grant, write_kept),       \
      STALL("Request write-back: the Grant is on its way", IO | VO, REQWB, always),                \
      NEVER("Grant", I | V | D | IV | IP | VG | O | OG | OA | OI, GRANT),                          \
      ROW("10.19 O/Load, Acquire", O, LOAD | LOAD_ACQUIRE, has_word, SAME, hit),                   \
      INFERRED("O/Load, of a word that others may have written: the L2 has it", O,                 \
               LOAD | LOAD_ACQUIRE, lacks_word, OG, keep, getv),                                   \
      ROW("10.19 O/Store, Release", O, STORE | STORE_RELEASE, always, SAME, write, done),          \
      INFERRED("O/Atomic: the L2 asks for the line first", O, ATOMIC, always, OA, atomic),         \
      ROW("10.19 O/Request write-back", O, REQWB, give_whole, V, own_write_back),                  \
      INFERRED("O/Request write-back: the rest may be old", O, REQWB, give_part, I,                \
               own_write_back, drop),                                                              \
      STALL("10.19 O/Request write-back: what is dirty first", OWNED, REQWB, may_not_give, flush), \
      ROW("10.19 O/Evict", O, EVICT, may_give, OI, put, drop),                                     \
      STALL("O/Evict: what is dirty first", O, EVICT, may_not_give),                               \
      INFERRED("owned, something is out/Load", OG | OA, LOAD, has_word, SAME, hit),                \
      STALL("owned, something is out/Load: the fetch may be too old", OG | OA, LOAD, lacks_word),  \
      INFERRED("owned, something is out/Store, Release", OG | OA, STORE | STORE_RELEASE, always,   \
               SAME, write, done),                                                                 \
      STALL("owned, something is out: one thing at a time", OG | OA, LOAD_ACQUIRE | ATOMIC,        \
            always),                                                                               \
      INFERRED("OG/Data", OG, DATA, for_plain, O, serve),                                          \
      INFERRED("OG/Data, for an acquire", OG, DATA, for_acquire, O, serve, invalidate_unowned),    \
      STALL("OG/Data, for an acquire: a line cannot be dropped yet", OG, DATA, for_acquire_later), \
      INFERRED("owned, something is out/Request write-back", OG | OA, REQWB, may_give, IP,         \
               own_write_back, drop),                                                              \
      STALL("OI: an eviction is out", OI, LOAD | STORE | LOAD_ACQUIRE | STORE_RELEASE | ATOMIC,    \
            always),                                                                               \
      INFERRED("OI/Request write-back", OI, REQWB, always, SAME, no_data),                         \
      NEVER("Request write-back", I | V | D | IV | IP | VG, REQWB),                                \
      INFERRED("OI/PutAck", OI, PUTACK, always, I),                                                \
      NEVER("PutAck", I | V | D | IV | IP | VG | IO | VO | O | OG | OA, PUTACK)
#define LRCC_L1_ANSWERS                                                                           \
  INFERRED("WBAck, another is owed", ANY, WBACK, owed, SAME, pay),                                \
      INFERRED("WBAck", ANY, WBACK, not_owed, SAME, acknowledge, finish_fences),                  \
      INFERRED("Invalidate", I | IO | OI, INV_ALL, always, SAME),                                 \
      ROW("10.19 O/Invalidate", OWNED, INV_ALL, always, SAME),                                    \
      INFERRED("V/Invalidate: the acquire has read it", V | D, INV_ALL, just_read, SAME),         \
      ROW("10.19 V/Invalidate", V, INV_ALL, not_just_read, I, drop),                              \
      ROW("10.19 V/Invalidate, dirty", D, INV_ALL, not_just_read, I, write_back, drop),           \
      INFERRED("VO/Invalidate", VO, INV_ALL, always, IO, drop),                                   \
      INFERRED("fetching/Invalidate: the acquire has read it, and another fetch is out", IV,      \
               INV_ALL, just_read, SAME),                                                         \
      INFERRED("fetching/Invalidate", IV, INV_ALL, not_just_read, IP),                            \
      INFERRED("fetching/Invalidate", IP | VG, INV_ALL, always, IP, drop),                        \
      INFERRED("Flush: nothing is dirty, or it is owned", ANY, FLUSH, is_flushed_already, SAME),  \
      INFERRED("Flush", ANY, FLUSH, flushes_now, SAME, write_back),                               \
      INFERRED("Flush: a write-back is out", ANY, FLUSH, flushes_later, SAME, owe),               \
      ROW("10.19 V/Evict", V, EVICT, always, I, drop),                                            \
      STALL("Evict", I | D | IV | IP | VG | IO | VO | OG | OA | OI, EVICT, always),               \
      ROW("10.19 V/Evict, dirty", D, WRITE_BACK, acknowledged, SAME, write_back),                 \
      STALL("D/Evict: a write-back is out", D, WRITE_BACK, unacknowledged),                       \
      STALL("Write-back", I | V | IV | IP | VG | IO | VO | O | OG | OA | OI, WRITE_BACK, always), \
      INFERRED("a line by itself: the last write-back of others", ANY, OTHERS, always, SAME,      \
               answer_fences)

/* The events that an L1 takes, and its internal events (both models' records). */
#define LRCC_L1_EVENTS                                                                             \
  REQUESTS | EVICT | DATA | WBACK | AACK | WRITE_BACK | INV_ALL | FLUSH | OTHERS | GRANT | REQWB | \
      PUTACK
#define LRCC_L1_INTERNALS                                                                    \
  { { EVENT_EVICT, PER_LINE, silent_evict, .promises.deferred = true, .environment = true }, \
    { EVENT_EVICT, PER_LINE, loud_evict, .environment = true },                              \
    { EVENT_WRITE_BACK, PER_LINE },                                                          \
    { EVENT_INV_ALL, PER_LINE, others_acquire, .environment = true },                        \
    { EVENT_FLUSH, PER_LINE, others_release, .environment = true },                          \
    { EVENT_OTHERS, PER_LINE, others_are_acknowledged, .environment = true,                  \
      .promises.while_context = WRITE_BACK_IS_OUT } },                                       \
      .internal_count = 6, .promises.context = beside, .promises.context_of = beside_others

#define LRCC_RECORD                                                              \
  .source = "Primer, 2nd ed., 10.1.4, tables 10.16 and 10.19", .events = events, \
  .event_count = EVENT_COUNT, .network_count = 4, .core = CORE_GPU,              \
  .same_address_interlock = true, .invariants = CLAIM(PROPERTY_OWN),             \
  .own_invariant.holds = one_owner, .promises.moves_data = true, .client = REQUESTS

#define LRCC_L1(more_events_)                                                               \
  {                                                                                         \
    .name = "L1",                                                                           \
    .table = TABLE(l1_rows, l1_states, I | V | O, events, LRCC_L1_EVENTS | (more_events_)), \
    .internals = LRCC_L1_INTERNALS, .instances = ONE_PER_SM, .state_of = l1_state,          \
    .value = l1_value, .value_is_dirty = true, .keeps = lrcc_l1_keeps, .lease = NO_LEASE,   \
    .shows.count = "unacknowledged", .shows.pending = "waits", .shows.writes = "out"        \
  }

#endif
