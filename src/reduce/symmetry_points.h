/* The points that permutations exchange, and the permutations that sort them by signature. */
#ifndef REDUCE_SYMMETRY_POINTS_H
#define REDUCE_SYMMETRY_POINTS_H

#include "reduce/symmetry.h"
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* The image of a class's i-th point. */
static inline unsigned image_of_point(const struct permutation *p, const struct points *points,
                                      unsigned i) {
  return points->class == POINTS_SMS     ? p->sm[i]
         : points->class == POINTS_LINES ? p->line[i]
                                         : p->value[i];
}

/* Finds the points that a symmetry's permutations exchange.  `orders[i]`: the number of
 * arrangements of class i; the last class varies first. */
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

/* The same where each point is exchanged with all others.  Padding lanes hold the greatest
 * signature, so they count for no point. */
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

static inline unsigned candidate_at(const struct symmetry *symmetry,
                                    const struct symmetry_candidates *candidates, unsigned i) {
  unsigned number = 0;
  for (unsigned c = 0; c < symmetry->class_count; i /= candidates->lists[c++]->count)
    number += candidates->lists[c]->numbers[i % candidates->lists[c]->count];
  return number;
}

#endif
