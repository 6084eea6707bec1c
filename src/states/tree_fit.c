/* Which units of a state should be in one group?
 *
 * A tree is good when its groups have few different contents: units that vary together, such as a
 * core and its cache, belong in one.  Halves in the order of the slots are hundreds of times worse
 * on some protocols.
 *
 * The number of contents is estimated from a sample, by its equal pairs. If D contents were equally
 * likely, S states would have S^2 / 2D of them.  One part grows from the unit of most contents, by
 * the unit that makes it larger least, until it has more contents than the other.  Then single
 * units change sides, or two change places, as long as that makes the sum smaller.  A part that is
 * still large is divided further. */
#include "states/tree.h"
#include "states/tree_fit.h"

#include <string.h>
#include "base/memory.h"

enum { BUCKETS = 2 * SAMPLE_MAX, PASSES_MAX = 8, BYTES_A_STATE = 2 };

struct tree_fit {
  const struct tree_sample *sample;
  uint32_t *keys; /* by unit and row: a hash; a part's key is the sum of its units' */
  uint32_t sums[SAMPLE_MAX];
  struct {
    uint32_t key, count;
  } buckets[BUCKETS];
  struct outline outline;
};

typedef uint64_t unit_set;

static unit_set only(unsigned unit) { return UINT64_C(1) << unit; }

/* An estimate of how many values the units take together. */
static double values_of(struct tree_fit *fit, unit_set part) {
  uint32_t rows = fit->sample->rows;
  double pairs = 0;
  memset(fit->sums, 0, sizeof fit->sums);
  memset(fit->buckets, 0, sizeof fit->buckets);
  for (; part; part &= part - 1) {
    const uint32_t *keys = fit->keys + (size_t)__builtin_ctzll(part) * SAMPLE_MAX;
    for (uint32_t row = 0; row < rows; row++) fit->sums[row] += keys[row];
  }
  for (uint32_t row = 0; row < rows; row++) {
    uint32_t key = fit->sums[row], at = key % BUCKETS;
    while (fit->buckets[at].count && fit->buckets[at].key != key) at = (at + 1) % BUCKETS;
    fit->buckets[at].key = key;
    pairs += fit->buckets[at].count++;
  }
  return (double)rows * rows / 2 / (pairs > 0 ? pairs : 0.5);
}

static double cost_of(struct tree_fit *fit, unit_set left, unit_set right) {
  return left && right ? values_of(fit, left) + values_of(fit, right) : 1e30;
}

/* ---- dividing ---- */

/* The unit of `rest` that makes a part take the fewest values, or the most. */
static unsigned choose(struct tree_fit *fit, unit_set part, unit_set rest, bool most) {
  unsigned chosen = 0;
  double best = -1;
  for (; rest; rest &= rest - 1) {
    unsigned unit = (unsigned)__builtin_ctzll(rest);
    double values = values_of(fit, part | only(unit));
    if (best >= 0 && (most ? values <= best : values >= best)) continue;
    best = values;
    chosen = unit;
  }
  return chosen;
}

static unit_set grow_part(struct tree_fit *fit, unit_set all) {
  unit_set part = only(choose(fit, 0, all, true));
  while (values_of(fit, part) < values_of(fit, all & ~part)) {
    unit_set more = part | only(choose(fit, part, all & ~part, false));
    if (more == all) break;
    part = more;
  }
  return part;
}

/* Tries every change once, and keeps each improvement.  False: there was none. */
static bool improve(struct tree_fit *fit, unit_set all, unit_set *part, double *cost) {
  bool improved = false;
  for (unit_set a = all; a; a &= a - 1)
    for (unit_set b = a; b; b &= b - 1) {
      unit_set first = a & -a, second = b & -b;
      bool moves = first == second, swaps = !(*part & first) != !(*part & second);
      if (!moves && !swaps) continue;
      unit_set changed = *part ^ (first | second);
      double now = cost_of(fit, changed, all & ~changed);
      if (now > 0.99 * *cost) continue;
      *cost = now;
      *part = changed;
      improved = true;
    }
  return improved;
}

static unit_set divide(struct tree_fit *fit, unit_set all) {
  unit_set part = grow_part(fit, all);
  double cost = cost_of(fit, part, all & ~part);
  for (unsigned pass = 0; pass < PASSES_MAX && improve(fit, all, &part, &cost); pass++) continue;
  return part;
}

/* ---- the tree ---- */

/* A part is one group, unless that is too large for a key or for the memory. */
static void outline_part(struct tree_fit *fit, unsigned part, unsigned group_max) {
  struct outline *outline = &fit->outline;
  unit_set all = outline->units[part];
  unsigned count = (unsigned)__builtin_popcountll(all);
  double bytes = values_of(fit, all) * count * sizeof(uint32_t);
  bool large =
      count > group_max || (count > 2 && bytes > BYTES_A_STATE * (double)fit->sample->states);
  outline->divided[part] = part == 1 || (large && part < GROUPS_MAX);
  if (!outline->divided[part]) return;
  outline->units[2 * part] = divide(fit, all);
  outline->units[2 * part + 1] = all & ~outline->units[2 * part];
  outline_part(fit, 2 * part, group_max);
  outline_part(fit, 2 * part + 1, group_max);
}

static uint32_t key_of(unsigned unit, uint32_t value) {
  uint64_t mixed = (value + 1 + ((uint64_t)unit << 32)) * 0x9e3779b97f4a7c15u;
  return (uint32_t)((mixed ^ mixed >> 29) * 0xbf58476d1ce4e5b9u >> 32);
}

/* The values of the root's children, which are most of all nodes. */
static double cost_of_tree(struct tree_fit *fit, const struct tree *tree) {
  unsigned root = tree->nodes - 1;
  unit_set left = tree_units_below(tree, tree->pair[root].left),
           right = tree_units_below(tree, tree->pair[root].right);
  return cost_of(fit, left, right);
}

static void take_keys(struct tree_fit *fit, unsigned units) {
  const struct tree_sample *sample = fit->sample;
  fit->keys = memory_new((size_t)units * SAMPLE_MAX, sizeof *fit->keys);
  for (unsigned unit = 0; unit < units; unit++)
    for (uint32_t row = 0; row < sample->rows; row++)
      fit->keys[(size_t)unit * SAMPLE_MAX + row] =
          key_of(unit, sample->units[(size_t)row * units + unit]);
}

bool tree_fit(struct tree *tree, const struct tree_sample *sample, unsigned group_max) {
  if (tree->units < 3) return false;
  struct tree_fit *fit = memory_new(1, sizeof *fit);
  struct tree better;
  fit->sample = sample;
  take_keys(fit, tree->units);
  fit->outline.units[1] = tree->units == UNITS_MAX ? UINT64_MAX : only(tree->units) - 1;
  outline_part(fit, 1, group_max);
  tree_build(&better, tree->units, &fit->outline);
  bool fits = tree_group_max(&better) <= group_max &&
              cost_of_tree(fit, &better) < 0.6 * cost_of_tree(fit, tree);
  if (fits) *tree = better;
  memory_free(fit->keys);
  memory_free(fit);
  return fits;
}
