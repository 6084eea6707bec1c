/* A lock-free hash table of keys that stay where they are.
 *
 * Keys lie in chunks, in the order of their numbers.  The table holds 32 bits for each: its number,
 * and in the other bits a part of its hash, the tag.  A table of 2^25 slots has tags of 7 bits,
 * which tell 127 of 128 other keys apart without a look at them.  So a key costs 4 / load bytes,
 * and its number stays through growth.  Beyond 2^28 slots less than 3 bits would be left for tags:
 * with 2, German with 5 clients takes 2.6 times as long.  There, tags are a byte each, beside 12
 * numbers in a line: 16 / 3 / load bytes.
 *
 * Probing walks the line (Laarman, van de Pol and Weber, "Boosting multi-core reachability
 * performance with shared hash tables", FMCAD 2010). A key's slots are the 16 (or 12) of a cache
 * line, compared all at once, then those of the next line.  A key is written to its place first and
 * published by one compare-and-swap.  Departing from the paper, no slot is marked as being written.
 * The loser of a race compares again, and keeps the place for its next new key.
 *
 * Writers take numbers by the block, under a lock, and only there is the table's limit watched.  A
 * full table is replaced while all members meet.  It is given back first, and the new one is filled
 * from the keys, so the two never exist at once.  Large tables grow by a quarter of a power of two,
 * small ones by more, as memory is dearer than moving.  When no larger table fits in the budget,
 * the limit is raised once; after that the memory is used up. */
#include "states/words.h"

#include <string.h>
#include "base/memory.h"

enum {
  LINES_FIRST = 16,
  LINES_STEEP = 1 << 15, /* a smaller table grows by 4 */
  LINES_EVEN = 1 << 20,  /* a smaller one by 2, unless memory is scarce */
  LINES_LARGE = 1 << 21, /* a smaller one by 3/2 or 4/3; others by 5/4, 6/5, 7/6 or 8/7 */
  SCARCE_PART = 64,      /* memory is scarce if the table takes more than this part */
  BLOCK_MAX = 256,       /* numbers */
  SHARE = 1 << 12,       /* numbers that a member moves at once */
  MOVED_AT_ONCE = 32     /* divides every chunk, so that these keys lie side by side */
};

static size_t table_bytes(const struct words_table *table) {
  return table->lines * LINE_ENTRIES * sizeof *table->slots;
}

/* The part of the slots that may be used, in 32nds. */
static void set_limit(struct words *words, unsigned load) {
  struct words_table *table = &words->table;
  uint64_t limit = table->lines * (table->tagged ? TAGGED_ENTRIES : LINE_ENTRIES) * load / 32;
  table->limit = limit < words->number_max ? (uint32_t)limit : words->number_max;
  table->number_bits = 64 - (unsigned)__builtin_clzll(table->lines * LINE_ENTRIES - 1);
  if (table->tagged || table->number_bits > 32) table->number_bits = 32;
}

static bool table_take(struct words *words, uint64_t lines, bool tagged) {
  words->table.lines = lines;
  words->table.tagged = tagged;
  words->table.slots = budget_take(words->budget, table_bytes(&words->table));
  if (words->table.slots) set_limit(words, 29);
  return words->table.slots != NULL;
}

/* ---- chunks and numbers ---- */

static size_t chunk_bytes(const struct words *words, uint32_t number) {
  size_t keys = number == 0 ? 1 << CHUNK_FIRST_BITS : (size_t)1 << (CHUNK_FIRST_BITS + number - 1);
  return (number < CHUNKS_SMALL ? keys : 1 << CHUNK_BITS) * words->length * sizeof(uint64_t);
}

static uint32_t chunk_of(uint32_t number) {
  if (number >> CHUNK_BITS) return (number >> CHUNK_BITS) + CHUNKS_SMALL - 1;
  if (!(number >> CHUNK_FIRST_BITS)) return 0;
  return 31 - (uint32_t)__builtin_clz(number) - CHUNK_FIRST_BITS + 1;
}

