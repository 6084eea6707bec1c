/* Sets of outcomes.
 *
 * An outcome is one value for each observable of a program, in the program's order.  A set keeps
 * each outcome once, with how often it was seen, and iterates in ascending order of the values, so
 * that equal sets print equally.  Backed by Judy. */
#ifndef LITMUS_OUTCOME_H
#define LITMUS_OUTCOME_H

#include <stdbool.h>
#include <stdint.h>
#include "litmus/program.h"

struct outcome_set;

struct outcome_set *outcome_set_new(unsigned observable_count);
void outcome_set_free(struct outcome_set *set); /* NULL is fine */
/* Gives every unknown value the number of the first cell that has it, so that outcomes are equal
 * that differ in names alone. */
void outcome_number_unknowns(int64_t *outcome, unsigned width);
/* Adds `times` sightings of an outcome; true when it is new to the set. */
bool outcome_set_add(struct outcome_set *set, const int64_t *outcome, uint64_t times);
bool outcome_set_has(const struct outcome_set *set, const int64_t *outcome);
uint64_t outcome_set_size(const struct outcome_set *set);
unsigned outcome_set_width(const struct outcome_set *set); /* its observable_count */
/* Adds all of `from` to `set`. */
void outcome_set_merge(struct outcome_set *set, const struct outcome_set *from);
/* Is every outcome of `set` in `bound`?  If not, `*missing` (observable_count values) is the least
 * that is not. */
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
/* Does the proposition of the program (exists, ~exists, forall) hold of a set with this tally? None
 * holds of an empty set: where no run ends, nothing was seen. */
bool proposition_holds(enum quantifier quantifier, struct tally tally);

#endif
