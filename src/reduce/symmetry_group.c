/* The permutations of a machine as a group: products, inverses and generators.
 *
 * A permutation arranges threads, lines and values.  Its number is the sum of the numbers of the
 * three arrangements.  So a product is found class by class: a hash table has the number of each
 * arrangement. */
#include "reduce/symmetry_group.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "base/vector.h"
#include "machine/kept.h"

enum { IMAGE_BITS = 4 };
_Static_assert((int)VALUES_MAX <= (int)CORES_MAX && CORES_MAX <= 1 << IMAGE_BITS &&
                   LINES_MAX <= CORES_MAX && CORES_MAX * IMAGE_BITS <= 64,
               "an arrangement fits in a word");

static const uint8_t *arranged(const struct permutation *p, enum point_class class) {
  return class == POINTS_SMS ? p->core : class == POINTS_LINES ? p->line : p->value;
}

static uint64_t word_of_images(const uint8_t *first, const uint8_t *second, unsigned count) {
  uint64_t word = 0;
  for (unsigned i = 0; i < count; i++)
    word |= (uint64_t)(second ? second[first[i]] : first[i]) << IMAGE_BITS * i;
  return word;
}

/* The arrangement of `p`, or of `p` and then `then` (NULL: none), as a word. */
static uint64_t word_of(const struct arrangements *arrangements, const struct permutation *p,
                        const struct permutation *then) {
  const uint8_t *second = then ? arranged(then, arrangements->class) : NULL;
  return word_of_images(arranged(p, arrangements->class), second, arrangements->length);
}

/* The entry of an arrangement, known or free. */
static struct arrangement *place_of_word(const struct arrangements *arrangements, uint64_t word) {
  for (uint32_t i = (uint32_t)(word * 0x9E3779B97F4A7C15ull >> 32);; i++) {
    struct arrangement *arrangement = &arrangements->items[i & arrangements->mask];
    if (arrangement->word == word || !arrangement->known) return arrangement;
  }
}

/* Aborts if the group lacks the arrangement. */
static unsigned number_of(const struct arrangements *arrangements, uint64_t word) {
  const struct arrangement *arrangement = place_of_word(arrangements, word);
  if (!arrangement->known) abort();
  return arrangement->number;
}

unsigned symmetry_product(const struct symmetry *symmetry, unsigned p, unsigned q) {
  unsigned number = 0;
  for (unsigned c = 0; c < POINT_CLASSES; c++) {
    const struct arrangements *arrangements = &symmetry->arrangements[c];
    number +=
        number_of(arrangements, word_of(arrangements, &symmetry->items[p], &symmetry->items[q]));
  }
  return number;
}

static uint64_t word_of_inverse(const uint8_t *images, unsigned count) {
  uint64_t word = 0;
  for (unsigned i = 0; i < count; i++) word |= (uint64_t)i << IMAGE_BITS * images[i];
  return word;
}

unsigned symmetry_inverse(const struct symmetry *symmetry, unsigned p) {
  const struct permutation *of = &symmetry->items[p];
  unsigned number = 0;
  for (unsigned c = 0; c < POINT_CLASSES; c++) {
    const struct arrangements *arrangements = &symmetry->arrangements[c];
    number += number_of(arrangements,
                        word_of_inverse(arranged(of, arrangements->class), arrangements->length));
  }
  return number;
}

/* Let p be the product of an earlier permutation b and a generator g.  Then (p, q) is the product
 * of b and (g, q).  So only the rows of generators need look-ups. */
const uint16_t *symmetry_product_row(const struct machine *machine, unsigned p) {
  struct symmetry *symmetry = machine->reductions.symmetry;
  const uint16_t *known = atomic_load_explicit(&symmetry->items[p].then, memory_order_acquire);
  if (known) return known;
  const struct follower *follower = &symmetry->sequence[symmetry->place[p]];
  uint16_t *then = machine_keep(machine, symmetry->count * sizeof *then);
  if (follower->before == 0) {
    for (unsigned q = 0; q < symmetry->count; q++)
      then[q] = (uint16_t)symmetry_product(symmetry, p, q);
  } else {
    const uint16_t *before = symmetry_product_row(machine, follower->before);
    const uint16_t *generator =
        symmetry_product_row(machine, symmetry->generators[follower->generator]);
    for (unsigned q = 0; q < symmetry->count; q++) then[q] = before[generator[q]];
  }
  atomic_store_explicit(&symmetry->items[p].then, then, memory_order_release);
  return then;
}

