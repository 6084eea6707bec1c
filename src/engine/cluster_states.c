/* A cluster's contents (cluster.c): their slots, and what is made of one when it is first met: its
 * part.  Most contents are never part of a state, being renumbered at once: what only states are
 * asked for is made when the first of them is. */
#include <string.h>
#include "machine/channel.h"
#include "engine/cluster.h"
#include "machine/properties.h"
#include "machine/times.h"

enum { CACHE_LINE = 64, EFFECTS_ROUND = 16, AFTER_AT_HAND = 1 << 16 };
#ifdef __SANITIZE_THREAD__
enum {
  STATES_MANY = 1
}; /* so that small searches, too, show whether parts are fetched without a race */
#else
enum { STATES_MANY = 1 << 12 };
#endif

/* --- slots --- */

static const slot_t *slots_of(const struct cluster *cluster, uint32_t number) {
  return intern_at(cluster->contents, number, NULL);
}

uint32_t cluster_number(const struct cluster *cluster, const slot_t *slots) {
  slot_t own[WIDTH_MAX];
  for (unsigned i = 0; i < cluster->count; i++) own[i] = slots[cluster->slots[i]];
  return intern_add(cluster->contents, own, cluster->count * sizeof *own);
}

void cluster_fill(const struct cluster *cluster, uint32_t number, slot_t *slots) {
  const slot_t *own = slots_of(cluster, number);
  for (unsigned i = 0; i < cluster->count; i++) slots[cluster->slots[i]] = own[i];
}

/* --- parts --- */

