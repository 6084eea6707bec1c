/* Conditions: making and releasing them, and their truth. */
#ifndef LITMUS_CONDITION_H
#define LITMUS_CONDITION_H

#include "litmus/program.h"

/* A new node that owns its operands. */
struct condition *condition_new(enum condition_kind kind, struct condition *first,
                                struct condition *second);
void condition_free(struct condition *condition); /* NULL is fine */

/* The condition's truth in an outcome, which has a value for each observable. */
bool condition_holds(const struct condition *condition, const int64_t *outcome);
/* true when `truth` is still possible while only some of the values are decided. */
bool condition_may_be(bool truth, const struct condition *condition, const int64_t *outcome,
                      const bool *decided);

#endif
