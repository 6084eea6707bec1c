/* Private to src/kit: the permutations under which a machine is symmetric (symmetry.c), and which
 * of them lead from a state to the one that stands for its orbit (orbit.c). */
#ifndef KIT_SYMMETRY_H
#define KIT_SYMMETRY_H

#include "base/inline.h"
#include "machine/machine_private.h"
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* For few permutations the sums of all are cheaper than signatures. */
enum {
  PERMUTATIONS_MAX = 1440,
  FEW_PERMUTATIONS = 12,
  SUMS_MAX = FEW_PERMUTATIONS,
  MICROS_MAX = 256,
  VALUES_MAX = 4
};

/* What is exchanged: SMs, lines, values.  A permutation's number is the sum of the numbers of what
 * it does to each of them. */
enum point_class { POINTS_SMS, POINTS_LINES, POINTS_VALUES, POINT_CLASSES };

/* Points are numbered so that a class's begin at a multiple of 4: their signatures are added and
 * compared 4 at a time. */
enum { POINT_LANES = 4, CLASS_POINTS_MAX = 8, POINTS_MAX = POINT_CLASSES * CLASS_POINTS_MAX };
typedef uint32_t signature_t; /* compared as if signed, which SSE2 can */
typedef signature_t signature_lanes __attribute__((vector_size(16), aligned(4), may_alias));

struct permutation {
  uint8_t sm[CORES_MAX], core[CORES_MAX], line[LINES_MAX], controller[CONTROLLERS_MAX],
      slot[WIDTH_MAX];
  uint8_t value[VALUES_MAX]; /* what becomes of 1, 2, ...; all other values stay */
  unsigned values;
  uint16_t micro[MICROS_MAX];
  uint32_t leads; /* the points that it puts first, of those they are exchanged with, as a set */
  const uint16_t *_Atomic then; /* symmetry_then; NULL: not known yet */
};

/* A list of permutations: those that put points in the order that a code tells (orbit.c), and
 * behind them `exchanges` of those that symmetry.h's `exchanges` names: ones that exchange points
 * which the code does not tell apart.  They generate all that do so, and each in the list is the
 * first one behind such a one. */
struct listed {
  uint16_t count, exchanges, numbers[];
};

struct points {
  enum point_class class;
  unsigned first, count;   /* up to the last that is exchanged */
  unsigned orders, stride; /* what permutations do to these: how many things; how far apart those
                              are that differ in no other */
  uint8_t peers[CLASS_POINTS_MAX];  /* with which each is exchanged, as a set */
  bool all;                         /* each is exchanged with all others */
  uint32_t power[CLASS_POINTS_MAX]; /* what one more in its place adds to a code */
  uint32_t *begin;                  /* by code: where its list begins */
  uint16_t *lists;
};

/* What permutations do to all of a class, in a hash table: what they make of each, as a word, and
 * the number. */
struct arrangement {
  uint64_t word;
  uint16_t number;
  bool known;
};
struct arrangements {
  enum point_class class;
  unsigned length, count, stride;
  uint32_t mask;
  struct arrangement *items;
};

/* A permutation as one before it in a sequence, and then a generator. */
struct follower {
  uint16_t number, before, generator;
};

enum { GENERATORS_MAX = 16, EXCHANGES_MAX = 64 };

struct symmetry {
  unsigned count;       /* of permutations; the first is the identity */
  bool by_signature;    /* they are many: signatures rule out most; else sums of all are kept */
  unsigned point_count; /* with those left out: a multiple of POINT_LANES */
  signature_t
      none[POINTS_MAX]; /* the signatures of nothing; where no point is, the greatest there is */
  unsigned class_count; /* of points of which permutations exchange some; or one, if there are no
                           signatures */
  struct points points[POINT_CLASSES];
  struct arrangements arrangements[POINT_CLASSES];
  unsigned generator_count; /* these permutations generate all */
  uint16_t generators[GENERATORS_MAX];
  struct follower *sequence; /* all, from the identity on; a follower's generator is one of those by
                                its place there */
  uint16_t *place;           /* by permutation: where it is in the sequence */
  unsigned
      exchange_count; /* permutations that exchange points which signatures may not tell apart */
  uint16_t exchanges[EXCHANGES_MAX];
  struct permutation items[];
};

