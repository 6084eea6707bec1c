/* A set of keys, each under a number of its own, for any number of threads.  A key is a few 64-bit words, as many in all
 * keys of a set.
 *
 * Numbers count up from 1; 0 is none.  A number never changes, and words_at leads back from it to the key.  Every member
 * of the crew adds through a writer of its own.  Who asks for a number must have learnt it from its writer's thread through
 * a release and an acquire (the table does), or at a gate of the crew. */
#ifndef EXPLORE_WORDS_H
#define EXPLORE_WORDS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include "explore/budget.h"
#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum {
  LINE_ENTRIES = 16, /* of 4 bytes: a cache line */
  CHUNK_FIRST_BITS = 8,
  CHUNK_BITS = 18, /* times 8 bytes is 2 MiB: a full-sized chunk is a number of huge pages */
  CHUNKS_SMALL = CHUNK_BITS - CHUNK_FIRST_BITS + 1, /* 2^8 keys, 2^8, 2^9, ... 2^17: together 2^18 */
  CHUNKS_MAX = CHUNKS_SMALL + (1 << (32 - CHUNK_BITS)) - 1
};

/* Slots of 32 bits: the lower `number_bits` are a number (0: free), the others a part of its key's hash. */
struct words_table { uint32_t *slots; uint64_t lines; unsigned number_bits; uint32_t limit; };

struct words_writer {
  uint32_t next, end; /* numbers that were taken and not used yet */
  char apart[56];
};

struct words {
  struct words_table table;
  unsigned length; /* words of a key */
  uint64_t **chunks; /* never moves; only its used part is ever touched */
  struct budget *budget;
  struct words_writer *writers;
  unsigned writer_count;
  uint32_t number_max;
  pthread_mutex_t mutex; /* for what follows, outside meetings */
  uint32_t chunk_count;
  uint32_t next;         /* the first number that no writer has taken */
  bool out_of_memory, out_of_numbers;
  uint32_t next_share;   /* atomic; during growth */
};

/* False when the budget is too small to begin with; then there is nothing to destroy. */
bool words_init(struct words *words, unsigned length, unsigned writers, uint32_t number_max, struct budget *budget);
void words_destroy(struct words *words);
/* `words` becomes what `other` is; neither was destroyed before, and `other` is afterwards. */
void words_take_over(struct words *words, struct words *other);

/* Multiplies 64 by 64 bits and folds the 128 bits of the product (the step of Wang Yi's wyhash), two words a step. */
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

/* Of a key that is one word, as most are. */
static inline uint64_t word_hash(uint64_t word) { return words_hash(&word, 1); }

static inline const uint32_t *words_line(const struct words_table *table, uint64_t hash) {
  return table->slots + (uint64_t)((unsigned __int128)hash * table->lines >> 64) * LINE_ENTRIES;
}

static inline uint32_t words_tag(const struct words_table *table, uint64_t hash) {
  return (uint32_t)((uint64_t)(uint32_t)hash << table->number_bits);
}

static inline uint32_t words_tag_mask(const struct words_table *table) { return (uint32_t)(UINT64_MAX << table->number_bits); }

/* Sets of a line's slots.  A line is filled from its first slot on. */
struct line_view { unsigned matches, free; };

#if defined __SSE2__ && !defined __SANITIZE_THREAD__
static inline unsigned line_bits(__m128i a, __m128i b, __m128i c, __m128i d) {
  return (unsigned)_mm_movemask_epi8(_mm_packs_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, d)));
}

/* Of a line's slots those with the tag; free ones too, if it is 0. */
static inline unsigned line_matches(const uint32_t *line, uint32_t tag, uint32_t mask) {
  const volatile __m128i *slots = (const volatile __m128i *)line;
  const __m128i tags = _mm_set1_epi32((int)tag), masks = _mm_set1_epi32((int)mask);
  return line_bits(_mm_cmpeq_epi32(_mm_and_si128(slots[0], masks), tags), _mm_cmpeq_epi32(_mm_and_si128(slots[1], masks), tags),
                   _mm_cmpeq_epi32(_mm_and_si128(slots[2], masks), tags), _mm_cmpeq_epi32(_mm_and_si128(slots[3], masks), tags));
}