static bool add_chunks(struct words *words, uint32_t last) {
  while (words->chunk_count <= chunk_of(last)) {
    uint64_t *chunk = budget_take(words->budget, chunk_bytes(words, words->chunk_count));
    words->out_of_memory = !chunk;
    if (!chunk) return false;
    words->chunks[words->chunk_count++] = chunk;
  }
  return true;
}

/* Small tables give small blocks, so that no writer holds numbers that others need. */
static bool take_block(struct words *words, struct words_writer *writer) {
  uint32_t size = words->table.limit / (8 * words->writer_count);
  size = size < 1 ? 1 : size > BLOCK_MAX ? BLOCK_MAX : size;
  pthread_mutex_lock(&words->mutex);
  uint32_t left = words->table.limit - words->next;
  if (size > left) size = left;
  bool taken = size > 0 && add_chunks(words, words->next + size - 1);
  if (taken) {
    writer->next = words->next;
    writer->end = words->next += size;
  }
  pthread_mutex_unlock(&words->mutex);
  return taken;
}

/* ---- looking up and adding ---- */

/* One of the members that want a line's first free slot gets it, and the others compare the key
 * that it put there.  So when two add the same key, the second sees the first's. */
INLINE uint32_t add(struct words *words, unsigned length, unsigned number, const uint64_t *key,
                    uint64_t hash, bool *added) {
  const struct words_table *table = &words->table;
  struct words_writer *writer = &words->writers[number];
  *added = false;
  for (uint32_t *slots = (uint32_t *)words_line(table, hash);;
       slots = words_next_line(table, slots)) {
    const struct table_line line = line_read(slots);
    unsigned some =
        line_candidates(table, table->tagged, &line, hash) | line_free(table->tagged, &line);
    for (; some; some &= some - 1) {
      uint32_t *slot = &slots[__builtin_ctz(some)], known = slot_number(table, slot);
      if (!known) {
        if (writer->next == writer->end && !take_block(words, writer)) return 0;
        uint32_t new = words_publish(words, length, writer, key, hash, slot);
        *added = new != 0;
        if (new) return new;
        known = slot_number(table, slot);
      }
      if (words_equal(words_at(words, known), key, length)) return known;
    }
  }
}

uint32_t words_add(struct words *words, unsigned number, const uint64_t *key, uint64_t hash,
                   bool *added) {
  return words->length == 1 ? add(words, 1, number, key, hash, added)
                            : add(words, words->length, number, key, hash, added);
}

uint32_t words_find(const struct words *words, const uint64_t *key, uint64_t hash) {
  const struct words_table *table = &words->table;
  for (uint32_t *slots = (uint32_t *)words_line(table, hash);;
       slots = words_next_line(table, slots)) {
    const struct table_line line = line_read(slots);
    unsigned some =
        line_candidates(table, table->tagged, &line, hash) | line_free(table->tagged, &line);
    for (; some; some &= some - 1) {
      uint32_t known = slot_number(table, &slots[__builtin_ctz(some)]);
      if (!known || words_is(words, known, key)) return known;
    }
  }
}

bool words_append(struct words *words, const uint64_t *key) {
  if (words->next == UINT32_MAX || !add_chunks(words, words->next)) return false;
  memcpy(words_at(words, words->next++), key, words->length * sizeof *key);
  return true;
}

/* ---- growth ---- */

static uint64_t more_lines(const struct words *words, uint64_t lines) {
  if (lines < LINES_STEEP) return lines * 4;
  uint64_t power = UINT64_C(1) << (63 - __builtin_clzll(lines));
  bool scarce =
      table_bytes(&(struct words_table){ .lines = lines }) > words->budget->max / SCARCE_PART;
  return lines + power / (lines < LINES_EVEN && !scarce ? 1 : lines < LINES_LARGE ? 2 : 4);
}

