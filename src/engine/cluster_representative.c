#include "engine/cluster_representative.h"

#include <string.h>

/* --- orbits of component states, from those of their slots --- */

static uint64_t permuted(const struct orbit_source *source, unsigned permutation, uint64_t what) {
  const struct clusters *clusters = source->context;
  const struct cluster *cluster = &clusters->items[place_of(what)];
  const slot_t *own = cluster_slots(cluster, content_of(what));
  slot_t slots[WIDTH_MAX];
  unsigned to = 0;
  for (unsigned i = 0; i < cluster->count; i++) {
    const struct related *related = slot_orbit(source->machine, cluster->slots[i], own[i]);
    uint64_t image = component_orbit_image(related->orbit, related->then, permutation)->what;
    slots[place_of(image)] = content_of(image);
    to = clusters->of_slot[place_of(image)];
  }
  return in_place(to, cluster_number(&clusters->items[to], slots));
}

static void sum_slots(const struct orbit_source *source, struct orbit_member *member) {
  const struct clusters *clusters = source->context;
  const struct cluster *cluster = &clusters->items[place_of(member->what)];
  const slot_t *own = cluster_slots(cluster, content_of(member->what));
  for (unsigned i = 0; i < cluster->count; i++) {
    const struct related *related = slot_orbit(source->machine, cluster->slots[i], own[i]);
    const struct orbit_member *slot = component_orbit_image(related->orbit, related->then, 0);
    member->share += slot->share;
    member->mixed += slot->mixed;
  }
}

/* Writes the images behind the component state, before its orbit is published. */
static void keep_images(const struct symmetry *symmetry, const struct related *related,
                        struct cluster_state *component) {
  uint64_t share = component_orbit_image(related->orbit, related->then, 0)->share;
  if (symmetry->by_signature) {
    *cluster_image_row(component) = related->then;
    component_orbit_sign(symmetry, related, cluster_image_signature(component));
  }
  for (unsigned e = 0; symmetry->by_signature && e < symmetry->exchange_count; e++)
    cluster_image_changes(symmetry, component)[e] =
        component_orbit_image(related->orbit, related->then, symmetry->exchanges[e])->share - share;
  for (unsigned p = 0; !symmetry->by_signature && p < symmetry->count; p++) {
    const struct orbit_member *image = component_orbit_image(related->orbit, related->then, p);
    cluster_image_sums(component)[p] = image->share;
    cluster_images(symmetry, component)[p] = image->what;
  }
}

void cluster_orbit_compute(const struct clusters *clusters, unsigned index,
                           const struct cluster_state *of) {
  struct clusters *self = (struct clusters *)clusters;
  const struct orbit_source source = { clusters->machine, &self->orbits, 0,
                                       permuted,          sum_slots,     clusters };
  const struct related *related = component_orbit_of(&source, in_place(index, of->number));
  struct cluster_state *component = (struct cluster_state *)of;
  pthread_mutex_lock(&self->lock);
  if (!component->orbit) {
    keep_images(clusters->machine->reductions.symmetry, related, component);
    __atomic_store_n(&component->orbit, related->orbit, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&self->lock);
}

/* --- representatives of states --- */

static void key_of(const struct cluster_worker *worker,
                   const struct cluster_state *const *components, union orbit_key *key) {
  const struct symmetry *symmetry = worker->symmetry;
  if (symmetry->by_signature)
    memcpy(key->signature, symmetry->none, symmetry->point_count * sizeof *symmetry->none);
  else sums_begin(symmetry, key->sums);
  for (unsigned i = 0; i < worker->clusters->count; i++)
    if (symmetry->by_signature)
      signature_add(symmetry, key->signature, cluster_image_signature(components[i]));
    else sums_add(symmetry, key->sums, cluster_image_sums(components[i]));
}

struct cluster_vector {
  const struct symmetry *symmetry;
  const struct cluster_state *const *components;
  unsigned count;
};

static uint64_t changes_of(const void *context, unsigned exchange) {
  const struct cluster_vector *vector = context;
  uint64_t changes = 0;
  for (unsigned i = 0; i < vector->count; i++)
    changes += cluster_image_changes(vector->symmetry, vector->components[i])[exchange];
  return changes;
}

static uint64_t sum_of(const void *context, unsigned permutation) {
  const struct cluster_vector *vector = context;
  uint64_t sum = 0;
  for (unsigned i = 0; i < vector->count; i++)
    sum += cluster_image_member(vector->components[i], permutation)->share;
  return sum;
}

struct least cluster_least(const struct cluster_worker *worker,
                           const struct cluster_state *const *components,
                           const union orbit_key *key) {
  const struct symmetry *symmetry = worker->symmetry;
  const struct cluster_vector vector = { symmetry, components, worker->clusters->count };
  return least_of_orbit(symmetry, key->signature, changes_of, sum_of, &vector);
}

void cluster_orbit_open(struct cluster_worker *worker) {
  const struct clusters *clusters = worker->clusters;
  if (!worker->symmetry) return;
  for (unsigned i = 0; i < clusters->count; i++)
    worker->after[i] = cluster_with_orbit(clusters, i, worker->components[i]);
  key_of(worker, worker->components, &worker->orbit_key);
}

unsigned cluster_orbit_states(const struct cluster_worker *worker) {
  const struct symmetry *symmetry = worker->symmetry;
  return symmetry->count / (symmetry->by_signature
                                ? cluster_least(worker, worker->components, &worker->orbit_key).same
                                : sums_same(symmetry, worker->orbit_key.sums));
}

void cluster_representative(const struct cluster_worker *worker,
                            const struct cluster_state **components, slot_t *image) {
  const struct clusters *clusters = worker->clusters;
  union orbit_key key;
  for (unsigned i = 0; i < clusters->count; i++) cluster_with_orbit(clusters, i, components[i]);
  key_of(worker, components, &key);
  unsigned permutation = cluster_permutation(worker, components, &key);
  for (unsigned i = 0; i < clusters->count; i++) {
    uint64_t what = cluster_image(worker->symmetry, components[i], permutation);
    image[place_of(what)] = content_of(what);
  }
}
