/* The moves of a cluster, computed from the machine's steps when they are first asked for.
 *
 * successors.c lists the steps of the cluster's slots; the other slots play no part in them.  Each
 * step becomes a move: the cluster's next component state, and an effect on each other cluster.
 *
 * A query for ample sets gets its moves in groups, in the order in which groups are tried.  Other
 * queries get one group. */
#include "engine/cluster_moves.h"

#include <string.h>
#include "base/memory.h"
#include "machine/channel.h"
#include "machine/successors.h"

const struct cluster_moves cluster_moves_none;

/* Moves of one group, by their places in moves_builder, which may still be reallocated. */
struct cluster_group {
  size_t begin, end;
  bool blocked;
  unsigned number;
};
struct moves_builder {
  uint32_t *items;
  size_t length, room;
  VECTOR(struct cluster_group) groups;
};

/* Adds the move of a step.  Returns false if a channel of this cluster is full.  An effect may
 * later find a channel of another cluster full. */
static bool add_move(const struct clusters *clusters, unsigned index, slot_t *slots,
                     const struct recorded *step, struct moves_builder *made) {
  const struct alternative *alternative = step->alternative;
  unsigned own = alternative ? controller_slot(clusters->machine, step->controller) : WIDTH_MAX;
  cluster_effects_gather(clusters, step);
  if (!cluster_effects_apply(clusters, index, slots, own)) return false;
  if (alternative) slots[own] = alternative->local;
  cluster_drop_dead_copies(clusters, index, slots);
  unsigned others = 0;
  size_t at = made->length;
  for (unsigned i = 0; i < MOVE_OTHERS; i++) vector_push(*made, 0);
  for (unsigned cluster = 0; cluster < clusters->count; cluster++) {
    if (cluster == index || !cluster_effects_touch(clusters, cluster)) continue;
    uint32_t effect = cluster_effects_word(clusters, cluster);
    vector_push(*made, effect);
    others++;
  }
  made->items[at + MOVE_OWN] = cluster_number(&clusters->items[index], slots);
  made->items[at + MOVE_KIND] = cluster_move_head(step->kind, others);
  return true;
}

static struct cluster_group *group_of(struct moves_builder *made, unsigned number) {
  size_t count = made->groups.length;
  if (count && made->groups.items[count - 1].number == number)
    return &made->groups.items[count - 1];
  struct cluster_group next = { .begin = made->length, .number = number };
  vector_push(made->groups, next);
  return &made->groups.items[count];
}

/* Allocates the lists, and the words of all moves behind them. */
static const struct cluster_moves *list_of(struct clusters *clusters,
                                           const struct moves_builder *made) {
  size_t count = made->groups.length, bytes = made->length * sizeof *made->items;
  if (count == 0) return &cluster_moves_none;
  struct cluster_moves *lists = arena_new(&clusters->kept, count * sizeof *lists + bytes);
  uint32_t *words = (uint32_t *)(lists + count);
  if (bytes) memcpy(words, made->items, bytes);
  for (size_t i = 0; i < count; i++) {
    const struct cluster_group *group = &made->groups.items[i];
    lists[i] = (struct cluster_moves){ words + group->begin, words + group->end, group->blocked,
                                       group->number, i + 1 < count ? &lists[i + 1] : NULL };
  }
  return lists;
}

/* The moves of the active slots.  Only the slots of the cluster and of its inbound queue are
 * filled. */
static const struct cluster_moves *make_moves(const struct clusters *clusters, unsigned index,
                                              const slot_t *slots, const uint8_t *active,
                                              unsigned count, unsigned query) {
  struct recorder recorder = { 0 };
  struct moves_builder made = { 0 };
  bool ample = query & 1;
  (ample ? machine_ample_within : machine_steps_within)(clusters->machine, slots, active, count,
                                                        query >> 1, &recorder);
  for (size_t i = 0; i < recorder.steps.length; i++) {
    const struct recorded *step = &recorder.steps.items[i];
    struct cluster_group *group = group_of(&made, ample ? step->group : 0);
    slot_t after[WIDTH_MAX];
    memcpy(after, slots, sizeof after);
    group->blocked |= !add_move(clusters, index, after, step, &made);
    group->end = made.length;
  }
  const struct cluster_moves *moves = list_of((struct clusters *)clusters, &made);
  vector_free(recorder.steps);
  vector_free(made.groups);
  memory_free(made.items);
  return moves;
}

