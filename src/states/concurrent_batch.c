/* Noting, looking up and adding states in batches, so that no cache miss is waited for.
 *
 * A noted state that fits in a word is its own root: it is looked up once.  The note of
 * any other state holds the groups in which it differs from its source. The cache lines of the
 * table that these belong to are fetched.  A commit fetches the keys that may be equal, compares
 * them, and so on up to the roots: lines first, then keys, then the comparison.
 *
 * Words that were noted lately need not be looked up again, since many states of a level lead to
 * the same ones.  A small table without collision handling remembers them. */
#include "states/concurrent.h"
#include "states/concurrent_batch.h"
#include "states/visited_concurrent.h"

#include <string.h>
#include "base/inline.h"
#include "base/memory.h"

enum {
  NOTES_FIRST = 64,
  ROOTS_FIRST = 256,
  SOURCES_FIRST = 16,
  RECENT_BITS_FIRST = 12,
  RECENT_BITS_LAST = 15, /* 256 KiB: half of what a core often has to itself */
  RECENT_PART = 64       /* of the budget: all recent words together */
};

static struct noted_state *note_at(const struct concurrent *set, const struct set_member *member,
                                   unsigned i) {
  return (struct noted_state *)(member->notes + (size_t)i * set->note_stride);
}

/* ---- sources ---- */

/* Begins the notes that are made from another state. */
static inline struct note_source *next_source(const struct concurrent *set,
                                              struct set_member *member) {
  if (member->note_count && note_at(set, member, member->note_count - 1)->source == member->source)
    member->source++;
  if (member->source == member->source_room) {
    member->source_room *= 2;
    member->sources = memory_resize(member->sources, member->source_room, sizeof *member->sources);
  }
  member->sources[member->source].form = NO_FORM;
  return &member->sources[member->source];
}

void batch_open(struct visited *visited, unsigned number, state_index index, slot_t *state) {
  struct concurrent *set = (struct concurrent *)visited;
  struct note_source *source = next_source(set, &set->members[number]);
  uint64_t root = concurrent_root(set, index);
  if (layout_is_word(root)) {
    layout_unfold(&set->layout, root, state);
    return;
  }
  source->form = concurrent_spread(set, root, source->numbers, source->words);
  state_unpack(source->words, visited->width, source->form, state);
}

/* NULL where the first state is no word. */
struct sink *batch_sink(struct visited *visited, unsigned number, struct range range) {
  struct concurrent *set = (struct concurrent *)visited;
  struct set_member *member = &set->members[number];
  bool on_disk = concurrent_spilled(set);
  const uint64_t *roots =
      on_disk ? set->spill.roots + range.first : words_at(&set->roots, range.first);
  uint32_t side_by_side = on_disk ? range.count : words_side_by_side(range.first);
  if (!layout_is_word(*roots)) return NULL;
  next_source(set, member);
  member->sink.next = roots;
  member->sink.end = roots + (range.count < side_by_side ? range.count : side_by_side);
  return &member->sink;
}

/* ---- notes ---- */

/* The set of nodes above the units in which the words differ. */
static uint32_t differences(const struct tree *tree, const uint64_t *a, const uint64_t *b,
                            unsigned count) {
  uint32_t nodes = 0;
  for (unsigned i = 0; i < count; i++) {
    uint64_t word = a[i] ^ b[i];
    if (word == 0) continue;
    if ((uint32_t)word) nodes |= tree->above[2 * i];
    if (word >> 32) nodes |= tree->above[2 * i + 1];
  }
  return nodes;
}

static struct noted_state *new_note(struct concurrent *set, struct set_member *member) {
  if (member->note_count == member->note_room) {
    member->note_room *= 2;
    member->notes = memory_resize(member->notes, (size_t)member->note_room * set->note_stride,
                                  sizeof *member->notes);
  }
  return note_at(set, member, member->note_count++);
}

/* Makes roots of the words that were noted, but for those noted lately. */
static void make_roots(struct set_member *member) {
  const struct words_table table = member->set->roots.table;
  uint64_t *const recents = member->recent;
  const unsigned shift = 64 - member->recent_bits;
  vector_reserve(member->roots, member->roots.length + member->sink.noted.length);
  struct noted_root *root = member->roots.items + member->roots.length;
  const uint64_t *noted = member->sink.noted.items, *end = noted + member->sink.noted.length;
  for (; noted < end; noted++) {
    const uint64_t word = *noted;
    uint64_t *recent = &recents[word * 0x9E3779B97F4A7C15ull >> shift];
    if (*recent == word) continue;
    *recent = root->word = word;
    root->hash = word_hash(word);
    __builtin_prefetch(words_line(&table, root->hash));
    root++;
  }
  member->roots.length = (size_t)(root - member->roots.items);
  member->sink.noted.length = 0;
}

