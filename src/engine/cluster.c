/* Clusters: what makes a step cost a look-up.
 *
 * A controller with the channels that it alone reads and the cores that it alone serves is a
 * cluster.  All that a cluster can do is a function of what its slots hold together, since a
 * controller shares nothing but channels; what it does to other clusters is to put messages into
 * their channels, to answer cores, and to let copies grow old.  So the contents of a cluster's
 * slots are interned once more, all together, and for each such content the moves are remembered:
 * where they lead the cluster itself, and the effects that they do to others.  What an effect makes
 * of another cluster's content is remembered too.  A state is then one number for each cluster; a
 * step is one look-up for each cluster that it changes; and a state's properties are put together
 * from what is remembered of a few contents.
 *
 * Clusters are found, not written: a core goes to its port, and a channel to its reader.  But a
 * controller that the transactions of many cores meet at (a hub: a directory) would have too many
 * contents together with all that may wait for it, so its channels go to who writes them, or stay
 * alone.  Then it takes from them by way of a feed: what it can do is remembered for its own
 * content and for what another cluster holds for it (a view).  A cluster has more contents than
 * each of its slots, but far fewer than there are states.
 *
 * Where time is logical a step renumbers all slots at once: by a map, and what becomes of a content
 * under it is remembered too. What a content can do may then depend on the greatest time there is,
 * by which its moves are asked for.  The history of transactions is a cluster by itself, and
 * effects tell it what happened.  Of what must not wait a content has moves in groups; the first
 * group of all clusters' that can be done is all that a state does.
 *
 * Not where something looks at all cores at once (a focus, a barrier, a back-off), nor where
 * timestamps roll over: such machines are explored slot by slot. Both ways the same states are
 * found, by the same steps, and the same traces shown; tests/unit/models/cluster_test.c and
 * cluster_programs_test.c hold every system to that. */
#include "machine/channel.h"
#include "engine/cluster.h"

#include <string.h>
#include "base/memory.h"
#include "machine/history.h"
#include "machine/history_private.h"
#include "machine/observer.h"
#include "machine/successors.h"
#include "machine/reduction.h"
#include "machine/times.h"

/* What happens to a slot of another cluster. */
struct slot_change {
  enum {
    CHANGE_TICK /* the first effect of each is this, and nothing else */,
    CHANGE_SET,
    CHANGE_MAP,
    CHANGE_SWEEP,
    CHANGE_PUSH,
    CHANGE_REPLY,
    CHANGE_OBSERVE
  } what;
  uint32_t where,
      content; /* a slot and what it holds then; a channel and a message; a core and the answer's
                * number; or content alone: a map of times; what the history is told */
  struct performed performed;
  struct reply reply;
};

enum { CHANGES_MAX = 1 + INSERTS_MAX + PERFORMED_MAX + SENDS_MAX + REPLIES_MAX + 1 };

/* --- slots and clusters --- */

void clusters_join(const struct clusters *clusters, const slot_t *slots, slot_t *state) {
  for (unsigned i = 0; i < clusters->count; i++)
    state[i] = cluster_number(&clusters->items[i], slots);
}

void clusters_spread(const struct clusters *clusters, const slot_t *state, slot_t *slots) {
  for (unsigned i = 0; i < clusters->count; i++) cluster_fill(&clusters->items[i], state[i], slots);
}

/* --- effects --- */

/* What happens to all slots alike that hold times, copies or messages. */
static void change_timed(const struct machine *machine, const struct slot_change *change,
                         unsigned slot, slot_t *slots) {
  if (change->what == CHANGE_SWEEP) observer_sweep_slot(machine, slot, slots, change->performed);
  else if (change->what == CHANGE_MAP)
    slots[slot] = times_map_slot(machine, slot, slots[slot], change->content);
  else slots[slot] = times_tick_slot(machine, slot, slots[slot]);
}

static bool change_slots(const struct clusters *clusters, unsigned index,
                         const struct slot_change *change, slot_t *slots, unsigned except) {
  const struct machine *machine = clusters->machine;
  const struct cluster *cluster = &clusters->items[index];
  slot_t *slot;
  switch (change->what) {
  case CHANGE_TICK:
  case CHANGE_MAP:
  case CHANGE_SWEEP:
    for (unsigned i = 0; i < cluster->count; i++)
      if (cluster->slots[i] != except && slot_is_timed(machine, cluster->slots[i]))
        change_timed(machine, change, cluster->slots[i], slots);
    break;
  case CHANGE_SET: slots[change->where] = change->content; break;
  case CHANGE_PUSH:
    slot = &slots[channel_slot(machine, change->where)];
    *slot = channel_push(machine, change->where, *slot, change->content);
    return *slot != UINT32_MAX;
  case CHANGE_REPLY:
    slot = &slots[core_slot(machine, change->where)];
    *slot = core_after(machine, change->where, *slot, &change->reply, change->content);
    break;
  case CHANGE_OBSERVE:
    slot = &slots[history_slot(machine)];
    *slot = history_after(machine, *slot, change->content);
    break;
  }
  return true;
}