/* Lists the slots whose steps depend only on the cluster: all but outbound queues. */
static unsigned active_slots(const struct clusters *clusters, const struct cluster *cluster,
                             uint8_t *active) {
  const struct machine *machine = clusters->machine;
  unsigned count = 0;
  for (unsigned i = 0; i < cluster->count; i++) {
    unsigned slot = cluster->slots[i], channel = slot - channel_slot(machine, 0);
    if (slot >= barrier_slot(machine)) continue;
    bool reads = slot < channel_slot(machine, 0) ||
                 clusters->of_slot[controller_slot(machine, machine->shape.channels[channel].to)] ==
                     clusters->of_slot[slot];
    if (reads) active[count++] = (uint8_t)slot;
  }
  return count;
}

/* Stores moves in `place`, or in the memo if `place` is NULL.  Returns them. */
static const struct cluster_moves *remember(struct clusters *clusters,
                                            const struct cluster_moves *moves,
                                            const struct cluster_moves **place, uint64_t first,
                                            uint64_t second) {
  if (place) __atomic_store_n(place, moves, __ATOMIC_RELEASE);
  else memo_add(&clusters->moves, first, second, (uint64_t)(uintptr_t)moves);
  return moves;
}

const struct cluster_moves *cluster_moves_compute(const struct clusters *clusters, unsigned index,
                                                  uint32_t number, unsigned query) {
  struct clusters *self = (struct clusters *)clusters;
  struct cluster_state *component =
      (struct cluster_state *)cluster_state_at(clusters, index, number);
  uint64_t second = (uint64_t)query << 16 | (WIDTH_MAX + index);
  uint64_t known = memo_find(&clusters->moves, number, second);
  if (known) return (const struct cluster_moves *)(uintptr_t)known;
  slot_t slots[WIDTH_MAX] = { 0 };
  uint8_t active[WIDTH_MAX];
  unsigned count = active_slots(clusters, &clusters->items[index], active);
  cluster_fill(&clusters->items[index], number, slots);
  pthread_mutex_lock(&self->lock);
  const struct cluster_moves *moves = make_moves(clusters, index, slots, active, count, query);
  unsigned place = query >> clusters->query_shift;
  bool at_hand = place < clusters->queries_at_hand;
  if (at_hand && component->moves == clusters->no_moves)
    __atomic_store_n(&component->moves,
                     arena_new(&self->kept, clusters->queries_at_hand * sizeof *component->moves),
                     __ATOMIC_RELEASE);
  pthread_mutex_unlock(&self->lock);
  return remember(self, moves, at_hand ? &component->moves[place] : NULL, number, second);
}

const struct cluster_moves *cluster_queue_moves_compute(const struct clusters *clusters,
                                                        unsigned index, uint32_t number,
                                                        unsigned at, uint32_t content,
                                                        unsigned query) {
  struct clusters *self = (struct clusters *)clusters;
  unsigned queue = clusters->items[index].inbound[at];
  const struct cluster_state *component = cluster_state_at(clusters, index, number);
  uint64_t first = (uint64_t)number << 32 | content, second = (uint64_t)query << 16 | queue;
  uint64_t known = memo_find(&clusters->moves, first, second);
  if (known) return (const struct cluster_moves *)(uintptr_t)known;
  const struct cluster_queue *channels = &clusters->queues[queue];
  const slot_t *queued = intern_at(clusters->queue_contents[queue], content, NULL);
  slot_t slots[WIDTH_MAX] = { 0 };
  cluster_fill(&clusters->items[index], number, slots);
  for (unsigned i = 0; i < channels->count; i++) slots[channels->slots[i]] = queued[i];
  pthread_mutex_lock(&self->lock);
  const struct cluster_moves *moves =
      make_moves(clusters, index, slots, channels->slots, channels->count, query);
  pthread_mutex_unlock(&self->lock);
  const struct cluster_moves **place = NULL;
  if (content < QUEUE_CONTENTS_AT_HAND && clusters->queries_at_hand == 1)
    place = &component->queue_moves[at * QUEUE_CONTENTS_AT_HAND + content];
  return remember(self, moves, place, first, second);
}
