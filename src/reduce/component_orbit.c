/* Computes the orbit of a component state: a search from it, by the generators, until no new member
 * is met.
 *
 * The images of the first member under all permutations then follow, in the order of symmetry.h's
 * `sequence`.  Each permutation there is the product of an earlier one and a generator. */
#include "reduce/component_orbit.h"

#include <string.h>
#include "base/memory.h"
#include "base/sparse.h"
#include "base/vector.h"
#include "reduce/orbit.h"
#include "reduce/permutation.h"
#include "reduce/symmetry_group.h"
#include "machine/kept.h"

struct orbit_gathering {
  VECTOR(struct orbit_member) members;
  VECTOR(uint16_t) images; /* [member][generator]: the image, a member */
  struct sparse numbers;   /* by content in its place: 1 + the member */
};

static uint16_t number_of(struct orbit_gathering *gathering, uint64_t what) {
  uintptr_t *number = sparse_at(&gathering->numbers, what);
  if (!*number) {
    vector_push(gathering->members, (struct orbit_member){ .what = what });
    *number = gathering->members.length;
  }
  return (uint16_t)(*number - 1);
}

static void gather(const struct orbit_source *source, uint64_t what,
                   struct orbit_gathering *gathering) {
  const struct symmetry *symmetry = source->machine->reductions.symmetry;
  number_of(gathering, what);
  for (size_t i = 0; i < gathering->members.length; i++) {
    source->fill(source, &gathering->members.items[i]);
    for (unsigned g = 0; g < symmetry->generator_count; g++) {
      uint64_t to =
          source->permuted(source, symmetry->generators[g], gathering->members.items[i].what);
      uint16_t number = number_of(gathering, to);
      vector_push(gathering->images, number);
    }
  }
}

/* The first member's signature (orbit.c): for each point a sum over the permutations that put it
 * first, of the hash of the image.  NULL: the machine has few permutations. */
static const signature_t *signature_of(const struct machine *machine,
                                       const struct component_orbit *orbit) {
  const struct symmetry *symmetry = machine->reductions.symmetry;
  if (!symmetry->by_signature) return NULL;
  signature_t *signature = machine_keep(machine, symmetry->point_count * sizeof *signature);
  for (unsigned p = 0; p < symmetry->count; p++)
    for (uint32_t rest = symmetry->items[p].leads; rest; rest &= rest - 1)
      signature[__builtin_ctz(rest)] += orbit->members[orbit->which[p]].mixed;
  return signature;
}

static struct component_orbit *new_orbit(const struct machine *machine,
                                         const struct orbit_gathering *gathering) {
  const struct symmetry *symmetry = machine->reductions.symmetry;
  size_t size = gathering->members.length * sizeof *gathering->members.items;
  struct component_orbit *orbit =
      machine_keep(machine, sizeof *orbit + symmetry->count * sizeof *orbit->which);
  orbit->members = memcpy(machine_keep(machine, size), gathering->members.items, size);
  for (unsigned i = 1; i < symmetry->count; i++) {
    const struct follower *follower = &symmetry->sequence[i];
    orbit->which[follower->number] =
        gathering->images.items[orbit->which[follower->before] * symmetry->generator_count +
                                follower->generator];
  }
  orbit->signature = signature_of(machine, orbit);
  return orbit;
}

/* Adds each member to the memo.  If another thread was first, its orbit stays. */
static void record(const struct orbit_source *source, const struct component_orbit *orbit,
                   size_t count) {
  const struct symmetry *symmetry = source->machine->reductions.symmetry;
  struct related *related = machine_keep(source->machine, count * sizeof *related);
  for (unsigned p = symmetry->count; p-- > 0;) related[orbit->which[p]].by = p;
  for (size_t i = 0; i < count; i++) {
    related[i].orbit = orbit;
    related[i].then = symmetry_product_row(source->machine, related[i].by);
    memo_add(source->memo, orbit->members[i].what, source->purpose,
             (uint64_t)(uintptr_t)&related[i]);
  }
}

const struct related *component_orbit_compute(const struct orbit_source *source, uint64_t what) {
  struct orbit_gathering gathering = { 0 };
  gather(source, what, &gathering);
  record(source, new_orbit(source->machine, &gathering), gathering.members.length);
  vector_free(gathering.members);
  vector_free(gathering.images);
  sparse_free(&gathering.numbers);
  return (const struct related *)(uintptr_t)memo_find(source->memo, what, source->purpose);
}

/* The image of a point under `by` has the signature that the point has in the first member. */
void component_orbit_sign(const struct symmetry *symmetry, const struct related *related,
                          signature_t *signature) {
  const struct permutation *by = &symmetry->items[related->by];
  for (unsigned c = 0; c < symmetry->class_count; c++) {
    const struct points *points = &symmetry->points[c];
    for (unsigned i = 0; i < points->count; i++)
      signature[points->first + image_of_point(by, points, i)] =
          related->orbit->signature[points->first + i];
  }
}

/* --- contents of slots --- */

/* A slot's own number: that of splitmix64 for 1, 2, ..., made odd.  Numbers with a simple relation
 * would give equal sums to vectors with the same contents in other places. */
static uint64_t weight(unsigned slot) {
  uint64_t x = (slot + 1) * 0x9E3779B97F4A7C15ull;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ x >> 27) * 0x94D049BB133111EBull;
  return (x ^ x >> 31) | 1;
}

static uint32_t mix(uint64_t x) { return (uint32_t)((x ^ x >> 32) * 0xD6E8FEB86659FD93ull >> 32); }

static uint64_t permuted_slot(const struct orbit_source *source, unsigned permutation,
                              uint64_t what) {
  const struct machine *machine = source->machine;
  const struct permutation *p = &machine->reductions.symmetry->items[permutation];
  return in_place(p->slot[place_of(what)],
                  symmetry_permuted_content(machine, p, place_of(what), content_of(what)));
}

static void fill_slot_member(const struct orbit_source *source, struct orbit_member *member) {
  uint64_t hash = intern_hash(source->machine->contents, content_of(member->what));
  member->share = hash * weight(place_of(member->what)) << SUM_NUMBER_BITS;
  member->mixed = mix(member->share);
}

const struct related *slot_orbit(const struct machine *machine, unsigned slot, uint32_t content) {
  const struct orbit_source source = { machine,       machine->memo,    PURPOSE(MEMO_ORBIT, 0),
                                       permuted_slot, fill_slot_member, NULL };
  return component_orbit_of(&source, in_place(slot, content));
}