/* A part, and behind it room for what it says under symmetry. */
static struct cluster_state *new_state(struct clusters *clusters) {
  const struct symmetry *symmetry = clusters->machine->reductions.symmetry;
  size_t size = sizeof(struct cluster_state);
  if (symmetry) size += cluster_state_orbit_size(symmetry);
  struct cluster_state *component =
      arena_new(&clusters->lines, (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
  component->results = &small_map_none;
  component->moves = clusters->no_moves;
  return component;
}

static void make_held(struct clusters *clusters, const struct cluster *cluster,
                      struct cluster_state *component, const slot_t *slots) {
  struct cluster_queued queued[WIDTH_MAX];
  size_t count = 0;
  for (unsigned i = 0; i < cluster->outbound_count; i++) {
    const struct cluster_queue *queue = &clusters->queues[cluster->outbound[i]];
    slot_t channels[WIDTH_MAX];
    bool empty = true;
    for (unsigned c = 0; c < queue->count; c++) {
      channels[c] = slots[queue->slots[c]];
      empty &= channels[c] == EMPTY;
    }
    if (empty) continue;
    uint32_t content = intern_add(clusters->queue_contents[cluster->outbound[i]], channels,
                                  queue->count * sizeof *channels);
    queued[count++] = (struct cluster_queued){ queue->to, queue->at, content };
  }
  if (!count) return;
  component->queued =
      memcpy(arena_new(&clusters->kept, count * sizeof *queued), queued, count * sizeof *queued);
  component->queued_end = component->queued + count;
}

/* Few of all effects are done to any one content.  While a cluster has few contents they have
 * tables all the same, in which a look-up is cheapest; later ones at most for the first effects,
 * which are the most frequent. */
static void make_room(struct clusters *clusters, struct cluster *cluster,
                      struct cluster_state *component) {
  component->after_count =
      (intern_count(cluster->effects) + EFFECTS_ROUND) / EFFECTS_ROUND * EFFECTS_ROUND;
  if (cluster->after_total > AFTER_AT_HAND)
    component->after_count = clusters->timed ? 0 : EFFECTS_ROUND;
  cluster->after_total += component->after_count;
  component->after = arena_new(&clusters->kept, component->after_count * sizeof *component->after);
  if (clusters->queries_at_hand == 1)
    component->queue_moves =
        arena_new(&clusters->kept,
                  cluster->inbound_count * QUEUE_CONTENTS_AT_HAND * sizeof *component->queue_moves);
}

static struct coherence coherence_of(const struct machine *machine, const struct cluster *cluster,
                                     const slot_t *slots) {
  struct coherence coherence = { 0 };
  for (unsigned i = 0; i < cluster->count; i++)
    coherence_add_slot(machine, &coherence, cluster->slots[i], slots[cluster->slots[i]]);
  return coherence;
}

static bool are_finished(const struct machine *machine, const struct cluster *cluster,
                         const slot_t *slots) {
  for (unsigned i = 0; i < cluster->count; i++) {
    unsigned slot = cluster->slots[i];
    if (slot < machine->shape.core_count &&
        !core_finished(machine, slot, core_at(machine, slots, slot)))
      return false;
  }
  return true;
}

static void make_summary(const struct clusters *clusters, unsigned index,
                         struct cluster_state *component, const slot_t *slots) {
  const struct machine *machine = clusters->machine;
  const struct cluster *cluster = &clusters->items[index];
  struct coherence coherence = coherence_of(machine, cluster, slots);
  component->past = TIME_MAX + 1;
  for (unsigned i = 0; i < cluster->count; i++) {
    unsigned slot = cluster->slots[i];
    if (!slot_is_timed(machine, slot) || machine->shape.system->time == TIME_NONE) continue;
    unsigned past = times_past(machine, slot, slots[slot]);
    component->times |= times_used(machine, slot, slots[slot]);
    if (past < component->past) component->past = past;
  }
  component->finished = !machine->shape.is_client && are_finished(machine, cluster, slots);
  property_view_number(clusters, index, component, &coherence, slots);
  component->ticks = machine->shape.system->time == TIME_REMAINING && component->times & ~1ull;
}

static void make_renewals(struct clusters *clusters, unsigned index,
                          struct cluster_state *component, const slot_t *slots) {
  const struct cluster *cluster = &clusters->items[index];
  const struct renewals *none = &times_renewals_none;
  struct renewals renewals = *none;
  for (unsigned i = 0; i < cluster->controller_count; i++) {
    unsigned slot = controller_slot(clusters->machine, cluster->controllers[i]);
    times_add_renewals(clusters->machine, slot, slots[slot], &renewals);
  }
  if (!memcmp(renewals.from, none->from, sizeof none->from) &&
      !memcmp(renewals.by, none->by, sizeof none->by))
    return;
  component->renewals =
      memcpy(arena_new(&clusters->kept, sizeof renewals), &renewals, sizeof renewals);
}

/* What is in flight in the cluster's channels, where an invariant asks for it. */
static unsigned flights_of(const struct machine *machine, const struct cluster *cluster,
                           const slot_t *slots, struct flight *flights) {
  unsigned count = 0;
  for (unsigned i = 0; i < cluster->count && machine->shape.system->own_invariant.holds_in_flight;
       i++) {
    unsigned slot = cluster->slots[i];
    bool of_channel = slot >= channel_slot(machine, 0) &&
                      slot < channel_slot(machine, machine->shape.channel_count);
    if (of_channel && slots[slot] != EMPTY) flights[count++] = channel_flight(machine, slots[slot]);
  }
  return count;
}

const struct cluster_properties *cluster_properties_compute(const struct clusters *clusters,
                                                            unsigned index,
                                                            const struct cluster_state *component) {
  struct clusters *self = (struct clusters *)clusters;
  const struct machine *machine = clusters->machine;
  const struct cluster *cluster = &clusters->items[index];
  slot_t slots[WIDTH_MAX] = { 0 };
  cluster_fill(cluster, component->number, slots);
  struct flight flights[CHANNELS_MAX];
  unsigned flight_count = flights_of(machine, cluster, slots, flights);
  pthread_mutex_lock(&self->lock);
  struct cluster_properties *seen =
      arena_new(&self->kept, sizeof *seen + cluster->controller_count * sizeof *seen->locals);
  struct flight *kept = flight_count ? arena_new(&self->kept, flight_count * sizeof *kept) : NULL;
  pthread_mutex_unlock(&self->lock);
  seen->flights = flight_count ? memcpy(kept, flights, flight_count * sizeof *kept) : NULL;
  seen->flight_count = flight_count;
  seen->coherence = coherence_of(machine, cluster, slots);
  for (unsigned i = 0; i < cluster->controller_count; i++)
    seen->locals[i] = local_at(machine, slots[controller_slot(machine, cluster->controllers[i])]);
  __atomic_store_n(&((struct cluster_state *)component)->seen, seen, __ATOMIC_RELEASE);
  return seen;
}

/* Room for more of a cluster's parts than there was. */
static void make_place(struct clusters *clusters, unsigned index, uint32_t count) {
  const struct cluster_state_table *old = atomic_load(&clusters->tables[index]);
  struct cluster_state_table *table =
      arena_new(&clusters->kept, sizeof *table + count * sizeof *table->items);
  table->count = count;
  for (uint32_t i = 0; old && i < old->count; i++)
    atomic_init(&table->items[i], atomic_load(&old->items[i]));
  atomic_store_explicit(&clusters->tables[index], table, memory_order_release);
  if (count >= STATES_MANY) __atomic_store_n(&clusters->prefetches, true, __ATOMIC_RELAXED);
}

void cluster_states_begin(struct clusters *clusters, unsigned index) {
  make_place(clusters, index, STATES_FIRST);
}

static _Atomic(const struct cluster_state *) *item_of(struct clusters *clusters, unsigned index,
                                                      uint32_t number) {
  uint32_t count = atomic_load(&clusters->tables[index])->count;
  if (number & EFFECT_FULL)
    memory_exhausted(number,
                     sizeof(struct cluster_state)); /* no number of a content has this bit */
  while (count <= number) count *= 2;
  if (count > atomic_load(&clusters->tables[index])->count) make_place(clusters, index, count);
  return &atomic_load(&clusters->tables[index])->items[number];
}

const struct cluster_state *cluster_state_compute(const struct clusters *clusters, unsigned index,
                                                  uint32_t number) {
  struct clusters *self = (struct clusters *)clusters;
  struct cluster *cluster = &self->items[index];
  pthread_mutex_lock(&self->lock);
  _Atomic(const struct cluster_state *) *place = item_of(self, index, number);
  const struct cluster_state *known = atomic_load(place);
  if (!known) {
    struct cluster_state *component = new_state(self);
    slot_t slots[WIDTH_MAX] = { 0 };
    cluster_fill(cluster, number, slots);
    component->number = number;
    make_room(self, cluster, component);
    make_held(self, cluster, component, slots);
    make_summary(clusters, index, component, slots);
    if (clusters->machine->shape.outdates) make_renewals(self, index, component, slots);
    atomic_store_explicit(place, component, memory_order_release);
    known = component;
  }
  pthread_mutex_unlock(&self->lock);
  return known;
}

/* --- and under symmetry --- */

/* A content's slots under a permutation, and what they become there. */
static uint64_t permuted_state(const struct orbit_source *source, unsigned permutation,
                               uint64_t what) {
  const struct clusters *clusters = source->context;
  const struct cluster *cluster = &clusters->items[place_of(what)];
  const slot_t *own = slots_of(cluster, content_of(what));
  slot_t slots[WIDTH_MAX];
  unsigned to = 0;
  for (unsigned i = 0; i < cluster->count; i++) {
    const struct related *related = slot_orbit(source->machine, cluster->slots[i], own[i]);
    uint64_t image = component_orbit_image(related->kin, related->then, permutation)->what;
    slots[place_of(image)] = content_of(image);
    to = clusters->of_slot[place_of(image)];
  }
  return in_place(to, cluster_number(&clusters->items[to], slots));
}

/* What its slots say, together. */
static void sum_slots(const struct orbit_source *source, struct orbit_member *member) {
  const struct clusters *clusters = source->context;
  const struct cluster *cluster = &clusters->items[place_of(member->what)];
  const slot_t *own = slots_of(cluster, content_of(member->what));
  for (unsigned i = 0; i < cluster->count; i++) {
    const struct related *related = slot_orbit(source->machine, cluster->slots[i], own[i]);
    const struct orbit_member *slot = component_orbit_image(related->kin, related->then, 0);
    member->share += slot->share;
    member->mixed += slot->mixed;
  }
}

/* Of a part whose kin is known, and of how permutations change its share. */
static void keep_images(const struct symmetry *symmetry, const struct related *related,
                        struct cluster_state *component) {
  uint64_t share = component_orbit_image(related->kin, related->then, 0)->share;
  if (symmetry->by_signature) {
    *cluster_state_row(component) = related->then;
    component_orbit_sign(symmetry, related, cluster_state_signature(component));
  }
  for (unsigned e = 0; symmetry->by_signature && e < symmetry->exchange_count; e++)
    cluster_state_changes(symmetry, component)[e] =
        component_orbit_image(related->kin, related->then, symmetry->exchanges[e])->share - share;
  for (unsigned p = 0; !symmetry->by_signature && p < symmetry->count; p++) {
    const struct orbit_member *image = component_orbit_image(related->kin, related->then, p);
    cluster_state_sums(component)[p] = image->share;
    cluster_state_images(symmetry, component)[p] = image->what;
  }
}

void cluster_orbit_compute(const struct clusters *clusters, unsigned index,
                           const struct cluster_state *of) {
  struct clusters *self = (struct clusters *)clusters;
  const struct orbit_source source = { clusters->machine, &self->orbits, 0,
                                       permuted_state,    sum_slots,     clusters };
  const struct related *related = component_orbit_of(&source, in_place(index, of->number));
  struct cluster_state *component = (struct cluster_state *)of;
  pthread_mutex_lock(&self->lock);
  if (!component->orbit) {
    keep_images(clusters->machine->reductions.symmetry, related, component);
    __atomic_store_n(&component->orbit, related->kin, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&self->lock);
}
