/* A lock-free hash table with open addressing and linear probing (the scheme of Laarman, van de Pol and Weber,
 * "Boosting multi-core reachability performance with shared hash tables", FMCAD 2010).
 *
 * An entry is one word: the lower half of the hash, and the index of the state in the store; 0 is free.  The upper
 * half gives the place to begin at.  A state is written to the store first and then published by one compare-and-swap,
 * so whoever sees an entry may compare the state behind it, and nobody ever waits for another's insertion.  Where the paper
 * marks an entry as being written, here the loser of a race just compares again, and keeps its place in the store for
 * its next new state.
 *
 * A batch: noting a state packs and hashes it and fetches its entry's cache line ahead; a commit first reads all
 * entries and fetches the states that they point to, then compares.  So neither miss is waited for.
 *
 * Growth: before a batch a member reserves an entry for each of its states.  When that would fill the table beyond its
 * limit, all members meet, the leader takes a larger table, and all move a share of the chunks into it, whose states
 * need no comparing.  Entries are made anew from the states, in the order in which they lie in memory.  When no larger
 * table fits in the budget, the limit of the present one is raised once, and after that the memory is used up. */
#include "explore/visited.h"

#include "base/memory.h"

enum {
  ENTRIES_FIRST_BITS = 10,
  STEEP_BITS = 20, /* below 2^20 entries a table grows by 4, from there on by 2 */
  MOVED_AT_ONCE = 32,
  NOTES_FIRST = 64,
  CACHE_LINE = 64
};

struct noted { uint64_t hash; uint64_t words[]; };

struct member {
  struct store_writer writer;
  uint64_t *notes; /* of struct noted, `stride` words each */
  unsigned note_count, note_room;
  char apart[CACHE_LINE];
};

struct table { uint64_t *entries; unsigned bits; uint64_t limit; };

struct concurrent {
  struct visited visited;
  struct crew *crew;
  struct budget *budget;
  unsigned stride;
  struct member *members;
  unsigned member_count;
  struct table table, larger;     /* `larger` during growth only */
  bool exhausted;                 /* written at meetings, and atomically by whoever finds the store full */
  uint32_t next_chunk;            /* atomic: to be moved to `larger` */
  char apart[CACHE_LINE];
  uint64_t reserved;              /* atomic: entries taken or promised */
  char end_apart[CACHE_LINE];
};

static size_t table_place(const struct table *table, uint64_t hash) { return hash >> (64 - table->bits); }

static uint64_t table_mask(const struct table *table) { return ((uint64_t)1 << table->bits) - 1; }

static size_t table_bytes(const struct table *table) { return sizeof(uint64_t) << table->bits; }

static struct table table_new(struct budget *budget, unsigned bits) {
  struct table table = { .bits = bits, .limit = ((uint64_t)5 << bits) / 8 };
  table.entries = budget_take(budget, table_bytes(&table));
  return table;
}

/* ---- growth ---- */

static void move_state(const struct table *table, uint64_t hash, state_index index) {
  for (size_t at = table_place(table, hash);; at = (at + 1) & table_mask(table)) {
    uint64_t free_entry = 0;
    if (__atomic_load_n(&table->entries[at], __ATOMIC_RELAXED) == 0 &&
        __atomic_compare_exchange_n(&table->entries[at], &free_entry, hash << 32 | index, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED))
      return;
  }
}

static void move_chunk(const struct table *table, const struct chunk *chunk, uint32_t number) {
  const uint64_t *words = chunk->words;
  uint64_t hashes[MOVED_AT_ONCE];
  for (uint32_t done = 0, count; done < chunk->used; done += count) {
    count = chunk->used - done < MOVED_AT_ONCE ? chunk->used - done : MOVED_AT_ONCE;
    for (uint32_t i = 0; i < count; i++, words += chunk->words_each) {
      hashes[i] = packed_hash(words, chunk->words_each, chunk->form);
      __builtin_prefetch(&table->entries[table_place(table, hashes[i])], 1);
    }
    for (uint32_t i = 0; i < count; i++) move_state(table, hashes[i], (number << PLACE_BITS) + done + i);
  }
}

static void move_share(struct concurrent *set) {
  const struct store *store = &set->visited.store;
  for (;;) {
    uint32_t number = __atomic_fetch_add(&set->next_chunk, 1, __ATOMIC_RELAXED);
    if (number >= store->chunk_count) return;
    move_chunk(&set->larger, store_chunk(store, number), number);
  }
}

/* The leader's part before the move: a larger table, or a higher limit, or the end. */
static void make_room(struct concurrent *set) {
  const struct table *table = &set->table;
  set->next_chunk = 1;
  for (unsigned more = table->bits < STEEP_BITS ? 2 : 1; more > 0 && !set->larger.entries; more--)
    set->larger = table_new(set->budget, table->bits + more);
  if (set->larger.entries) return;
  uint64_t full = table_mask(table) - table_mask(table) / 16;
  if (table->limit < full) set->table.limit = full;
  else __atomic_store_n(&set->exhausted, true, __ATOMIC_RELAXED);
}

static void replace_table(struct concurrent *set) {
  budget_give(set->budget, set->table.entries, table_bytes(&set->table));
  set->table = set->larger;
  set->larger.entries = NULL;
}

static void grow(struct concurrent *set) {
  if (crew_meet(set->crew)) {
    make_room(set);
    crew_dismiss(set->crew);
  }
  if (!set->larger.entries) return;
  move_share(set);
  if (crew_meet(set->crew)) {
    replace_table(set);
    crew_dismiss(set->crew);
  }
}

