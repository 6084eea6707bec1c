/* What searches exercised: rows that fired, and what makes a claim more than empty. */
#ifndef VERIFY_EXERCISE_H
#define VERIFY_EXERCISE_H

#include "run/coverage.h"

/* What searches saw: rows that fired, and what makes a claim more than empty. */
struct exercise {
  struct coverage *coverage; /* owned */
  unsigned evidence;         /* enum evidence */
};

/* Adds what a searched machine showed. */
void exercise_add(struct exercise *exercise, const struct machine *machine);
void exercise_clear(struct exercise *exercise);
/* Calls visit with each row (but for NEVER, and rows of variants) that fired nowhere. */
void exercise_unfired(const struct exercise *exercise, const struct system *system,
                      void (*visit)(void *context, const struct controller_kind *kind,
                                    const struct row *row),
                      void *context);
/* Why a claim said nothing: "no copy was ever readable"; NULL: it said something. */
const char *exercise_vacuous(const struct exercise *exercise, enum property property);

#endif
