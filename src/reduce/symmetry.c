/* Symmetry of the most general client: a reduction that leaves out all states of an orbit but one.
 *
 * Method: Ip and Dill, "Better verification through symmetry", 1996.  The client makes the same
 * requests to every SM with as many threads, and to every line.  Tables name neither an SM nor a
 * line.  So exchanging SMs, threads of an SM, or lines takes steps to steps and broken states to
 * broken states.  The representative of each orbit is explored (orbit.c).  It depends only on
 * contents, so it is the same in every run.
 *
 * It relies on the record: it is not `asymmetric`, and values up to `values_alike` may be
 * exchanged, too (promises.h).  permutation.c knows each field that names an SM, a thread or a
 * line; a system's own fields (flag, count) must name none.  No step is checked for that, but a run
 * that is found is unfolded.  tests/unit/models/symmetry_test.c checks every system: the orbits of
 * the reduced search have together exactly the states of the full search. */
#include <string.h>
#include "base/memory.h"
#include "reduce/orbit.h"
#include "machine/reduction.h"
#include "reduce/symmetry_group.h"
#include "reduce/symmetry_points.h"

/* --- the permutations --- */

/* Makes the next arrangement of 0..count-1 in lexicographic order.  false: it was the last. */
static bool next_arrangement(uint8_t *items, unsigned count) {
  unsigned i = count, j = count;
  if (count < 2) return false;
  for (i = count - 1; i > 0 && items[i - 1] >= items[i];) i--;
  if (i == 0) return false;
  while (items[--j] <= items[i - 1]) {
  }
  uint8_t swap = items[i - 1];
  items[i - 1] = items[j];
  items[j] = swap;
  for (unsigned a = i, b = count - 1; a < b; a++, b--) {
    swap = items[a];
    items[a] = items[b];
    items[b] = swap;
  }
  return true;
}

static void first_arrangement(uint8_t *items, unsigned count) {
  for (unsigned i = 0; i < count; i++) items[i] = (uint8_t)i;
}

/* The identity. */
static struct permutation first_permutation(const struct machine *machine, unsigned values) {
  struct permutation p = { .values = values };
  first_arrangement(p.sm, CORES_MAX);
  first_arrangement(p.line, LINES_MAX);
  first_arrangement(p.core, machine->shape.core_count);
  return p;
}

static bool has_gpms(const struct machine *machine) {
  return machine->shape.placement.topology.gpms > 0;
}

/* Does the arrangement take the cores of each SM to those of one SM, and leave the cores from
 * `moved` on where they are?  Writes p->sm.  SMs of different GPMs differ, so with GPMs only
 * threads of an SM are exchanged.  An SM without a thread stays where it is. */
static bool keeps_sms(const struct machine *machine, unsigned moved, struct permutation *p) {
  bool known[CORES_MAX] = { false };
  uint8_t last[CORES_MAX];
  for (unsigned core = 0; core < machine->shape.core_count; core++) {
    unsigned from = machine->shape.sm_of_core[core], to = machine->shape.sm_of_core[p->core[core]];
    if (core >= moved && p->core[core] != core) return false;
    if (has_gpms(machine) && from != to) return false;
    if (known[from] && p->sm[from] != to) return false;
    if (known[from] && machine->shape.system->threads_in_order && p->core[core] < last[from])
      return false;
    last[from] = p->core[core];
    known[from] = true;
    p->sm[from] = (uint8_t)to;
  }
  for (unsigned a = 0; a < machine->shape.sms; a++) {
    if (!known[a]) p->sm[a] = (uint8_t)a;
    for (unsigned b = 0; b < a; b++)
      if (p->sm[a] == p->sm[b]) return false;
  }
  return true;
}

static unsigned permuted_bank(const struct machine *machine, const struct permutation *p,
                              unsigned bank) {
  unsigned line = 0;
  while (line + 1 < machine->shape.lines && machine->shape.placement.bank_of_line[line] != bank)
    line++;
  return machine->shape.placement.bank_of_line[p->line[line]];
}

static unsigned permuted_index(const struct machine *machine, const struct permutation *p,
                               const struct controller *controller) {
  switch (machine->shape.system->kinds[controller->kind].instances) {
  case ONE_PER_SM: return p->sm[controller->index];
  case ONE_PER_BANK: return permuted_bank(machine, p, controller->index);
  case ONE_PER_CORE: return p->core[controller->index];
  default: return controller->index;
  }
}

/* Fills the images of controllers and slots. */
static void fill_images(const struct machine *machine, struct permutation *p) {
  for (unsigned i = 0; i < machine->shape.controller_count; i++) {
    const struct controller *controller = &machine->shape.controllers[i];
    p->controller[i] = (uint8_t)(machine->shape.first_of_kind[controller->kind] +
                                 permuted_index(machine, p, controller));
    p->slot[controller_slot(machine, i)] = (uint8_t)controller_slot(machine, p->controller[i]);
  }
  for (unsigned i = 0; i < machine->shape.core_count; i++)
    p->slot[core_slot(machine, i)] = (uint8_t)core_slot(machine, p->core[i]);
  for (unsigned i = 0; i < machine->shape.channel_count; i++) {
    const struct channel *channel = &machine->shape.channels[i];
    unsigned from = channel->from < 0 ? 0 : p->controller[channel->from];
    unsigned to = machine->shape.channel_of[channel->network][from][p->controller[channel->to]];
    p->slot[channel_slot(machine, i)] = (uint8_t)channel_slot(machine, to);
  }
  if (machine->has_history) p->slot[history_slot(machine)] = (uint8_t)history_slot(machine);
}