/* --- symmetry_group.c --- */

/* Of a symmetry whose permutations are there, and that arrange threads, lines and values in so many
 * ways. */
void symmetry_make_group(struct machine *machine, struct symmetry *symmetry,
                         const unsigned *counts);
void symmetry_free_group(struct symmetry *symmetry);
/* What `p` and then `q` are together. */
unsigned symmetry_both(const struct symmetry *symmetry, unsigned p, unsigned q);
/* What leads back from what `p` does. */
unsigned symmetry_inverse(const struct symmetry *symmetry, unsigned p);
/* By permutation: what `p` and then that one are together. */
const uint16_t *symmetry_then(const struct machine *machine, unsigned p);

/* Permutations that some generate: at first the identity alone. */
struct subgroup {
  const struct symmetry *symmetry;
  bool *reached;            /* by permutation */
  struct follower *members; /* in the order in which they were met */
  unsigned count, generator_count;
  uint16_t generators[GENERATORS_MAX];
};
void symmetry_subgroup_begin(struct subgroup *subgroup, const struct symmetry *symmetry);
/* One more generator; false: it is a member. */
bool symmetry_subgroup_add(struct subgroup *subgroup, unsigned permutation);
void symmetry_subgroup_end(struct subgroup *subgroup);

/* What a permutation makes of a class's i-th point. */
static inline unsigned image_of_point(const struct permutation *p, const struct points *points,
                                      unsigned i) {
  return points->class == POINTS_SMS     ? p->sm[i]
         : points->class == POINTS_LINES ? p->line[i]
                                         : p->value[i];
}

/* --- symmetry.c --- */
/* What it makes of a slot's content. */
uint32_t symmetry_permuted_content(const struct machine *machine, const struct permutation *p,
                                   unsigned slot, uint32_t content);

/* --- orbit.c --- */

/* Finds the points that a symmetry's permutations exchange.  To those of class i different things
 * are done in `orders[i]` ways, and what is done to the last class varies first. */
void symmetry_find_points(const struct machine *machine, struct symmetry *symmetry,
                          const unsigned *orders);
void symmetry_free_points(struct symmetry *symmetry);

/* The code of the points' order by their signatures: a digit for each, in the base of their count,
 * which tells how many of those that it is exchanged with come before it. */
static inline uint32_t points_code_of_some(const struct points *points, const signature_t *lanes) {
  uint32_t code = 0;
  for (unsigned i = 0; i < points->count; i++)
    for (unsigned j = 0; j < points->count; j++)
      if (points->peers[i] >> j & 1 && (int32_t)lanes[j] < (int32_t)lanes[i])
        code += points->power[i];
  return code;
}

#ifdef __SSE2__
/* Adds to the lanes' ranks how many of 4 signatures are less. */
static inline __m128i ranks_more(__m128i ranks, __m128i lanes, __m128i four) {
  ranks = _mm_sub_epi32(ranks, _mm_cmplt_epi32(_mm_shuffle_epi32(four, 0x00), lanes));
  ranks = _mm_sub_epi32(ranks, _mm_cmplt_epi32(_mm_shuffle_epi32(four, 0x55), lanes));
  ranks = _mm_sub_epi32(ranks, _mm_cmplt_epi32(_mm_shuffle_epi32(four, 0xaa), lanes));
  return _mm_sub_epi32(ranks, _mm_cmplt_epi32(_mm_shuffle_epi32(four, 0xff), lanes));
}

/* Each is exchanged with all others.  Lanes that are no point's hold the greatest signature there
 * is, which is less than none. */
