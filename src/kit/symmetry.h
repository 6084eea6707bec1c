/* Private to src/kit: the permutations under which a machine is symmetric (symmetry.c), and which of them lead from a state to
 * the one that stands for its orbit (orbit.c). */
#ifndef KIT_SYMMETRY_H
#define KIT_SYMMETRY_H

#include "kit/inside.h"

enum { PERMUTATIONS_MAX = 240, MICROS_MAX = 256, VALUES_MAX = 4, POINTS_MAX = CORES_MAX + LINES_MAX + VALUES_MAX };

struct permutation {
  uint8_t sm[CORES_MAX], core[CORES_MAX], line[LINES_MAX], controller[CONTROLLERS_MAX], slot[WIDTH_MAX];
  uint8_t value[VALUES_MAX]; /* what becomes of 1, 2, ...; all other values stay */
  unsigned values;
  uint16_t micro[MICROS_MAX];
  uint64_t weight[WIDTH_MAX]; /* of the slot that a slot becomes */
  uint32_t leads;             /* the points that it puts first, of those they are exchanged with, as a set */
  const uint16_t *_Atomic then; /* by permutation: the number of this one and then that one; NULL: not known */
};

/* What is exchanged: SMs, lines, values.  A permutation's number is the sum of the numbers of what it does to each of them. */
enum point_class { POINTS_SMS, POINTS_LINES, POINTS_VALUES, POINT_CLASSES };

/* Two points that some permutation exchanges, and what it adds to a code that one of them comes after the other. */
struct point_pair { uint8_t a, b; uint32_t a_later, b_later; };

struct points {
  enum point_class class;
  unsigned first, count, pair_count;
  unsigned orders, stride; /* what permutations do to these: how many things; how far apart those are that differ in no other */
  struct point_pair pairs[CORES_MAX * (CORES_MAX - 1) / 2];
  uint32_t *begin;    /* by code: where its list of numbers begins; one more ends the last */
  uint16_t *numbers;  /* of what permutations do to these points: those that put them in the order that the code tells */
};

struct symmetry {
  unsigned count;                       /* of permutations; the first is the identity */
  bool whole;                           /* they are a group */
  unsigned point_count;
  struct points points[POINT_CLASSES];
  struct permutation items[];
};

/* What the permutations make of a slot's content, in their order. */
struct image { uint64_t hash; uint32_t number; };
const struct image *images_of(const struct machine *machine, unsigned slot, uint32_t content);

/* --- orbit.c --- */

/* Finds the points that a symmetry's permutations exchange.  To those of class i different things are done in `orders[i]` ways,
 * and what is done to the last class varies first.  Where they are not a group (`whole` is false), signatures say nothing. */
void symmetry_find_points(const struct machine *machine, struct symmetry *symmetry, const unsigned *orders, bool whole);
void symmetry_free_points(struct symmetry *symmetry);

/* The code of the points' order by their signatures. */
static inline uint32_t points_code(const struct points *points, const uint64_t *signature) {
  uint32_t code = 0;
  for (unsigned i = 0; i < points->pair_count; i++) {
    const struct point_pair *pair = &points->pairs[i];
    uint64_t a = signature[pair->a], b = signature[pair->b];
    code += (a < b ? pair->b_later : 0) + (b < a ? pair->a_later : 0);
  }
  return code;
}

/* The permutations that put a state's points in the order of their signatures: all sums of one number of each list. */
struct candidates { const uint16_t *begin[POINT_CLASSES], *end[POINT_CLASSES]; };

static inline struct candidates candidates_of(const struct symmetry *symmetry, const uint64_t *signature) {
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

/* The candidate that makes the vector of least sum, the parts' shares in which are given by permutation, and how many do. */
struct least { unsigned permutation, same; };
struct least least_candidate(const struct candidates *candidates, const uint64_t *const *shares, unsigned parts);

/* The permutation that leads to the state that stands for the orbit. */
static inline unsigned symmetry_choose(const struct symmetry *symmetry, const uint64_t *signature, const uint64_t *const *shares,
                                       unsigned parts) {
  struct candidates candidates = candidates_of(symmetry, signature);
  if (candidate_is_alone(&candidates)) return *candidates.begin[0] + *candidates.begin[1] + *candidates.begin[2];
  return least_candidate(&candidates, shares, parts).permutation;
}

/* The states of the orbit that a state stands for. */
unsigned symmetry_orbit_size(const struct symmetry *symmetry, const uint64_t *signature, const uint64_t *const *shares,
                             unsigned parts);

/* Adds what a slot's content says to signatures of points, and to shares by permutation. */
void symmetry_add(const struct machine *machine, uint64_t *signature, uint64_t *shares, unsigned slot, uint32_t content);

#endif
