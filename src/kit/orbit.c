/* Which state of an orbit stands for it.
 *
 * Each permutation makes another vector of a state, and each vector has a sum, over its slots, of the hash of what is there
 * times a number of the slot's own (its share).  The vector of least sum stands for the orbit (Ip and Dill's canonical form, by a
 * hash).
 *
 * Where there are many permutations, most are ruled out first, without a look at each.  Each point that is exchanged (an SM, a
 * line, a value) has a signature: the sum, over all slots and over all permutations that put the point first (of those that it is
 * exchanged with), of a hash of the slot's share.  To permute a state permutes its signatures and does no more, since the
 * permutations are a group: what puts the point first after another permutation is again all that does.  Hence whoever sorts the
 * points by their signatures comes, from every state of an orbit, to the same few vectors, mostly to one; and only of these is
 * the one of least sum looked for.  Points of equal signatures, such as idle SMs, are left to the sums.  (Were two different
 * vectors to have equal sums, an orbit would be explored twice, and nothing lost.)
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

static bool stays(const struct symmetry *symmetry, const struct points *points, unsigned i) {
  for (unsigned p = 0; p < symmetry->count; p++)
    if (image_of_point(&symmetry->items[p], points, points->first + i) != i) return false;
  return true;
}

static bool exchanges(const struct symmetry *symmetry, const struct points *points, unsigned a, unsigned b) {
  for (unsigned p = 0; p < symmetry->count; p++)
    if (image_of_point(&symmetry->items[p], points, a) == b - points->first) return true;
  return false;
}

static unsigned ones(unsigned set) { return (unsigned)__builtin_popcount(set); }

static void find_peers(const struct symmetry *symmetry, struct points *points) {
  uint32_t power = 1;
  for (unsigned i = 0; i < points->count; i++, power *= points->count) {
    for (unsigned j = 0; j < points->count; j++)
      if (j != i && exchanges(symmetry, points, points->first + i, points->first + j)) points->peers[i] |= (uint8_t)(1u << j);
    points->power[i] = power;
    for (unsigned set = 0; set < 1 << CLASS_POINTS_MAX; set++) points->after[i][set] = ones(set & points->peers[i]) * power;
  }
}

static unsigned digit(const struct points *points, uint32_t code, unsigned i) { return code / points->power[i] % points->count; }

/* The points that come before one in the order that a code tells, as a set. */
static unsigned before(const struct points *points, uint32_t code, unsigned i) {
  unsigned set = 0;
  for (unsigned j = 0; j < points->count; j++) set |= (unsigned)(digit(points, code, j) < digit(points, code, i)) << j;
  return set & points->peers[i];
}

/* Which points come before each one in the order that a code tells; false: it tells none, since each digit must say how many of
 * the points that its own is exchanged with have a smaller one. */
static bool find_order(const struct points *points, uint32_t code, uint8_t *order) {
  for (unsigned i = 0; i < points->count; i++) {
    order[i] = (uint8_t)before(points, code, i);
    if (ones(order[i]) != digit(points, code, i)) return false;
  }
  return true;
}

/* Which points a permutation puts before each one. */
static void find_put_before(const struct points *points, const struct permutation *p, uint8_t *put) {
  for (unsigned i = 0; i < points->count; i++)
    for (unsigned j = 0; j < points->count; j++)
      put[i] |= (uint8_t)((image_of_point(p, points, points->first + j) < image_of_point(p, points, points->first + i)) << j);
}

/* Does a permutation that puts these before each point put them in this order? */
static bool sorts(const struct points *points, const uint8_t *put, const uint8_t *order) {
  unsigned wrong = 0;
  for (unsigned i = 0; i < points->count; i++) wrong |= order[i] & ~put[i];
  return !wrong;
}

static void list_orders(const struct symmetry *symmetry, struct points *points) {
  VECTOR(uint16_t) numbers = { 0 };
  uint8_t (*put)[CLASS_POINTS_MAX] = memory_new(points->orders, sizeof *put), order[CLASS_POINTS_MAX];
  uint32_t codes = 1;
  for (unsigned i = 0; i < points->count; i++) codes *= points->count;
  for (unsigned i = 0; i < points->orders; i++) find_put_before(points, &symmetry->items[i * points->stride], put[i]);
  points->begin = memory_new(codes + 1, sizeof *points->begin);
  for (uint32_t code = 0; code < codes; code++) {
    points->begin[code] = (uint32_t)numbers.length;
    unsigned orders = find_order(points, code, order) ? points->orders : 0;
    for (unsigned i = 0; i < orders; i++)
      if (sorts(points, put[i], order)) vector_push(numbers, (uint16_t)(i * points->stride));
  }
  points->begin[codes] = (uint32_t)numbers.length;
  points->numbers = numbers.items;
  memory_free(put);
}

