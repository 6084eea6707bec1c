/* Sets and relations of events as bits.  A set of events is EVENT_WORDS words, so it holds at most
 * 64 times as many events.  A relation over n events is n sets; row i holds the successors of event
 * i.  No operation below costs more than n rows times n.  Every function writes its whole result; a
 * target may be one of the operands unless it says otherwise.
 *
 * The evaluator and the judge are compiled once for each of 1, 2, 4 and 8 words (Makefile, WIDTHS),
 * and judge.c picks the narrowest.  One word is a plain number, so small tests pay for no more.
 * Several are a vector of GNU C, on which | & ~ work as on a number.  All else has a function here,
 * and NO_EVENTS stands for 0. */
#ifndef CAT_RELATION_H
#define CAT_RELATION_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifndef EVENT_WORDS
#define EVENT_WORDS 1
#endif

enum { EVENTS_MAX = 64 * EVENT_WORDS };

#define NO_EVENTS ((event_set){ 0 })

#if EVENT_WORDS == 1

typedef uint64_t event_set;

static inline bool events_any(event_set set) { return set != 0; }

static inline bool events_have(event_set set, unsigned event) { return set >> event & 1; }

static inline event_set event_bit(unsigned event) { return (event_set)1 << event; }

static inline event_set events_below(unsigned count) {
  return count >= 64 ? ~(event_set)0 : event_bit(count) - 1;
}

/* The least event of a set that is not empty. */
static inline unsigned event_first(event_set set) { return (unsigned)__builtin_ctzll(set); }

/* A set without its least event. */
static inline event_set events_after_first(event_set set) { return set & (set - 1); }

static inline unsigned event_count(event_set set) { return (unsigned)__builtin_popcountll(set); }

#else

typedef uint64_t event_set __attribute__((vector_size(8 * EVENT_WORDS), aligned(8)));

static inline bool events_any(event_set set) {
  uint64_t any = 0;
  for (unsigned w = 0; w < EVENT_WORDS; w++) any |= set[w];
  return any != 0;
}

static inline bool events_have(event_set set, unsigned event) {
  return set[event / 64] >> event % 64 & 1;
}

static inline event_set event_bit(unsigned event) {
  event_set bit = NO_EVENTS;
  bit[event / 64] = (uint64_t)1 << event % 64;
  return bit;
}

static inline event_set events_below(unsigned count) {
  event_set below = NO_EVENTS;
  for (unsigned w = 0; w < EVENT_WORDS && 64 * w < count; w++)
    below[w] = count - 64 * w >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << (count - 64 * w)) - 1;
  return below;
}

/* The index of the first word that is not 0; the last one's if there is none. */
static inline unsigned event_word(event_set set) {
  unsigned w = 0;
  while (w < EVENT_WORDS - 1 && !set[w]) w++;
  return w;
}

static inline unsigned event_first(event_set set) {
  unsigned w = event_word(set);
  return 64 * w + (unsigned)__builtin_ctzll(set[w]);
}

static inline event_set events_after_first(event_set set) {
  unsigned w = event_word(set);
  set[w] &= set[w] - 1;
  return set;
}

static inline unsigned event_count(event_set set) {
  unsigned count = 0;
  for (unsigned w = 0; w < EVENT_WORDS; w++) count += (unsigned)__builtin_popcountll(set[w]);
  return count;
}

#endif

/* EACH_EVENT(e, set) statement: for each event e of a set, least first.  `continue` works in the
 * statement; `break` does not (it goes on with the next event). */
#if EVENT_WORDS == 1

