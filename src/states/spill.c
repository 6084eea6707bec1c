/* Keeps spaces larger than the memory, by delayed duplicate detection against a file.  Source:
 * Stern and Dill, "Using magnetic disk instead of main memory in the Murphi verifier", CAV 1998.
 *
 * Roots, and the table of these, grow with the number of states; groups and pairs are few and stay.
 * When the memory is full, all roots go to a file, in the order of their indices, and the table
 * begins anew.  From then on a state that the table does not hold is new or lies in the file.  It
 * is kept as if it were new.  Before its level is collected, the file is read once, and each root
 * in it is looked up in the table. A root that is found was not new.  The others are appended to
 * the file, which gives them their indices, and are the next level.
 *
 * So a level costs one sequential reading of 8 bytes an old state, and no look-up waits for the
 * disk.  The paper keeps signatures; here roots are the states themselves, so nothing is lost.
 * Shapes and layout stay the same from the first spill on, since the roots in the file depend on
 * them. */
#include "states/concurrent.h"
#include "states/spill.h"

#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/memory.h"
#include "os/replaceable.h"

enum {
  WORTHWHILE = 64, /* the least part of the memory in roots for which a spill gains something */
  BUFFER = 1 << 12,
  AHEAD = 32,
  FORGET_EVERY = 1 << 20
};

static const uint64_t HOLE = UINT64_MAX; /* no root, by NODE_NUMBER_MAX */

/* ---- the file ---- */

void spill_free(struct spill *spill) {
  if (!spill->roots) return;
  munmap((void *)spill->roots, sizeof(uint64_t) << 32);
  close(spill->file);
  vector_free(spill->pending);
}

/* Appends to the file; nothing counts as written before `writer_end`. */
struct spill_writer {
  struct spill *spill;
  uint64_t next;
  unsigned used;
  bool failed;
  uint64_t buffer[BUFFER];
};

static void write_out(struct spill_writer *writer) {
  const char *from = (const char *)writer->buffer;
  size_t bytes = writer->used * sizeof *writer->buffer;
  off_t at = (off_t)((writer->next - writer->used) * sizeof *writer->buffer);
  while (bytes > 0 && !writer->failed) {
    ssize_t part = pwrite(writer->spill->file, from, bytes, at);
    if (part < 0 && errno == EINTR) continue;
    writer->failed = part <= 0;
    if (writer->failed) break;
    from += part, at += part, bytes -= (size_t)part;
  }
  writer->used = 0;
}

static void put(struct spill_writer *writer, uint64_t root) {
  writer->buffer[writer->used++] = root;
  writer->next++;
  if (writer->used == BUFFER) write_out(writer);
}

static bool writer_end(struct concurrent *set, struct spill_writer *writer) {
  write_out(writer);
  if (writer->failed)
    fprintf(stderr, "turnsole: %s: states could not be spilled: %s\n", set->spill.folder,
            strerror(errno));
  else set->spill.next = (state_index)writer->next;
  set->visited.unwritable |= writer->failed;
  return !writer->failed;
}

/* ---- states that were kept, and lie in the file already ---- */

static void mark(struct concurrent *set, const uint64_t *roots, unsigned count, uint8_t *known) {
  uint64_t hashes[AHEAD];
  for (unsigned i = 0; i < count; i++) {
    hashes[i] = words_hash(&roots[i], 1);
    words_prefetch(&set->roots, hashes[i]);
  }
  for (unsigned i = 0; i < count; i++) {
    uint32_t number = words_find(&set->roots, &roots[i], hashes[i]);
    known[number / 8] |= (uint8_t)(1u << number % 8); /* 0 is no number */
  }
}

static void forget_pages(const uint64_t *first) {
  madvise((void *)first, FORGET_EVERY * sizeof *first, MADV_DONTNEED);
}

static void mark_known(struct concurrent *set, uint8_t *known) {
  const struct spill *spill = &set->spill;
  for (uint64_t at = 0; at < spill->old; at += AHEAD) {
    unsigned count = spill->old - at < AHEAD ? (unsigned)(spill->old - at) : AHEAD;
    mark(set, spill->roots + at, count, known);
    uint64_t end = at + AHEAD; /* pages that were read need not count as ours */
    if (end % FORGET_EVERY == 0) forget_pages(spill->roots + end - FORGET_EVERY);
  }
}

/* Appends the new ones of a member's fresh states.  Returns how many all were. */
static uint64_t append_new(const struct set_member *member, const struct words *roots,
                           const uint8_t *known, struct spill_writer *writer) {
  uint64_t all = 0;
  for (size_t i = 0; i < member->fresh.length; i++) {
    struct range range = member->fresh.items[i];
    all += range.count;
    for (uint32_t number = range.first; range.count; number++, range.count--)
      if (!(known[number / 8] >> number % 8 & 1)) put(writer, *words_at(roots, number));
  }
  return all;
}