static unsigned permuted_micro(const struct machine *machine, const struct permutation *p,
                               unsigned index) {
  const struct micro *micro = &machine->lowered[0].micros[index];
  return micro->kind == MICRO_FENCE ? index : client_micro_on(machine, micro, p->line[micro->line]);
}

static bool add_permutation(struct machine *machine, const struct permutation *arranged,
                            struct symmetry **symmetry) {
  unsigned count = (*symmetry)->count;
  if (count == PERMUTATIONS_MAX) return false;
  *symmetry =
      memory_resize(*symmetry, 1, sizeof **symmetry + (count + 1) * sizeof(struct permutation));
  struct permutation *p = &(*symmetry)->items[(*symmetry)->count++];
  *p = *arranged;
  fill_images(machine, p);
  for (unsigned i = 0; i < machine->lowered[0].length; i++)
    p->micro[i] = (uint16_t)permuted_micro(machine, p, i);
  return true;
}

/* Gathers all permutations of the first `moved` cores, of values, and maybe of lines.  false: there
 * are too many.  `orders`: receives the number of arrangements of each class. */
static bool gather_permutations(struct machine *machine, unsigned moved, bool of_lines,
                                struct symmetry **symmetry, unsigned *orders) {
  struct permutation p = first_permutation(machine, machine->shape.system->promises.values_alike);
  (*symmetry)->count = 0;
  do {
    if (!keeps_sms(machine, moved, &p)) continue;
    orders[POINTS_LINES] = 0;
    first_arrangement(p.line, machine->shape.lines);
    do {
      orders[POINTS_LINES]++;
      orders[POINTS_VALUES] = 0;
      first_arrangement(p.value, p.values);
      do {
        orders[POINTS_VALUES]++;
        if (!add_permutation(machine, &p, symmetry)) return false;
      } while (next_arrangement(p.value, p.values));
    } while (of_lines && next_arrangement(p.line, machine->shape.lines));
  } while (next_arrangement(p.core, machine->shape.core_count));
  orders[POINTS_SMS] = (*symmetry)->count / orders[POINTS_LINES] / orders[POINTS_VALUES];
  return true;
}

/* While there are too many permutations, one more of the last cores stays where it is.  The rest is
 * a group. */
static void gather_all(struct machine *machine, struct symmetry **symmetry, unsigned *orders) {
  const struct machine_options *options = &machine->options;
  bool homes = has_gpms(machine) &&
               !machine->shape.placement.topology.no_homes; /* lines with different homes differ */
  bool of_lines = !machine->reductions.one_line && !options->only_line && !homes;
  unsigned moved = machine->shape.core_count;
  while (!gather_permutations(machine, moved, of_lines, symmetry, orders) &&
         !gather_permutations(machine, moved, false, symmetry, orders))
    moved--;
}

static bool may_be_symmetric(const struct machine *machine) {
  const struct machine_options *options = &machine->options;
  if (machine->shape.system->asymmetric &&
      machine->shape.system->asymmetric(&machine->shape.setting))
    return false;
  if (!machine->shape.is_client || options->no_symmetry ||
      (options->no_reduction && !options->keep_symmetry))
    return false;
  return machine->lowered[0].length <= MICROS_MAX &&
         machine->shape.system->promises.values_alike <= VALUES_MAX;
}

static void end(struct machine *machine) {
  symmetry_free_points(machine->reductions.symmetry);
  symmetry_free_group(machine->reductions.symmetry);
  memory_free(machine->reductions.symmetry);
  machine->reductions.symmetry = NULL;
  machine->reductions.symmetries = 1;
}

static bool begin(struct machine *machine) {
  if (!may_be_symmetric(machine)) return false;
  struct symmetry *symmetry = memory_new(1, sizeof *symmetry);
  unsigned orders[POINT_CLASSES] = { 0, 1, 1 };
  gather_all(machine, &symmetry, orders);
  symmetry->by_signature = symmetry->count > FEW_PERMUTATIONS;
  symmetry_make_group(machine, symmetry, orders);
  if (!symmetry->by_signature) memcpy(orders, (unsigned[]){ symmetry->count, 1, 1 }, sizeof orders);
  symmetry_find_points(machine, symmetry, orders);
  machine->reductions.symmetry = symmetry;
  machine->reductions.symmetries = symmetry->count;
  if (symmetry->count > 1) return true;
  end(machine);
  return false;
}

static void *thread_new(void) { return orbit_new(); }

static void open(const struct machine *machine, void *thread, const slot_t *source) {
  orbit_of(machine, source, thread);
}

static void representative(const struct machine *machine, void *thread, slot_t *state) {
  orbit_representative(machine, thread, state);
}

static unsigned represented(const struct machine *machine, void *thread) {
  return orbit_size(machine, thread);
}

static bool always_unfolds(const struct machine *machine) {
  (void)machine;
  return true;
}

REDUCTION(symmetry) = {
  .name = "symmetry",
  .order = 60,
  .not_on_warmup = true,
  .unfolds = always_unfolds,
  .begin = begin,
  .end = end,
  .canonicalise.thread_new = thread_new,
  .canonicalise.open = open,
  .canonicalise.representative = representative,
  .canonicalise.represented = represented,
};
