/* Sets of outcomes, and herd's log, which is how they are printed and compared.
 *
 * An outcome is one value for each observable of a program, in the program's order.  A set keeps
 * each outcome once, with how often it was seen, and iterates in ascending order of the values, so
 * that equal sets print equally.  Backed by Judy. */
#ifndef LITMUS_OUTCOME_H
#define LITMUS_OUTCOME_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
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

/* A number; of an address the name of a location and how far behind its beginning, an array's, too;
 * "S0" of an unknown value. */
void value_name(struct text *out, const struct program *program, struct type type, int64_t value);
/* "1:r0=0; [x]=1;", with the cells, too, that logs hide */
void outcome_print(FILE *out, const struct program *program, const int64_t *outcome);
/* The condition as herd writes it, with its quantifier: "exists (1:r0=1 /\ 1:r1=0)". */
void proposition_print(FILE *out, const struct program *program);
void condition_print(FILE *out, const struct program *program, const struct condition *condition);

/* One test in herd's log format (Test, States, Ok/No, Witnesses, flags, Condition, Observation,
 * Time, Hash, blank). flags: names of flags raised ("data-race"), NULL-terminated, or NULL;
 * "*undef*" among them makes the result Undef. Where outcomes may be missing, nobody has observed
 * Never or Always: Unknown.  Where that is because a loop was cut at a bound, the result has `Loop`
 * before it, as in herd7 (which says Never all the same). */
enum missing { MISSING_NONE, MISSING_BY_LIMIT, MISSING_BY_BOUND };
void outcome_log(FILE *out, const struct program *program, const struct outcome_set *set,
                 const char *const *flags, enum missing missing, double seconds);

#endif