/* Remembers what an effect, or a map, makes of a content. */
static void record_result(const struct clusters *clusters, struct cluster_state *component,
                          uint32_t key, uint32_t after) {
  struct clusters *self = (struct clusters *)clusters;
  pthread_mutex_lock(&self->lock);
  __atomic_store_n(&component->results, small_map_add(component->results, key, after, &self->kept),
                   __ATOMIC_RELEASE);
  pthread_mutex_unlock(&self->lock);
}

/* Lines are forgotten (dead_values.c) by all that happens to a cluster but that time passes; its
 * ports have all their cores there. */
static void forget(const struct clusters *clusters, unsigned index, slot_t *slots) {
  const struct machine *machine = clusters->machine;
  for (unsigned sm = 0; sm < machine->shape.sms; sm++)
    if (clusters->of_slot[controller_slot(machine, machine->shape.first_of_kind[0] + sm)] == index)
      reductions_canonicalise_sm(machine, slots, sm);
}

uint32_t cluster_effect_compute(const struct clusters *clusters, unsigned index, uint32_t number,
                                uint32_t effect) {
  const struct cluster *cluster = &clusters->items[index];
  struct cluster_state *component =
      (struct cluster_state *)cluster_state_at(clusters, index, number);
  slot_t slots[WIDTH_MAX];
  size_t length;
  const struct slot_change *changes = intern_at(cluster->effects, effect, &length);
  bool fits = true;
  cluster_fill(cluster, number, slots);
  for (size_t i = 0; i < length / sizeof *changes && fits; i++)
    fits = change_slots(clusters, index, &changes[i], slots, WIDTH_MAX);
  if (effect != TICK && fits) forget(clusters, index, slots);
  uint32_t after = fits ? cluster_number(cluster, slots) : EFFECT_FULL;
  if (effect < component->after_count)
    __atomic_store_n(&component->after[effect], after + 1, __ATOMIC_RELEASE);
  else record_result(clusters, component, cluster_effect_key(effect), after);
  return after;
}

uint32_t cluster_mapped_compute(const struct clusters *clusters, unsigned index,
                                const struct cluster_state *component, uint32_t map) {
  const uint32_t *interned = intern_at(clusters->maps, map, NULL);
  const struct slot_change change = { .what = CHANGE_MAP, .content = *interned };
  slot_t slots[WIDTH_MAX];
  cluster_fill(&clusters->items[index], component->number, slots);
  change_slots(clusters, index, &change, slots, WIDTH_MAX);
  uint32_t after = cluster_number(&clusters->items[index], slots);
  record_result(clusters, (struct cluster_state *)component, cluster_map_key(map), after);
  return after;
}

/* Remembers a map under its key in `renumberings`: 1 + its number. */
static uint64_t remember_map(const struct clusters *clusters, const struct time_map *map,
                             uint64_t first, uint64_t second) {
  uint32_t interned = intern_add(clusters->machine->contents, map, sizeof *map);
  uint64_t number = 1 + (uint64_t)intern_add(clusters->maps, &interned, sizeof interned);
  memo_add((struct memo *)&clusters->renumberings, first, second, number);
  return number;
}

uint64_t cluster_renumbering_compute(const struct clusters *clusters, uint64_t times,
                                     unsigned past) {
  struct time_map map;
  return times_renumber(clusters->machine, times, past, &map)
             ? remember_map(clusters, &map, times, past)
             : 0;
}

/* Under a key that no renumbering has. */
uint64_t cluster_outdating_compute(const struct clusters *clusters,
                                   const struct renewals *renewals) {
  enum { OUTDATING = TIME_MAX + 2 };
  struct time_map map;
  uint64_t over = 0;
  if (!times_outdate(renewals, &map)) return 0;
  _Static_assert(sizeof map.over <= sizeof over, "the lines' times fit in a word");
  memcpy(&over, map.over, sizeof map.over);
  uint64_t known = memo_find(&clusters->renumberings, over, OUTDATING);
  return known ? known : remember_map(clusters, &map, over, OUTDATING);
}

/* --- moves --- */

/* The effects of one move, by cluster. */
struct effects {
  unsigned count[WIDTH_MAX];
  struct slot_change changes[WIDTH_MAX][CHANGES_MAX];
};

static struct slot_change *add_change(struct effects *effects, unsigned cluster, int what,
                                      uint32_t where, uint32_t content) {
  struct slot_change *change = &effects->changes[cluster][effects->count[cluster]++];
  memset(change, 0, sizeof *change);
  change->what = what;
  change->where = where;
  change->content = content;
  return change;
}

/* Does a cluster hold anything but the history? */
static bool is_timed(const struct clusters *clusters, unsigned cluster) {
  return slot_is_timed(clusters->machine,
                       clusters->items[cluster].slots[clusters->items[cluster].count - 1]);
}

/* In the order of `apply` (successors.c): the input is taken, times make room, copies grow old,
 * messages leave, cores are answered, and the history is told. */