/* Of `all` kept states, those in the range are new, and in the file. */
static void take_over(struct concurrent *set, uint64_t all, struct range new) {
  struct set_member *first = &set->members[0];
  /* Only the sum over all members counts. */
  __atomic_store_n(&first->kept, first->kept - (all - new.count), __ATOMIC_RELAXED);
  for (unsigned i = 0; i < set->member_count; i++) set->members[i].fresh.length = 0;
  if (new.count) vector_push(set->spill.pending, new);
  set->visited.spilled = set->spill.next - set->spill.holes;
}

static bool any_fresh(const struct concurrent *set) {
  bool any = false;
  for (unsigned i = 0; i < set->member_count; i++) any |= set->members[i].fresh.length > 0;
  return any;
}

static void fall_short(struct concurrent *set, enum shortage shortage) {
  __atomic_store_n(&set->shortage, shortage, __ATOMIC_RELAXED);
}

/* Where the file cannot hold the new states, everything stays as it was. */
static void take_new_states(struct concurrent *set) {
  struct spill *spill = &set->spill;
  struct spill_writer writer = { .spill = spill, .next = spill->next };
  size_t bytes = set->roots.next / 8 + 1;
  uint8_t *known = memory_new(bytes, 1);
  uint64_t all = 0;
  budget_charge(set->budget, bytes);
  mark_known(set, known);
  for (unsigned i = 0; i < set->member_count; i++)
    all += append_new(&set->members[i], &set->roots, known, &writer);
  budget_discharge(set->budget, bytes);
  memory_free(known);
  struct range range = { spill->next, (uint32_t)(writer.next - spill->next) };
  if (writer.next > UINT32_MAX) fall_short(set, SHORT_OF_NUMBERS);
  else if (!writer_end(set, &writer)) fall_short(set, SHORT_OF_MEMORY);
  else take_over(set, all, range);
}

/* A table that is being filled again is filled at once. */
static void finish_growth(struct concurrent *set) {
  if (set->growing[ROOTS]) words_move_share(&set->roots);
  set->growing[ROOTS] = false;
}

void spill_settle(struct concurrent *set) {
  if (!concurrent_spilled(set) || !any_fresh(set) || set->shortage) return;
  finish_growth(set);
  take_new_states(set);
}

/* ---- all states ---- */

/* The first spill: indices stay the numbers of the roots. */
static bool begin(struct concurrent *set) {
  struct spill *spill = &set->spill;
  const struct words *roots = &set->roots;
  struct spill_writer writer = { .spill = spill };
  put(&writer, HOLE);
  for (uint32_t number = 1; number < roots->next; number++)
    put(&writer, words_open(roots, number) ? HOLE : *words_at(roots, number));
  if (!writer_end(set, &writer)) return false;
  spill->holes = (state_index)(roots->next - words_count(roots)); /* with that of index 0 */
  for (unsigned i = 0; i < set->member_count; i++) {
    struct set_member *member = &set->members[i];
    for (size_t j = 0; j < member->fresh.length; j++)
      vector_push(spill->pending, member->fresh.items[j]);
    member->fresh.length = 0;
  }
  return true;
}

bool spill_roots(struct concurrent *set) {
  struct spill *spill = &set->spill;
  bool worthwhile = words_count(&set->roots) * sizeof(uint64_t) >= set->budget->max / WORTHWHILE;
  bool lacks_table =
      concurrent_spilled(set) && !set->roots.table.slots; /* the first time nothing is looked up */
  if (!spill->roots || lacks_table || !worthwhile || set->shortage) return false;
  if (concurrent_spilled(set)) spill_settle(set);
  else if (!begin(set)) return false;
  if (set->shortage || !words_clear(&set->roots)) return false;
  set->groups.out_of_memory = set->pairs.out_of_memory = false;
  spill->old = spill->next;
  set->visited.spilled = spill->next - spill->holes;
  return true;
}

/* Spills before the set is full, where others hold the memory that it would need. */
static bool relieve(struct visited *visited) {
  struct concurrent *set = (struct concurrent *)visited;
  finish_growth(set);
  return spill_roots(set);
}

bool spill_allow(struct visited *visited, const char *folder) {
  struct spill *spill = &((struct concurrent *)visited)->spill;
  spill->folder = folder;
  spill->file = nameless_file_open(folder);
  if (spill->file < 0) return false;
  void *mapped =
      mmap(NULL, sizeof(uint64_t) << 32, PROT_READ, MAP_SHARED | MAP_NORESERVE, spill->file, 0);
  if (mapped != MAP_FAILED) {
    spill->roots = mapped;
    visited->relieve = relieve;
    return true;
  }
  close(spill->file);
  return false;
}
