/* The shape that a tree has until its states are known (tree_fit.c finds a better one).
 *
 * Nodes get their numbers while a tree is built, groups first, so a builder adds the groups before
 * the pairs. */
#include "states/tree.h"

/* The units of a state of this width. */
static unsigned tree_units(unsigned width, enum form form) {
  return form == NARROW ? (width + 1) / 2 : width;
}

unsigned tree_group_max(const struct tree *tree) {
  unsigned most = 0;
  for (unsigned i = 0; i < tree->groups; i++)
    if (tree->group[i].count > most) most = tree->group[i].count;
  return most;
}

uint64_t tree_units_below(const struct tree *tree, unsigned node) {
  uint64_t units = 0;
  for (unsigned unit = 0; unit < tree->units; unit++)
    units |= (uint64_t)(tree->above[unit] >> node & 1) << unit;
  return units;
}

static void add_group(struct tree *tree, uint64_t units) {
  unsigned node = tree->groups++;
  struct tree_group *group = &tree->group[node];
  for (; units; units &= units - 1) {
    unsigned unit = (unsigned)__builtin_ctzll(units);
    group->units[group->count++] = (uint8_t)unit;
    tree->above[unit] |= 1u << node;
  }
}

/* The node of a part whose groups were added; `next` is the first of these. */
static unsigned add_pairs(struct tree *tree, const struct outline *outline, unsigned part,
                          unsigned *next) {
  if (!outline->divided[part]) return (*next)++;
  unsigned left = add_pairs(tree, outline, 2 * part, next),
           right = add_pairs(tree, outline, 2 * part + 1, next);
  unsigned node = tree->nodes++;
  tree->pair[node].left = (uint8_t)left;
  tree->pair[node].right = (uint8_t)right;
  for (unsigned unit = 0; unit < tree->units; unit++)
    if (tree->above[unit] & (1u << left | 1u << right)) tree->above[unit] |= 1u << node;
  return node;
}

static void add_groups(struct tree *tree, const struct outline *outline, unsigned part) {
  if (!outline->divided[part]) {
    add_group(tree, outline->units[part]);
    return;
  }
  add_groups(tree, outline, 2 * part);
  add_groups(tree, outline, 2 * part + 1);
}

void tree_build(struct tree *tree, unsigned units, const struct outline *outline) {
  unsigned next = 0;
  *tree = (struct tree){ .units = units };
  add_groups(tree, outline, 1);
  tree->nodes = tree->groups;
  add_pairs(tree, outline, 1, &next);
}

/* ---- halves ---- */

static uint64_t lowest(uint64_t units, unsigned count) {
  uint64_t part = 0;
  for (; count; count--, units &= units - 1) part |= units & -units;
  return part;
}

static void halve(struct outline *outline, unsigned part, unsigned group_max) {
  uint64_t units = outline->units[part];
  unsigned count = (unsigned)__builtin_popcountll(units);
  outline->divided[part] = part == 1 || (count > group_max && part < GROUPS_MAX);
  if (!outline->divided[part]) return;
  outline->units[2 * part] = lowest(units, (count + 1) / 2);
  outline->units[2 * part + 1] = units & ~outline->units[2 * part];
  halve(outline, 2 * part, group_max);
  halve(outline, 2 * part + 1, group_max);
}

void tree_init(struct tree *tree, unsigned width, enum form form, unsigned group_max) {
  struct outline outline = { .units = { 0 } };
  unsigned units = tree_units(width, form);
  outline.units[1] = units == 64 ? UINT64_MAX : (UINT64_C(1) << units) - 1;
  halve(&outline, 1, group_max);
  tree_build(tree, units, &outline);
}
