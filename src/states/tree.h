/* The shape of the trees that states are kept as (after Laarman, van de Pol and Weber, "Parallel
 * recursive state compression for free", SPIN 2011).
 *
 * The units of a packed state (pack.h) are the halves of its words: two slots of a narrow state,
 * one of a wide one.  They are divided into a few groups.  The content of a group is kept once,
 * under a number; so are pairs of numbers, up to the root, 8 bytes a state.  The paper's leaves are
 * single slots.  Ours are groups, mostly two, with far fewer contents than there are states
 * (tree_fit.c); so a state is found with two look-ups and the root's.
 *
 * Where a state differs from its source in a few units, only the nodes above these are looked up
 * (`above`). */
#ifndef STATES_TREE_H
#define STATES_TREE_H

#include <stdbool.h>
#include <stdint.h>
#include "states/pack.h"

enum {
  UNITS_MAX = WIDTH_MAX,
  GROUPS_MAX = 8,
  NODES_MAX = 2 * GROUPS_MAX - 1,
  NODE_NUMBER_MAX = INT32_MAX /* exclusive: two numbers leave two bits of a root */
};

struct tree_group {
  uint8_t count, units[UNITS_MAX];
};

/* Nodes are first the groups, then the pairs, each after its children, the root last. */
struct tree {
  unsigned units, groups, nodes;
  struct tree_group group[GROUPS_MAX];
  struct {
    uint8_t left, right;
  } pair[NODES_MAX];         /* by node */
  uint32_t above[UNITS_MAX]; /* by unit: the set of nodes above it */
};

/* Divides units into halves, in order, until no group has more than `group_max`. */
void tree_init(struct tree *tree, unsigned width, enum form form, unsigned group_max);
unsigned tree_group_max(const struct tree *tree);
/* How many words the key of a group takes in trees of these shapes, by form. */
unsigned tree_key_words(const struct tree trees[2]);

/* How units are divided: part 1 is all of them, and parts 2i and 2i + 1 divide part i. */
struct outline {
  uint64_t units[2 * GROUPS_MAX];
  bool divided[2 * GROUPS_MAX];
};
void tree_build(struct tree *tree, unsigned units, const struct outline *outline);
uint64_t tree_units_below(const struct tree *tree, unsigned node);

/* A group's units as a key of `length` words. */
static inline void tree_gather(const struct tree_group *group, const uint32_t *units, uint64_t *key,
                               unsigned length) {
  const uint8_t *unit = group->units, *last = unit + (group->count & ~1u);
  uint64_t *end = key + length;
  for (; unit < last; unit += 2) *key++ = (uint64_t)units[unit[1]] << 32 | units[unit[0]];
  if (group->count & 1) *key++ = units[*unit];
  while (key < end) *key++ = 0;
}

/* A packed state, by words and by units. */
union packed {
  uint64_t words[PACKED_MAX];
  uint32_t units[2 * PACKED_MAX];
};

static inline void tree_scatter(const struct tree_group *group, uint32_t *units,
                                const uint64_t *key) {
  for (unsigned i = 0; i < group->count; i++)
    units[group->units[i]] = (uint32_t)(key[i / 2] >> (i & 1) * 32);
}

static inline uint64_t tree_word(const struct tree *tree, const uint32_t *numbers, unsigned node) {
  return (uint64_t)numbers[tree->pair[node].left] << 32 | numbers[tree->pair[node].right];
}

static inline void tree_split(const struct tree *tree, uint32_t *numbers, unsigned node,
                              uint64_t word) {
  numbers[tree->pair[node].left] = (uint32_t)(word >> 32);
  numbers[tree->pair[node].right] = (uint32_t)word;
}

/* The root of a tree: the top bit, the form, and the numbers of the root's children.  Without the
 * top bit it is a word (layout.h). */
enum { ROOT_NUMBER_BITS = 31 };

static inline uint64_t tree_root(const struct tree *tree, const uint32_t *numbers, enum form form) {
  unsigned node = tree->nodes - 1;
  return UINT64_C(1) << 63 | (uint64_t)form << 62 |
         (uint64_t)numbers[tree->pair[node].left] << ROOT_NUMBER_BITS |
         numbers[tree->pair[node].right];
}
static inline enum form tree_root_form(uint64_t root) { return (enum form)(root >> 62 & 1); }
static inline void tree_split_root(const struct tree *tree, uint32_t *numbers, uint64_t root) {
  numbers[tree->pair[tree->nodes - 1].left] =
      (uint32_t)(root >> ROOT_NUMBER_BITS) & NODE_NUMBER_MAX;
  numbers[tree->pair[tree->nodes - 1].right] = (uint32_t)root & NODE_NUMBER_MAX;
}

/* --- fitting the shape to the states that a tree is to hold: tree_fit.c --- */

enum { SAMPLE_MAX = 1 << 12 };

struct tree_sample {
  uint64_t states; /* from which the sample was taken */
  uint32_t rows;
  uint32_t *units; /* of each row, one after the other */
};

#endif
