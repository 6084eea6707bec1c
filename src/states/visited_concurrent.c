/* The set for any number of threads: sets of keys (words.h) for the groups, the pairs and the roots
 * of the states' trees (tree.h).  A state's index is the number of its root.  Equal parts have
 * equal numbers, so two states are equal exactly when their roots are.  Where a state fits in one
 * word (layout.h) that word is the root, and there is no tree.
 *
 * States are noted, looked up and added in batches (concurrent_batch.c).
 *
 * Growth: a member that finds a table full calls for a meeting.  The leader makes room in each
 * full table, and all members move their shares of the keys.  Numbers stay, so a member in the
 * middle of a commit goes on where it was. */
#include "states/visited.h"

#include <string.h>
#include "base/memory.h"
#include "states/concurrent.h"
#include "states/spill.h"
#include "states/reshape.h"
#include "states/concurrent_batch.h"
#include "states/visited_concurrent.h"

enum {
  RESHAPE_FIRST = 1 << 16,
  RESHAPE_FACTOR = 8,
  REFIT_FIRST = 1 << 10,
  REFIT_FACTOR = 2,
  UNFIT_SHARE = 16,
  ROOM_PART = 16 /* of the budget: each cache of a model, for all members together */
};

static void load(const struct visited *visited, state_index index, slot_t *state) {
  const struct concurrent *set = (const struct concurrent *)visited;
  concurrent_load(set, concurrent_root(set, index), state);
}

/* ---- growth ---- */

/* The shortage that remains once the table has as much room as the memory allows. */
static enum shortage make_room_in(struct concurrent *set, unsigned which) {
  struct words *words[] = { &set->groups, &set->pairs, &set->roots };
  if (!words_full(words[which]) && !words[which]->out_of_memory) return NO_SHORTAGE;
  if (words_make_room(words[which])) {
    set->growing[which] = true;
    if (which == ROOTS) batch_remember_more(set);
    return NO_SHORTAGE;
  }
  return words[which]->out_of_numbers ? SHORT_OF_NUMBERS : SHORT_OF_MEMORY;
}

static void make_room(struct concurrent *set) {
  for (unsigned which = GROUPS; which <= ROOTS; which++) {
    enum shortage shortage = make_room_in(set, which);
    bool spills = shortage == SHORT_OF_MEMORY && spill_roots(set);
    if (spills) shortage = make_room_in(set, which);
    if (shortage) __atomic_store_n(&set->shortage, shortage, __ATOMIC_RELAXED);
  }
}

/* A meeting serves growth and the search at once: a member that comes for the one helps with the
 * other. */
static void meet(struct visited *visited) {
  struct concurrent *set = (struct concurrent *)visited;
  if (crew_meet(set->crew)) {
    make_room(set);
    if (visited->meeting) visited->meeting(visited->meeting_context);
    crew_dismiss(set->crew);
  }
  if (set->growing[0] || set->growing[1] || set->growing[2]) {
    if (set->growing[0]) words_move_share(&set->groups);
    if (set->growing[1]) words_move_share(&set->pairs);
    if (set->growing[2]) words_move_share(&set->roots);
    if (crew_meet(set->crew)) {
      memset(set->growing, 0, sizeof set->growing);
      crew_dismiss(set->crew);
    }
  }
}

bool concurrent_grow(struct concurrent *set) {
  meet(&set->visited);
  return __atomic_load_n(&set->shortage, __ATOMIC_RELAXED) == NO_SHORTAGE;
}

/* ---- the set ---- */

/* After a shortage, states kept since the last spill do not count: some may be on the disk, too. */
static uint64_t count_states(const struct visited *visited) {
  const struct concurrent *set = (const struct concurrent *)visited;
  if (__atomic_load_n(&set->shortage, __ATOMIC_RELAXED) && concurrent_spilled(set))
    return set->spill.next - set->spill.holes;
  uint64_t count = 0;
  for (unsigned i = 0; i < set->member_count; i++)
    count += __atomic_load_n(&set->members[i].kept, __ATOMIC_RELAXED);
  return count;
}

static uint64_t unfit_notes(struct concurrent *set) {
  uint64_t notes = 0;
  for (unsigned i = 0; i < set->member_count; i++) {
    notes += set->members[i].unfit;
    set->members[i].unfit = 0;
  }
  return notes;
}

static enum shortage shortage_of(const struct visited *visited) {
  return __atomic_load_n(&((const struct concurrent *)visited)->shortage, __ATOMIC_RELAXED);
}

void concurrent_each_fresh(const struct concurrent *set,
                           void (*take)(void *context, struct range range), void *context) {
  for (size_t i = 0; i < set->spill.pending.length; i++) take(context, set->spill.pending.items[i]);
  for (unsigned i = 0; i < set->member_count; i++)
    for (size_t j = 0; j < set->members[i].fresh.length; j++)
      take(context, set->members[i].fresh.items[j]);
}

static void collect(struct visited *visited, void (*take)(void *context, struct range range),
                    void *context) {
  struct concurrent *set = (struct concurrent *)visited;
  spill_settle(set);
  concurrent_each_fresh(set, take, context);
  set->spill.pending.length = 0;
  for (unsigned i = 0; i < set->member_count; i++) set->members[i].fresh.length = 0;
  uint64_t states = count_states(visited);
  if (set->shortage || concurrent_spilled(set)) return;
  if (states >= set->refit_at) {
    if (unfit_notes(set) > states / UNFIT_SHARE) reshape_layout(set);
    set->refit_at = states * REFIT_FACTOR;
  }
  if (states < set->reshape_at) return;
  reshape_trees(set);
  set->reshape_at = states * RESHAPE_FACTOR;
}

static void free_set(struct visited *visited) {
  struct concurrent *set = (struct concurrent *)visited;
  batch_free(set);
  words_destroy(&set->groups);
  words_destroy(&set->pairs);
  words_destroy(&set->roots);
  spill_free(&set->spill);
  memory_free(set);
}

static bool init_words(struct concurrent *set) {
  struct words *sets[] = { &set->groups, &set->pairs, &set->roots };
  for (unsigned i = 0; i < 3; i++) {
    unsigned length = i == 0 ? set->key_words : 1;
    if (words_init(sets[i], length, set->member_count, i == 2 ? UINT32_MAX : NODE_NUMBER_MAX,
                   set->budget))
      continue;
    while (i-- > 0) words_destroy(sets[i]);
    return false;
  }
  return true;
}

struct visited *visited_concurrent_new(unsigned width, unsigned reserved, struct crew *crew,
                                       struct budget *budget) {
  struct concurrent *set = memory_new(1, sizeof *set);
  set->visited = (struct visited){ .width = width,
                                   .load = load,
                                   .open = batch_open,
                                   .sink = batch_sink,
                                   .note = batch_note,
                                   .commit = batch_commit,
                                   .find = batch_find,
                                   .collect = collect,
                                   .meet = meet,
                                   .shortage = shortage_of,
                                   .count = count_states,
                                   .free = free_set };
  set->crew = crew;
  set->budget = budget;
  set->reshape_at = RESHAPE_FIRST;
  set->refit_at = REFIT_FIRST;
  set->member_count = crew->size;
  layout_init(&set->layout, width, reserved);
  tree_init(&set->trees[NARROW], width, NARROW, UNITS_MAX);
  tree_init(&set->trees[WIDE], width, WIDE, tree_group_max(&set->trees[NARROW]));
  set->key_words = tree_key_words(set->trees);
  if (!init_words(set)) {
    memory_free(set);
    return NULL;
  }
  batch_init(set, budget->max / ROOM_PART / set->member_count);
  return &set->visited;
}
