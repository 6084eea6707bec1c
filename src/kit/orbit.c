/* Which state of an orbit stands for it, without a look at every permutation.
 *
 * Each permutation makes another vector of a state, and each vector has a sum, over its slots, of the hash of what is there times
 * a number of the slot's own (its share).  The vector of least sum would do (Ip and Dill's canonical form, by a hash), but there
 * are many permutations.  So most are ruled out first.  Each point that is exchanged (an SM, a line, a value) has a signature:
 * the sum, over all slots and over all permutations that put the point first (of those that it is exchanged with), of a hash of
 * the slot's share.  To permute a state permutes its signatures and does no more, since the permutations are a group: what puts
 * the point first after another permutation is again all that does.  Hence whoever sorts the points by their signatures comes,
 * from every state of an orbit, to the same few vectors, mostly to one; and only of these is the one of least sum looked for.
 * Points of equal signatures, such as idle SMs, are left to the sums.  (Were two different vectors to have equal sums, an orbit
 * would be explored twice, and nothing lost.)
 *
 * A slot's part in signatures and sums is remembered with its content.  They depend on contents alone, not on the numbers of
 * interned contents, so the choice is the same in every run; and a step, which changes few slots, changes them by those alone. */
#include <string.h>
#include "base/memory.h"
#include "base/vector.h"
#include "kit/symmetry.h"

/* --- points --- */

static unsigned image_of_point(const struct permutation *p, const struct points *points, unsigned point) {
  unsigned i = point - points->first;
  return points->class == POINTS_SMS ? p->sm[i] : points->class == POINTS_LINES ? p->line[i] : p->value[i];
}

/* Whoever puts a point where no other one puts it further in front. */
static void find_leaders(struct symmetry *symmetry, const struct points *points) {
  for (unsigned point = points->first; point < points->first + points->count; point++) {
    unsigned least = point - points->first;
    for (unsigned p = 0; p < symmetry->count; p++) {
      unsigned image = image_of_point(&symmetry->items[p], points, point);
      if (image < least) least = image;
    }
    for (unsigned p = 0; p < symmetry->count; p++)
      if (image_of_point(&symmetry->items[p], points, point) == least) symmetry->items[p].leads |= 1u << point;
  }
}

static bool exchanges(const struct symmetry *symmetry, const struct points *points, unsigned a, unsigned b) {
  for (unsigned p = 0; p < symmetry->count; p++)
    if (image_of_point(&symmetry->items[p], points, a) == b - points->first) return true;
  return false;
}

/* A code has a digit for each point, in the base of their count: how many come before it. */
static void find_pairs(const struct symmetry *symmetry, struct points *points) {
  uint32_t power[CORES_MAX] = { 1 };
  unsigned first = points->first, end = first + points->count;
  for (unsigned i = 1; i < points->count; i++) power[i] = power[i - 1] * points->count;
  for (unsigned a = first; a < end; a++)
    for (unsigned b = a + 1; b < end; b++)
      if (exchanges(symmetry, points, a, b))
        points->pairs[points->pair_count++] = (struct point_pair){ (uint8_t)a, (uint8_t)b, power[a - first], power[b - first] };
}

static unsigned digit(const struct points *points, uint32_t code, uint32_t power) { return code / power % points->count; }

/* Does each digit tell how many of the points that its own is exchanged with have a smaller one? */
static bool is_order(const struct points *points, uint32_t code) {
  uint8_t before[CORES_MAX] = { 0 };
  for (unsigned i = 0; i < points->pair_count; i++) {
    const struct point_pair *pair = &points->pairs[i];
    unsigned a = digit(points, code, pair->a_later), b = digit(points, code, pair->b_later);
    before[pair->a - points->first] += b < a;
    before[pair->b - points->first] += a < b;
  }
  for (unsigned i = 0; i < points->count && points->pair_count; i++, code /= points->count)
    if (code % points->count != before[i]) return false;
  return true;
}

/* Does the permutation put the points in the order that the code tells? */
static bool sorts(const struct points *points, const struct permutation *p, uint32_t code) {
  for (unsigned i = 0; i < points->pair_count; i++) {
    const struct point_pair *pair = &points->pairs[i];
    unsigned a = digit(points, code, pair->a_later), b = digit(points, code, pair->b_later);
    bool a_is_first = image_of_point(p, points, pair->a) < image_of_point(p, points, pair->b);
    if (a != b && (a < b) != a_is_first) return false;
  }
  return true;
}

static void list_orders(const struct symmetry *symmetry, struct points *points) {
  VECTOR(uint16_t) numbers = { 0 };
  uint32_t codes = 1;
  for (unsigned i = 0; i < points->count && points->pair_count; i++) codes *= points->count;
  points->begin = memory_new(codes + 1, sizeof *points->begin);
  for (uint32_t code = 0; code < codes; code++) {
    points->begin[code] = (uint32_t)numbers.length;
    for (unsigned i = 0; i < points->orders && is_order(points, code); i++)
      if (sorts(points, &symmetry->items[i * points->stride], code)) vector_push(numbers, (uint16_t)(i * points->stride));
  }
  points->begin[codes] = (uint32_t)numbers.length;
  points->numbers = numbers.items;
}

void symmetry_find_points(const struct machine *machine, struct symmetry *symmetry, const unsigned *orders, bool whole) {
  const unsigned counts[POINT_CLASSES] = { machine->sms, machine->lines, symmetry->items[0].values };
  unsigned stride = symmetry->count;
  symmetry->whole = whole;
  for (unsigned i = 0; i < POINT_CLASSES; i++) {
    struct points *points = &symmetry->points[i];
    points->class = i;
    points->first = symmetry->point_count;
    points->orders = orders[i];
    points->stride = stride /= orders[i];
    if (orders[i] > 1 && whole) points->count = counts[i];
    symmetry->point_count += points->count;
    find_leaders(symmetry, points);
    find_pairs(symmetry, points);
    list_orders(symmetry, points);
  }
}

