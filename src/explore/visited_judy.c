/* The reference: a Judy array from hashes to states, for one thread.
 *
 * It shares as little as possible with visited_concurrent.c: another hash (XXH3, of the numbers and not of their packed
 * form), another table, comparison by the numbers themselves.  A state's key is its hash, or the next key that is free
 * when other states have those; as nothing is ever removed, the first free key proves a state new.  It is five to ten
 * times slower, so it serves tests and doubts. */
#include "explore/visited.h"

#include <Judy.h>
#include "base/hash.h"
#include "base/memory.h"
#include "base/sparse.h"

enum { CHARGE_EVERY = 256 };

struct reference {
  struct visited visited;
  struct budget *budget;
  struct sparse by_hash;
  struct store_writer writer;
  uint64_t states, charged; /* bytes of the Judy array that the budget knows of */
  bool exhausted;
};

static bool holds(const struct reference *set, state_index index, const slot_t *state) {
  slot_t kept[WIDTH_MAX];
  store_load(&set->visited.store, index, kept);
  return memcmp(kept, state, set->visited.store.width * sizeof *state) == 0;
}

/* Judy allocates on its own, so its growth is charged afterwards. */
static void charge(struct reference *set) {
  uint64_t bytes = JudyLMemUsed(set->by_hash.judy);
  if (bytes > set->charged) budget_charge(set->budget, bytes - set->charged);
  else budget_discharge(set->budget, set->charged - bytes);
  set->charged = bytes;
  if (set->budget->held > set->budget->max) set->exhausted = true;
}

static void keep(struct reference *set, uintptr_t *slot, const slot_t *state) {
  uint64_t words[PACKED_MAX];
  enum form form = pack(state, set->visited.store.width, words);
  state_index index = store_place(&set->writer, form, words);
  set->exhausted = index == 0;
  if (set->exhausted) return;
  store_keep(&set->writer, form);
  store_publish(&set->writer);
  *slot = index;
  if (++set->states % CHARGE_EVERY == 0) charge(set);
}

static void note(struct visited *visited, unsigned member, const slot_t *state) {
  struct reference *set = (struct reference *)visited;
  (void)member;
  if (set->exhausted) return;
  for (uintptr_t key = hash_bytes(state, visited->store.width * sizeof *state);; key++) {
    uintptr_t *slot = sparse_at(&set->by_hash, key);
    if (*slot == 0) {
      keep(set, slot, state);
      return;
    }
    if (holds(set, (state_index)*slot, state)) return;
  }
}

static bool commit(struct visited *visited, unsigned member, unsigned at_least) {
  (void)member, (void)at_least;
  return !((struct reference *)visited)->exhausted;
}

static uint64_t count_states(const struct visited *visited) { return ((const struct reference *)visited)->states; }

static void free_set(struct visited *visited) {
  struct reference *set = (struct reference *)visited;
  sparse_free(&set->by_hash);
  budget_discharge(set->budget, set->charged);
  store_destroy(&visited->store);
  memory_free(set);
}

struct visited *visited_judy_new(unsigned width, struct budget *budget) {
  struct reference *set = memory_new(1, sizeof *set);
  set->visited.note = note;
  set->visited.commit = commit;
  set->visited.count = count_states;
  set->visited.free = free_set;
  set->budget = budget;
  store_init(&set->visited.store, width, budget);
  set->writer.store = &set->visited.store;
  return &set->visited;
}