void symmetry_find_points(const struct machine *machine, struct symmetry *symmetry, const unsigned *orders) {
  const unsigned counts[POINT_CLASSES] = { machine->sms, machine->lines, symmetry->items[0].values };
  unsigned stride = symmetry->count;
  for (unsigned i = 0; i < POINT_CLASSES; i++) {
    struct points *points = &symmetry->points[i];
    points->class = i;
    points->first = symmetry->point_count;
    points->orders = orders[i];
    points->stride = stride /= orders[i];
    points->count = orders[i] > 1 && symmetry->by_signature ? counts[i] : 0;
    while (points->count && stays(symmetry, points, points->count - 1)) points->count--;
    symmetry->point_count += (points->count + POINT_LANES - 1) / POINT_LANES * POINT_LANES;
    find_leaders(symmetry, points);
    find_peers(symmetry, points);
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

size_t said_size(const struct symmetry *symmetry) {
  return symmetry->point_count * sizeof(signature_t) + sum_count(symmetry) * sizeof(uint64_t);
}

static uint32_t mix(uint64_t x) { return (uint32_t)((x ^ x >> 32) * 0xD6E8FEB86659FD93ull >> 32); }

void symmetry_add(const struct machine *machine, struct said *said, unsigned slot, uint32_t content) {
  const struct symmetry *symmetry = machine->symmetry;
  const struct image *images = images_of(machine, slot, content);
  uint64_t *shares = said_shares(symmetry, said);
  for (unsigned i = 0; i < symmetry->count; i++) {
    const struct permutation *p = &symmetry->items[i];
    uint64_t share = images[i].hash * p->weight[slot] << SUM_NUMBER_BITS;
    uint32_t mixed = mix(share);
    shares[i] += share;
    for (uint32_t rest = p->leads; rest; rest &= rest - 1) said_signature(said)[__builtin_ctz(rest)] += mixed;
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

/* --- states of slots --- */

struct orbit {
  slot_t state[WIDTH_MAX];
  const struct said *said[WIDTH_MAX];
  signature_t signature[POINTS_MAX];
};

struct orbit *orbit_new(void) { return memory_new(1, sizeof(struct orbit)); }

static const struct said *said_by(const struct machine *machine, unsigned slot, uint32_t content) {
  const struct symmetry *symmetry = machine->symmetry;
  uint64_t second = PURPOSE(MEMO_SHARES, slot), known = memo_find(machine->memo, content, second);
  if (known) return (const struct said *)(uintptr_t)known;
  struct said *said = machine_keep(machine, said_size(symmetry));
  symmetry_add(machine, said, slot, content);
  memo_add(machine->memo, content, second, (uint64_t)(uintptr_t)said);
  return said;
}

void orbit_of(const struct machine *machine, const slot_t *state, struct orbit *orbit) {
  memcpy(orbit->state, state, machine->model.width * sizeof *state);
  memset(orbit->signature, 0, sizeof orbit->signature);
  for (unsigned slot = 0; slot < machine->model.width; slot++) {
    orbit->said[slot] = said_by(machine, slot, state[slot]);
    signature_add(machine->symmetry, orbit->signature, said_signature(orbit->said[slot]));
  }
}

unsigned orbit_size(const struct machine *machine, const struct orbit *orbit) {
  const uint64_t *shares[WIDTH_MAX];
  for (unsigned slot = 0; slot < machine->model.width; slot++) shares[slot] = said_shares(machine->symmetry, orbit->said[slot]);
  struct candidates candidates = candidates_of(machine->symmetry, orbit->signature);
  return machine->symmetry->count / least_candidate(&candidates, shares, machine->model.width).same;
}

void orbit_stand_in(const struct machine *machine, const struct orbit *source, slot_t *state) {
  const struct symmetry *symmetry = machine->symmetry;
  const uint64_t *shares[WIDTH_MAX];
  signature_t signature[POINTS_MAX];
  memcpy(signature, source->signature, sizeof signature);
  for (unsigned slot = 0; slot < machine->model.width; slot++) {
    shares[slot] = said_shares(symmetry, source->said[slot]);
    if (state[slot] == source->state[slot]) continue;
    const struct said *after = said_by(machine, slot, state[slot]);
    signature_exchange(symmetry, signature, signature, said_signature(source->said[slot]), said_signature(after));
    shares[slot] = said_shares(symmetry, after);
  }
  unsigned chosen = symmetry_choose(symmetry, signature, shares, machine->model.width);
  if (chosen == 0) return;
  slot_t image[WIDTH_MAX];
  for (unsigned slot = 0; slot < machine->model.width; slot++)
    image[symmetry->items[chosen].slot[slot]] = images_of(machine, slot, state[slot])[chosen].number;
  memcpy(state, image, machine->model.width * sizeof *state);
}
