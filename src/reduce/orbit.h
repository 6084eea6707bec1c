/* The representative of a state's orbit under the machine's symmetry. */
#ifndef REDUCE_ORBIT_H
#define REDUCE_ORBIT_H

#include "base/inline.h"
#include "reduce/symmetry_points.h"

/* --- canonical form, by sums --- */

/* Returns a sum of a state.  `number`: that of a permutation, or of an exchange. */
typedef uint64_t sum_by_number(const void *context, unsigned number);

/* A permutation whose image of the state has the least sum; `same`: the number of such. */
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

/* Do all candidates give the same image?  Mostly they do: exchanging points of equal signatures
 * mostly changes nothing.  `changes`: the change of the state's sum by an exchange. */
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

/* A permutation that leads from a state with these signatures to its representative; `same`: the
 * number of such. */
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

/* Replaces the term `before` by `after`; `to` may be `sum`. */
static inline void signature_exchange(const struct symmetry *symmetry, signature_t *to,
                                      const signature_t *sum, const signature_t *before,
                                      const signature_t *after) {
  for (unsigned i = 0, count = symmetry->point_count; i < count; i += POINT_LANES)
    *(signature_lanes *)&to[i] =
        *(const signature_lanes *)&sum[i] +
        (*(const signature_lanes *)&after[i] - *(const signature_lanes *)&before[i]);
}

/* A state's sums, by permutation.  The lowest bits of shares are 0.  In a sum they hold the
 * permutation's number, so the least sum shows it. */
enum { SUM_NUMBER_BITS = 8, SUM_LANES = 2 };
_Static_assert(SUMS_MAX <= 1 << SUM_NUMBER_BITS && SUMS_MAX % SUM_LANES == 0,
               "sums are added by lanes");
typedef uint64_t sum_lanes
    __attribute__((vector_size(SUM_LANES * sizeof(uint64_t)), aligned(8), may_alias));

/* The number of sums, padded to whole lanes. */
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

/* --- states slot by slot --- */

/* A state, with the orbits of its slots' contents, and its signatures.  memory_free releases it. */
struct orbit *orbit_new(void);
void orbit_of(const struct machine *machine, const slot_t *state, struct orbit *orbit);
/* The number of states in the orbit. */
unsigned orbit_size(const struct machine *machine, const struct orbit *orbit);
/* Replaces `state`, a successor of `source`, by its representative. */
void orbit_representative(const struct machine *machine, const struct orbit *source, slot_t *state);

#endif