#define EACH_EVENT(e, set)                                             \
  for (event_set rest_##e = (set); rest_##e; rest_##e &= rest_##e - 1) \
    for (unsigned e = event_first(rest_##e), once_##e = 1; once_##e; once_##e = 0)

#else

/* A walk over a set: what is left of the word that it has come to. */
struct event_walk {
  event_set set;
  uint64_t rest;
  unsigned word;
};

static inline struct event_walk event_walk_begin(event_set set) {
  return (struct event_walk){ set, set[0], 0 };
}

static inline bool event_walk_on(struct event_walk *walk) {
  while (!walk->rest && walk->word + 1 < EVENT_WORDS) walk->rest = walk->set[++walk->word];
  return walk->rest != 0;
}

static inline unsigned event_walk_at(const struct event_walk *walk) {
  return 64 * walk->word + (unsigned)__builtin_ctzll(walk->rest);
}

#define EACH_EVENT(e, set)                                                           \
  for (struct event_walk walk_##e = event_walk_begin(set); event_walk_on(&walk_##e); \
       walk_##e.rest &= walk_##e.rest - 1)                                           \
    for (unsigned e = event_walk_at(&walk_##e), once_##e = 1; once_##e; once_##e = 0)

#endif

static inline void relation_clear(event_set *r, unsigned n) { memset(r, 0, n * sizeof *r); }

static inline void relation_copy(event_set *r, const event_set *a, unsigned n) {
  memcpy(r, a, n * sizeof *r);
}

static inline bool relation_has(const event_set *r, unsigned from, unsigned to) {
  return events_have(r[from], to);
}

static inline void relation_add(event_set *r, unsigned from, unsigned to) {
  r[from] |= event_bit(to);
}

static inline void relation_remove(event_set *r, unsigned from, unsigned to) {
  r[from] &= ~event_bit(to);
}

static inline bool relation_empty(const event_set *r, unsigned n) {
  event_set any = NO_EVENTS;
  for (unsigned i = 0; i < n; i++) any |= r[i];
  return !events_any(any);
}

static inline bool relation_equal(const event_set *a, const event_set *b, unsigned n) {
  return memcmp(a, b, n * sizeof *a) == 0;
}

static inline bool relation_irreflexive(const event_set *r, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    if (relation_has(r, i, i)) return false;
  return true;
}

static inline event_set relation_domain(const event_set *r, unsigned n) {
  event_set set = NO_EVENTS;
  for (unsigned i = 0; i < n; i++)
    if (events_any(r[i])) set |= event_bit(i);
  return set;
}

static inline event_set relation_range(const event_set *r, unsigned n) {
  event_set set = NO_EVENTS;
  for (unsigned i = 0; i < n; i++) set |= r[i];
  return set;
}

/* The successors of a set of events. */
static inline event_set relation_image(const event_set *r, event_set of) {
  event_set image = NO_EVENTS;
  EACH_EVENT(e, of) image |= r[e];
  return image;
}

/* r := a ; b, where r is neither a nor b. */
static inline void relation_compose(event_set *restrict r, const event_set *a, const event_set *b,
                                    unsigned n) {
  for (unsigned i = 0; i < n; i++) r[i] = relation_image(b, a[i]);
}

/* r := a^-1, where r is not a. */
static inline void relation_invert(event_set *restrict r, const event_set *a, unsigned n) {
  relation_clear(r, n);
  for (unsigned i = 0; i < n; i++) EACH_EVENT(j, a[i]) relation_add(r, j, i);
}

/* r := r+ (Warshall). */
static inline void relation_close(event_set *r, unsigned n) {
  for (unsigned k = 0; k < n; k++) {
    if (!events_any(r[k])) continue;
    for (unsigned i = 0; i < n; i++)
      if (relation_has(r, i, k)) r[i] |= r[k];
  }
}

/* With r transitive: adds from -> to and what follows from it. */
static inline void relation_add_closed(event_set *r, unsigned from, unsigned to, unsigned n) {
  event_set gained = r[to] | event_bit(to);
  r[from] |= gained;
  for (unsigned i = 0; i < n; i++)
    if (relation_has(r, i, from)) r[i] |= gained;
}

/* Has r no cycle?  Events without a successor among those left are taken away until nothing
 * changes. */
static inline bool relation_acyclic(const event_set *r, unsigned n) {
  event_set left = events_below(n);
  bool changed = true;
  while (changed && events_any(left)) {
    changed = false;
    EACH_EVENT(e, left)
    if (!events_any(r[e] & left)) {
      left &= ~event_bit(e);
      changed = true;
    }
  }
  return !events_any(left);
}

#endif
