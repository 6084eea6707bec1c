/* Sets and relations of events as bits.  A set of events is one word.  A relation over n events is
 * n words; word i holds the successors of event i.  Hence at most 64 events, and no operation below
 * costs more than n words times n.  Every function writes its whole result; a target may be one of
 * the operands unless it says otherwise. */
#ifndef CAT_RELATION_H
#define CAT_RELATION_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { EVENTS_MAX = 64 };

typedef uint64_t event_set;

static inline event_set event_bit(unsigned event) { return (event_set)1 << event; }

static inline event_set events_below(unsigned count) {
  return count >= 64 ? ~(event_set)0 : event_bit(count) - 1;
}

/* The least event of a set that is not empty. */
static inline unsigned event_first(event_set set) { return (unsigned)__builtin_ctzll(set); }

static inline unsigned event_count(event_set set) { return (unsigned)__builtin_popcountll(set); }

/* EACH_EVENT(e, set) statement: for each event e of a set, least first.  `continue` works in the
 * statement; `break` does not (it goes on with the next event). */
#define EACH_EVENT(e, set)                                             \
  for (event_set rest_##e = (set); rest_##e; rest_##e &= rest_##e - 1) \
    for (unsigned e = event_first(rest_##e), once_##e = 1; once_##e; once_##e = 0)

static inline void relation_clear(uint64_t *r, unsigned n) { memset(r, 0, n * sizeof *r); }

static inline void relation_copy(uint64_t *r, const uint64_t *a, unsigned n) {
  memcpy(r, a, n * sizeof *r);
}

static inline bool relation_has(const uint64_t *r, unsigned from, unsigned to) {
  return r[from] >> to & 1;
}

static inline void relation_add(uint64_t *r, unsigned from, unsigned to) {
  r[from] |= event_bit(to);
}

static inline bool relation_empty(const uint64_t *r, unsigned n) {
  uint64_t any = 0;
  for (unsigned i = 0; i < n; i++) any |= r[i];
  return !any;
}

static inline bool relation_equal(const uint64_t *a, const uint64_t *b, unsigned n) {
  return memcmp(a, b, n * sizeof *a) == 0;
}

static inline bool relation_irreflexive(const uint64_t *r, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    if (relation_has(r, i, i)) return false;
  return true;
}

static inline event_set relation_domain(const uint64_t *r, unsigned n) {
  event_set set = 0;
  for (unsigned i = 0; i < n; i++)
    if (r[i]) set |= event_bit(i);
  return set;
}

static inline event_set relation_range(const uint64_t *r, unsigned n) {
  event_set set = 0;
  for (unsigned i = 0; i < n; i++) set |= r[i];
  return set;
}

/* The successors of a set of events. */
static inline event_set relation_image(const uint64_t *r, event_set of) {
  event_set image = 0;
  EACH_EVENT(e, of) image |= r[e];
  return image;
}

/* r := a ; b, where r is neither a nor b. */
static inline void relation_compose(uint64_t *restrict r, const uint64_t *a, const uint64_t *b,
                                    unsigned n) {
  for (unsigned i = 0; i < n; i++) r[i] = relation_image(b, a[i]);
}

/* r := a^-1, where r is not a. */
static inline void relation_invert(uint64_t *restrict r, const uint64_t *a, unsigned n) {
  relation_clear(r, n);
  for (unsigned i = 0; i < n; i++) EACH_EVENT(j, a[i]) relation_add(r, j, i);
}

/* r := r+ (Warshall). */
static inline void relation_close(uint64_t *r, unsigned n) {
  for (unsigned k = 0; k < n; k++) {
    if (!r[k]) continue;
    for (unsigned i = 0; i < n; i++)
      if (relation_has(r, i, k)) r[i] |= r[k];
  }
}

/* With r transitive: adds from -> to and what follows from it. */
static inline void relation_add_closed(uint64_t *r, unsigned from, unsigned to, unsigned n) {
  event_set gained = r[to] | event_bit(to);
  r[from] |= gained;
  for (unsigned i = 0; i < n; i++)
    if (relation_has(r, i, from)) r[i] |= gained;
}

/* Has r no cycle?  Events without a successor among those left are taken away until nothing
 * changes. */
static inline bool relation_acyclic(const uint64_t *r, unsigned n) {
  event_set left = events_below(n), before;
  do {
    before = left;
    EACH_EVENT(e, before)
    if (!(r[e] & left)) left &= ~event_bit(e);
  } while (left && left != before);
  return !left;
}

#endif