/* Takes a state apart.  Roots stay in the order in which states were noted. */
static void note_tree(struct set_member *member, const slot_t *state) {
  struct concurrent *set = member->set;
  if (member->sink.noted.length) make_roots(member);
  struct noted_state *noted = new_note(set, member);
  const struct note_source *source = &member->sources[member->source];
  union packed packed;
  uint64_t *at = noted->groups;
  enum form form = state_pack(state, set->visited.width, packed.words);
  const struct tree *tree = &set->trees[form];
  member->unfit++;
  noted->root = (unsigned)member->roots.length;
  vector_reserve(member->roots, member->roots.length + 1);
  member->roots.length++;
  noted->form = form;
  noted->source = member->source;
  if (form == source->form)
    noted->differs =
        differences(tree, packed.words, source->words, packed_words(set->visited.width, form));
  else noted->differs = (1u << tree->nodes) - 1;
  for (uint32_t nodes = noted->differs & ((1u << tree->groups) - 1); nodes; nodes &= nodes - 1) {
    tree_gather(&tree->group[__builtin_ctz(nodes)], packed.units, at + KEY, set->key_words);
    at[HASH] = words_hash(at + KEY, set->key_words);
    words_prefetch(&set->groups, at[HASH]);
    at += KEY + set->key_words;
  }
}

static void note_state(struct sink *sink, const slot_t *state) {
  struct set_member *member = (struct set_member *)sink;
  uint64_t word;
  sink_reserve(sink, 1);
  if (layout_fold(sink->layout, state, &word)) sink_note(sink, word);
  else note_tree(member, state);
}

void batch_note(struct visited *visited, unsigned number, const slot_t *state) {
  note_state(&((struct concurrent *)visited)->members[number].sink, state);
}

/* ---- commits ---- */

/* As words_add, in a set that grows when it must; 0 when it cannot. */
static uint32_t add(struct concurrent *set, struct words *words, unsigned number,
                    const uint64_t *key, uint64_t hash, bool *added) {
  for (;;) {
    uint32_t result = words_add(words, number, key, hash, added);
    if (result || !concurrent_grow(set)) return result;
  }
}

static void find_candidates(const struct concurrent *set, const struct set_member *member) {
  for (unsigned i = 0; i < member->note_count; i++) {
    struct noted_state *noted = note_at(set, member, i);
    uint64_t *at = noted->groups;
    uint32_t nodes = noted->differs & ((1u << set->trees[noted->form].groups) - 1);
    for (; nodes; nodes &= nodes - 1, at += KEY + set->key_words)
      at[CANDIDATE] = words_candidate(&set->groups, at[HASH]);
  }
}

/* Fills in a note's root; false: there is no room for its parts. */
static bool resolve(struct concurrent *set, unsigned number, const struct noted_state *noted) {
  const struct tree *tree = &set->trees[noted->form];
  uint32_t numbers[NODES_MAX], todo = noted->differs, top = tree->nodes - 1;
  const uint64_t *at = noted->groups;
  memcpy(numbers, set->members[number].sources[noted->source].numbers, sizeof numbers);
  for (; todo & ~(1u << top); todo &= todo - 1) {
    unsigned node = (unsigned)__builtin_ctz(todo);
    bool added;
    if (node < tree->groups) {
      numbers[node] = (uint32_t)at[CANDIDATE];
      if (!numbers[node] || !words_is(&set->groups, numbers[node], at + KEY))
        numbers[node] = add(set, &set->groups, number, at + KEY, at[HASH], &added);
      at += KEY + set->key_words;
    } else {
      uint64_t word = tree_word(tree, numbers, node);
      numbers[node] = add(set, &set->pairs, number, &word, word_hash(word), &added);
    }
    if (numbers[node] == 0) return false;
  }
  struct noted_root *root = &set->members[number].roots.items[noted->root];
  root->word = tree_root(tree, numbers, noted->form);
  root->hash = word_hash(root->word);
  words_prefetch(&set->roots, root->hash);
  return true;
}

static void keep(struct set_member *member, state_index index) {
  struct range *last = member->fresh.length ? &member->fresh.items[member->fresh.length - 1] : NULL;
  if (last && last->first + last->count == index) last->count++;
  else vector_push(member->fresh, (struct range){ index, 1 });
}

static const uint64_t no_root = UINT64_MAX; /* as no root is */

INLINE void look_in_table(const struct concurrent *set, bool tagged, struct noted_root *root,
                          const struct noted_root *end) {
  struct words known =
      set->roots; /* a copy, which nothing written below may change, as the compiler sees */
  known.table.tagged = tagged; /* nor does it change within a loop */
  for (; root < end; root++) {
    uint32_t number = words_look(&known, root->hash, &root->slot);
    root->candidate = number ? word_at(&known, number) : &no_root;
    __builtin_prefetch(root->candidate);
  }
}

/* Looks for roots, and fetches those that they may be. */
static void look_for_roots(const struct concurrent *set, struct noted_root *root,
                           const struct noted_root *end) {
  if (set->roots.table.tagged) look_in_table(set, true, root, end);
  else look_in_table(set, false, root, end);
}

