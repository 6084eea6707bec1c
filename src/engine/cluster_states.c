/* Component states of clusters: the summary that is computed when one is first met.
 *
 * In logical time most component states are renumbered at once and are never part of a state.  So
 * cluster_properties_compute and the moves wait until a state asks for them.
 *
 * Threads read tables and fields without the lock.  A writer holds it, and publishes with a release
 * store. */
#include "engine/cluster_states.h"

#include <string.h>
#include "base/memory.h"
#include "engine/cluster_effects.h"
#include "engine/cluster_moves.h"
#include "engine/cluster_representative.h"
#include "engine/property_views.h"
#include "machine/channel.h"
#include "machine/properties.h"
#include "machine/times.h"

enum { CACHE_LINE = 64, STATES_FIRST = 64, EFFECTS_ROUND = 16, AFTER_AT_HAND = 1 << 16 };
/* The size of a table at which component states are prefetched. */
#ifdef __SANITIZE_THREAD__
enum { STATES_MANY = 1 }; /* so that small searches show races of the prefetches */
#else
enum { STATES_MANY = 1 << 12 };
#endif

/* With room behind it for its images (cluster_representative.h). */
static struct cluster_state *new_state(struct clusters *clusters) {
  size_t size =
      sizeof(struct cluster_state) + cluster_images_size(clusters->machine->reductions.symmetry);
  struct cluster_state *component =
      arena_new(&clusters->lines, (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
  component->results = &small_map_none;
  component->moves = clusters->no_moves;
  return component;
}

/* Numbers the contents of the inbound queues that lie in the cluster. */
static void make_queued(struct clusters *clusters, const struct cluster *cluster,
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

/* Most effects never meet most component states.  A cluster's first component states get tables of
 * results all the same, since a look-up in a table is cheapest.  Later ones get at most the first
 * effects, which are the most frequent. */
static void make_tables(struct clusters *clusters, struct cluster *cluster,
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

/* Finds the messages in the cluster's channels, if an invariant depends on them. */
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
  struct cluster_properties *made =
      arena_new(&self->kept, sizeof *made + cluster->controller_count * sizeof *made->locals);
  struct flight *kept = flight_count ? arena_new(&self->kept, flight_count * sizeof *kept) : NULL;
  pthread_mutex_unlock(&self->lock);
  made->flights = flight_count ? memcpy(kept, flights, flight_count * sizeof *kept) : NULL;
  made->flight_count = flight_count;
  made->coherence = coherence_of(machine, cluster, slots);
  for (unsigned i = 0; i < cluster->controller_count; i++)
    made->locals[i] = local_at(machine, slots[controller_slot(machine, cluster->controllers[i])]);
  __atomic_store_n(&((struct cluster_state *)component)->properties, made, __ATOMIC_RELEASE);
  return made;
}

/* Makes a larger table.  Other threads may still read the old one. */
static void enlarge_table(struct clusters *clusters, unsigned index, uint32_t count) {
  const struct cluster_state_table *old = atomic_load(&clusters->tables[index]);
  struct cluster_state_table *table =
      arena_new(&clusters->kept, sizeof *table + count * sizeof *table->items);
  table->count = count;
  for (uint32_t i = 0; old && i < old->count; i++)
    atomic_init(&table->items[i], atomic_load(&old->items[i]));
  atomic_store_explicit(&clusters->tables[index], table, memory_order_release);
  if (count >= STATES_MANY) __atomic_store_n(&clusters->prefetches, true, __ATOMIC_RELAXED);
}

void cluster_state_record(const struct clusters *clusters, struct cluster_state *component,
                          uint32_t key, uint32_t after) {
  struct clusters *self = (struct clusters *)clusters;
  pthread_mutex_lock(&self->lock);
  __atomic_store_n(&component->results, small_map_add(component->results, key, after, &self->kept),
                   __ATOMIC_RELEASE);
  pthread_mutex_unlock(&self->lock);
}

void cluster_states_begin(struct clusters *clusters, unsigned index) {
  enlarge_table(clusters, index, STATES_FIRST);
}

static _Atomic(const struct cluster_state *) *place_in_table(struct clusters *clusters,
                                                             unsigned index, uint32_t number) {
  uint32_t count = atomic_load(&clusters->tables[index])->count;
  if (number & EFFECT_FULL)
    memory_exhausted(number, sizeof(struct cluster_state)); /* a number must not have this bit */
  while (count <= number) count *= 2;
  if (count > atomic_load(&clusters->tables[index])->count) enlarge_table(clusters, index, count);
  return &atomic_load(&clusters->tables[index])->items[number];
}

const struct cluster_state *cluster_state_compute(const struct clusters *clusters, unsigned index,
                                                  uint32_t number) {
  struct clusters *self = (struct clusters *)clusters;
  struct cluster *cluster = &self->items[index];
  pthread_mutex_lock(&self->lock);
  _Atomic(const struct cluster_state *) *place = place_in_table(self, index, number);
  const struct cluster_state *known = atomic_load(place);
  if (!known) {
    struct cluster_state *component = new_state(self);
    slot_t slots[WIDTH_MAX] = { 0 };
    cluster_fill(cluster, number, slots);
    component->number = number;
    make_tables(self, cluster, component);
    make_queued(self, cluster, component, slots);
    make_summary(clusters, index, component, slots);
    if (clusters->machine->shape.outdates) make_renewals(self, index, component, slots);
    atomic_store_explicit(place, component, memory_order_release);
    known = component;
  }
  pthread_mutex_unlock(&self->lock);
  return known;
}
