/* Outcomes and conditions as herd7's logs have them. */
#ifndef LITMUS_HERD_LOG_H
#define LITMUS_HERD_LOG_H

#include <stdio.h>
#include "litmus/outcome.h"

/* "1:r0=0; [x]=1;", with the cells that logs hide. */
void outcome_print(FILE *out, const struct program *program, const int64_t *outcome);
/* The condition with its quantifier: "exists (1:r0=1 /\ 1:r1=0)". */
void proposition_print(FILE *out, const struct program *program);
void condition_print(FILE *out, const struct program *program, const struct condition *condition);

/* Why outcomes may be missing from a set: a limit was hit, or a loop was cut at its bound. */
enum missing { MISSING_NONE, MISSING_BY_LIMIT, MISSING_BY_BOUND };
/* Prints the log of one test.  `flags`: names of raised flags, NULL-terminated, or NULL. */
void outcome_log(FILE *out, const struct program *program, const struct outcome_set *set,
                 const char *const *flags, enum missing missing, double seconds);

#endif
