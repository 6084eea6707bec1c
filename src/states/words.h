/* A set of keys, each under a number, for any number of threads.  A key is a few 64-bit words, as
 * many in each key of a set.
 *
 * Numbers count up from 1; 0 is none.  A number never changes, and words_at leads from it to the
 * key. Every member of the crew adds through its own writer.  A thread may use a number that it
 * learnt from the table, or at a gate of the crew. */
#ifndef STATES_WORDS_H
#define STATES_WORDS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include "base/inline.h"
#include "os/budget.h"
#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum {
  LINE_ENTRIES = 16,      /* of 4 bytes: a cache line */
  TAGGED_ENTRIES = 12,    /* in a tagged table, whose tags follow them */
  UNTAGGED_MAX = 1 << 24, /* lines; in larger tables a tag would have 3 bits at most */
  CHUNK_FIRST_BITS = 8,
  CHUNK_BITS = 18, /* times 8 bytes is 2 MiB: a full-sized chunk is a number of huge pages */
  /* Their keys: 2^8, 2^8, 2^9, ... 2^17, together 2^18. */
  CHUNKS_SMALL = CHUNK_BITS - CHUNK_FIRST_BITS + 1,
  CHUNKS_MAX = CHUNKS_SMALL + (1 << (32 - CHUNK_BITS)) - 1
};

/* A hash table.  Here a slot is an entry of 4 bytes, and a line a processor's cache line of slots.
 * The lower `number_bits` of a slot are a number (0: free), the others its tag.  In a tagged table
 * a number takes the whole slot, and tags are bytes behind the 12 slots of a line.  A tag is 0
 * until it is written, after its slot. */
struct words_table {
  uint32_t *slots;
  uint64_t lines;
  unsigned number_bits;
  uint32_t limit;
  bool tagged;
};

struct words_writer {
  uint32_t next, end; /* numbers taken and not used yet */
  char apart[56];
};

struct words {
  struct words_table table;
  unsigned length;   /* words of a key */
  uint64_t **chunks; /* never moves */
  struct budget *budget;
  struct words_writer *writers;
  unsigned writer_count;
  uint32_t number_max;
  uint64_t untagged_max; /* UNTAGGED_MAX, or less in a test */
  pthread_mutex_t mutex; /* for the fields below, outside meetings */
  uint32_t chunk_count;
  uint32_t next; /* the first number that no writer has taken */
  bool out_of_memory, out_of_numbers;
  uint32_t next_share; /* atomic; during growth */
};

/* False: the budget is too small to begin with, and there is nothing to destroy. */
bool words_init(struct words *words, unsigned length, unsigned writers, uint32_t number_max,
                struct budget *budget);
void words_destroy(struct words *words);
/* Replaces `words` by `other`, which counts as destroyed then. */
void words_take_over(struct words *words, struct words *other);

/* The step of Wang Yi's wyhash: folds the 128 bits of a product. */
static inline uint64_t words_fold(uint64_t a, uint64_t b) {
  unsigned __int128 product = (unsigned __int128)a * b;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline uint64_t words_hash(const uint64_t *key, unsigned length) {
  const uint64_t secret = 0xa0761d6478bd642f, other = 0xe7037ed1a0b428db;
  uint64_t hash = other;
  unsigned i = 0;
  for (; i + 2 <= length; i += 2) hash = words_fold(key[i] ^ hash, key[i + 1] ^ secret);
  if (i < length) hash = words_fold(key[i] ^ hash, secret);
  return words_fold(hash ^ secret, other);
}

/* The hash of a key that is one word. */
static inline uint64_t word_hash(uint64_t word) { return words_hash(&word, 1); }

static inline const uint32_t *words_line(const struct words_table *table, uint64_t hash) {
  return table->slots + (uint64_t)((unsigned __int128)hash * table->lines >> 64) * LINE_ENTRIES;
}

static inline uint32_t words_tag(const struct words_table *table, uint64_t hash) {
  return (uint32_t)((uint64_t)(uint32_t)hash << table->number_bits);
}

static inline uint32_t words_tag_mask(const struct words_table *table) {
  return (uint32_t)(UINT64_MAX << table->number_bits);
}

/* The tag in a tagged table: never 0, and of bits that do not choose the line. */
static inline uint8_t words_byte(uint64_t hash) { return (uint8_t)(hash + !(uint8_t)hash); }

static inline uint8_t *line_bytes(uint32_t *slots) { return (uint8_t *)(slots + TAGGED_ENTRIES); }

/* A line as it was read, each slot and tag once.  A line is filled from its first slot on. */
#if defined __SSE2__ && !defined __SANITIZE_THREAD__
struct table_line {
  __m128i part[4];
};

static inline struct table_line line_read(const uint32_t *slots) {
  const volatile __m128i *parts = (const volatile __m128i *)slots;
  return (struct table_line){ { parts[0], parts[1], parts[2], parts[3] } };
}

/* The set of slots whose bits under the mask are the tag; free ones too, if that is 0. */
static inline unsigned line_matches(const struct table_line *line, uint32_t tag, uint32_t mask) {
  const __m128i tags = _mm_set1_epi32((int)tag), masks = _mm_set1_epi32((int)mask),
                *part = line->part;
  const __m128i a = _mm_cmpeq_epi32(_mm_and_si128(part[0], masks), tags),
                b = _mm_cmpeq_epi32(_mm_and_si128(part[1], masks), tags);
  const __m128i c = _mm_cmpeq_epi32(_mm_and_si128(part[2], masks), tags),
                d = _mm_cmpeq_epi32(_mm_and_si128(part[3], masks), tags);
  return (unsigned)_mm_movemask_epi8(_mm_packs_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, d)));
}

