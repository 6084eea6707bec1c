/* Private to src/kit: the permutations under which a machine is symmetric (symmetry.c), and which of them lead from a state to
 * the one that stands for its orbit (orbit.c). */
#ifndef KIT_SYMMETRY_H
#define KIT_SYMMETRY_H

#include "kit/inside.h"
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Of so few permutations the sums of all are cheaper than signatures. */
enum { PERMUTATIONS_MAX = 1440, FEW_PERMUTATIONS = 24, MICROS_MAX = 256, VALUES_MAX = 4 };

/* What is exchanged: SMs, lines, values.  A permutation's number is the sum of the numbers of what it does to each of them. */
enum point_class { POINTS_SMS, POINTS_LINES, POINTS_VALUES, POINT_CLASSES };

/* Points are numbered so that a class's begin at a multiple of 4: their signatures are added and compared 4 at a time. */
enum { POINT_LANES = 4, CLASS_POINTS_MAX = 8, POINTS_MAX = POINT_CLASSES * CLASS_POINTS_MAX };
typedef uint32_t signature_t; /* compared as if signed, which SSE2 can */
typedef signature_t signature_lanes __attribute__((vector_size(16), aligned(4), may_alias));

struct permutation {
  uint8_t sm[CORES_MAX], core[CORES_MAX], line[LINES_MAX], controller[CONTROLLERS_MAX], slot[WIDTH_MAX];
  uint8_t value[VALUES_MAX]; /* what becomes of 1, 2, ...; all other values stay */
  unsigned values;
  uint16_t micro[MICROS_MAX];
  uint64_t weight[WIDTH_MAX]; /* of the slot that a slot becomes */
  uint32_t leads;             /* the points that it puts first, of those they are exchanged with, as a set */
  const uint16_t *_Atomic then; /* by permutation: the number of this one and then that one; NULL: not known */
};

struct points {
  enum point_class class;
  unsigned first, count;   /* up to the last that is exchanged */
  unsigned orders, stride; /* what permutations do to these: how many things; how far apart those are that differ in no other */
  uint8_t peers[CLASS_POINTS_MAX]; /* with which each is exchanged, as a set */
  uint32_t power[CLASS_POINTS_MAX];                              /* what one more in its place adds to a code */
  uint32_t after[CLASS_POINTS_MAX][1 << CLASS_POINTS_MAX];       /* what it adds to a code that a point comes after this set */
  uint32_t *begin;    /* by code: where its list of numbers begins; one more ends the last */
  uint16_t *numbers;  /* of what permutations do to these points: those that put them in the order that the code tells */
};

struct symmetry {
  unsigned count;                       /* of permutations; the first is the identity */
  bool by_signature;                    /* they are many: signatures rule out most; else sums of all are kept */
  unsigned point_count;                 /* with those left out: a multiple of POINT_LANES */
  struct points points[POINT_CLASSES];
  struct permutation items[];
};

/* What the permutations make of a slot's content, in their order. */
struct image { uint64_t hash; uint32_t number; };
const struct image *images_of(const struct machine *machine, unsigned slot, uint32_t content);

/* --- orbit.c --- */

/* What the content of a slot, or of several, says: its part in the points' signatures, if there are any, and behind those in the
 * sums by permutation. */
struct said;
size_t said_size(const struct symmetry *symmetry);
static inline signature_t *said_signature(const struct said *said) { return (signature_t *)said; }
static inline uint64_t *said_shares(const struct symmetry *symmetry, const struct said *said) {
  return (uint64_t *)((signature_t *)said + symmetry->point_count);
}

/* Finds the points that a symmetry's permutations exchange.  To those of class i different things are done in `orders[i]` ways,
 * and what is done to the last class varies first. */
void symmetry_find_points(const struct machine *machine, struct symmetry *symmetry, const unsigned *orders);
void symmetry_free_points(struct symmetry *symmetry);

/* Which of 4 lanes are less than `than`, as a set. */
static inline unsigned lanes_less(const signature_t *lanes, signature_t than) {
#ifdef __SSE2__
  __m128i all = _mm_loadu_si128((const __m128i *)lanes);
  return (unsigned)_mm_movemask_ps(_mm_castsi128_ps(_mm_cmplt_epi32(all, _mm_set1_epi32((int)than))));
#else
  unsigned less = 0;
  for (unsigned i = 0; i < POINT_LANES; i++) less |= (unsigned)((int32_t)lanes[i] < (int32_t)than) << i;
  return less;
#endif
}

/* The code of the points' order by their signatures: a digit for each, in the base of their count, which tells how many of those
 * that it is exchanged with come before it. */
static inline uint32_t points_code(const struct points *points, const signature_t *signature) {
  const signature_t *lanes = signature + points->first;
  uint32_t code = 0;
  for (unsigned i = 0; i < points->count; i++) {
    unsigned less = lanes_less(lanes, lanes[i]);
    if (points->count > POINT_LANES) less |= lanes_less(lanes + POINT_LANES, lanes[i]) << POINT_LANES;
    code += points->after[i][less];
  }
  return code;
}

