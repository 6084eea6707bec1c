/* Sets of outcomes: one array in the order of arrival, and a Judy dictionary that finds an outcome
 * by its bytes.  A set is filled millions of times and printed once, so it is sorted on demand. */
#include "litmus/outcome.h"

#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "base/sparse.h"
#include "base/vector.h"
#include "litmus/condition.h"

struct outcome_set {
  unsigned width;          /* values of an outcome */
  VECTOR(int64_t) values;  /* one outcome after another */
  VECTOR(uint64_t) times;  /* of each */
  struct dictionary index; /* an outcome's bytes -> its number + 1 */
};

unsigned outcome_set_width(const struct outcome_set *set) { return set->width; }

struct outcome_set *outcome_set_new(unsigned observable_count) {
  struct outcome_set *set = memory_new(1, sizeof *set);
  set->width = observable_count;
  return set;
}

void outcome_set_free(struct outcome_set *set) {
  if (!set) return;
  vector_free(set->values);
  vector_free(set->times);
  dictionary_free(&set->index);
  memory_free(set);
}

void outcome_number_unknowns(int64_t *outcome, unsigned width) {
  for (unsigned i = width; i-- > 0;) {
    unsigned first = 0;
    while (outcome[first] != outcome[i]) first++;
    if (is_unknown(outcome[i])) outcome[i] = unknown_value(first);
  }
}

/* The key of an outcome.  A dictionary needs at least one byte, even for no values. */
static const void *key_of(const struct outcome_set *set, const int64_t *outcome, size_t *length) {
  *length = set->width ? set->width * sizeof *outcome : 1;
  return set->width ? (const void *)outcome : "";
}

bool outcome_set_add(struct outcome_set *set, const int64_t *outcome, uint64_t times) {
  size_t length;
  const void *key = key_of(set, outcome, &length);
  uintptr_t *slot = dictionary_at(&set->index, key, length);
  if (*slot) {
    set->times.items[*slot - 1] += times;
    return false;
  }
  for (unsigned i = 0; i < set->width; i++) vector_push(set->values, outcome[i]);
  vector_push(set->times, times);
  *slot = set->times.length;
  return true;
}

bool outcome_set_has(const struct outcome_set *set, const int64_t *outcome) {
  size_t length;
  const void *key = key_of(set, outcome, &length);
  return dictionary_find(&set->index, key, length) != NULL;
}

uint64_t outcome_set_size(const struct outcome_set *set) { return set->times.length; }

static const int64_t *outcome_at(const struct outcome_set *set, size_t number) {
  return set->values.items + number * set->width;
}

void outcome_set_merge(struct outcome_set *set, const struct outcome_set *from) {
  for (size_t i = 0; i < from->times.length; i++)
    outcome_set_add(set, outcome_at(from, i), from->times.items[i]);
}

static int compare_outcomes(const void *left, const void *right, void *context) {
  const struct outcome_set *set = context;
  const int64_t *a = outcome_at(set, *(const size_t *)left),
                *b = outcome_at(set, *(const size_t *)right);
  for (unsigned i = 0; i < set->width; i++)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

/* The outcomes' numbers in ascending order of their values. */
static size_t *ascending(const struct outcome_set *set) {
  size_t *order = memory_new(set->times.length, sizeof *order);
  for (size_t i = 0; i < set->times.length; i++) order[i] = i;
  qsort_r(order, set->times.length, sizeof *order, compare_outcomes, (void *)set);
  return order;
}

bool outcome_set_within(const struct outcome_set *set, const struct outcome_set *bound,
                        int64_t *missing) {
  size_t *order = ascending(set), i = 0;
  while (i < set->times.length && outcome_set_has(bound, outcome_at(set, order[i]))) i++;
  bool within = i == set->times.length;
  if (!within && set->width)
    memcpy(missing, outcome_at(set, order[i]), set->width * sizeof *missing);
  memory_free(order);
  return within;
}

void outcome_set_each(const struct outcome_set *set,
                      void (*visit)(void *context, const int64_t *outcome, uint64_t times),
                      void *context) {
  size_t *order = ascending(set);
  for (size_t i = 0; i < set->times.length; i++)
    visit(context, outcome_at(set, order[i]), set->times.items[order[i]]);
  memory_free(order);
}

struct tally outcome_tally(const struct program *program, const struct outcome_set *set) {
  struct tally tally = { 0 };
  for (size_t i = 0; i < set->times.length; i++) {
    bool holds = condition_holds(program->condition, outcome_at(set, i));
    *(holds ? &tally.positive : &tally.negative) += set->times.items[i];
  }
  return tally;
}

enum observation outcome_observation(struct tally tally) {
  if (tally.positive == 0) return OBSERVED_NEVER;
  return tally.negative == 0 ? OBSERVED_ALWAYS : OBSERVED_SOMETIMES;
}

const char *observation_name(enum observation observation) {
  static const char *const names[] = { "Never", "Sometimes", "Always" };
  return names[observation];
}

bool proposition_holds(enum quantifier quantifier, struct tally tally) {
  if (!tally.positive && !tally.negative) return false;
  switch (quantifier) {
  case QUANTIFIER_EXISTS: return tally.positive > 0;
  case QUANTIFIER_NOT_EXISTS: return tally.positive == 0;
  case QUANTIFIER_FORALL: return tally.negative == 0;
  }
  __builtin_unreachable();
}