static void number_arrangements(const struct symmetry *symmetry,
                                struct arrangements *arrangements) {
  while (arrangements->mask < 2 * arrangements->count)
    arrangements->mask = 2 * arrangements->mask + 1;
  arrangements->items = memory_new(arrangements->mask + 1, sizeof *arrangements->items);
  for (unsigned i = 0; i < arrangements->count; i++) {
    unsigned number = i * arrangements->stride;
    uint64_t word = word_of(arrangements, &symmetry->items[number], NULL);
    *place_of_word(arrangements, word) = (struct arrangement){ word, (uint16_t)number, true };
  }
}

/* --- generators --- */

void symmetry_subgroup_begin(struct subgroup *subgroup, const struct symmetry *symmetry) {
  *subgroup =
      (struct subgroup){ .symmetry = symmetry,
                         .reached = memory_new(symmetry->count, sizeof *subgroup->reached),
                         .members = memory_new(symmetry->count, sizeof *subgroup->members) };
  subgroup->reached[0] = true;
  subgroup->count = 1;
}

void symmetry_subgroup_end(struct subgroup *subgroup) {
  memory_free(subgroup->reached);
  memory_free(subgroup->members);
}

/* Adds the product of each member, old or new, and each generator. */
static void close_subgroup(struct subgroup *subgroup) {
  for (unsigned i = 0; i < subgroup->count; i++)
    for (unsigned g = 0; g < subgroup->generator_count; g++) {
      uint16_t before = subgroup->members[i].number;
      unsigned number = symmetry_product(subgroup->symmetry, before, subgroup->generators[g]);
      if (subgroup->reached[number]) continue;
      subgroup->reached[number] = true;
      subgroup->members[subgroup->count++] =
          (struct follower){ (uint16_t)number, before, (uint16_t)g };
    }
}

bool symmetry_subgroup_add(struct subgroup *subgroup, unsigned permutation) {
  if (subgroup->reached[permutation]) return false;
  subgroup->generators[subgroup->generator_count++] = (uint16_t)permutation;
  close_subgroup(subgroup);
  return true;
}

void symmetry_make_group(struct machine *machine, struct symmetry *symmetry,
                         const unsigned *counts) {
  const unsigned lengths[POINT_CLASSES] = { machine->shape.core_count, machine->shape.lines,
                                            symmetry->items[0].values };
  unsigned stride = symmetry->count;
  struct subgroup all;
  for (unsigned c = 0; c < POINT_CLASSES; c++) {
    struct arrangements *arrangements = &symmetry->arrangements[c];
    *arrangements = (struct arrangements){
      .class = c, .length = lengths[c], .count = counts[c], .stride = stride /= counts[c]
    };
    number_arrangements(symmetry, arrangements);
  }
  symmetry_subgroup_begin(&all, symmetry);
  for (unsigned p = 1; p < symmetry->count; p++) symmetry_subgroup_add(&all, p);
  memcpy(symmetry->generators, all.generators, sizeof symmetry->generators);
  symmetry->generator_count = all.generator_count;
  symmetry->sequence = all.members;
  symmetry->place = memory_new(symmetry->count, sizeof *symmetry->place);
  for (unsigned i = 0; i < symmetry->count; i++)
    symmetry->place[symmetry->sequence[i].number] = (uint16_t)i;
  all.members = NULL;
  symmetry_subgroup_end(&all);
}

void symmetry_free_group(struct symmetry *symmetry) {
  for (unsigned c = 0; c < POINT_CLASSES; c++) memory_free(symmetry->arrangements[c].items);
  memory_free(symmetry->sequence);
  memory_free(symmetry->place);
}
