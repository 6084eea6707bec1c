/* Private to visited_concurrent.c and the files that share its work (STATES.md): the visited set
 * for any number of threads. */
#ifndef STATES_CONCURRENT_H
#define STATES_CONCURRENT_H

#include <stdbool.h>
#include <string.h>
#include "base/vector.h"
#include "os/budget.h"
#include "os/crew.h"
#include "states/layout.h"
#include "states/sink.h"
#include "states/tree.h"
#include "states/visited.h"
#include "states/words.h"

/* A noted state that is no word: what it shares with its source, and where it differs. */
struct noted_state {
  uint32_t differs;    /* the set of nodes that are not its source's */
  uint32_t source;     /* number in `sources` */
  uint32_t form, root; /* number in `roots` */
  uint64_t groups[];   /* each differing group, in order: hash, candidate, `key_words` of the key */
};

enum { HASH, CANDIDATE, KEY };

/* A state that others were made from: the numbers of its nodes, and its units. */
struct note_source {
  uint32_t form, numbers[NODES_MAX];
  uint64_t words[PACKED_MAX];
};

enum { NO_FORM = 2 /* of a source that is a word, or of none */ };

/* A root to look up. */
struct noted_root {
  uint64_t word, hash;
  const uint64_t *candidate; /* one that may be equal */
  uint32_t *slot;            /* else the slot where it may be put (words_look) */
};

struct set_member {
  struct sink sink; /* first, so that note_state finds its member */
  struct concurrent *set;
  unsigned number;
  VECTOR(struct noted_root) roots; /* of all noted states */
  uint64_t *recent;                /* words noted lately, by a cheap hash; none is all ones */
  unsigned recent_bits;            /* there is room for 2 to the power of this */
  uint64_t *notes;                 /* of struct noted_state, `note_stride` words each */
  unsigned note_count, note_room;
  struct note_source *sources;
  unsigned source, source_room; /* the present one */
  uint64_t kept;                /* atomic: states */
  uint64_t unfit;               /* states noted as trees since the layout was looked at */
  VECTOR(struct range) fresh;   /* states kept since the last collection */
  char apart[64];
};

/* Roots that lie in a file, by index. */
struct spill {
  const char *folder;
  int file;
  const uint64_t *roots;        /* the file, mapped */
  state_index next;             /* the first index that is not in the file */
  state_index old;              /* indices below it are nowhere else */
  state_index holes;            /* indices that stand for no state */
  VECTOR(struct range) pending; /* new states that were not collected yet */
};

enum { GROUPS, PAIRS, ROOTS };

struct concurrent {
  struct visited visited; /* first, so that the one is the other */
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
  enum shortage shortage; /* atomic; written at meetings */
  uint64_t reshape_at;    /* the number of states at which shapes are looked at again */
  uint64_t refit_at;      /* the same for the layout */
};

static inline bool concurrent_spilled(const struct concurrent *set) { return set->spill.next != 0; }

/* A state's root, in memory or on the disk. */
static inline uint64_t concurrent_root(const struct concurrent *set, state_index index) {
  return concurrent_spilled(set) ? set->spill.roots[index] : *words_at(&set->roots, index);
}

/* From the root of a tree: the numbers of its nodes (the root has none), and its units as packed
 * words. */
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
  if (layout_is_word(root)) layout_unfold(&set->layout, root, state);
  else state_unpack(words, set->visited.width, concurrent_spread(set, root, numbers, words), state);
}

#endif
