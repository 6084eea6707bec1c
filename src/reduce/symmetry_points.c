/* Finds the points that permutations exchange, and lists the permutations by order of points.
 *
 * Signatures order a state's points, and that order has a code.  For each code there is a list of
 * the permutations that put the points in that order (orbit.c). */
#include "reduce/symmetry_points.h"

#include <stdlib.h>
#include "base/memory.h"
#include "base/vector.h"
#include "reduce/symmetry_group.h"

/* Marks the permutations that put a point before all that it is exchanged with. */
static void find_leaders(struct symmetry *symmetry, const struct points *points) {
  for (unsigned i = 0; i < points->count; i++) {
    unsigned least = i;
    for (unsigned p = 0; p < symmetry->count; p++) {
      unsigned image = image_of_point(&symmetry->items[p], points, i);
      if (image < least) least = image;
    }
    for (unsigned p = 0; p < symmetry->count; p++)
      if (image_of_point(&symmetry->items[p], points, i) == least)
        symmetry->items[p].leads |= 1u << (points->first + i);
  }
}

static bool stays(const struct symmetry *symmetry, const struct points *points, unsigned i) {
  for (unsigned p = 0; p < symmetry->count; p++)
    if (image_of_point(&symmetry->items[p], points, i) != i) return false;
  return true;
}

static bool are_exchanged(const struct symmetry *symmetry, const struct points *points, unsigned a,
                          unsigned b) {
  for (unsigned p = 0; p < symmetry->count; p++)
    if (image_of_point(&symmetry->items[p], points, a) == b) return true;
  return false;
}

enum { POWERS_FIT = 7 /* the powers of fewer points fit in 15 bits */ };

static unsigned size_of_set(unsigned set) { return (unsigned)__builtin_popcount(set); }

static void find_peers(const struct symmetry *symmetry, struct points *points) {
  uint32_t power = 1;
  points->all = points->count > 0 && points->count < POWERS_FIT;
  for (unsigned i = 0; i < points->count; i++, power *= points->count) {
    for (unsigned j = 0; j < points->count; j++)
      if (j != i && are_exchanged(symmetry, points, i, j)) points->peers[i] |= (uint8_t)(1u << j);
    points->power[i] = power;
    points->all &= size_of_set(points->peers[i]) == points->count - 1;
  }
}

/* Writes the set of points before each one in a code's order.  false: no order has this code.  A
 * point's digit must be the number of smaller digits among the points that it is exchanged with. */
static bool find_order(const struct points *points, uint32_t code, uint8_t *order) {
  uint8_t digit[CLASS_POINTS_MAX];
  for (unsigned i = 0; i < points->count; i++, code /= points->count)
    digit[i] = (uint8_t)(code % points->count);
  for (unsigned i = 0; i < points->count; i++) {
    order[i] = 0;
    for (unsigned j = 0; j < points->count; j++) order[i] |= (uint8_t)((digit[j] < digit[i]) << j);
    order[i] &= points->peers[i];
    if (size_of_set(order[i]) != digit[i]) return false;
  }
  return true;
}

/* Writes the set of points that a permutation puts before each one. */
static void find_put_before(const struct points *points, const struct permutation *p,
                            uint8_t *put) {
  for (unsigned i = 0; i < points->count; i++)
    for (unsigned j = 0; j < points->count; j++)
      put[i] |= (uint8_t)((image_of_point(p, points, j) < image_of_point(p, points, i)) << j);
}

/* Does a permutation with these points before each one respect the order? */
static bool sorts(const struct points *points, const uint8_t *put, const uint8_t *order) {
  for (unsigned i = 0; i < points->count; i++)
    if (order[i] & ~put[i]) return false;
  return true;
}

typedef VECTOR(uint16_t) numbers;

