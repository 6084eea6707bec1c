/* Finds the clusters of a machine: which slots go together.
 *
 * Clusters are found, not declared.  A core goes to its port, and a channel to its reader.  A
 * reader that is a hub would have too many component states together with its channels.  So these
 * go to their writer, or stay by themselves, and the hub reads them as inbound queues. */
#include "engine/cluster_find.h"

#include "base/memory.h"
#include "engine/cluster_effects.h"
#include "engine/cluster_moves.h"
#include "machine/wiring.h"

static unsigned root_of(const uint8_t *parent, unsigned slot) {
  while (parent[slot] != slot) slot = parent[slot];
  return slot;
}

static void unite(uint8_t *parent, unsigned a, unsigned b) {
  parent[root_of(parent, a)] = (uint8_t)root_of(parent, b);
}

/* A hub is no core's port, and the transactions of more than two cores meet at it: a directory,
 * say.  Two are enough where messages wait that else are taken at once (machine_options.waits). */
static bool is_hub(const struct machine *machine, unsigned controller) {
  for (unsigned core = 0; core < machine->shape.core_count; core++)
    for (unsigned line = 0; line < machine->shape.lines; line++)
      if (machine_port(machine, core, line) == controller) return false;
  return machine->shape.core_count > 2 || machine->options.waits;
}

/* A core goes to its port.  A channel goes to its reader, or to its one writer if that is a hub. */
static void unite_slots(const struct machine *machine, uint8_t *parent) {
  for (unsigned slot = 0; slot < WIDTH_MAX; slot++) parent[slot] = (uint8_t)slot;
  for (unsigned core = 0; core < machine->shape.core_count; core++)
    for (unsigned line = 0; line < machine->shape.lines; line++)
      unite(parent, core_slot(machine, core),
            controller_slot(machine, machine_port(machine, core, line)));
  for (unsigned i = 0; i < machine->shape.channel_count; i++) {
    const struct channel *channel = &machine->shape.channels[i];
    if (!is_hub(machine, channel->to))
      unite(parent, channel_slot(machine, i), controller_slot(machine, channel->to));
    else if (channel->from >= 0)
      unite(parent, channel_slot(machine, i), controller_slot(machine, (unsigned)channel->from));
  }
}

static void find_clusters(struct clusters *clusters) {
  const struct machine *machine = clusters->machine;
  uint8_t parent[WIDTH_MAX];
  unite_slots(machine, parent);
  for (unsigned slot = 0; slot < machine->model.width; slot++)
    if (parent[slot] == slot) clusters->of_slot[slot] = (uint8_t)clusters->count++;
  clusters->items = memory_new(clusters->count, sizeof *clusters->items);
  for (unsigned slot = 0; slot < machine->model.width; slot++) {
    clusters->of_slot[slot] = clusters->of_slot[root_of(parent, slot)];
    struct cluster *cluster = &clusters->items[clusters->of_slot[slot]];
    cluster->slots[cluster->count++] = (uint8_t)slot;
    if (slot < machine->shape.core_count ||
        slot >= machine->shape.core_count + machine->shape.controller_count)
      continue;
    clusters->controller_places[clusters->controller_count++] =
        (struct controller_place){ clusters->of_slot[slot], (uint8_t)cluster->controller_count };
    cluster->controllers[cluster->controller_count++] = (uint8_t)(slot - machine->shape.core_count);
  }
}

static void begin(struct clusters *clusters, unsigned index) {
  struct cluster *cluster = &clusters->items[index];
  cluster->contents = intern_new();
  cluster->effects = intern_new();
  cluster->views = intern_new();
  cluster_effects_begin(clusters, index);
  cluster_states_begin(clusters, index);
}

static struct cluster_queue *queue_between(struct clusters *clusters, unsigned from, unsigned to) {
  for (unsigned i = 0; i < clusters->queue_count; i++)
    if (clusters->queues[i].from == from && clusters->queues[i].to == to)
      return &clusters->queues[i];
  struct cluster *source = &clusters->items[from], *target = &clusters->items[to];
  unsigned queue = clusters->queue_count++;
  clusters->queue_contents[queue] = intern_new();
  clusters->queues[queue] = (struct cluster_queue){ .from = (uint8_t)from,
                                                    .to = (uint8_t)to,
                                                    .at = (uint8_t)target->inbound_count };
  target->inbound[target->inbound_count++] = (uint8_t)queue;
  source->outbound[source->outbound_count++] = (uint8_t)queue;
  return &clusters->queues[queue];
}

static void find_queues(struct clusters *clusters) {
  const struct machine *machine = clusters->machine;
  for (unsigned i = 0; i < machine->shape.channel_count; i++) {
    unsigned from = clusters->of_slot[channel_slot(machine, i)];
    unsigned to = clusters->of_slot[controller_slot(machine, machine->shape.channels[i].to)];
    if (from == to) continue;
    struct cluster_queue *queue = queue_between(clusters, from, to);
    queue->slots[queue->count++] = (uint8_t)channel_slot(machine, i);
  }
}

/* False where something sees all cores at once, or where timestamps roll over. */
static bool has_clusters(const struct machine *machine) {
  return !machine->shape.has_barriers && !machine->has_confined_line &&
         !machine->options.back_off && !machine->rolls_over && !machine->options.no_clusters;
}

static unsigned with_controllers(const struct clusters *clusters) {
  unsigned count = 0;
  for (unsigned i = 0; i < clusters->count; i++) count += clusters->items[i].controller_count > 0;
  return count;
}

struct clusters *clusters_new(struct machine *machine) {
  if (!has_clusters(machine)) return NULL;
  struct clusters *clusters = memory_new(1, sizeof *clusters);
  clusters->machine = machine;
  clusters->timed = machine->shape.system->time == TIME_LOGICAL;
  clusters->query_shift = !machine->reductions.ample;
  clusters->queries_at_hand = (machine->shape.rank ? QUERIES_AT_HAND : 2) >> clusters->query_shift;
  memo_start(&clusters->moves);
  memo_start(&clusters->renumberings);
  memo_start(&clusters->orbits);
  clusters->no_moves =
      arena_new(&clusters->kept, clusters->queries_at_hand * sizeof *clusters->no_moves);
  clusters->maps = intern_new();
  pthread_mutex_init(&clusters->lock, NULL);
  find_clusters(clusters);
  for (unsigned i = 0; i < clusters->count; i++) begin(clusters, i);
  find_queues(clusters);
  if (with_controllers(clusters) > 1) return clusters;
  clusters_free(clusters);
  return NULL;
}

void clusters_free(struct clusters *clusters) {
  if (!clusters) return;
  for (unsigned i = 0; i < clusters->count; i++) {
    intern_free(clusters->items[i].contents);
    intern_free(clusters->items[i].effects);
    intern_free(clusters->items[i].views);
  }
  arena_free(&clusters->kept);
  arena_free(&clusters->lines);
  for (unsigned i = 0; i < clusters->queue_count; i++) intern_free(clusters->queue_contents[i]);
  memo_end(&clusters->moves);
  memo_end(&clusters->renumberings);
  memo_end(&clusters->orbits);
  intern_free(clusters->maps);
  pthread_mutex_destroy(&clusters->lock);
  memory_free(clusters->effects);
  memory_free(clusters->written);
  memory_free(clusters->items);
  memory_free(clusters);
}
