/* Private to visited_concurrent.c, reshape.c, spill.c and checkpoint.c: the set for any number of
 * threads. */
#ifndef STATES_CONCURRENT_H
#define STATES_CONCURRENT_H

#include <string.h>
#include "base/vector.h"
#include "states/layout.h"
#include "states/sink.h"
#include "states/spill.h"
#include "states/tree.h"
#include "states/visited.h"
#include "states/words.h"

/* A state that was noted: what it shares with its source, and the groups in which it differs. */
struct noted_state {
  uint32_t differs; /* the set of nodes that are not its source's */
  uint32_t source;
  uint32_t form, root; /* the root is this one of the sink's */
  uint64_t groups[];   /* of each in which it differs, in order: the hash, the candidate (words.h),
                          and `key_words` of the key */
};

enum { HASH, CANDIDATE, KEY };

/* A state that notes were made from: its nodes' numbers, and its units. */
struct note_source {
  uint32_t form, numbers[NODES_MAX];
  uint64_t words[PACKED_MAX];
};

enum { NO_FORM = 2 /* nothing was opened yet, or a state that is one word */ };

struct set_member {
  uint64_t *notes; /* of struct noted_state, `note_stride` words each */
  unsigned note_count, note_room;
  struct sink
      sink; /* the roots of all states that were noted: known at once where a state is one word */
  struct note_source *sources;
  unsigned source, source_room; /* the present one */
  uint64_t kept;                /* atomic: states */
  uint64_t unfit; /* notes of states that are not one word, since the layout was looked at */
  VECTOR(struct range) fresh; /* states kept since the last collection */
  char apart[64];
};

enum { GROUPS, PAIRS, ROOTS };

struct concurrent {
  struct visited visited;
  struct crew *crew;
  struct budget *budget;
  struct layout layout;
  struct tree trees[2]; /* by form */
  unsigned key_words, note_stride;
  struct set_member *members;
  unsigned member_count;
  struct words groups, pairs, roots;
  bool growing[3];        /* groups, pairs, roots: room was made, shares are to be moved */
  struct spill spill;     /* roots on the disk */
  enum shortage shortage; /* written at meetings, read anywhere */
  uint64_t reshape_at; /* the number of states from which on the shapes are to be looked at again */
  uint64_t refit_at;   /* and the layout */
};

/* How long a group's key must be for these shapes. */
unsigned concurrent_key_words(const struct tree trees[2]);
/* Sets everything that follows from the shapes, while nothing is noted. */
void concurrent_fit_members(struct concurrent *set);

/* The root of a state, wherever it is. */
static inline uint64_t concurrent_root(const struct concurrent *set, state_index index) {
  return spilled(&set->spill) ? set->spill.roots[index] : *words_at(&set->roots, index);
}

/* The numbers of a state's nodes (the root has none), and its units as packed words, from its root,
 * if that is a tree's. */
static inline enum form concurrent_spread(const struct concurrent *set, uint64_t root,
                                          uint32_t *numbers, uint64_t *words) {
  enum form form = tree_root_form(root);
  const struct tree *tree = &set->trees[form];
  uint32_t units[UNITS_MAX + 1];
  units[tree->units] = 0;
  tree_split_root(tree, numbers, root);
  for (unsigned node = tree->nodes - 1; node-- > tree->groups;)
    tree_split(tree, numbers, node, *words_at(&set->pairs, numbers[node]));
  for (unsigned node = 0; node < tree->groups; node++)
    tree_scatter(&tree->group[node], units, words_at(&set->groups, numbers[node]));
  memcpy(words, units, packed_words(set->visited.width, form) * sizeof *words);
  return form;
}

static inline void concurrent_load(const struct concurrent *set, uint64_t root, slot_t *state) {
  uint32_t numbers[NODES_MAX];
  uint64_t words[PACKED_MAX];
  if (root_is_state(root)) layout_unfold(&set->layout, root, state);
  else unpack(words, set->visited.width, concurrent_spread(set, root, numbers, words), state);
}

/* Looks at the layout, where many states did not fit in it, and puts all states into a better one.
 * While all members are at a gate, and nothing is noted. */
void concurrent_refit(struct concurrent *set);
/* Looks at the states' shapes and, where others are much better, keeps all states in those.  While
 * all members are at a gate, and nothing is noted. */
void concurrent_reshape(struct concurrent *set);

#endif