/* The place of an exchange in symmetry.exchanges.  Adds a new one. */
static uint16_t exchange_number(struct symmetry *symmetry, unsigned permutation) {
  unsigned i = 0;
  while (i < symmetry->exchange_count && symmetry->exchanges[i] != permutation) i++;
  if (i == EXCHANGES_MAX) abort(); /* a class of n points has at most n(n - 1)/2: swaps of two */
  if (i == symmetry->exchange_count)
    symmetry->exchanges[symmetry->exchange_count++] = (uint16_t)permutation;
  return (uint16_t)i;
}

/* Adds to a list the exchanges that lead from its first permutation to all others.  Returns their
 * number. */
static unsigned add_exchanges(struct symmetry *symmetry, numbers *lists, size_t first,
                              unsigned count) {
  struct subgroup subgroup;
  if (count == 1) return 0;
  unsigned back = symmetry_inverse(symmetry, lists->items[first]);
  symmetry_subgroup_begin(&subgroup, symmetry);
  for (unsigned i = 1; i < count; i++)
    symmetry_subgroup_add(&subgroup, symmetry_product(symmetry, lists->items[first + i], back));
  for (unsigned i = 0; i < subgroup.generator_count; i++)
    vector_push(*lists, exchange_number(symmetry, subgroup.generators[i]));
  symmetry_subgroup_end(&subgroup);
  return subgroup.generator_count;
}

/* Makes a list for each code of an order.  No state has other codes: they share the first list. */
static void list_orders(struct symmetry *symmetry, struct points *points) {
  numbers lists = { 0 };
  uint8_t(*put)[CLASS_POINTS_MAX] = memory_new(points->orders, sizeof *put),
  order[CLASS_POINTS_MAX];
  uint32_t codes = 1;
  for (unsigned i = 0; i < points->count; i++) codes *= points->count;
  for (unsigned i = 0; i < points->orders; i++)
    find_put_before(points, &symmetry->items[i * points->stride], put[i]);
  points->begin = memory_new(codes, sizeof *points->begin);
  for (uint32_t code = 0; code < codes; code++) {
    if (!find_order(points, code, order)) continue;
    size_t begin = lists.length, first = begin + sizeof(struct listed) / sizeof *lists.items;
    vector_push(lists, 0);
    vector_push(lists, 0);
    for (unsigned i = 0; i < points->orders; i++)
      if (sorts(points, put[i], order)) vector_push(lists, (uint16_t)(i * points->stride));
    unsigned count = (unsigned)(lists.length - first);
    lists.items[begin] = (uint16_t)count;
    unsigned exchanges = add_exchanges(symmetry, &lists, first, count);
    lists.items[begin + 1] = (uint16_t)exchanges;
    points->begin[code] = (uint32_t)begin;
  }
  points->lists = lists.items;
  memory_free(put);
}

void symmetry_find_points(const struct machine *machine, struct symmetry *symmetry,
                          const unsigned *orders) {
  const unsigned counts[POINT_CLASSES] = { machine->shape.sms, machine->shape.lines,
                                           symmetry->items[0].values };
  unsigned stride = symmetry->count;
  for (unsigned i = 0; i < POINT_CLASSES; i++) {
    stride /= orders[i];
    if (orders[i] == 1) continue;
    struct points *points = &symmetry->points[symmetry->class_count++];
    *points = (struct points){
      .class = i, .first = symmetry->point_count, .orders = orders[i], .stride = stride
    };
    points->count = symmetry->by_signature ? counts[i] : 0;
    while (points->count && stays(symmetry, points, points->count - 1)) points->count--;
    symmetry->point_count += (points->count + POINT_LANES - 1) / POINT_LANES * POINT_LANES;
    for (unsigned j = points->first + points->count; j < symmetry->point_count; j++)
      symmetry->none[j] = INT32_MAX;
    find_leaders(symmetry, points);
    find_peers(symmetry, points);
    list_orders(symmetry, points);
  }
}

void symmetry_free_points(struct symmetry *symmetry) {
  for (unsigned i = 0; i < symmetry->class_count; i++) {
    memory_free(symmetry->points[i].begin);
    memory_free(symmetry->points[i].lists);
  }
}