/* Each slot is loaded once (volatile sees to it): what is neither free nor a match must be another key. */
static inline struct line_view line_look(const uint32_t *line, uint32_t tag, uint32_t mask) {
  const volatile __m128i *slots = (const volatile __m128i *)line;
  const __m128i a = slots[0], b = slots[1], c = slots[2], d = slots[3], zero = _mm_setzero_si128();
  const __m128i tags = _mm_set1_epi32((int)tag), masks = _mm_set1_epi32((int)mask);
  unsigned unused = line_bits(_mm_cmpeq_epi32(a, zero), _mm_cmpeq_epi32(b, zero), _mm_cmpeq_epi32(c, zero),
                              _mm_cmpeq_epi32(d, zero));
  unsigned matches = line_bits(_mm_cmpeq_epi32(_mm_and_si128(a, masks), tags), _mm_cmpeq_epi32(_mm_and_si128(b, masks), tags),
                               _mm_cmpeq_epi32(_mm_and_si128(c, masks), tags), _mm_cmpeq_epi32(_mm_and_si128(d, masks), tags));
  return (struct line_view){ matches & ~unused, unused };
}
#else
static inline unsigned line_matches(const uint32_t *line, uint32_t tag, uint32_t mask) {
  unsigned matches = 0;
  for (unsigned i = 0; i < LINE_ENTRIES; i++)
    matches |= (unsigned)((__atomic_load_n(&line[i], __ATOMIC_RELAXED) & mask) == tag) << i;
  return matches;
}

static inline struct line_view line_look(const uint32_t *line, uint32_t tag, uint32_t mask) {
  struct line_view view = { 0, 0 };
  for (unsigned i = 0; i < LINE_ENTRIES; i++) {
    uint32_t slot = __atomic_load_n(&line[i], __ATOMIC_RELAXED);
    view.free |= (unsigned)(slot == 0) << i;
    view.matches |= (unsigned)(slot != 0 && (slot & mask) == tag) << i;
  }
  return view;
}
#endif

static inline unsigned line_free(const uint32_t *line) { return line_matches(line, 0, UINT32_MAX); }

static inline void words_prefetch(const struct words *words, uint64_t hash) {
  __builtin_prefetch(words_line(&words->table, hash));
}

static inline uint64_t *words_at(const struct words *words, uint32_t number) {
  size_t length = words->length;
  if (number >> CHUNK_BITS)
    return words->chunks[(number >> CHUNK_BITS) + CHUNKS_SMALL - 1] + (number & ((1u << CHUNK_BITS) - 1)) * length;
  if (!(number >> CHUNK_FIRST_BITS)) return words->chunks[0] + number * length;
  unsigned top = 31 - (unsigned)__builtin_clz(number);
  return words->chunks[top - CHUNK_FIRST_BITS + 1] + (number - (1u << top)) * length;
}

/* So many keys, from this one's on, lie side by side. */
static inline uint32_t words_side_by_side(uint32_t number) {
  if (number >> CHUNK_BITS) return (1u << CHUNK_BITS) - (number & ((1u << CHUNK_BITS) - 1));
  if (!(number >> CHUNK_FIRST_BITS)) return (1u << CHUNK_FIRST_BITS) - number;
  return (2u << (31 - (unsigned)__builtin_clz(number))) - number;
}

/* The number of a key that may be the one with this hash, which is fetched ahead; or 0. */
static inline uint32_t words_candidate(const struct words *words, uint64_t hash) {
  const struct words_table *table = &words->table;
  const uint32_t *line = words_line(table, hash);
  unsigned matches = line_matches(line, words_tag(table, hash), words_tag_mask(table));
  if (!matches) return 0;
  uint32_t number = __atomic_load_n(&line[__builtin_ctz(matches)], __ATOMIC_ACQUIRE) & ~words_tag_mask(table);
  if (number) __builtin_prefetch(words_at(words, number));
  return number;
}

static inline bool words_equal(const uint64_t *key, const uint64_t *other, unsigned length) {
  uint64_t difference = 0;
  for (unsigned i = 0; i < length; i++) difference |= other[i] ^ key[i];
  return difference == 0;
}

/* Is the candidate the key's number? */
static inline bool words_is(const struct words *words, uint32_t number, const uint64_t *key) {
  return words_equal(words_at(words, number), key, words->length);
}

/* The number of a key, which is added if it is not there yet (`*added`).  0: the set is full; it must grow first. */
uint32_t words_add(struct words *words, unsigned writer, const uint64_t *key, uint64_t hash, bool *added);

/* The number of a key that is there, or 0. */
uint32_t words_find(const struct words *words, const uint64_t *key, uint64_t hash);

/* Puts a key under the next number without looking for it: for a set that is only read afterwards, by its numbers. */
bool words_append(struct words *words, const uint64_t *key);

/* Growth, while no member adds: one of them makes room, then all move their shares.  False: there is no room to be had. */
bool words_make_room(struct words *words);
void words_move_share(struct words *words);
/* Puts other keys under all numbers: `replace` changes them.  By one member, while no other does anything. */
void words_replace(struct words *words, void (*replace)(void *context, uint64_t *key), void *context);

/* Empties the set and gives its memory back, by one member, while no other does anything; false when there is nothing to begin
 * anew with. */
bool words_clear(struct words *words);

/* While no member adds. */
bool words_full(const struct words *words);
uint64_t words_count(const struct words *words);
/* Is the number taken and not used yet? */
bool words_open(const struct words *words, uint32_t number);

#endif
