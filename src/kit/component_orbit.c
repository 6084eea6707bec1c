/* A kin is found by a search: from what is asked for, by all generators, until nothing new is met.
 * What the permutations make of the first member follows from that in the order of symmetry.h's
 * `sequence`, since each of them is one before it and then a generator. */
#include "reduce/component_orbit.h"

#include <string.h>
#include "base/memory.h"
#include "base/sparse.h"
#include "base/vector.h"

struct orbit_gathering {
  VECTOR(struct orbit_member) members;
  VECTOR(uint16_t) made; /* by member and generator: a member */
  struct sparse numbers; /* by content in its place, + 1 */
};

static uint16_t number_of(struct orbit_gathering *gathering, uint64_t what) {
  uintptr_t *number = sparse_at(&gathering->numbers, what);
  if (!*number) {
    vector_push(gathering->members, (struct orbit_member){ .what = what });
    *number = gathering->members.length;
  }
  return (uint16_t)(*number - 1);
}

static void gather(const struct orbit_source *kinship, uint64_t what,
                   struct orbit_gathering *gathering) {
  const struct symmetry *symmetry = kinship->machine->symmetry;
  number_of(gathering, what);
  for (size_t i = 0; i < gathering->members.length; i++) {
    kinship->say(kinship, &gathering->members.items[i]);
    for (unsigned g = 0; g < symmetry->generator_count; g++) {
      uint64_t to =
          kinship->permuted(kinship, symmetry->generators[g], gathering->members.items[i].what);
      uint16_t number = number_of(gathering, to);
      vector_push(gathering->made, number);
    }
  }
}

/* Each point's is the sum of what all permutations that put it first make the first member say
 * (orbit.c). */
static const signature_t *signature_of(const struct machine *machine,
                                       const struct component_orbit *kin) {
  const struct symmetry *symmetry = machine->symmetry;
  if (!symmetry->by_signature) return NULL;
  signature_t *signature = machine_keep(machine, symmetry->point_count * sizeof *signature);
  for (unsigned p = 0; p < symmetry->count; p++)
    for (uint32_t rest = symmetry->items[p].leads; rest; rest &= rest - 1)
      signature[__builtin_ctz(rest)] += kin->members[kin->which[p]].mixed;
  return signature;
}

static struct component_orbit *new_kin(const struct machine *machine,
                                       const struct orbit_gathering *gathering) {
  const struct symmetry *symmetry = machine->symmetry;
  size_t size = gathering->members.length * sizeof *gathering->members.items;
  struct component_orbit *kin =
      machine_keep(machine, sizeof *kin + symmetry->count * sizeof *kin->which);
  kin->members = memcpy(machine_keep(machine, size), gathering->members.items, size);
  for (unsigned i = 1; i < symmetry->count; i++) {
    const struct follower *follower = &symmetry->sequence[i];
    kin->which[follower->number] =
        gathering->made
            .items[kin->which[follower->before] * symmetry->generator_count + follower->generator];
  }
  kin->signature = signature_of(machine, kin);
  return kin;
}

/* Records each member, unless another thread was first; then that thread's kin serves. */
static void record(const struct orbit_source *kinship, const struct component_orbit *kin,
                   size_t count) {
  const struct symmetry *symmetry = kinship->machine->symmetry;
  struct related *related = machine_keep(kinship->machine, count * sizeof *related);
  for (unsigned p = symmetry->count; p-- > 0;) related[kin->which[p]].by = p;
  for (size_t i = 0; i < count; i++) {
    related[i].kin = kin;
    related[i].then = symmetry_then(kinship->machine, related[i].by);
    memo_add(kinship->memo, kin->members[i].what, kinship->purpose,
             (uint64_t)(uintptr_t)&related[i]);
  }
}

const struct related *component_orbit_compute(const struct orbit_source *kinship, uint64_t what) {
  struct orbit_gathering gathering = { 0 };
  gather(kinship, what, &gathering);
  record(kinship, new_kin(kinship->machine, &gathering), gathering.members.length);
  vector_free(gathering.members);
  vector_free(gathering.made);
  sparse_free(&gathering.numbers);
  return (const struct related *)(uintptr_t)memo_find(kinship->memo, what, kinship->purpose);
}

/* The point that `by` makes of another has the signature that that one has in the first. */
void component_orbit_sign(const struct symmetry *symmetry, const struct related *related,
                          signature_t *signature) {
  const struct permutation *by = &symmetry->items[related->by];
  for (unsigned c = 0; c < symmetry->class_count; c++) {
    const struct points *points = &symmetry->points[c];
    for (unsigned i = 0; i < points->count; i++)
      signature[points->first + image_of_point(by, points, i)] =
          related->kin->signature[points->first + i];
  }
}
