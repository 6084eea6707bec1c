/* Effects on a cluster: an effect is a list of changes of its slots, interned by cluster.
 *
 * A move changes other clusters in few ways.  It pushes messages into their channels, answers
 * their cores, lets their copies grow old, or maps their times.  The history of transactions learns
 * of events.  The result of each effect on each component state is computed once. */
#include "engine/cluster_effects.h"

#include <string.h>
#include "base/memory.h"
#include "machine/core_requests.h"
#include "machine/channel.h"
#include "machine/history.h"
#include "machine/observer.h"
#include "machine/reduction.h"
#include "machine/successors.h"
#include "machine/times.h"

/* One change.  Its operands, by kind:
 *   SET      a slot and its new content
 *   MAP      a map of times
 *   PUSH     a channel and a message
 *   REPLY    a core and the answer's number
 *   OBSERVE  an event */
struct slot_change {
  enum {
    CHANGE_TICK /* alone in its effect */,
    CHANGE_SET,
    CHANGE_MAP,
    CHANGE_SWEEP,
    CHANGE_PUSH,
    CHANGE_REPLY,
    CHANGE_OBSERVE
  } kind;
  uint32_t where, content;
  struct performed performed;
  struct reply reply;
};

enum { CHANGES_MAX = 1 + INSERTS_MAX + PERFORMED_MAX + SENDS_MAX + REPLIES_MAX + 1 };

/* The changes of one move, by cluster. */
struct cluster_effects {
  unsigned count[WIDTH_MAX];
  struct slot_change changes[WIDTH_MAX][CHANGES_MAX];
};

/* --- applying --- */

/* Changes a slot that holds times, copies or messages. */
static void change_timed(const struct machine *machine, const struct slot_change *change,
                         unsigned slot, slot_t *slots) {
  if (change->kind == CHANGE_SWEEP) observer_sweep_slot(machine, slot, slots, change->performed);
  else if (change->kind == CHANGE_MAP)
    slots[slot] = times_map_slot(machine, slot, slots[slot], change->content);
  else slots[slot] = times_tick_slot(machine, slot, slots[slot]);
}

/* False: a channel is full. */
static bool change_slots(const struct clusters *clusters, unsigned index,
                         const struct slot_change *change, slot_t *slots, unsigned except) {
  const struct machine *machine = clusters->machine;
  const struct cluster *cluster = &clusters->items[index];
  slot_t *slot;
  switch (change->kind) {
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

static bool change_all(const struct clusters *clusters, unsigned index,
                       const struct slot_change *changes, size_t count, slot_t *slots,
                       unsigned except) {
  for (size_t i = 0; i < count; i++)
    if (!change_slots(clusters, index, &changes[i], slots, except)) return false;
  return true;
}

/* An SM's dead copies depend only on its L1 and the cores, which are in one cluster. */
void cluster_drop_dead_copies(const struct clusters *clusters, unsigned index, slot_t *slots) {
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
  cluster_fill(cluster, number, slots);
  bool fits =
      change_all(clusters, index, changes, length / sizeof *changes, slots, WIDTH_MAX /* none */);
  if (effect != EFFECT_TICK && fits) cluster_drop_dead_copies(clusters, index, slots);
  uint32_t after = fits ? cluster_number(cluster, slots) : EFFECT_FULL;
  if (effect < component->after_count)
    __atomic_store_n(&component->after[effect], after + 1, __ATOMIC_RELEASE);
  else cluster_state_record(clusters, component, cluster_effect_key(effect), after);
  return after;
}

/* --- the effects of a move --- */

static struct slot_change *add_change(struct cluster_effects *effects, unsigned cluster, int kind,
                                      uint32_t where, uint32_t content) {
  struct slot_change *change = &effects->changes[cluster][effects->count[cluster]++];
  memset(change, 0, sizeof *change);
  change->kind = kind;
  change->where = where;
  change->content = content;
  return change;
}

/* Does a cluster hold anything but the history? */
static bool is_timed(const struct clusters *clusters, unsigned index) {
  const struct cluster *cluster = &clusters->items[index];
  return slot_is_timed(clusters->machine, cluster->slots[cluster->count - 1]);
}

static void change_all_timed(const struct clusters *clusters,
                             const struct alternative *alternative) {
  struct cluster_effects *effects = clusters->effects;
  for (unsigned i = 0; i < alternative->inserts; i++) {
    struct time_map map = times_insertion(alternative->insert[i]);
    uint32_t content = intern_add(clusters->machine->contents, &map, sizeof map);
    for (unsigned cluster = 0; cluster < clusters->count; cluster++)
      if (is_timed(clusters, cluster)) add_change(effects, cluster, CHANGE_MAP, 0, content);
  }
  for (unsigned i = 0; i < alternative->performs; i++)
    for (unsigned cluster = 0; cluster < clusters->count; cluster++)
      if (is_timed(clusters, cluster))
        add_change(effects, cluster, CHANGE_SWEEP, 0, 0)->performed = alternative->perform[i];
}

/* Keeps the order of `apply` (successors.c).  First the input is taken, times make room, and copies
 * grow old.  Then messages leave and cores are answered.  The history gets the event last. */
void cluster_effects_gather(const struct clusters *clusters, const struct recorded *step) {
  const struct machine *machine = clusters->machine;
  const struct alternative *alternative = step->alternative;
  struct cluster_effects *effects = clusters->effects;
  memset(effects->count, 0, sizeof effects->count);
  if (step->takes)
    add_change(effects, clusters->of_slot[step->slot], CHANGE_SET, step->slot, step->content);
  if (!alternative) return;
  change_all_timed(clusters, alternative);
  for (unsigned i = 0; i < alternative->sends; i++) {
    unsigned channel = alternative->send[i].channel;
    unsigned cluster = clusters->of_slot[channel_slot(machine, channel)];
    add_change(effects, cluster, CHANGE_PUSH, channel, alternative->send[i].message);
  }
  for (unsigned i = 0; i < alternative->replies; i++) {
    unsigned core = alternative->reply[i].core;
    unsigned cluster = clusters->of_slot[core_slot(machine, core)];
    add_change(effects, cluster, CHANGE_REPLY, core, alternative->answer[i])->reply =
        alternative->reply[i];
  }
  if (alternative->observes && machine->has_history)
    add_change(effects, clusters->of_slot[history_slot(machine)], CHANGE_OBSERVE, 0,
               alternative->observed);
}

bool cluster_effects_apply(const struct clusters *clusters, unsigned index, slot_t *slots,
                           unsigned except) {
  const struct cluster_effects *effects = clusters->effects;
  return change_all(clusters, index, effects->changes[index], effects->count[index], slots, except);
}

bool cluster_effects_touch(const struct clusters *clusters, unsigned index) {
  return clusters->effects->count[index] > 0;
}

uint32_t cluster_effects_word(const struct clusters *clusters, unsigned index) {
  const struct cluster_effects *effects = clusters->effects;
  size_t size = effects->count[index] * sizeof(struct slot_change);
  uint32_t effect = intern_add(clusters->items[index].effects, effects->changes[index], size);
  if (effect >> EFFECT_BITS) memory_exhausted(effect, size); /* no word has room for its number */
  return cluster_effect_word(index, effect);
}

void cluster_effects_begin(struct clusters *clusters, unsigned index) {
  struct slot_change tick;
  if (!clusters->effects) clusters->effects = memory_new(1, sizeof *clusters->effects);
  memset(&tick, 0, sizeof tick);
  intern_add(clusters->items[index].effects, &tick, sizeof tick);
}