/* Adds those that are new, up to one for which there is no room, or the end. */
static struct noted_root *put_roots(struct concurrent *set, unsigned number,
                                    struct noted_root *root, const struct noted_root *end) {
  struct set_member *member = &set->members[number];
  uint64_t kept = 0;
  for (; root < end; root++) {
    if (*root->candidate == root->word) continue;
    state_index index =
        root->slot ? word_put(&set->roots, number, root->word, root->hash, root->slot) : 0;
    bool added = index != 0;
    if (!added) index = words_add(&set->roots, number, &root->word, root->hash, &added);
    if (index == 0) break;
    if (added) keep(member, index);
    kept += added;
  }
  __atomic_store_n(&member->kept, member->kept + kept, __ATOMIC_RELAXED);
  return root;
}

static bool add_roots(struct concurrent *set, unsigned number) {
  const struct set_member *member = &set->members[number];
  struct noted_root *root = member->roots.items;
  const struct noted_root *end = root + member->roots.length;
  do {
    look_for_roots(set, root, end);
    root = put_roots(set, number, root, end);
  } while (root < end && concurrent_grow(set));
  return root == end;
}

static __attribute__((noinline)) enum shortage commit_all(struct concurrent *set, unsigned number) {
  struct set_member *member = &set->members[number];
  bool good = __atomic_load_n(&set->shortage, __ATOMIC_RELAXED) == NO_SHORTAGE;
  if (good) find_candidates(set, member);
  for (unsigned i = 0; i < member->note_count && good; i++)
    good = resolve(set, number, note_at(set, member, i));
  good = good && add_roots(set, number);
  member->note_count = member->roots.length = 0;
  member->source = 0;
  return good ? NO_SHORTAGE : __atomic_load_n(&set->shortage, __ATOMIC_RELAXED);
}

enum shortage batch_commit(struct visited *visited, unsigned number, unsigned at_least) {
  struct concurrent *set = (struct concurrent *)visited;
  struct set_member *member = &set->members[number];
  if (member->sink.noted.length + member->roots.length < at_least) return NO_SHORTAGE;
  make_roots(member);
  size_t count = member->roots.length;
  return count == 0 || count < at_least ? NO_SHORTAGE : commit_all(set, number);
}

state_index batch_find(struct visited *visited, unsigned number, const slot_t *state) {
  struct concurrent *set = (struct concurrent *)visited;
  struct set_member *member = &set->members[number];
  uint64_t root;
  bool added;
  if (!layout_fold(&set->layout, state, &root)) {
    note_tree(member, state);
    find_candidates(set, member);
    resolve(set, number, note_at(set, member, 0));
    root = member->roots.items[0].word;
    member->note_count = member->roots.length = 0;
  }
  return words_add(&set->roots, number, &root, word_hash(root), &added);
}

/* ---- members ---- */

void batch_forget_recent(struct concurrent *set) {
  for (unsigned i = 0; i < set->member_count; i++)
    memset(set->members[i].recent, 0xff, sizeof(uint64_t) << set->members[i].recent_bits);
}

static void size_recent(struct concurrent *set, unsigned bits) {
  for (unsigned i = 0; i < set->member_count; i++) {
    struct set_member *member = &set->members[i];
    member->recent_bits = bits;
    member->recent = memory_resize(member->recent, (size_t)1 << bits, sizeof *member->recent);
  }
  batch_forget_recent(set);
}

void batch_remember_more(struct concurrent *set) {
  unsigned bits = set->members[0].recent_bits + 1;
  uint64_t bytes = set->member_count * sizeof(uint64_t) << bits;
  if (bits <= RECENT_BITS_LAST && bytes <= set->budget->max / RECENT_PART) size_recent(set, bits);
}

void batch_fit(struct concurrent *set) {
  set->key_words = tree_key_words(set->trees);
  set->note_stride = sizeof(struct noted_state) / sizeof(uint64_t);
  unsigned narrow = set->trees[NARROW].groups, wide = set->trees[WIDE].groups;
  set->note_stride += (narrow > wide ? narrow : wide) * (KEY + set->key_words);
  for (unsigned i = 0; i < set->member_count; i++) {
    struct set_member *member = &set->members[i];
    member->notes = memory_resize(member->notes, (size_t)member->note_room * set->note_stride,
                                  sizeof *member->notes);
    member->sources[0].form = NO_FORM;
  }
}

void batch_init(struct concurrent *set, uint64_t room) {
  set->members = memory_new(set->member_count, sizeof *set->members);
  for (unsigned i = 0; i < set->member_count; i++) {
    struct set_member *member = &set->members[i];
    member->sink = (struct sink){ .layout = &set->layout, .room = room, .note_state = note_state };
    member->set = set;
    member->number = i;
    member->note_room = NOTES_FIRST;
    member->source_room = SOURCES_FIRST;
    member->sources = memory_new(member->source_room, sizeof *member->sources);
    vector_reserve(member->roots, ROOTS_FIRST);
  }
  size_recent(set, RECENT_BITS_FIRST);
  batch_fit(set);
}

void batch_free(struct concurrent *set) {
  for (unsigned i = 0; i < set->member_count; i++) {
    struct set_member *member = &set->members[i];
    memory_free(member->notes);
    vector_free(member->sink.noted);
    vector_free(member->roots);
    memory_free(member->recent);
    memory_free(member->sources);
    vector_free(member->fresh);
  }
  memory_free(set->members);
}