/* The set of slots whose byte is this one. */
static inline unsigned line_bytes_equal(const struct table_line *line, uint8_t byte) {
  const unsigned equal =
      (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(line->part[3], _mm_set1_epi8((char)byte)));
  return equal & ((1u << TAGGED_ENTRIES) - 1);
}
#else
struct table_line {
  uint32_t slot[LINE_ENTRIES];
};

static inline struct table_line line_read(const uint32_t *slots) {
  struct table_line line;
  for (unsigned i = 0; i < LINE_ENTRIES; i++)
    line.slot[i] = __atomic_load_n(&slots[i], __ATOMIC_RELAXED);
  return line;
}

static inline unsigned line_matches(const struct table_line *line, uint32_t tag, uint32_t mask) {
  unsigned matches = 0;
  for (unsigned i = 0; i < LINE_ENTRIES; i++)
    matches |= (unsigned)((line->slot[i] & mask) == tag) << i;
  return matches;
}

static inline unsigned line_bytes_equal(const struct table_line *line, uint8_t byte) {
  const uint8_t *bytes = (const uint8_t *)&line->slot[TAGGED_ENTRIES];
  unsigned equal = 0;
  for (unsigned i = 0; i < TAGGED_ENTRIES; i++) equal |= (unsigned)(bytes[i] == byte) << i;
  return equal;
}
#endif

/* The slots of a line that are free, or whose tag is not written yet. */
INLINE unsigned line_free(bool tagged, const struct table_line *line) {
  return tagged ? line_bytes_equal(line, 0) : line_matches(line, 0, UINT32_MAX);
}

/* The slots that may hold the key of a hash; free ones, too, if the tag is 0. */
INLINE unsigned line_candidates(const struct words_table *table, bool tagged,
                                const struct table_line *line, uint64_t hash) {
  if (tagged) return line_bytes_equal(line, words_byte(hash));
  return line_matches(line, words_tag(table, hash), words_tag_mask(table));
}

static inline uint32_t slot_number(const struct words_table *table, const uint32_t *slot) {
  return __atomic_load_n(slot, __ATOMIC_ACQUIRE) & ~words_tag_mask(table);
}

/* In a tagged table: writes the tag of a slot that was filled. */
static inline void slot_write_tag(const struct words_table *table, const uint32_t *slot,
                                  uint8_t byte) {
  size_t at = (size_t)(slot - table->slots), entry = at % LINE_ENTRIES;
  if (table->tagged)
    __atomic_store_n(line_bytes(table->slots + at - entry) + entry, byte, __ATOMIC_RELEASE);
}

static inline void words_prefetch(const struct words *words, uint64_t hash) {
  __builtin_prefetch(words_line(&words->table, hash));
}

/* The place of a number's key, which has `length` words. */
INLINE uint64_t *words_place(const struct words *words, unsigned length, uint32_t number) {
  if (number >> CHUNK_BITS)
    return words->chunks[(number >> CHUNK_BITS) + CHUNKS_SMALL - 1] +
           (number & ((1u << CHUNK_BITS) - 1)) * (size_t)length;
  if (!(number >> CHUNK_FIRST_BITS)) return words->chunks[0] + number * (size_t)length;
  unsigned top = 31 - (unsigned)__builtin_clz(number);
  return words->chunks[top - CHUNK_FIRST_BITS + 1] + (number - (1u << top)) * (size_t)length;
}

static inline uint64_t *words_at(const struct words *words, uint32_t number) {
  return words_place(words, words->length, number);
}

/* The same in a set whose keys are one word each. */
static inline uint64_t *word_at(const struct words *words, uint32_t number) {
  return words_place(words, 1, number);
}