/* The permutations that put a state's points in the order of their signatures: all sums of one number of each list. */
struct candidates { const uint16_t *begin[POINT_CLASSES], *end[POINT_CLASSES]; };

static inline struct candidates candidates_of(const struct symmetry *symmetry, const signature_t *signature) {
  struct candidates candidates;
  for (unsigned i = 0; i < POINT_CLASSES; i++) {
    const struct points *points = &symmetry->points[i];
    uint32_t code = points_code(points, signature);
    candidates.begin[i] = points->numbers + points->begin[code];
    candidates.end[i] = points->numbers + points->begin[code + 1];
  }
  return candidates;
}

static inline bool candidate_is_alone(const struct candidates *candidates) {
  bool alone = true;
  for (unsigned i = 0; i < POINT_CLASSES; i++) alone &= candidates->end[i] - candidates->begin[i] == 1;
  return alone;
}

static inline unsigned candidate_first(const struct candidates *candidates) {
  unsigned number = 0;
  for (unsigned i = 0; i < POINT_CLASSES; i++) number += *candidates->begin[i];
  return number;
}

/* The candidate that makes the vector of least sum, the parts' shares in which are given by permutation, and how many do. */
struct least { unsigned permutation, same; };
struct least least_candidate(const struct candidates *candidates, const uint64_t *const *shares, unsigned parts);

/* Sums of signatures, which wrap: one more; and of a state in which one is there instead of another (`to` may be `sum`). */
static inline void signature_add(const struct symmetry *symmetry, signature_t *sum, const signature_t *more) {
  for (unsigned i = 0, count = symmetry->point_count; i < count; i += POINT_LANES)
    *(signature_lanes *)&sum[i] += *(const signature_lanes *)&more[i];
}

static inline void signature_exchange(const struct symmetry *symmetry, signature_t *to, const signature_t *sum,
                                      const signature_t *before, const signature_t *after) {
  for (unsigned i = 0, count = symmetry->point_count; i < count; i += POINT_LANES)
    *(signature_lanes *)&to[i] =
        *(const signature_lanes *)&sum[i] + (*(const signature_lanes *)&after[i] - *(const signature_lanes *)&before[i]);
}

/* A state's sums, by permutation.  A sum's lowest bits, to which no share adds, hold the permutation's number, so that the least
 * sum tells whose it is. */
enum { SUM_NUMBER_BITS = 8, SUM_LANES = 2 };
_Static_assert(FEW_PERMUTATIONS <= 1 << SUM_NUMBER_BITS && FEW_PERMUTATIONS % SUM_LANES == 0, "sums are added by lanes");
typedef uint64_t sum_lanes __attribute__((vector_size(SUM_LANES * sizeof(uint64_t)), aligned(8), may_alias));

/* With those beyond the permutations that fill the last lanes. */
static inline unsigned sum_count(const struct symmetry *symmetry) {
  return (symmetry->count + SUM_LANES - 1) / SUM_LANES * SUM_LANES;
}

static inline void sums_begin(const struct symmetry *symmetry, uint64_t *sums) {
  for (unsigned i = 0, count = sum_count(symmetry); i < count; i++) sums[i] = i;
}

static inline void sums_add(const struct symmetry *symmetry, uint64_t *sums, const uint64_t *shares) {
  for (unsigned i = 0, count = sum_count(symmetry); i < count; i += SUM_LANES)
    *(sum_lanes *)&sums[i] += *(const sum_lanes *)&shares[i];
}

static inline void sums_exchange(const struct symmetry *symmetry, uint64_t *to, const uint64_t *sums, const uint64_t *before,
                                 const uint64_t *after) {
  for (unsigned i = 0, count = sum_count(symmetry); i < count; i += SUM_LANES)
    *(sum_lanes *)&to[i] =
        *(const sum_lanes *)&sums[i] + (*(const sum_lanes *)&after[i] - *(const sum_lanes *)&before[i]);
}

static inline unsigned sums_least(const struct symmetry *symmetry, const uint64_t *sums) {
  uint64_t least = sums[0];
  for (unsigned i = 1, count = symmetry->count; i < count; i++) least = sums[i] < least ? sums[i] : least;
  return least & ((1u << SUM_NUMBER_BITS) - 1);
}

/* How many make the least sum. */
static inline unsigned sums_same(const struct symmetry *symmetry, const uint64_t *sums) {
  uint64_t least = sums[sums_least(symmetry, sums)] >> SUM_NUMBER_BITS;
  unsigned same = 0;
  for (unsigned i = 0, count = symmetry->count; i < count; i++) same += sums[i] >> SUM_NUMBER_BITS == least;
  return same;
}

/* The permutation that leads to the state that stands for the orbit. */
static inline unsigned symmetry_choose(const struct symmetry *symmetry, const signature_t *signature,
                                       const uint64_t *const *shares, unsigned parts) {
  struct candidates candidates = candidates_of(symmetry, signature);
  if (candidate_is_alone(&candidates)) return candidate_first(&candidates);
  return least_candidate(&candidates, shares, parts).permutation;
}

/* Adds what a slot's content says. */
void symmetry_add(const struct machine *machine, struct said *said, unsigned slot, uint32_t content);

#endif