static inline uint32_t points_code_of_all(const struct points *points,
                                          const signature_t *signature) {
  const __m128i *at = (const __m128i *)signature, *powers = (const __m128i *)points->power;
  __m128i low = _mm_loadu_si128(at), ranks = ranks_more(_mm_setzero_si128(), low, low);
  __m128i code = _mm_madd_epi16(ranks, _mm_loadu_si128(powers)); /* ranks and powers are small */
  if (points->count > POINT_LANES) {
    __m128i high = _mm_loadu_si128(at + 1), others = ranks_more(_mm_setzero_si128(), high, high);
    ranks = ranks_more(ranks, low, high);
    others = ranks_more(others, high, low);
    code = _mm_add_epi32(_mm_madd_epi16(ranks, _mm_loadu_si128(powers)),
                         _mm_madd_epi16(others, _mm_loadu_si128(powers + 1)));
  }
  code = _mm_add_epi32(code, _mm_shuffle_epi32(code, 0x4e));
  return (uint32_t)_mm_cvtsi128_si32(_mm_add_epi32(code, _mm_shuffle_epi32(code, 0xb1)));
}
#else
#define points_code_of_all points_code_of_some
#endif

static inline const struct listed *list_of_points(const struct points *points,
                                                  const signature_t *signature) {
  const signature_t *lanes = signature + points->first;
  uint32_t code =
      points->all ? points_code_of_all(points, lanes) : points_code_of_some(points, lanes);
  return (const struct listed *)(points->lists + points->begin[code]);
}

/* The permutations that put a state's points in the order of their signatures: all sums of one
 * number of each list.  They are `count`, of which this is the first. */
struct symmetry_candidates {
  const struct listed *lists[POINT_CLASSES];
  unsigned first, count;
};

static inline struct symmetry_candidates candidates_of(const struct symmetry *symmetry,
                                                       const signature_t *signature) {
  struct symmetry_candidates candidates = { .first = 0, .count = 1 };
  for (unsigned i = 0; i < symmetry->class_count; i++) {
    const struct listed *list = candidates.lists[i] =
        list_of_points(&symmetry->points[i], signature);
    candidates.first += list->numbers[0];
    candidates.count *= list->count;
  }
  return candidates;
}

/* What is told of a state by number. */
typedef uint64_t told_by_number(const void *context, unsigned number);

/* Which is the i-th. */
static inline unsigned candidate_at(const struct symmetry *symmetry,
                                    const struct symmetry_candidates *candidates, unsigned i) {
  unsigned number = 0;
  for (unsigned c = 0; c < symmetry->class_count; i /= candidates->lists[c++]->count)
    number += candidates->lists[c]->numbers[i % candidates->lists[c]->count];
  return number;
}

/* The candidate that makes the vector of least sum, and how many do; `sum` tells what a permutation
 * makes of the state's. */
struct least {
  unsigned permutation, same;
};

INLINE struct least least_candidate(const struct symmetry *symmetry,
                                    const struct symmetry_candidates *candidates,
                                    told_by_number *sum, const void *context) {
  struct least found = { candidates->first, 1 };
  uint64_t least = sum(context, candidates->first);
  for (unsigned i = 1; i < candidates->count; i++) {
    unsigned permutation = candidate_at(symmetry, candidates, i);
    uint64_t other = sum(context, permutation);
    if (other > least) continue;
    found = other == least ? (struct least){ found.permutation, found.same + 1 }
                           : (struct least){ permutation, 1 };
    least = other;
  }
  return found;
}

/* Do all candidates make the same vector?  Mostly points that signatures do not tell apart are
 * alike, and they do, since to exchange some of those changes nothing; `changes` tells how an
 * exchange changes the state's sum. */
INLINE bool candidates_alike(const struct symmetry *symmetry,
                             const struct symmetry_candidates *candidates, told_by_number *changes,
                             const void *context) {
  if (candidates->count == 1) return true;
  for (unsigned c = 0; c < symmetry->class_count; c++) {
    const struct listed *list = candidates->lists[c];
    for (const uint16_t *exchange = list->numbers + list->count, *end = exchange + list->exchanges;
         exchange < end; exchange++)
      if (changes(context, *exchange)) return false;
  }
  return true;
}

/* Of the permutations that lead from a state with these signatures to the one that stands for its
 * orbit, one, and how many they are. */
