/* Sets that forget which states they hold, for spaces that fit no memory.  They prove nothing, and
 * a search with them ends as SEARCH_LOSSY.
 *
 *   hash compaction   32 bits of each fingerprint, in open addressing (Wolper and Leroy, "Reliable
 *                     hashing without collision detection", CAV 1993; Stern and Dill, "Improved
 *                     probabilistic verification by hash compaction", CHARME 1995)
 *   bit-state         three bits of a table a state (Holzmann, "An analysis of bitstate hashing",
 *                     1998), all in one word, so that one atomic operation sets them
 *
 * A state whose entry is there by chance is left out, with all states that only it leads to.  Its
 * probability is added up. A new state that is looked for among c entries is mistaken with
 * probability c / 2^32. One whose word has b of 64 bits set is mistaken with (b / 64)^3.  The
 * chance that none was is the product over all new states.  In a nearly empty table few new states
 * meet an entry, so the result is never less than what two states at random can expect.
 *
 * The states themselves lie in a file without a name, in the order in which they were found: on the
 * disk, not in the budget. */
#include "states/visited.h"
#include "states/visited_lossy.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/memory.h"
#include "base/vector.h"
#include "os/replaceable.h"

enum {
  NOTES_FIRST = 256,
  LINE = 16,
  BLOCK = 256,
  CHUNK_BITS = 18,
  CHUNKS_MAX = 1 << (32 - CHUNK_BITS)
};
enum { TABLE_STEP = 1 << 12 /* bytes */ };
enum { PROBES_MAX = 1 << 12 /* a table is full beyond: some 15 of 16 slots are in use */ };

struct lossy_member {
  uint64_t *hashes;
  slot_t *states;
  unsigned count, room;
  uint32_t next, end; /* indices taken and not used yet */
  VECTOR(struct range) fresh;
  uint64_t kept;    /* atomic */
  double log_exact; /* the logarithm of the chance that no state was left out */
  char apart[64];
};

struct lossy {
  struct visited visited;
  struct budget *budget;
  bool bits;
  void *table;
  uint64_t bytes; /* of the table */
  const char *folder;
  int file;
  slot_t **chunks; /* of states, mapped */
  pthread_mutex_t mutex;
  uint32_t next, mapped; /* the first index that no member has taken; chunks */
  unsigned member_count;
  struct lossy_member *members;
  enum shortage shortage; /* atomic */
};

/* ---- states, in the file ---- */

static size_t chunk_bytes(const struct lossy *set) {
  return ((size_t)1 << CHUNK_BITS) * set->visited.width * sizeof(slot_t);
}

static slot_t *place(const struct lossy *set, state_index index) {
  return set->chunks[index >> CHUNK_BITS] +
         (size_t)(index & ((1u << CHUNK_BITS) - 1)) * set->visited.width;
}

static bool no_room(const struct lossy *set, int fault) {
  fprintf(stderr, "turnsole: %s: the states, which go to a file there, could not be written: %s\n",
          set->folder, strerror(fault));
  return false;
}

/* Takes room on the disk for the whole chunk first: a write through a map fails by a signal. */
static bool map_chunk(struct lossy *set) {
  off_t at = (off_t)(set->mapped * chunk_bytes(set));
  if (set->shortage) return false; /* it was printed */
  int fault = posix_fallocate(set->file, at, (off_t)chunk_bytes(set));
  if (fault) return no_room(set, fault);
  void *chunk = mmap(NULL, chunk_bytes(set), PROT_READ | PROT_WRITE, MAP_SHARED, set->file, at);
  if (chunk == MAP_FAILED) return no_room(set, errno);
  set->chunks[set->mapped++] = chunk;
  return true;
}

static void fall_short(struct lossy *set, enum shortage shortage) {
  __atomic_store_n(&set->shortage, shortage, __ATOMIC_RELAXED);
}

