/* The set for any number of threads: sets of keys (words.h) for the groups, the pairs and the roots
 * of the states' trees (tree.h).  A state's index is the number of its root.  As equal parts have
 * equal numbers, states are equal exactly when their roots are.
 *
 * Where the numbers in a state's slots are small enough to stand side by side in one word
 * (layout.h), there is no tree: the word is the root, and the state is found with one look-up.
 *
 * Lookups are done in batches, so that no cache miss is waited for.  Noting a state finds the
 * groups in which it differs from the state that it was made from, and fetches the lines of the
 * table that these belong to.  A commit fetches the keys that they may be equal to, looks them up,
 * and so on up to the roots: lines first, then keys, then the comparison.
 *
 * Growth: a member that finds one of the sets full calls for a meeting.  The leader makes room in
 * each set that is full, all members move their shares, and whoever was in the middle of a commit
 * goes on where it was: numbers stay. */
#include <string.h>
#include "base/memory.h"
#include "states/concurrent.h"

enum {
  NOTES_FIRST = 64,
  ROOTS_FIRST = 256,
  SOURCES_FIRST = 16,
  RESHAPE_FIRST = 1 << 16,
  RESHAPE_FACTOR = 8,
  REFIT_FIRST = 1 << 10,
  REFIT_FACTOR = 2,
  UNFIT_SHARE = 16
};

static struct noted_state *note_at(const struct concurrent *set, const struct set_member *member,
                                   unsigned i) {
  return (struct noted_state *)(member->notes + (size_t)i * set->note_stride);
}

/* ---- loading ---- */

static void load(const struct visited *visited, state_index index, slot_t *state) {
  const struct concurrent *set = (const struct concurrent *)visited;
  concurrent_load(set, concurrent_root(set, index), state);
}

/* What the member notes next was made from another state than what it noted before. */
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

static void open_state(struct visited *visited, unsigned number, state_index index, slot_t *state) {
  struct concurrent *set = (struct concurrent *)visited;
  struct note_source *source = next_source(set, &set->members[number]);
  uint64_t root = concurrent_root(set, index);
  if (root_is_state(root)) {
    layout_unfold(&set->layout, root, state);
    return;
  }
  source->form = concurrent_spread(set, root, source->numbers, source->words);
  unpack(source->words, visited->width, source->form, state);
}