INLINE struct least least_of_orbit(const struct symmetry *symmetry, const signature_t *signature,
                                   told_by_number *changes, told_by_number *sum,
                                   const void *context) {
  struct symmetry_candidates candidates = candidates_of(symmetry, signature);
  if (candidates_alike(symmetry, &candidates, changes, context))
    return (struct least){ candidates.first, candidates.count };
  return least_candidate(symmetry, &candidates, sum, context);
}

/* Sums of signatures, which wrap: one more; and of a state in which one is there instead of another
 * (`to` may be `sum`). */
static inline void signature_add(const struct symmetry *symmetry, signature_t *sum,
                                 const signature_t *more) {
  for (unsigned i = 0, count = symmetry->point_count; i < count; i += POINT_LANES)
    *(signature_lanes *)&sum[i] += *(const signature_lanes *)&more[i];
}

static inline void signature_exchange(const struct symmetry *symmetry, signature_t *to,
                                      const signature_t *sum, const signature_t *before,
                                      const signature_t *after) {
  for (unsigned i = 0, count = symmetry->point_count; i < count; i += POINT_LANES)
    *(signature_lanes *)&to[i] =
        *(const signature_lanes *)&sum[i] +
        (*(const signature_lanes *)&after[i] - *(const signature_lanes *)&before[i]);
}

/* A state's sums, by permutation.  A sum's lowest bits, to which no share adds, hold the
 * permutation's number, so that the least sum tells whose it is. */
enum { SUM_NUMBER_BITS = 8, SUM_LANES = 2 };
_Static_assert(SUMS_MAX <= 1 << SUM_NUMBER_BITS && SUMS_MAX % SUM_LANES == 0,
               "sums are added by lanes");
typedef uint64_t sum_lanes
    __attribute__((vector_size(SUM_LANES * sizeof(uint64_t)), aligned(8), may_alias));

/* With those beyond the permutations that fill the last lanes. */
static inline unsigned sum_count(const struct symmetry *symmetry) {
  return (symmetry->count + SUM_LANES - 1) / SUM_LANES * SUM_LANES;
}

static inline void sums_begin(const struct symmetry *symmetry, uint64_t *sums) {
  for (unsigned i = 0, count = sum_count(symmetry); i < count; i++) sums[i] = i;
}

static inline void sums_add(const struct symmetry *symmetry, uint64_t *sums,
                            const uint64_t *shares) {
  for (unsigned i = 0, count = sum_count(symmetry); i < count; i += SUM_LANES)
    *(sum_lanes *)&sums[i] += *(const sum_lanes *)&shares[i];
}

static inline void sums_exchange(const struct symmetry *symmetry, uint64_t *to,
                                 const uint64_t *sums, const uint64_t *before,
                                 const uint64_t *after) {
  for (unsigned i = 0, count = sum_count(symmetry); i < count; i += SUM_LANES)
    *(sum_lanes *)&to[i] = *(const sum_lanes *)&sums[i] +
                           (*(const sum_lanes *)&after[i] - *(const sum_lanes *)&before[i]);
}

static inline unsigned sums_least(const struct symmetry *symmetry, const uint64_t *sums) {
  uint64_t least = sums[0];
  for (unsigned i = 1, count = symmetry->count; i < count; i++)
    least = sums[i] < least ? sums[i] : least;
  return least & ((1u << SUM_NUMBER_BITS) - 1);
}

/* How many make the least sum. */
static inline unsigned sums_same(const struct symmetry *symmetry, const uint64_t *sums) {
  uint64_t least = sums[sums_least(symmetry, sums)] >> SUM_NUMBER_BITS;
  unsigned same = 0;
  for (unsigned i = 0, count = symmetry->count; i < count; i++)
    same += sums[i] >> SUM_NUMBER_BITS == least;
  return same;
}

/* Finds the permutations under which the machine is symmetric; machine->symmetry stays NULL where
 * there is but one. */
void symmetry_find(struct machine *machine);
void symmetry_free(struct machine *machine);
/* Makes a trace of states that stand for others one of states that follow each other, with labels
 * of a machine on which no message is taken before all else, and ends both reductions.  false:
 * there is no such run, since the tables tell SMs, threads or lines apart, as a mutant's fault may,
 * or a record's own. */
bool symmetry_unfold(struct machine *machine, struct trace *trace);

#endif