void symmetry_free_points(struct symmetry *symmetry) {
  for (unsigned i = 0; i < POINT_CLASSES; i++) {
    memory_free(symmetry->points[i].begin);
    memory_free(symmetry->points[i].numbers);
  }
}

/* --- shares --- */

static uint64_t mix(uint64_t x) {
  x = (x ^ x >> 32) * 0xD6E8FEB86659FD93ull;
  return x ^ x >> 32;
}

void symmetry_add(const struct machine *machine, uint64_t *signature, uint64_t *shares, unsigned slot, uint32_t content) {
  const struct symmetry *symmetry = machine->symmetry;
  const struct image *images = images_of(machine, slot, content);
  for (unsigned i = 0; i < symmetry->count; i++) {
    const struct permutation *p = &symmetry->items[i];
    uint64_t share = images[i].hash * p->weight[slot], mixed = mix(share);
    shares[i] += share;
    for (uint32_t rest = p->leads; rest; rest &= rest - 1) signature[__builtin_ctz(rest)] += mixed;
  }
}

/* --- the choice --- */

struct least least_candidate(const struct candidates *candidates, const uint64_t *const *shares, unsigned parts) {
  struct least least = { 0, 0 };
  uint64_t best = 0;
  for (const uint16_t *a = candidates->begin[0]; a < candidates->end[0]; a++)
    for (const uint16_t *b = candidates->begin[1]; b < candidates->end[1]; b++)
      for (const uint16_t *c = candidates->begin[2]; c < candidates->end[2]; c++) {
        unsigned permutation = (unsigned)*a + *b + *c;
        uint64_t sum = 0;
        for (unsigned i = 0; i < parts; i++) sum += shares[i][permutation];
        if (least.same && sum > best) continue;
        if (least.same && sum == best) {
          least.same++;
          continue;
        }
        best = sum;
        least = (struct least){ permutation, 1 };
      }
  return least;
}

unsigned symmetry_orbit_size(const struct symmetry *symmetry, const uint64_t *signature, const uint64_t *const *shares,
                             unsigned parts) {
  struct candidates candidates = candidates_of(symmetry, signature);
  return symmetry->count / least_candidate(&candidates, shares, parts).same;
}

/* --- states of slots --- */

struct orbit {
  slot_t state[WIDTH_MAX];
  const uint64_t *shares[WIDTH_MAX];
  uint64_t signature[POINTS_MAX];
};

struct orbit *orbit_new(void) { return memory_new(1, sizeof(struct orbit)); }

/* The points' signatures, and after them the shares. */
static const uint64_t *said_by(const struct machine *machine, unsigned slot, uint32_t content) {
  const struct symmetry *symmetry = machine->symmetry;
  uint64_t second = PURPOSE(MEMO_SHARES, slot), known = memo_find(machine->memo, content, second);
  if (known) return (const uint64_t *)(uintptr_t)known;
  uint64_t *said = memory_new(symmetry->point_count + symmetry->count, sizeof *said);
  symmetry_add(machine, said, said + symmetry->point_count, slot, content);
  pthread_mutex_lock(&machine->kept->lock);
  vector_push(machine->kept->blocks, said);
  pthread_mutex_unlock(&machine->kept->lock);
  memo_add(machine->memo, content, second, (uint64_t)(uintptr_t)said);
  return said;
}

void orbit_of(const struct machine *machine, const slot_t *state, struct orbit *orbit) {
  unsigned points = machine->symmetry->point_count;
  memcpy(orbit->state, state, machine->model.width * sizeof *state);
  memset(orbit->signature, 0, points * sizeof *orbit->signature);
  for (unsigned slot = 0; slot < machine->model.width; slot++) {
    const uint64_t *said = said_by(machine, slot, state[slot]);
    orbit->shares[slot] = said + points;
    for (unsigned i = 0; i < points; i++) orbit->signature[i] += said[i];
  }
}

unsigned orbit_size(const struct machine *machine, const struct orbit *orbit) {
  return symmetry_orbit_size(machine->symmetry, orbit->signature, orbit->shares, machine->model.width);
}

void orbit_stand_in(const struct machine *machine, const struct orbit *source, slot_t *state) {
  const struct symmetry *symmetry = machine->symmetry;
  const uint64_t *shares[WIDTH_MAX];
  uint64_t signature[POINTS_MAX];
  memcpy(signature, source->signature, symmetry->point_count * sizeof *signature);
  for (unsigned slot = 0; slot < machine->model.width; slot++) {
    shares[slot] = source->shares[slot];
    if (state[slot] == source->state[slot]) continue;
    const uint64_t *before = shares[slot] - symmetry->point_count, *after = said_by(machine, slot, state[slot]);
    for (unsigned i = 0; i < symmetry->point_count; i++) signature[i] += after[i] - before[i];
    shares[slot] = after + symmetry->point_count;
  }
  unsigned chosen = symmetry_choose(symmetry, signature, shares, machine->model.width);
  if (chosen == 0) return;
  slot_t image[WIDTH_MAX];
  for (unsigned slot = 0; slot < machine->model.width; slot++)
    image[symmetry->items[chosen].slot[slot]] = images_of(machine, slot, state[slot])[chosen].number;
  memcpy(state, image, machine->model.width * sizeof *state);
}