/* A table that is tagged for the first time needs more lines to be larger. */
static bool take_larger(struct words *words, const struct words_table *old) {
  uint64_t lines = more_lines(words, old->lines);
  if (!old->tagged && lines > words->untagged_max && table_take(words, lines * 6 / 5, true))
    return true;
  return table_take(words, lines, old->tagged);
}

bool words_full(const struct words *words) { return words->next >= words->table.limit; }

/* The present table is given back before the next one is taken, so a failure takes it again.  If
 * even that fails, there is no table until there is room for one. */
bool words_make_room(struct words *words) {
  struct words_table old = words->table;
  if (words->out_of_memory || words->out_of_numbers) return false;
  words->out_of_numbers = old.limit == words->number_max;
  words->out_of_memory = !words->out_of_numbers && budget_exceeded(words->budget);
  if (words->out_of_memory || words->out_of_numbers) return false;
  budget_give(words->budget, old.slots, table_bytes(&old));
  if (!take_larger(words, &old) && !table_take(words, old.lines, old.tagged)) {
    words->table = (struct words_table){ .lines = old.lines, .tagged = old.tagged };
    words->out_of_memory = true;
    return false;
  }
  if (words->table.lines == old.lines) set_limit(words, 30);
  words->out_of_memory = words_full(words);
  words->next_share = 0;
  return true;
}

/* False: another member was first. */
static inline bool occupy(uint32_t *slot, bool alone, uint32_t entry) {
  uint32_t none = 0;
  if (!alone)
    return __atomic_compare_exchange_n(slot, &none, entry, false, __ATOMIC_RELAXED,
                                       __ATOMIC_RELAXED);
  *slot = entry;
  return true;
}

/* A key that moves. */
struct moved {
  uint32_t *slots; /* the line that it moves to; NULL: its number is not used yet */
  uint32_t entry;
  uint8_t byte;
};

/* Puts a key into the first free slot from its line on. */
INLINE void put(const struct words_table *table, bool tagged, bool alone,
                const struct moved *moved) {
  for (uint32_t *slots = moved->slots;; slots = words_next_line(table, slots)) {
    const struct table_line line = line_read(slots);
    for (unsigned free = line_free(tagged, &line); free; free &= free - 1) {
      uint32_t *slot = &slots[__builtin_ctz(free)];
      if (!occupy(slot, alone, moved->entry)) continue;
      if (tagged) slot_write_tag(table, slot, moved->byte);
      return;
    }
  }
}

bool words_open(const struct words *words, uint32_t number) {
  for (unsigned i = 0; i < words->writer_count; i++)
    if (number >= words->writers[i].next && number < words->writers[i].end) return true;
  return false;
}

static bool any_open(const struct words *words, uint32_t first, uint32_t count) {
  for (unsigned i = 0; i < words->writer_count; i++) {
    const struct words_writer *writer = &words->writers[i];
    if (writer->next < writer->end && writer->next < first + count && writer->end > first)
      return true;
  }
  return false;
}

INLINE void fetch_few(const struct words *words, unsigned length, bool tagged, uint32_t first,
                      uint32_t count, struct moved *moved) {
  const struct words_table table = words->table;
  const uint64_t *key = words_at(words, first);
  for (uint32_t i = 0; i < count; i++, key += length) {
    uint64_t hash = words_hash(key, length);
    moved[i].slots = (uint32_t *)words_line(&table, hash);
    moved[i].entry = words_tag(&table, hash) | (first + i);
    if (tagged) moved[i].byte = words_byte(hash);
    __builtin_prefetch(moved[i].slots, 1);
  }
  if (first != 0 && !any_open(words, first, count)) return;
  for (uint32_t i = 0; i < count; i++)
    if (first + i == 0 || words_open(words, first + i)) moved[i].slots = NULL;
}

