/* The reference: a Judy array from hashes to states, for one thread.
 *
 * It shares as little as possible with visited_concurrent.c: another hash (XXH3), another table,
 * and states kept and compared as they are, slot by slot.  A state's key is its hash, or the next
 * key that is free when other states have those; as nothing is ever removed, the first free key
 * proves a state new.  It is several times slower and larger, so it serves tests and doubts. */
#include <Judy.h>
#include <string.h>
#include "base/hash.h"
#include "base/memory.h"
#include "base/sparse.h"
#include "base/vector.h"
#include "states/visited.h"

enum { CHARGE_EVERY = 256, BLOCK_STATES = 1 << 12 };

struct reference {
  struct visited visited;
  struct budget *budget;
  struct sparse by_hash;
  VECTOR(slot_t *) blocks;             /* of states */
  uint64_t states, collected, charged; /* bytes of the Judy array that the budget knows of */
  enum shortage shortage;
};

static size_t state_bytes(const struct reference *set) {
  return set->visited.width * sizeof(slot_t);
}

/* Where a state is; the first has index 1. */
static slot_t *place(const struct reference *set, state_index index) {
  return set->blocks.items[(index - 1) / BLOCK_STATES] +
         (size_t)((index - 1) % BLOCK_STATES) * set->visited.width;
}

/* Judy allocates on its own, so its growth is charged afterwards. */
static void charge(struct reference *set) {
  uint64_t bytes = JudyLMemUsed(set->by_hash.judy);
  if (bytes > set->charged) budget_charge(set->budget, bytes - set->charged);
  else budget_discharge(set->budget, set->charged - bytes);
  set->charged = bytes;
  if (set->budget->held > set->budget->max) set->shortage = SHORT_OF_MEMORY;
}

static bool add_block(struct reference *set) {
  slot_t *block = budget_take(set->budget, BLOCK_STATES * state_bytes(set));
  if (block) vector_push(set->blocks, block);
  else set->shortage = SHORT_OF_MEMORY;
  return block != NULL;
}

static void keep(struct reference *set, uintptr_t *slot, const slot_t *state) {
  if (set->states == UINT32_MAX) set->shortage = SHORT_OF_NUMBERS;
  else if (set->states < (uint64_t)set->blocks.length * BLOCK_STATES || add_block(set)) {
    *slot = ++set->states;
    memcpy(place(set, (state_index)*slot), state, state_bytes(set));
    if (set->states % CHARGE_EVERY == 0) charge(set);
  }
}

static void note(struct visited *visited, unsigned member, const slot_t *state) {
  struct reference *set = (struct reference *)visited;
  (void)member;
  if (set->shortage) return;
  for (uintptr_t key = hash_bytes(state, state_bytes(set));; key++) {
    uintptr_t *slot = sparse_at(&set->by_hash, key);
    if (*slot == 0) {
      keep(set, slot, state);
      return;
    }
    if (memcmp(place(set, (state_index)*slot), state, state_bytes(set)) == 0) return;
  }
}

static state_index find(struct visited *visited, unsigned member, const slot_t *state) {
  struct reference *set = (struct reference *)visited;
  (void)member;
  for (uintptr_t key = hash_bytes(state, state_bytes(set));; key++) {
    const uintptr_t *slot = sparse_find(&set->by_hash, key);
    if (!slot) return 0;
    if (memcmp(place(set, (state_index)*slot), state, state_bytes(set)) == 0)
      return (state_index)*slot;
  }
}

static enum shortage commit(struct visited *visited, unsigned member, unsigned at_least) {
  (void)member, (void)at_least;
  return ((struct reference *)visited)->shortage;
}

static void load(const struct visited *visited, state_index index, slot_t *state) {
  const struct reference *set = (const struct reference *)visited;
  memcpy(state, place(set, index), state_bytes(set));
}

static void open_state(struct visited *visited, unsigned member, state_index index, slot_t *state) {
  (void)member;
  load(visited, index, state);
}

static void collect(struct visited *visited, void (*take)(void *context, struct range range),
                    void *context) {
  struct reference *set = (struct reference *)visited;
  struct range range = { (state_index)(set->collected + 1),
                         (uint32_t)(set->states - set->collected) };
  if (range.count) take(context, range);
  set->collected = set->states;
}

static enum shortage shortage_of(const struct visited *visited) {
  return ((const struct reference *)visited)->shortage;
}

static uint64_t count_states(const struct visited *visited) {
  return ((const struct reference *)visited)->states;
}

static void free_set(struct visited *visited) {
  struct reference *set = (struct reference *)visited;
  sparse_free(&set->by_hash);
  budget_discharge(set->budget, set->charged);
  for (size_t i = 0; i < set->blocks.length; i++)
    budget_give(set->budget, set->blocks.items[i], BLOCK_STATES * state_bytes(set));
  vector_free(set->blocks);
  memory_free(set);
}

struct visited *visited_judy_new(unsigned width, struct budget *budget) {
  struct reference *set = memory_new(1, sizeof *set);
  set->visited = (struct visited){ .width = width,
                                   .load = load,
                                   .open = open_state,
                                   .note = note,
                                   .commit = commit,
                                   .find = find,
                                   .collect = collect,
                                   .shortage = shortage_of,
                                   .count = count_states,
                                   .free = free_set };
  set->budget = budget;
  return &set->visited;
}
