/* The reference visited set, which the program's own sets are compared with: a Judy array from
 * hashes to states, for one thread.
 *
 * It shares as little as possible with visited_concurrent.c: another hash (XXH3), another table,
 * and states compared as they are, slot by slot.  A state's key is its hash, or the next free key
 * when other states have those.  Nothing is ever removed, so a free key proves a state new.
 *
 *   struct search_options options = { .visited_new = reference_set_new }; */
#ifndef TESTS_UNIT_REFERENCE_SET_H
#define TESTS_UNIT_REFERENCE_SET_H

#include <Judy.h>
#include <string.h>
#include "base/hash.h"
#include "base/memory.h"
#include "base/sparse.h"
#include "base/vector.h"
#include "os/budget.h"
#include "states/visited.h"

enum { REFERENCE_CHARGE_EVERY = 256, REFERENCE_BLOCK = 1 << 12 };

struct reference_set {
  struct visited visited;
  struct budget *budget;
  struct sparse by_hash;
  VECTOR(slot_t *) blocks;             /* of states */
  uint64_t states, collected, charged; /* bytes of the Judy array that the budget knows of */
  enum shortage shortage;
};

static inline size_t reference_state_bytes(const struct reference_set *set) {
  return set->visited.width * sizeof(slot_t);
}

/* Where a state is; the first has index 1. */
static inline slot_t *reference_place(const struct reference_set *set, state_index index) {
  return set->blocks.items[(index - 1) / REFERENCE_BLOCK] +
         (size_t)((index - 1) % REFERENCE_BLOCK) * set->visited.width;
}

/* Judy allocates on its own, so its growth is charged afterwards. */
static inline void reference_charge(struct reference_set *set) {
  uint64_t bytes = JudyLMemUsed(set->by_hash.judy);
  if (bytes > set->charged) budget_charge(set->budget, bytes - set->charged);
  else budget_discharge(set->budget, set->charged - bytes);
  set->charged = bytes;
  if (set->budget->held > set->budget->max) set->shortage = SHORT_OF_MEMORY;
}

static inline bool reference_add_block(struct reference_set *set) {
  slot_t *block = budget_take(set->budget, REFERENCE_BLOCK * reference_state_bytes(set));
  if (block) vector_push(set->blocks, block);
  else set->shortage = SHORT_OF_MEMORY;
  return block != NULL;
}

static inline void reference_keep(struct reference_set *set, uintptr_t *slot, const slot_t *state) {
  if (set->states == UINT32_MAX) set->shortage = SHORT_OF_NUMBERS;
  else if (set->states < (uint64_t)set->blocks.length * REFERENCE_BLOCK ||
           reference_add_block(set)) {
    *slot = ++set->states;
    memcpy(reference_place(set, (state_index)*slot), state, reference_state_bytes(set));
    if (set->states % REFERENCE_CHARGE_EVERY == 0) reference_charge(set);
  }
}

static inline void reference_note(struct visited *visited, unsigned member, const slot_t *state) {
  struct reference_set *set = (struct reference_set *)visited;
  (void)member;
  if (set->shortage) return;
  for (uintptr_t key = hash_bytes(state, reference_state_bytes(set));; key++) {
    uintptr_t *slot = sparse_at(&set->by_hash, key);
    if (*slot == 0) {
      reference_keep(set, slot, state);
      return;
    }
    if (memcmp(reference_place(set, (state_index)*slot), state, reference_state_bytes(set)) == 0)
      return;
  }
}

static inline state_index reference_find(struct visited *visited, unsigned member,
                                         const slot_t *state) {
  struct reference_set *set = (struct reference_set *)visited;
  (void)member;
  for (uintptr_t key = hash_bytes(state, reference_state_bytes(set));; key++) {
    const uintptr_t *slot = sparse_find(&set->by_hash, key);
    if (!slot) return 0;
    if (memcmp(reference_place(set, (state_index)*slot), state, reference_state_bytes(set)) == 0)
      return (state_index)*slot;
  }
}

static inline enum shortage reference_commit(struct visited *visited, unsigned member,
                                             unsigned at_least) {
  (void)member, (void)at_least;
  return ((struct reference_set *)visited)->shortage;
}

static inline void reference_load(const struct visited *visited, state_index index, slot_t *state) {
  const struct reference_set *set = (const struct reference_set *)visited;
  memcpy(state, reference_place(set, index), reference_state_bytes(set));
}

static inline void reference_open_state(struct visited *visited, unsigned member, state_index index,
                                        slot_t *state) {
  (void)member;
  reference_load(visited, index, state);
}

static inline void reference_collect(struct visited *visited,
                                     void (*take)(void *context, struct range range),
                                     void *context) {
  struct reference_set *set = (struct reference_set *)visited;
  struct range range = { (state_index)(set->collected + 1),
                         (uint32_t)(set->states - set->collected) };
  if (range.count) take(context, range);
  set->collected = set->states;
}

static inline enum shortage reference_shortage_of(const struct visited *visited) {
  return ((const struct reference_set *)visited)->shortage;
}

static inline uint64_t reference_count_states(const struct visited *visited) {
  return ((const struct reference_set *)visited)->states;
}

static inline void reference_free_set(struct visited *visited) {
  struct reference_set *set = (struct reference_set *)visited;
  sparse_free(&set->by_hash);
  budget_discharge(set->budget, set->charged);
  for (size_t i = 0; i < set->blocks.length; i++)
    budget_give(set->budget, set->blocks.items[i], REFERENCE_BLOCK * reference_state_bytes(set));
  vector_free(set->blocks);
  memory_free(set);
}

static inline struct visited *reference_set_new(unsigned width, struct budget *budget) {
  struct reference_set *set = memory_new(1, sizeof *set);
  set->visited = (struct visited){ .width = width,
                                   .load = reference_load,
                                   .open = reference_open_state,
                                   .note = reference_note,
                                   .commit = reference_commit,
                                   .find = reference_find,
                                   .collect = reference_collect,
                                   .shortage = reference_shortage_of,
                                   .count = reference_count_states,
                                   .free = reference_free_set };
  set->budget = budget;
  return &set->visited;
}

#endif