INLINE void put_few(const struct words_table *table, bool tagged, bool alone, uint32_t count,
                    const struct moved *moved) {
  for (uint32_t i = 0; i < count; i++)
    if (moved[i].slots) put(table, tagged, alone, &moved[i]);
}

/* Fetches the lines of the next few keys while it puts these. */
INLINE void move_keys(const struct words *words, unsigned length, bool tagged, uint32_t first,
                      uint32_t end) {
  struct moved moved[2][MOVED_AT_ONCE];
  const struct words_table table = words->table;
  const bool alone = words->writer_count == 1;
  uint32_t count = 0;
  unsigned turn = 0;
  for (; first < end; first += count, turn ^= 1) {
    uint32_t next = end - first < MOVED_AT_ONCE ? end - first : MOVED_AT_ONCE;
    fetch_few(words, length, tagged, first, next, moved[turn]);
    put_few(&table, tagged, alone, count, moved[turn ^ 1]);
    count = next;
  }
  put_few(&table, tagged, alone, count, moved[turn ^ 1]);
}

void words_move_share(struct words *words) {
  if (words->next <= 1) return; /* there are no keys, and no chunks */
  for (;;) {
    uint64_t first = (uint64_t)__atomic_fetch_add(&words->next_share, 1, __ATOMIC_RELAXED) * SHARE;
    uint64_t end = first + SHARE < words->next ? first + SHARE : words->next;
    if (first >= end) return;
    if (words->table.tagged) move_keys(words, words->length, true, (uint32_t)first, (uint32_t)end);
    else if (words->length == 1) move_keys(words, 1, false, (uint32_t)first, (uint32_t)end);
    else move_keys(words, words->length, false, (uint32_t)first, (uint32_t)end);
  }
}

void words_replace(struct words *words, void (*replace)(void *context, uint64_t *key),
                   void *context) {
  for (uint32_t number = 1; number < words->next; number++)
    if (!words_open(words, number)) replace(context, words_at(words, number));
  memset(words->table.slots, 0, table_bytes(&words->table));
  words->next_share = 0;
  words_move_share(words);
}

/* ---- the set ---- */

uint64_t words_count(const struct words *words) {
  uint64_t count = words->next - 1;
  for (unsigned i = 0; i < words->writer_count; i++)
    count -= words->writers[i].end - words->writers[i].next;
  return count;
}

bool words_init(struct words *words, unsigned length, unsigned writers, uint32_t number_max,
                struct budget *budget) {
  *words = (struct words){ .length = length,
                           .budget = budget,
                           .writer_count = writers,
                           .number_max = number_max,
                           .next = 1,
                           .untagged_max = UNTAGGED_MAX };
  if (!table_take(words, LINES_FIRST, false)) return false;
  words->chunks = memory_resize(NULL, CHUNKS_MAX, sizeof *words->chunks);
  words->writers = memory_new(writers, sizeof *words->writers);
  pthread_mutex_init(&words->mutex, NULL);
  return true;
}

void words_take_over(struct words *words, struct words *other) {
  words_destroy(words);
  pthread_mutex_destroy(&other->mutex);
  *words = *other;
  pthread_mutex_init(&words->mutex, NULL);
}

static void give_back(struct words *words) {
  for (uint32_t i = 0; i < words->chunk_count; i++)
    budget_give(words->budget, words->chunks[i], chunk_bytes(words, i));
  budget_give(words->budget, words->table.slots, table_bytes(&words->table));
  words->chunk_count = 0;
}

bool words_clear(struct words *words) {
  give_back(words);
  memset(words->writers, 0, words->writer_count * sizeof *words->writers);
  words->next = 1;
  words->out_of_memory = !table_take(words, LINES_FIRST, false);
  return !words->out_of_memory;
}

void words_destroy(struct words *words) {
  give_back(words);
  memory_free(words->chunks);
  memory_free(words->writers);
  pthread_mutex_destroy(&words->mutex);
}
