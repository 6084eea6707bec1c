/* Private to src/kit: the permutations under which a machine is symmetric (symmetry.c).
 *
 * symmetry_group.c has their group; orbit.c finds those that lead from a state to its
 * representative. */
#ifndef KIT_SYMMETRY_H
#define KIT_SYMMETRY_H

#include "base/inline.h"
#include "machine/machine_private.h"
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* With few permutations, the sums of all are cheaper than signatures. */
enum {
  PERMUTATIONS_MAX = 1440,
  FEW_PERMUTATIONS = 12,
  SUMS_MAX = FEW_PERMUTATIONS,
  MICROS_MAX = 256,
  VALUES_MAX = 4
};

/* Points are the things that permutations exchange.  A permutation's number is the sum of the
 * numbers of its arrangements of SMs, of lines and of values. */
enum point_class { POINTS_SMS, POINTS_LINES, POINTS_VALUES, POINT_CLASSES };

/* A class's points begin at a multiple of POINT_LANES: signatures are added and compared by lanes.
 */
enum { POINT_LANES = 4, CLASS_POINTS_MAX = 8, POINTS_MAX = POINT_CLASSES * CLASS_POINTS_MAX };
typedef uint32_t signature_t; /* compared as signed, for SSE2 */
typedef signature_t signature_lanes __attribute__((vector_size(16), aligned(4), may_alias));

struct permutation {
  uint8_t sm[CORES_MAX], core[CORES_MAX], line[LINES_MAX], controller[CONTROLLERS_MAX],
      slot[WIDTH_MAX];
  uint8_t value[VALUES_MAX]; /* images of 1, 2, ...; other values stay */
  unsigned values;
  uint16_t micro[MICROS_MAX];
  uint32_t leads; /* set of points that it puts before all that they are exchanged with */
  const uint16_t *_Atomic then; /* symmetry_then; NULL: not computed yet */
};

/* The permutations that put points in the order of a code (orbit.c): `count` of them.  Behind them
 * stand `exchanges` places in symmetry.exchanges, of permutations that exchange points with equal
 * digits.  Each permutation of the list is a product of these, and then the first of the list. */
struct listed {
  uint16_t count, exchanges, numbers[];
};

/* The points of a class, as far as permutations exchange them. */
struct points {
  enum point_class class;
  unsigned first, count;   /* up to the last that is exchanged */
  unsigned orders, stride; /* arrangements of the class; the step from one number to the next */
  uint8_t peers[CLASS_POINTS_MAX];  /* [point]: set of those it is exchanged with */
  bool all;                         /* each is exchanged with all others */
  uint32_t power[CLASS_POINTS_MAX]; /* [point]: the weight of its digit in a code */
  uint32_t *begin;                  /* [code]: where its list begins */
  uint16_t *lists;
};

/* The arrangements of a class, in a hash table: from the images of all, as a word, to the number.
 */
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

/* A permutation as the product of an earlier one in a sequence, and then a generator. */
struct follower {
  uint16_t number, before, generator;
};

enum { GENERATORS_MAX = 16, EXCHANGES_MAX = 64 };

struct symmetry {
  unsigned count;       /* permutations; the first is the identity */
  bool by_signature;    /* many permutations: signatures rule out most; else sums of all are kept */
  unsigned point_count; /* with padding: a multiple of POINT_LANES */
  signature_t none[POINTS_MAX]; /* signatures of an empty state; INT32_MAX in the padding */
  unsigned class_count;         /* classes with points that are exchanged */
  struct points points[POINT_CLASSES];
  struct arrangements arrangements[POINT_CLASSES];
  unsigned generator_count; /* permutations that generate all */
  uint16_t generators[GENERATORS_MAX];
  struct follower *sequence; /* all, from the identity on; a generator by its place above */
  uint16_t *place;           /* [permutation]: where it is in the sequence */
  unsigned exchange_count;   /* permutations that exchange points of equal signatures */
  uint16_t exchanges[EXCHANGES_MAX];
  struct permutation items[];
};

/* --- symmetry_group.c --- */

/* Completes a symmetry that has its permutations; `counts`: arrangements of threads, of lines, of
 * values. */
void symmetry_make_group(struct machine *machine, struct symmetry *symmetry,
                         const unsigned *counts);
void symmetry_free_group(struct symmetry *symmetry);
/* The product: `p`, then `q`. */
unsigned symmetry_both(const struct symmetry *symmetry, unsigned p, unsigned q);
unsigned symmetry_inverse(const struct symmetry *symmetry, unsigned p);
/* A row of the group's table, by permutation: `p`, then that one. */
const uint16_t *symmetry_then(const struct machine *machine, unsigned p);

/* The permutations that some generate: at first the identity alone. */
struct subgroup {
  const struct symmetry *symmetry;
  bool *reached;            /* [permutation] */
  struct follower *members; /* in the order in which they were met */
  unsigned count, generator_count;
  uint16_t generators[GENERATORS_MAX];
};
void symmetry_subgroup_begin(struct subgroup *subgroup, const struct symmetry *symmetry);
/* Adds a generator; false: it is a member already. */
bool symmetry_subgroup_add(struct subgroup *subgroup, unsigned permutation);
void symmetry_subgroup_end(struct subgroup *subgroup);

/* The image of a class's i-th point. */
static inline unsigned image_of_point(const struct permutation *p, const struct points *points,
                                      unsigned i) {
  return points->class == POINTS_SMS     ? p->sm[i]
         : points->class == POINTS_LINES ? p->line[i]
                                         : p->value[i];
}

