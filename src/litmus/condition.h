/* Conditions over the cells that a program observes: a tree of comparisons. */
#ifndef LITMUS_CONDITION_H
#define LITMUS_CONDITION_H

#include "litmus/value.h"

enum condition_kind {
  CONDITION_TRUE,
  CONDITION_FALSE,
  CONDITION_COMPARE,
  CONDITION_NOT,
  CONDITION_AND,
  CONDITION_OR,
  CONDITION_IMPLIES
};

struct term {
  bool is_constant;
  int64_t number;      /* of a constant */
  struct type type;    /* of the other side, when is_constant */
  unsigned observable; /* index into the program's observables, of a cell */
};

struct condition {
  enum condition_kind kind;
  enum comparison comparison; /* of CONDITION_COMPARE, with the two terms */
  struct term left, right;
  struct condition *first, *second; /* owned; NOT uses the first only */
};

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
