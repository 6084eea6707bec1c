/* Sets of outcomes.
 *
 * An outcome is one value for each observable of a program, in the program's order.  A set keeps
 * each outcome once, with a count of its sightings.  It iterates in ascending order of the values,
 * so that equal sets print equally. */
#ifndef LITMUS_OUTCOME_H
#define LITMUS_OUTCOME_H

#include <stdbool.h>
#include <stdint.h>
#include "litmus/program.h"

struct outcome_set;

struct outcome_set *outcome_set_new(unsigned observable_count);
void outcome_set_free(struct outcome_set *set); /* NULL is fine */
/* Renames unknown values by the first cell that has each, so that outcomes which differ only in
 * such names are equal. */
void outcome_number_unknowns(int64_t *outcome, unsigned width);
/* Adds `times` sightings of an outcome; true when it is new to the set. */
bool outcome_set_add(struct outcome_set *set, const int64_t *outcome, uint64_t times);
bool outcome_set_has(const struct outcome_set *set, const int64_t *outcome);
uint64_t outcome_set_size(const struct outcome_set *set);
unsigned outcome_set_width(const struct outcome_set *set); /* its observable_count */
/* Adds all of `from` to `set`. */
void outcome_set_merge(struct outcome_set *set, const struct outcome_set *from);
/* true when every outcome of `set` is in `bound`; else `missing` gets the least that is not, with a
 * value for each observable. */
bool outcome_set_within(const struct outcome_set *set, const struct outcome_set *bound,
                        int64_t *missing);
/* Calls visit for each outcome in ascending order. */
void outcome_set_each(const struct outcome_set *set,
                      void (*visit)(void *context, const int64_t *outcome, uint64_t times),
                      void *context);

enum observation { OBSERVED_NEVER, OBSERVED_SOMETIMES, OBSERVED_ALWAYS };
struct tally {
  uint64_t positive, negative;
}; /* sightings that meet the condition, and that do not */
struct tally outcome_tally(const struct program *program, const struct outcome_set *set);
enum observation outcome_observation(struct tally tally);
const char *observation_name(enum observation); /* "Never" "Sometimes" "Always" */
/* The truth of exists, ~exists or forall for a set with this tally; false for an empty set, since
 * no run has ended. */
bool proposition_holds(enum quantifier quantifier, struct tally tally);

#endif