/* How many keys, from this one on, lie side by side. */
static inline uint32_t words_side_by_side(uint32_t number) {
  if (number >> CHUNK_BITS) return (1u << CHUNK_BITS) - (number & ((1u << CHUNK_BITS) - 1));
  if (!(number >> CHUNK_FIRST_BITS)) return (1u << CHUNK_FIRST_BITS) - number;
  return (2u << (31 - (unsigned)__builtin_clz(number))) - number;
}

static inline uint32_t *words_next_line(const struct words_table *table, uint32_t *slots) {
  slots += LINE_ENTRIES;
  return slots == table->slots + table->lines * LINE_ENTRIES ? table->slots : slots;
}

/* The number of a key that may have this hash, in the first line that has one or is not full.  0:
 * no key has it.  Then `*slot` is the line's first free slot, to put the key in, or NULL. */
INLINE uint32_t words_look(const struct words *words, uint64_t hash, uint32_t **slot) {
  const struct words_table *table = &words->table;
  uint32_t *slots = (uint32_t *)words_line(table, hash);
  *slot = NULL;
  for (;; slots = words_next_line(table, slots)) {
    const struct table_line line = line_read(slots);
    unsigned candidates = line_candidates(table, table->tagged, &line, hash);
    if (candidates)
      return slot_number(table, &slots[__builtin_ctz(candidates)]); /* of a free one 0 */
    unsigned free = line_free(table->tagged, &line);
    if (!free) continue;
    *slot = &slots[__builtin_ctz(free)];
    return 0;
  }
}

/* The same without the slot; fetches the key ahead. */
static inline uint32_t words_candidate(const struct words *words, uint64_t hash) {
  uint32_t *slot, number = words_look(words, hash, &slot);
  if (number) __builtin_prefetch(words_at(words, number));
  return number;
}

/* Gives a key the writer's next number, and publishes it in a slot that was free.  0: another
 * member took the slot. */
INLINE uint32_t words_publish(struct words *words, unsigned length, struct words_writer *writer,
                              const uint64_t *key, uint64_t hash, uint32_t *slot) {
  uint32_t none = 0, number = writer->next, entry = words_tag(&words->table, hash) | number;
  uint64_t *place = words_place(words, length, number);
  for (unsigned i = 0; i < length; i++) place[i] = key[i];
  if (!__atomic_compare_exchange_n(slot, &none, entry, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    return 0;
  slot_write_tag(&words->table, slot, words_byte(hash));
  writer->next = number + 1;
  return number;
}

/* Puts a key of one word into the slot that words_look returned, if the set has not grown since.
 * Lines are filled in order, so the slot is free only if no key came to the line.  0: one did, or
 * the writer has no number left, and words_add must be called. */
static inline uint32_t word_put(struct words *words, unsigned writer, uint64_t key, uint64_t hash,
                                uint32_t *slot) {
  struct words_writer *numbers = &words->writers[writer];
  return numbers->next < numbers->end ? words_publish(words, 1, numbers, &key, hash, slot) : 0;
}

static inline bool words_equal(const uint64_t *key, const uint64_t *other, unsigned length) {
  uint64_t difference = 0;
  for (unsigned i = 0; i < length; i++) difference |= other[i] ^ key[i];
  return difference == 0;
}

/* Does the number lead to this key? */
static inline bool words_is(const struct words *words, uint32_t number, const uint64_t *key) {
  return words_equal(words_at(words, number), key, words->length);
}

/* The number of a key, which is added (`*added`) if it is new.  0: the set must grow first. */
uint32_t words_add(struct words *words, unsigned writer, const uint64_t *key, uint64_t hash,
                   bool *added);

/* The number of a key that is there, or 0. */
uint32_t words_find(const struct words *words, const uint64_t *key, uint64_t hash);

/* Puts a key under the next number without looking for it, in a set that is only read afterwards,
 * by its numbers.  False: there is no room. */
bool words_append(struct words *words, const uint64_t *key);

/* Growth, while no member adds: one makes room, then all move their shares.  False: there is no
 * room. */
bool words_make_room(struct words *words);
void words_move_share(struct words *words);
/* Lets `replace` change each key in its place.  By one member, while no other does anything. */
void words_replace(struct words *words, void (*replace)(void *context, uint64_t *key),
                   void *context);

/* Empties the set and gives its memory back, by one member, while no other does anything.  False:
 * there is no room to begin anew. */
bool words_clear(struct words *words);

/* These are called while no member adds. */
bool words_full(const struct words *words);
uint64_t words_count(const struct words *words);
/* Is the number taken and not used yet? */
bool words_open(const struct words *words, uint32_t number);

#endif
