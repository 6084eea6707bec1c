/* Canonical times of a state, by cluster.
 *
 * In logical time a step renumbers all slots at once, by a map (times.c).  The map is a function of
 * the state's timestamps.  Maps are interned.  The result of each map on a component state is kept,
 * too. */
#include "engine/cluster_renumber.h"

#include <string.h>
#include "machine/times.h"

/* --- maps, as 1 + their numbers; 0: no map is needed --- */

/* Records a map under its key in `renumberings`. */
static uint64_t remember_map(const struct clusters *clusters, const struct time_map *map,
                             uint64_t first, uint64_t second) {
  uint32_t interned = intern_add(clusters->machine->contents, map, sizeof *map);
  uint64_t number = 1 + (uint64_t)intern_add(clusters->maps, &interned, sizeof interned);
  memo_add((struct memo *)&clusters->renumberings, first, second, number);
  return number;
}

/* The map that renumbers a state with these timestamps. */
static uint64_t renumbering(const struct clusters *clusters, uint64_t times, unsigned past) {
  bool kept = clusters->machine->shape.rank
                  ? !past && !(times & (times + 1)) /* 0, 1, ..., k without a gap */
                  : !times || times & 1;
  if (kept) return 0;
  uint64_t known = memo_find(&clusters->renumberings, times, past);
  struct time_map map;
  if (known) return known;
  return times_renumber(clusters->machine, times, past, &map)
             ? remember_map(clusters, &map, times, past)
             : 0;
}

/* The map that drops outdated copies. */
static uint64_t outdating(const struct clusters *clusters, const struct renewals *renewals) {
  enum { OUTDATING = TIME_MAX + 2 }; /* no `past` of a renumbering */
  struct time_map map;
  uint64_t over = 0;
  if (!times_outdate(renewals, &map)) return 0;
  _Static_assert(sizeof map.over <= sizeof over, "the lines' times fit in a word");
  memcpy(&over, map.over, sizeof map.over);
  uint64_t known = memo_find(&clusters->renumberings, over, OUTDATING);
  return known ? known : remember_map(clusters, &map, over, OUTDATING);
}

/* --- their results --- */

static uint32_t map_component(const struct clusters *clusters, unsigned index,
                              const struct cluster_state *component, uint32_t map) {
  const struct machine *machine = clusters->machine;
  const struct cluster *cluster = &clusters->items[index];
  const uint32_t *interned = intern_at(clusters->maps, map, NULL);
  slot_t slots[WIDTH_MAX];
  cluster_fill(cluster, component->number, slots);
  for (unsigned i = 0; i < cluster->count; i++) {
    unsigned slot = cluster->slots[i];
    if (slot_is_timed(machine, slot))
      slots[slot] = times_map_slot(machine, slot, slots[slot], *interned);
  }
  uint32_t after = cluster_number(cluster, slots);
  cluster_state_record(clusters, (struct cluster_state *)component, cluster_map_key(map), after);
  return after;
}

static inline const struct cluster_state *mapped(const struct clusters *clusters, unsigned cluster,
                                                 const struct cluster_state *component,
                                                 uint32_t map) {
  uint32_t known = cluster_state_result(component, cluster_map_key(map));
  if (known == SMALL_MAP_NONE) known = map_component(clusters, cluster, component, map);
  return cluster_state_at(clusters, cluster, known);
}

/* False: there are no outdated copies. */
static bool outdate(const struct clusters *clusters, const struct cluster_state **components) {
  struct renewals all = times_renewals_none;
  for (unsigned i = 0; i < clusters->count; i++) {
    const struct renewals *renewals = components[i]->renewals;
    for (unsigned line = 0; renewals && line < clusters->machine->shape.lines; line++) {
      all.by[line] |= renewals->by[line];
      if (renewals->from[line] != NO_TIME) all.from[line] = renewals->from[line];
    }
  }
  uint64_t map = outdating(clusters, &all);
  for (unsigned i = 0; map && i < clusters->count; i++)
    if (components[i]->renewals)
      components[i] = mapped(clusters, i, components[i], (uint32_t)(map - 1));
  return map > 0;
}

bool cluster_renumber(const struct clusters *clusters, const struct cluster_state **components) {
  bool outdated = clusters->machine->shape.outdates && outdate(clusters, components);
  uint64_t times = 0;
  unsigned past = TIME_MAX + 1;
  for (unsigned i = 0; i < clusters->count; i++) {
    times |= components[i]->times;
    if (components[i]->past < past) past = components[i]->past;
  }
  uint64_t map = renumbering(clusters, times, past);
  for (unsigned i = 0; map && i < clusters->count; i++)
    if (components[i]->times)
      components[i] = mapped(clusters, i, components[i], (uint32_t)(map - 1));
  return outdated || map > 0;
}