static void gather_effects(const struct clusters *clusters, const struct alternative *alternative,
                           struct effects *effects) {
  const struct machine *machine = clusters->machine;
  for (unsigned i = 0; i < alternative->inserts; i++) {
    struct time_map map = times_insertion(alternative->insert[i]);
    uint32_t content = intern_add(machine->contents, &map, sizeof map);
    for (unsigned cluster = 0; cluster < clusters->count; cluster++)
      if (is_timed(clusters, cluster)) add_change(effects, cluster, CHANGE_MAP, 0, content);
  }
  for (unsigned i = 0; i < alternative->performs; i++)
    for (unsigned cluster = 0; cluster < clusters->count; cluster++)
      if (is_timed(clusters, cluster))
        add_change(effects, cluster, CHANGE_SWEEP, 0, 0)->performed = alternative->perform[i];
  for (unsigned i = 0; i < alternative->sends; i++) {
    unsigned cluster = clusters->of_slot[channel_slot(machine, alternative->send[i].channel)];
    add_change(effects, cluster, CHANGE_PUSH, alternative->send[i].channel,
               alternative->send[i].message);
  }
  for (unsigned i = 0; i < alternative->replies; i++) {
    unsigned core = alternative->reply[i].core,
             cluster = clusters->of_slot[core_slot(machine, core)];
    add_change(effects, cluster, CHANGE_REPLY, core, alternative->answer[i])->reply =
        alternative->reply[i];
  }
  if (alternative->observes && machine->has_history)
    add_change(effects, clusters->of_slot[history_slot(machine)], CHANGE_OBSERVE, 0,
               alternative->observed);
}

const struct cluster_moves cluster_moves_none;

/* Moves of one group, as long as the vector of all may still be moved. */
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

/* False: it is blocked. */
static bool add_move(const struct clusters *clusters, unsigned index, slot_t *slots,
                     const struct recorded *step, struct effects *effects,
                     struct moves_builder *made) {
  const struct alternative *alternative = step->way;
  unsigned own = alternative ? controller_slot(clusters->machine, step->controller) : WIDTH_MAX,
           others = 0;
  bool fits = true;
  memset(effects->count, 0, sizeof effects->count);
  if (step->takes)
    add_change(effects, clusters->of_slot[step->slot], CHANGE_SET, step->slot, step->content);
  if (alternative) gather_effects(clusters, alternative, effects);
  size_t at = made->length;
  for (unsigned i = 0; i < MOVE_OTHERS; i++) vector_push(*made, 0);
  for (unsigned i = 0; i < effects->count[index] && fits; i++) {
    const struct slot_change *change = &effects->changes[index][i];
    fits = change_slots(clusters, index, change, slots, own);
  }
  if (alternative) slots[own] = alternative->local;
  if (fits) forget(clusters, index, slots);
  for (unsigned cluster = 0; cluster < clusters->count && fits; cluster++) {
    if (cluster == index || effects->count[cluster] == 0) continue;
    size_t size = effects->count[cluster] * sizeof(struct slot_change);
    uint32_t effect = intern_add(clusters->items[cluster].effects, effects->changes[cluster], size);
    if (effect >> EFFECT_BITS) memory_exhausted(effect, size); /* no word has room for its number */
    vector_push(*made, cluster_effect_word(cluster, effect));
    others++;
  }
  made->items[at + MOVE_OWN] = fits ? cluster_number(&clusters->items[index], slots) : 0;
  made->items[at + MOVE_KIND] = cluster_move_head(step->kind, others);
  if (!fits) made->length = at;
  return fits;
}

static struct cluster_group *group_of(struct moves_builder *made, unsigned number) {
  size_t count = made->groups.length;
  if (count && made->groups.items[count - 1].number == number)
    return &made->groups.items[count - 1];
  struct cluster_group next = { .begin = made->length, .number = number };
  vector_push(made->groups, next);
  return &made->groups.items[count];
}

/* Lists, and behind them the words of all. */
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

/* What the given slots of a state can do, of which those of the cluster and of what feeds it are
 * known. */
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
    group->blocked |= !add_move(clusters, index, after, step, clusters->effects, &made);
    group->end = made.length;
  }
  const struct cluster_moves *moves = list_of((struct clusters *)clusters, &made);
  vector_free(recorder.steps);
  vector_free(made.groups);
  memory_free(made.items);
  return moves;
}

/* Those of a cluster's slots that need nothing of another cluster to do something: not the channels
 * that it keeps for others. */
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

/* Moves that were not known are: at hand, if there is a place for them, or in the memo. */
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
  bool at_hand = content < QUEUE_CONTENTS_AT_HAND && clusters->queries_at_hand == 1;
  return remember(self, moves,
                  at_hand ? &component->queue_moves[at * QUEUE_CONTENTS_AT_HAND + content] : NULL,
                  first, second);
}

void cluster_begin(struct clusters *clusters, unsigned index) {
  if (!clusters->effects) clusters->effects = memory_new(1, sizeof *clusters->effects);
  struct cluster *cluster = &clusters->items[index];
  struct slot_change tick;
  memset(&tick, 0, sizeof tick);
  cluster->contents = intern_new();
  cluster->effects = intern_new();
  cluster->shown = intern_new();
  intern_add(cluster->effects, &tick, sizeof tick);
  cluster_states_begin(clusters, index);
}