static bool take_block(struct lossy *set, struct lossy_member *member) {
  pthread_mutex_lock(&set->mutex);
  bool numbers = set->next <= UINT32_MAX - 2 * BLOCK;
  bool taken = numbers && ((set->next + BLOCK) >> CHUNK_BITS < set->mapped || map_chunk(set));
  if (taken) {
    member->next = set->next;
    member->end = set->next += BLOCK;
  } else {
    fall_short(set, numbers ? SHORT_OF_MEMORY : SHORT_OF_NUMBERS);
  }
  pthread_mutex_unlock(&set->mutex);
  return taken;
}

static void keep(struct lossy *set, struct lossy_member *member, const slot_t *state) {
  if (member->next == member->end && !take_block(set, member)) return;
  state_index index = member->next++;
  memcpy(place(set, index), state, set->visited.width * sizeof *state);
  struct range *last = member->fresh.length ? &member->fresh.items[member->fresh.length - 1] : NULL;
  if (last && last->first + last->count == index) last->count++;
  else vector_push(member->fresh, (struct range){ index, 1 });
  __atomic_store_n(&member->kept, member->kept + 1, __ATOMIC_RELAXED);
}

/* ---- the table ---- */

/* Is the entry new?  It goes to the first free slot from its line on. */
static bool add_tag(struct lossy *set, struct lossy_member *member, uint64_t hash) {
  uint32_t *tags = set->table, tag = (uint32_t)hash ? (uint32_t)hash : 1;
  uint64_t slots = set->bytes / sizeof *tags, at = (hash >> 32) * (slots / LINE) >> 32,
           first = at * LINE;
  for (uint64_t i = 0; i < PROBES_MAX && i < slots; i++) {
    uint32_t *slot = &tags[first + i < slots ? first + i : first + i - slots], none = 0;
    if (__atomic_compare_exchange_n(slot, &none, tag, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
      member->log_exact += log1p(-(double)i / UINT32_MAX);
      return true;
    }
    if (none == tag) return false;
  }
  fall_short(set, SHORT_OF_MEMORY);
  return false;
}

static bool add_bits(struct lossy *set, struct lossy_member *member, uint64_t hash) {
  uint64_t *words = set->table,
           *word = &words[(unsigned __int128)hash * (set->bytes / sizeof *words) >> 64];
  uint64_t wanted = UINT64_C(1) << (hash & 63) | UINT64_C(1) << (hash >> 6 & 63) |
                    UINT64_C(1) << (hash >> 12 & 63);
  uint64_t before = __atomic_fetch_or(word, wanted, __ATOMIC_RELAXED);
  double share = __builtin_popcountll(before) / 64.0;
  if ((before & wanted) == wanted) return false;
  member->log_exact += log1p(-share * share * share);
  return true;
}

/* ---- the set ---- */

static void load(const struct visited *visited, state_index index, slot_t *state) {
  memcpy(state, place((const struct lossy *)visited, index), visited->width * sizeof *state);
}

static void open_state(struct visited *visited, unsigned number, state_index index, slot_t *state) {
  (void)number;
  load(visited, index, state);
}

static void make_room(const struct lossy *set, struct lossy_member *member) {
  member->room = member->room ? 2 * member->room : NOTES_FIRST;
  member->hashes = memory_resize(member->hashes, member->room, sizeof *member->hashes);
  member->states =
      memory_resize(member->states, member->room, set->visited.width * sizeof *member->states);
}

static void note(struct visited *visited, unsigned number, const slot_t *state) {
  struct lossy *set = (struct lossy *)visited;
  struct lossy_member *member = &set->members[number];
  if (member->count == member->room) make_room(set, member);
  member->hashes[member->count] = visited->fingerprint(visited->fingerprint_context, number, state);
  memcpy(member->states + (size_t)member->count++ * visited->width, state,
         visited->width * sizeof *state);
}

static enum shortage commit(struct visited *visited, unsigned number, unsigned at_least) {
  struct lossy *set = (struct lossy *)visited;
  struct lossy_member *member = &set->members[number];
  if (member->count == 0 || member->count < at_least) return NO_SHORTAGE;
  for (unsigned i = 0; i < member->count && !__atomic_load_n(&set->shortage, __ATOMIC_RELAXED);
       i++) {
    bool new = set->bits ? add_bits(set, member, member->hashes[i])
                         : add_tag(set, member, member->hashes[i]);
    if (new) keep(set, member, member->states + (size_t)i * visited->width);
  }
  member->count = 0;
  return __atomic_load_n(&set->shortage, __ATOMIC_RELAXED);
}

static uint64_t count_states(const struct visited *visited) {
  const struct lossy *set = (const struct lossy *)visited;
  uint64_t count = 0;
  for (unsigned i = 0; i < set->member_count; i++)
    count += __atomic_load_n(&set->members[i].kept, __ATOMIC_RELAXED);
  return count;
}

static enum shortage shortage_of(const struct visited *visited) {
  return __atomic_load_n(&((const struct lossy *)visited)->shortage, __ATOMIC_RELAXED);
}

static void collect(struct visited *visited, void (*take)(void *context, struct range range),
                    void *context) {
  struct lossy *set = (struct lossy *)visited;
  for (unsigned i = 0; i < set->member_count; i++) {
    for (size_t j = 0; j < set->members[i].fresh.length; j++)
      take(context, set->members[i].fresh.items[j]);
    set->members[i].fresh.length = 0;
  }
}

/* The probability that one state is taken for another, the only one in the table. */
static double mistaken(const struct lossy *set) {
  double share = 3 / 64.0, tags = (double)set->bytes / sizeof(uint32_t),
         words = (double)set->bytes / sizeof(uint64_t);
  return set->bits ? share * share * share / words : LINE / tags / UINT32_MAX;
}

static double omission(const struct visited *visited) {
  const struct lossy *set = (const struct lossy *)visited;
  double log_exact = 0, states = (double)count_states(visited);
  for (unsigned i = 0; i < set->member_count; i++) log_exact += set->members[i].log_exact;
  return 0 - expm1(fmin(log_exact, -states * (states - 1) / 2 * mistaken(set))); /* not -0 */
}

static void free_set(struct visited *visited) {
  struct lossy *set = (struct lossy *)visited;
  for (unsigned i = 0; i < set->member_count; i++) {
    memory_free(set->members[i].hashes);
    memory_free(set->members[i].states);
    vector_free(set->members[i].fresh);
  }
  for (uint32_t i = 0; i < set->mapped; i++) munmap(set->chunks[i], chunk_bytes(set));
  if (set->file >= 0) close(set->file);
  budget_give(set->budget, set->table, set->bytes);
  pthread_mutex_destroy(&set->mutex);
  memory_free(set->members);
  memory_free(set->chunks);
  memory_free(set);
}

struct visited *visited_lossy_new(unsigned width, bool bits, unsigned members, const char *folder,
                                  struct budget *budget) {
  struct lossy *set = memory_new(1, sizeof *set);
  set->visited = (struct visited){ .width = width,
                                   .load = load,
                                   .open = open_state,
                                   .note = note,
                                   .commit = commit,
                                   .collect = collect,
                                   .shortage = shortage_of,
                                   .count = count_states,
                                   .omission = omission,
                                   .free = free_set };
  set->budget = budget;
  set->bits = bits;
  set->member_count = members;
  set->members = memory_new(members, sizeof *set->members);
  set->chunks = memory_new(CHUNKS_MAX, sizeof *set->chunks);
  set->next = 1;
  pthread_mutex_init(&set->mutex, NULL);
  set->folder = nameless_file_folder(folder);
  set->file = nameless_file_open(folder);
  if (set->file < 0) no_room(set, errno);
  set->bytes = budget->max / 2 / TABLE_STEP * TABLE_STEP;
  if (set->bytes < TABLE_STEP) set->bytes = TABLE_STEP;
  set->table = budget_take(budget, set->bytes);
  if (set->file >= 0 && set->table) return &set->visited;
  free_set(&set->visited);
  return NULL;
}
