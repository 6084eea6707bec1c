/* Giving all states another layout, or other trees.
 *
 * The first states are kept in trees of any shape.  Once there are enough, and whenever there are
 * eight times as many, shapes are fitted to a sample.  If states get much smaller, all are kept
 * anew. First the groups and pairs that they need are added to sets of their own. Then every root
 * is replaced.  So a shortage between the two leaves everything as it was.  Indices stay. */
#include "states/concurrent.h"
#include "states/reshape.h"
#include "states/concurrent_batch.h"

#include <string.h>
#include "base/memory.h"
#include "states/tree.h"
#include "states/tree_fit.h"

enum { GROUP_UNITS_MAX = 24 };

struct reshaping {
  struct concurrent *set;
  struct tree trees[2]; /* the new ones */
  unsigned key_words;
  struct words groups, pairs;
  bool short_of_memory;
};

/* ---- samples ---- */

static struct tree_sample sample_form(const struct concurrent *set, enum form form) {
  unsigned units = set->trees[form].units;
  struct tree_sample sample = { .units =
                                    memory_new((size_t)SAMPLE_MAX * units, sizeof *sample.units) };
  uint32_t last = set->roots.next - 1, step = last / SAMPLE_MAX + 1;
  for (uint32_t number = 1; number <= last; number += step) {
    uint32_t numbers[NODES_MAX];
    uint64_t words[PACKED_MAX], root = *words_at(&set->roots, number);
    if (words_open(&set->roots, number) || layout_is_word(root)) continue;
    if (concurrent_spread(set, root, numbers, words) != form) continue;
    memcpy(sample.units + (size_t)sample.rows++ * units, words, units * sizeof *sample.units);
  }
  sample.states = (uint64_t)sample.rows * step;
  return sample;
}

/* A quarter of the sample must be of a form for its shape to matter. */
static bool fit_form(const struct concurrent *set, enum form form, struct tree *tree) {
  struct tree_sample sample = sample_form(set, form);
  unsigned group_max = tree->units - tree->units / 4;
  bool fits = sample.rows >= SAMPLE_MAX / 4 &&
              tree_fit(tree, &sample, group_max < GROUP_UNITS_MAX ? group_max : GROUP_UNITS_MAX);
  memory_free(sample.units);
  return fits;
}

static bool fit(struct reshaping *reshaping) {
  struct concurrent *set = reshaping->set;
  memcpy(reshaping->trees, set->trees, sizeof set->trees);
  bool narrow = fit_form(set, NARROW, &reshaping->trees[NARROW]),
       wide = fit_form(set, WIDE, &reshaping->trees[WIDE]);
  if (narrow && !wide)
    tree_init(&reshaping->trees[WIDE], set->visited.width, WIDE,
              tree_group_max(&reshaping->trees[NARROW]));
  reshaping->key_words = tree_key_words(reshaping->trees);
  return narrow || wide;
}

/* ---- states ---- */

static uint32_t add(struct reshaping *reshaping, struct words *words, const uint64_t *key) {
  bool added;
  for (;;) {
    uint32_t number = words_add(words, 0, key, words_hash(key, words->length), &added);
    if (number) return number;
    if (!words_make_room(words)) break;
    words_move_share(words);
  }
  reshaping->short_of_memory = true;
  return 0;
}

/* Makes the new root, and adds the groups and pairs that it lacks. */
static void reshape_root(void *context, uint64_t *root) {
  struct reshaping *reshaping = context;
  uint32_t numbers[NODES_MAX], units[UNITS_MAX];
  uint64_t words[PACKED_MAX], key[PACKED_MAX];
  if (layout_is_word(*root)) return;
  enum form form = concurrent_spread(reshaping->set, *root, numbers, words);
  const struct tree *tree = &reshaping->trees[form];
  memcpy(units, words, tree->units * sizeof *units);
  for (unsigned node = 0; node + 1 < tree->nodes; node++) {
    if (node < tree->groups) tree_gather(&tree->group[node], units, key, reshaping->key_words);
    else key[0] = tree_word(tree, numbers, node);
    numbers[node] =
        add(reshaping, node < tree->groups ? &reshaping->groups : &reshaping->pairs, key);
  }
  *root = tree_root(tree, numbers, form);
}

static void add_nodes(struct reshaping *reshaping) {
  const struct words *roots = &reshaping->set->roots;
  for (uint32_t number = 1; number < roots->next && !reshaping->short_of_memory; number++) {
    uint64_t root = *words_at(roots, number);
    if (!words_open(roots, number)) reshape_root(reshaping, &root);
  }
}

static void take_over(struct reshaping *reshaping) {
  struct concurrent *set = reshaping->set;
  words_replace(&set->roots, reshape_root, reshaping);
  words_take_over(&set->groups, &reshaping->groups);
  words_take_over(&set->pairs, &reshaping->pairs);
  memcpy(set->trees, reshaping->trees, sizeof set->trees);
  batch_forget_recent(set);
  batch_fit(set);
}

void reshape_trees(struct concurrent *set) {
  struct reshaping reshaping = { .set = set };
  if (!fit(&reshaping)) return;
  if (!words_init(&reshaping.groups, reshaping.key_words, set->member_count, NODE_NUMBER_MAX,
                  set->budget))
    return;
  if (!words_init(&reshaping.pairs, 1, set->member_count, NODE_NUMBER_MAX, set->budget)) {
    words_destroy(&reshaping.groups);
    return;
  }
  add_nodes(&reshaping);
  if (!reshaping.short_of_memory) {
    take_over(&reshaping);
    return;
  }
  words_destroy(&reshaping.groups);
  words_destroy(&reshaping.pairs);
}

/* ---- the layout ---- */

static void find_greatest(const struct concurrent *set, slot_t *greatest) {
  for (uint32_t number = 1; number < set->roots.next; number++) {
    slot_t state[WIDTH_MAX];
    if (words_open(&set->roots, number)) continue;
    concurrent_load(set, *words_at(&set->roots, number), state);
    for (unsigned i = 0; i < set->visited.width; i++)
      if (state[i] > greatest[i]) greatest[i] = state[i];
  }
}

struct refitting {
  const struct concurrent *set;
  struct layout layout;
};

static void refit_root(void *context, uint64_t *root) {
  const struct refitting *refitting = context;
  slot_t state[WIDTH_MAX];
  concurrent_load(refitting->set, *root, state);
  layout_fold(&refitting->layout, state, root);
}

void reshape_layout(struct concurrent *set) {
  struct refitting refitting = { set, set->layout };
  slot_t greatest[WIDTH_MAX] = { 0 };
  find_greatest(set, greatest);
  if (!layout_fit(&refitting.layout, set->visited.width, greatest)) return;
  words_replace(&set->roots, refit_root, &refitting);
  set->layout = refitting.layout;
  batch_forget_recent(set);
}
