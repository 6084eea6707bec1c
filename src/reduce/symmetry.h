/* The permutations under which a machine is symmetric: types.
 *
 * symmetry.c finds the permutations.  symmetry_group.h has their products, permutation.h the images
 * of contents, symmetry_points.h the orders of points, orbit.h the representatives. */
#ifndef REDUCE_SYMMETRY_H
#define REDUCE_SYMMETRY_H

#include "machine/machine_private.h"

/* For few permutations, computing the sums of all is cheaper than signatures. */
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

/* A class's points begin at a multiple of POINT_LANES: lanes add and compare signatures. */
enum { POINT_LANES = 4, CLASS_POINTS_MAX = 8, POINTS_MAX = POINT_CLASSES * CLASS_POINTS_MAX };
typedef uint32_t signature_t; /* compared as signed, for SSE2 */
typedef signature_t signature_lanes __attribute__((vector_size(16), aligned(4), may_alias));

struct permutation {
  uint8_t sm[CORES_MAX], core[CORES_MAX], line[LINES_MAX], controller[CONTROLLERS_MAX],
      slot[WIDTH_MAX];
  uint8_t value[VALUES_MAX]; /* images of 1, 2, ...; other values stay */
  unsigned values;
  uint16_t micro[MICROS_MAX];
  uint32_t leads; /* set: points that it puts before all that they are exchanged with */
  const uint16_t *_Atomic then; /* symmetry_product_row; NULL: not computed yet */
};

/* The permutations that put points in the order of a code (symmetry_points.c): `count` numbers.
 * Behind them stand `exchanges` places in symmetry.exchanges.  Those permutations exchange points
 * with equal digits; a product of them, followed by the list's first, is each of the list. */
struct listed {
  uint16_t count, exchanges, numbers[];
};

/* The points of a class that permutations exchange. */
struct points {
  enum point_class class;
  unsigned first, count;   /* among all points; up to the last that is exchanged */
  unsigned orders, stride; /* arrangements of the class; the step from one number to the next */
  uint8_t peers[CLASS_POINTS_MAX];  /* [point]: set of points that it is exchanged with */
  bool all;                         /* each is exchanged with all others */
  uint32_t power[CLASS_POINTS_MAX]; /* [point]: the weight of its digit in a code */
  uint32_t *begin;                  /* [code]: where its list begins */
  uint16_t *lists;
};

/* The arrangements of a class, a hash table: from the word of all images to the number. */
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

/* A permutation as a product: an earlier one of a sequence, then a generator. */
struct follower {
  uint16_t number, before, generator;
};

enum { GENERATORS_MAX = 16, EXCHANGES_MAX = 64 };

struct symmetry {
  unsigned count;               /* permutations; the first is the identity */
  bool by_signature;            /* many permutations: signatures; few: the sums of all */
  unsigned point_count;         /* with padding: a multiple of POINT_LANES */
  signature_t none[POINTS_MAX]; /* signatures of an empty state; INT32_MAX in the padding */
  unsigned class_count;         /* classes of more than one arrangement */
  struct points points[POINT_CLASSES];
  struct arrangements arrangements[POINT_CLASSES];
  unsigned generator_count; /* permutations that generate all */
  uint16_t generators[GENERATORS_MAX];
  struct follower *sequence; /* all permutations, the identity first; `generator`: its place */
  uint16_t *place;           /* [permutation]: place in the sequence */
  unsigned exchange_count;   /* permutations that exchange points of equal signatures */
  uint16_t exchanges[EXCHANGES_MAX];
  struct permutation items[];
};

#endif