/* --- permutation.c --- */
/* The image of a slot's content. */
uint32_t symmetry_permuted_content(const struct machine *machine, const struct permutation *p,
                                   unsigned slot, uint32_t content);

/* --- orbit.c --- */

/* Finds the points that a symmetry's permutations exchange.  `orders[i]`: the arrangements of class
 * i; those of the last class vary first. */
void symmetry_find_points(const struct machine *machine, struct symmetry *symmetry,
                          const unsigned *orders);
void symmetry_free_points(struct symmetry *symmetry);

/* The code of the points' order by signature, in the base of their count.  A point's digit is the
 * number of points before it, among those that it is exchanged with. */
static inline uint32_t points_code_of_some(const struct points *points, const signature_t *lanes) {
  uint32_t code = 0;
  for (unsigned i = 0; i < points->count; i++)
    for (unsigned j = 0; j < points->count; j++)
      if (points->peers[i] >> j & 1 && (int32_t)lanes[j] < (int32_t)lanes[i])
        code += points->power[i];
  return code;
}

#ifdef __SSE2__
/* Adds to each lane's rank the number of lesser signatures in `four`. */
static inline __m128i ranks_more(__m128i ranks, __m128i lanes, __m128i four) {
  ranks = _mm_sub_epi32(ranks, _mm_cmplt_epi32(_mm_shuffle_epi32(four, 0x00), lanes));
  ranks = _mm_sub_epi32(ranks, _mm_cmplt_epi32(_mm_shuffle_epi32(four, 0x55), lanes));
  ranks = _mm_sub_epi32(ranks, _mm_cmplt_epi32(_mm_shuffle_epi32(four, 0xaa), lanes));
  return _mm_sub_epi32(ranks, _mm_cmplt_epi32(_mm_shuffle_epi32(four, 0xff), lanes));
}

/* The same where each point is exchanged with all others.  Lanes of the padding hold the greatest
 * signature, which is less than none. */
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
 * number from each list.  `first` is one of `count`. */
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

/* A sum of a state, by the number of a permutation or of an exchange. */
typedef uint64_t sum_by_number(const void *context, unsigned number);

static inline unsigned candidate_at(const struct symmetry *symmetry,
                                    const struct symmetry_candidates *candidates, unsigned i) {
  unsigned number = 0;
  for (unsigned c = 0; c < symmetry->class_count; i /= candidates->lists[c++]->count)
    number += candidates->lists[c]->numbers[i % candidates->lists[c]->count];
  return number;
}

/* A candidate whose image of the state has the least sum; `same`: how many have that sum. */
struct least {
  unsigned permutation, same;
};

/* `sum`: the sum of a permutation's image of the state. */
INLINE struct least least_candidate(const struct symmetry *symmetry,
                                    const struct symmetry_candidates *candidates,
                                    sum_by_number *sum, const void *context) {
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

/* Do all candidates give the same image?  Mostly they do: points of equal signatures are mostly
 * alike, and their exchange changes nothing.  `changes`: the change of the state's sum by an
 * exchange. */
INLINE bool candidates_alike(const struct symmetry *symmetry,
                             const struct symmetry_candidates *candidates, sum_by_number *changes,
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

/* A permutation that leads from a state with these signatures to its representative; `same`: how
 * many do. */
INLINE struct least least_of_orbit(const struct symmetry *symmetry, const signature_t *signature,
                                   sum_by_number *changes, sum_by_number *sum,
                                   const void *context) {
  struct symmetry_candidates candidates = candidates_of(symmetry, signature);
  if (candidates_alike(symmetry, &candidates, changes, context))
    return (struct least){ candidates.first, candidates.count };
  return least_candidate(symmetry, &candidates, sum, context);
}

/* Adds to a sum of signatures, which wraps. */
static inline void signature_add(const struct symmetry *symmetry, signature_t *sum,
                                 const signature_t *more) {
  for (unsigned i = 0, count = symmetry->point_count; i < count; i += POINT_LANES)
    *(signature_lanes *)&sum[i] += *(const signature_lanes *)&more[i];
}

/* Replaces one summand by another; `to` may be `sum`. */
static inline void signature_exchange(const struct symmetry *symmetry, signature_t *to,
                                      const signature_t *sum, const signature_t *before,
                                      const signature_t *after) {
  for (unsigned i = 0, count = symmetry->point_count; i < count; i += POINT_LANES)
    *(signature_lanes *)&to[i] =
        *(const signature_lanes *)&sum[i] +
        (*(const signature_lanes *)&after[i] - *(const signature_lanes *)&before[i]);
}

/* A state's sums, by permutation.  No share adds to a sum's lowest bits.  They hold the
 * permutation's number, so the least sum shows it. */
enum { SUM_NUMBER_BITS = 8, SUM_LANES = 2 };
_Static_assert(SUMS_MAX <= 1 << SUM_NUMBER_BITS && SUMS_MAX % SUM_LANES == 0,
               "sums are added by lanes");
typedef uint64_t sum_lanes
    __attribute__((vector_size(SUM_LANES * sizeof(uint64_t)), aligned(8), may_alias));

/* With padding, to whole lanes. */
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

/* The number of permutations with the least sum. */
static inline unsigned sums_same(const struct symmetry *symmetry, const uint64_t *sums) {
  uint64_t least = sums[sums_least(symmetry, sums)] >> SUM_NUMBER_BITS;
  unsigned same = 0;
  for (unsigned i = 0, count = symmetry->count; i < count; i++)
    same += sums[i] >> SUM_NUMBER_BITS == least;
  return same;
}

#endif