static bool reserve(struct concurrent *set, unsigned count) {
  if (__atomic_add_fetch(&set->reserved, count, __ATOMIC_RELAXED) <= set->table.limit) return true;
  __atomic_sub_fetch(&set->reserved, count, __ATOMIC_RELAXED);
  return false;
}

/* ---- notes and commits ---- */

static void note(struct visited *visited, unsigned number, const slot_t *state) {
  struct concurrent *set = (struct concurrent *)visited;
  struct member *member = &set->members[number];
  if (member->note_count == member->note_room) {
    member->note_room *= 2;
    member->notes = memory_resize(member->notes, (size_t)member->note_room * set->stride, sizeof *member->notes);
  }
  struct noted *noted = (struct noted *)(member->notes + (size_t)member->note_count++ * set->stride);
  unsigned width = visited->store.width;
  enum form form = pack(state, width, noted->words);
  noted->hash = packed_hash(noted->words, packed_words(width, form), form);
  __builtin_prefetch(&set->table.entries[table_place(&set->table, noted->hash)]);
}

static bool same_tag(uint64_t entry, uint64_t hash) { return entry >> 32 == (uint32_t)hash; }

static void prefetch_states(const struct concurrent *set, const struct member *member) {
  unsigned last = packed_words(set->visited.store.width, NARROW) - 1;
  const uint64_t *at = member->notes;
  for (unsigned i = 0; i < member->note_count; i++, at += set->stride) {
    uint64_t hash = ((const struct noted *)at)->hash;
    uint64_t entry = __atomic_load_n(&set->table.entries[table_place(&set->table, hash)], __ATOMIC_ACQUIRE);
    if (entry == 0 || !same_tag(entry, hash)) continue;
    const uint64_t *words = store_words(&set->visited.store, (state_index)entry);
    __builtin_prefetch(words);
    __builtin_prefetch(words + last);
  }
}

enum outcome { KNOWN, NEW, FAILED };

/* Equal tags mean equal forms, because the form is part of the hash's lower half. */
static enum outcome insert(struct concurrent *set, struct member *member, const struct noted *noted) {
  const struct table table = set->table;
  enum form form = noted->hash & 1;
  unsigned words = packed_words(set->visited.store.width, form);
  for (size_t at = table_place(&table, noted->hash);; at = (at + 1) & table_mask(&table)) {
    uint64_t entry = __atomic_load_n(&table.entries[at], __ATOMIC_ACQUIRE);
    if (entry == 0) {
      state_index index = store_place(&member->writer, form, noted->words);
      if (index == 0) return FAILED;
      if (__atomic_compare_exchange_n(&table.entries[at], &entry, noted->hash << 32 | index, false, __ATOMIC_RELEASE,
                                      __ATOMIC_ACQUIRE)) {
        store_keep(&member->writer, form);
        return NEW;
      }
    }
    if (!same_tag(entry, noted->hash)) continue;
    if (packed_equal(store_words(&set->visited.store, (state_index)entry), noted->words, words)) return KNOWN;
  }
}

static bool insert_all(struct concurrent *set, struct member *member) {
  unsigned count = member->note_count, found = 0;
  const uint64_t *at = member->notes;
  enum outcome outcome = KNOWN;
  prefetch_states(set, member);
  for (unsigned i = 0; i < count && outcome != FAILED; i++, at += set->stride) {
    outcome = insert(set, member, (const struct noted *)at);
    found += outcome == NEW;
  }
  store_publish(&member->writer);
  __atomic_sub_fetch(&set->reserved, count - found, __ATOMIC_RELAXED);
  if (outcome == FAILED) __atomic_store_n(&set->exhausted, true, __ATOMIC_RELAXED);
  return outcome != FAILED;
}

static bool commit(struct visited *visited, unsigned number, unsigned at_least) {
  struct concurrent *set = (struct concurrent *)visited;
  struct member *member = &set->members[number];
  if (member->note_count == 0 || member->note_count < at_least) return true;
  while (!__atomic_load_n(&set->exhausted, __ATOMIC_RELAXED)) {
    if (!reserve(set, member->note_count)) {
      grow(set);
      continue;
    }
    bool kept = insert_all(set, member);
    member->note_count = 0;
    return kept;
  }
  return false;
}

/* ---- the set ---- */

static uint64_t count_states(const struct visited *visited) {
  return __atomic_load_n(&((const struct concurrent *)visited)->reserved, __ATOMIC_RELAXED);
}

static void free_set(struct visited *visited) {
  struct concurrent *set = (struct concurrent *)visited;
  budget_give(set->budget, set->table.entries, table_bytes(&set->table));
  for (unsigned i = 0; i < set->member_count; i++) memory_free(set->members[i].notes);
  memory_free(set->members);
  store_destroy(&visited->store);
  memory_free(set);
}

struct visited *visited_concurrent_new(unsigned width, struct crew *crew, struct budget *budget) {
  struct table table = table_new(budget, ENTRIES_FIRST_BITS);
  if (!table.entries) return NULL;
  struct concurrent *set = memory_new(1, sizeof *set);
  set->visited.note = note;
  set->visited.commit = commit;
  set->visited.count = count_states;
  set->visited.free = free_set;
  set->crew = crew;
  set->budget = budget;
  set->table = table;
  set->stride = sizeof(struct noted) / sizeof(uint64_t) + packed_words(width, WIDE);
  set->member_count = crew->size;
  set->members = memory_new(crew->size, sizeof *set->members);
  store_init(&set->visited.store, width, budget);
  for (unsigned i = 0; i < crew->size; i++) {
    struct member *member = &set->members[i];
    member->writer.store = &set->visited.store;
    member->note_room = NOTES_FIRST;
    member->notes = memory_new((size_t)NOTES_FIRST * set->stride, sizeof *member->notes);
  }
  return &set->visited;
}