/* Where the first is one word; others may be, too. */
static struct sink *lend_sink(struct visited *visited, unsigned number, struct range range) {
  struct concurrent *set = (struct concurrent *)visited;
  struct set_member *member = &set->members[number];
  bool on_disk = spilled(&set->spill);
  const uint64_t *roots =
      on_disk ? set->spill.roots + range.first : words_at(&set->roots, range.first);
  uint32_t side_by_side = on_disk ? range.count : words_side_by_side(range.first);
  if (!root_is_state(*roots)) return NULL;
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

static uint32_t all_nodes(const struct tree *tree) { return (1u << tree->nodes) - 1; }

static struct noted_state *new_note(struct concurrent *set, struct set_member *member) {
  if (member->note_count == member->note_room) {
    member->note_room *= 2;
    member->notes = memory_resize(member->notes, (size_t)member->note_room * set->note_stride,
                                  sizeof *member->notes);
  }
  return note_at(set, member, member->note_count++);
}

/* Takes a state apart. */
static void note_tree(struct visited *visited, struct set_member *member, const slot_t *state) {
  struct concurrent *set = (struct concurrent *)visited;
  struct noted_state *noted = new_note(set, member);
  const struct note_source *source = &member->sources[member->source];
  union packed packed;
  uint64_t *at = noted->groups;
  enum form form = pack(state, visited->width, packed.words);
  const struct tree *tree = &set->trees[form];
  member->unfit++;
  noted->root = (unsigned)member->sink.roots.length;
  vector_reserve(member->sink.roots, member->sink.roots.length + 1);
  member->sink.roots.length++;
  noted->form = form;
  noted->source = member->source;
  if (form == source->form)
    noted->differs =
        differences(tree, packed.words, source->words, packed_words(visited->width, form));
  else noted->differs = all_nodes(tree);
  for (uint32_t nodes = noted->differs & ((1u << tree->groups) - 1); nodes; nodes &= nodes - 1) {
    tree_gather(&tree->group[__builtin_ctz(nodes)], packed.units, at + KEY, set->key_words);
    at[HASH] = words_hash(at + KEY, set->key_words);
    words_prefetch(&set->groups, at[HASH]);
    at += KEY + set->key_words;
  }
}

static void note(struct visited *visited, unsigned number, const slot_t *state) {
  struct set_member *member = &((struct concurrent *)visited)->members[number];
  uint64_t word;
  sink_reserve(&member->sink, 1);
  if (layout_fold(member->sink.layout, state, &word)) sink_note(&member->sink, word);
  else note_tree(visited, member, state);
}

/* ---- growth ---- */

/* The more states there are, the longer is it until one is noted again. */
static void remember_more(struct concurrent *set) {
  unsigned bits = set->members[0].sink.recent_bits + 1;
  uint64_t bytes = set->member_count * sizeof(uint64_t) << bits;
  if (bits > RECENT_BITS_LAST || bytes > set->budget->max / RECENT_PART) return;
  for (unsigned i = 0; i < set->member_count; i++) sink_make_recent(&set->members[i].sink, bits);
}

/* What a set lacks, once it has as much room as the memory allows. */
static enum shortage make_room_in(struct concurrent *set, unsigned which) {
  struct words *words[] = { &set->groups, &set->pairs, &set->roots };
  if (!words_full(words[which]) && !words[which]->out_of_memory) return NO_SHORTAGE;
  if (words_make_room(words[which])) {
    set->growing[which] = true;
    if (which == ROOTS) remember_more(set);
    return NO_SHORTAGE;
  }
  return words[which]->out_of_numbers ? SHORT_OF_NUMBERS : SHORT_OF_MEMORY;
}

static void make_room(struct concurrent *set) {
  for (unsigned which = GROUPS; which <= ROOTS; which++) {
    enum shortage shortage = make_room_in(set, which);
    bool spills = shortage == SHORT_OF_MEMORY && concurrent_spill(set);
    if (spills) shortage = make_room_in(set, which);
    if (shortage) __atomic_store_n(&set->shortage, shortage, __ATOMIC_RELAXED);
  }
}

/* Meetings are for growth and for what the search has to do: whoever comes for the one helps with
 * the other. */
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

/* False when there is no room to be had. */
static bool grow(struct concurrent *set) {
  meet(&set->visited);
  return __atomic_load_n(&set->shortage, __ATOMIC_RELAXED) == NO_SHORTAGE;
}

/* As words_add, in a set that grows when it must; 0 when it cannot. */
static uint32_t add(struct concurrent *set, struct words *words, unsigned number,
                    const uint64_t *key, uint64_t hash, bool *added) {
  for (;;) {
    uint32_t result = words_add(words, number, key, hash, added);
    if (result || !grow(set)) return result;
  }
}

/* ---- commits ---- */

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
  struct root *root = &set->members[number].sink.roots.items[noted->root];
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

COPIED void look_in_table(const struct concurrent *set, bool tagged, struct root *root,
                          const struct root *end) {
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
static void look_for_roots(const struct concurrent *set, struct root *root,
                           const struct root *end) {
  if (set->roots.table.tagged) look_in_table(set, true, root, end);
  else look_in_table(set, false, root, end);
}

/* Adds those that are new, up to one for which there is no room, or the end. */
static struct root *put_roots(struct concurrent *set, unsigned number, struct root *root,
                              const struct root *end) {
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
  const struct sink *sink = &set->members[number].sink;
  struct root *root = sink->roots.items;
  const struct root *end = root + sink->roots.length;
  do {
    look_for_roots(set, root, end);
    root = put_roots(set, number, root, end);
  } while (root < end && grow(set));
  return root == end;
}

static __attribute__((noinline)) enum shortage commit_all(struct concurrent *set, unsigned number) {
  struct set_member *member = &set->members[number];
  bool good = __atomic_load_n(&set->shortage, __ATOMIC_RELAXED) == NO_SHORTAGE;
  if (good) find_candidates(set, member);
  for (unsigned i = 0; i < member->note_count && good; i++)
    good = resolve(set, number, note_at(set, member, i));
  good = good && add_roots(set, number);
  member->note_count = member->sink.roots.length = 0;
  member->source = 0;
  return good ? NO_SHORTAGE : __atomic_load_n(&set->shortage, __ATOMIC_RELAXED);
}

static enum shortage commit(struct visited *visited, unsigned number, unsigned at_least) {
  struct concurrent *set = (struct concurrent *)visited;
  struct sink *sink = &set->members[number].sink;
  sink_settle(sink);
  size_t count = sink->roots.length;
  return count == 0 || count < at_least ? NO_SHORTAGE : commit_all(set, number);
}

static state_index find(struct visited *visited, unsigned number, const slot_t *state) {
  struct concurrent *set = (struct concurrent *)visited;
  struct set_member *member = &set->members[number];
  uint64_t root;
  bool added;
  if (!layout_fold(&set->layout, state, &root)) {
    note_tree(visited, member, state);
    find_candidates(set, member);
    resolve(set, number, note_at(set, member, 0));
    root = member->sink.roots.items[0].word;
    member->note_count = member->sink.roots.length = 0;
  }
  return words_add(&set->roots, number, &root, word_hash(root), &added);
}

/* ---- the set ---- */

/* Where the set fell short, what came after the last spill was not sorted out: some of it may be on
 * the disk. */
static uint64_t count_states(const struct visited *visited) {
  const struct concurrent *set = (const struct concurrent *)visited;
  if (__atomic_load_n(&set->shortage, __ATOMIC_RELAXED) && spilled(&set->spill))
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

static void collect(struct visited *visited, void (*take)(void *context, struct range range),
                    void *context) {
  struct concurrent *set = (struct concurrent *)visited;
  concurrent_settle(set);
  for (size_t i = 0; i < set->spill.pending.length; i++) take(context, set->spill.pending.items[i]);
  set->spill.pending.length = 0;
  for (unsigned i = 0; i < set->member_count; i++) {
    struct set_member *member = &set->members[i];
    for (size_t j = 0; j < member->fresh.length; j++) take(context, member->fresh.items[j]);
    member->fresh.length = 0;
  }
  uint64_t states = count_states(visited);
  if (set->shortage || spilled(&set->spill)) return;
  if (states >= set->refit_at) {
    if (unfit_notes(set) > states / UNFIT_SHARE) concurrent_refit(set);
    set->refit_at = states * REFIT_FACTOR;
  }
  if (states < set->reshape_at) return;
  concurrent_reshape(set);
  set->reshape_at = states * RESHAPE_FACTOR;
}

static void free_set(struct visited *visited) {
  struct concurrent *set = (struct concurrent *)visited;
  for (unsigned i = 0; i < set->member_count; i++) {
    struct set_member *member = &set->members[i];
    memory_free(member->notes);
    vector_free(member->sink.noted);
    vector_free(member->sink.roots);
    memory_free(member->sink.recent);
    memory_free(member->sources);
    vector_free(member->fresh);
  }
  memory_free(set->members);
  words_destroy(&set->groups);
  words_destroy(&set->pairs);
  words_destroy(&set->roots);
  spill_free(&set->spill);
  memory_free(set);
}

unsigned concurrent_key_words(const struct tree trees[2]) {
  unsigned narrow = tree_group_max(&trees[NARROW]), wide = tree_group_max(&trees[WIDE]);
  return ((narrow > wide ? narrow : wide) + 1) / 2;
}

void concurrent_fit_members(struct concurrent *set) {
  set->key_words = concurrent_key_words(set->trees);
  set->note_stride = sizeof(struct noted_state) / sizeof(uint64_t);
  unsigned narrow = set->trees[NARROW].groups, wide = set->trees[WIDE].groups;
  set->note_stride += (narrow > wide ? narrow : wide) * (KEY + set->key_words);
  for (unsigned i = 0; i < set->member_count; i++) {
    struct set_member *member = &set->members[i];
    if (member->note_room < NOTES_FIRST) member->note_room = NOTES_FIRST;
    if (member->source_room < SOURCES_FIRST) member->source_room = SOURCES_FIRST;
    member->notes = memory_resize(member->notes, (size_t)member->note_room * set->note_stride,
                                  sizeof *member->notes);
    member->sources = memory_resize(member->sources, member->source_room, sizeof *member->sources);
    member->sources[0].form = NO_FORM;
  }
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

struct visited *visited_concurrent_new(unsigned width, struct crew *crew, struct budget *budget) {
  struct concurrent *set = memory_new(1, sizeof *set);
  set->visited = (struct visited){ .width = width,
                                   .load = load,
                                   .open = open_state,
                                   .sink = lend_sink,
                                   .note = note,
                                   .commit = commit,
                                   .find = find,
                                   .collect = collect,
                                   .meet = meet,
                                   .shortage = shortage_of,
                                   .count = count_states,
                                   .free = free_set };
  set->crew = crew;
  set->budget = budget;
  set->reshape_at = RESHAPE_FIRST;
  set->refit_at = REFIT_FIRST;
  layout_init(&set->layout, width);
  set->member_count = crew->size;
  tree_init(&set->trees[NARROW], width, NARROW, UNITS_MAX);
  tree_init(&set->trees[WIDE], width, WIDE, tree_group_max(&set->trees[NARROW]));
  set->key_words = concurrent_key_words(set->trees);
  if (!init_words(set)) {
    memory_free(set);
    return NULL;
  }
  set->members = memory_new(set->member_count, sizeof *set->members);
  for (unsigned i = 0; i < set->member_count; i++) {
    struct sink *sink = &set->members[i].sink;
    *sink = (struct sink){ .visited = &set->visited,
                           .member = i,
                           .layout = &set->layout,
                           .words = &set->roots,
                           .room = budget->max / ROOM_PART / set->member_count };
    vector_reserve(sink->roots, ROOTS_FIRST);
    sink_make_recent(sink, RECENT_BITS_FIRST);
  }
  concurrent_fit_members(set);
  return &set->visited;
}
