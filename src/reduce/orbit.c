/* Finds the representative of a state's orbit: a canonical form (Ip and Dill 1996), by a hash.
 *
 * Each slot has a share: the hash of its content times a number of the slot's own.  A state's sum
 * is the sum of its shares.  A state has an image under each permutation; the image of least sum is
 * the representative.  If two different images have equal sums, an orbit may be explored twice, and
 * nothing is lost.
 *
 * With many permutations, signatures rule out most of them first.  A point is an SM, a line or a
 * value.  Its signature is a sum of hashes of shares, over all slots and over certain permutations.
 * These put the point before all points that it is exchanged with.  The permutations are a group,
 * so a permuted state has the same signatures, permuted.  Hence sorting the points by signature
 * leads from each state of an orbit to the same few images, mostly to one.  The sums decide among
 * points of equal signatures, such as idle SMs.
 *
 * The orbit of a slot's content keeps its terms of signatures and sums (component_orbit.h).  A step
 * changes few slots, so it changes few terms.  Sums depend on contents, not on their interned
 * numbers, so each run chooses the same representatives. */
#include "reduce/orbit.h"

#include <string.h>
#include "base/memory.h"
#include "reduce/component_orbit.h"

struct orbit {
  slot_t state[WIDTH_MAX];
  const struct related *related[WIDTH_MAX];
  signature_t signature[POINTS_MAX];
};

struct orbit *orbit_new(void) {
  return memory_new(1, sizeof(struct orbit));
}

static void add_signature(const struct machine *machine, const struct related *related,
                          signature_t *signature, bool subtract) {
  signature_t own[POINTS_MAX] = { 0 };
  if (!machine->reductions.symmetry->by_signature) return;
  component_orbit_sign(machine->reductions.symmetry, related, own);
  for (unsigned i = 0; i < machine->reductions.symmetry->point_count; i++)
    signature[i] += subtract ? -own[i] : own[i];
}

void orbit_of(const struct machine *machine, const slot_t *state, struct orbit *orbit) {
  memcpy(orbit->state, state, machine->model.width * sizeof *state);
  memcpy(orbit->signature, machine->reductions.symmetry->none, sizeof orbit->signature);
  for (unsigned slot = 0; slot < machine->model.width; slot++) {
    orbit->related[slot] = slot_orbit(machine, slot, state[slot]);
    add_signature(machine, orbit->related[slot], orbit->signature, false);
  }
}

struct orbit_vector {
  const struct symmetry *symmetry;
  const struct related *const *related;
  unsigned width;
};

static uint64_t sum_of(const void *context, unsigned permutation) {
  const struct orbit_vector *vector = context;
  uint64_t sum = 0;
  for (unsigned i = 0; i < vector->width; i++)
    sum += component_orbit_image(vector->related[i]->orbit, vector->related[i]->then, permutation)
               ->share;
  return sum;
}

static uint64_t changes_of(const void *context, unsigned exchange) {
  const struct orbit_vector *vector = context;
  return sum_of(vector, vector->symmetry->exchanges[exchange]) - sum_of(vector, 0);
}

static struct least least_of(const struct machine *machine, const signature_t *signature,
                             const struct related *const *related) {
  const struct symmetry *symmetry = machine->reductions.symmetry;
  const struct orbit_vector vector = { symmetry, related, machine->model.width };
  return least_of_orbit(symmetry, signature, changes_of, sum_of, &vector);
}

unsigned orbit_size(const struct machine *machine, const struct orbit *orbit) {
  return machine->reductions.symmetry->count /
         least_of(machine, orbit->signature, orbit->related).same;
}

static void permuted_vector(const struct machine *machine, const struct related *const *related,
                            unsigned permutation, slot_t *image) {
  for (unsigned slot = 0; slot < machine->model.width; slot++) {
    uint64_t what =
        component_orbit_image(related[slot]->orbit, related[slot]->then, permutation)->what;
    image[place_of(what)] = content_of(what);
  }
}

void orbit_representative(const struct machine *machine, const struct orbit *source,
                          slot_t *state) {
  const struct related *related[WIDTH_MAX];
  signature_t signature[POINTS_MAX];
  memcpy(signature, source->signature, sizeof signature);
  for (unsigned slot = 0; slot < machine->model.width; slot++) {
    related[slot] = source->related[slot];
    if (state[slot] == source->state[slot]) continue;
    related[slot] = slot_orbit(machine, slot, state[slot]);
    add_signature(machine, source->related[slot], signature, true);
    add_signature(machine, related[slot], signature, false);
  }
  permuted_vector(machine, related, least_of(machine, signature, related).permutation, state);
}
